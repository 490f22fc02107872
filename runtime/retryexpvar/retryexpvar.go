// Package retryexpvar publishes retries with expvar, and with it on
// /debug/vars of http.DefaultServeMux. It is apart from package retry because
// expvar imports net/http.
package retryexpvar

import (
	"context"
	"expvar"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Publish makes a map with the given name, and returns a function for
// [retry.Policy.OnRetry] that counts in it. The map holds
//
//	retries_total                 retries by reason ([retry.Event.Label])
//	retry_budget_balance          tokens in b, which may be nil
//	retry_budget_exhausted_total  retries that b refused
//
// Like expvar.Publish it panics if the name is taken. The function is safe
// for concurrent use.
func Publish(name string, b *retry.Budget) func(context.Context, retry.Event) {
	retries := new(expvar.Map)
	vars := expvar.NewMap(name)
	vars.Set("retries_total", retries)
	if b != nil {
		vars.Set("retry_budget_balance", expvar.Func(func() any { return b.Stats().Available }))
		vars.Set("retry_budget_exhausted_total", expvar.Func(func() any { return b.Stats().Refused }))
	}
	return func(_ context.Context, e retry.Event) { retries.Add(e.Label(), 1) }
}
