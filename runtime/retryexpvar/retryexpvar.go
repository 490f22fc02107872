// Package retryexpvar publishes retries with expvar, and with it on
// /debug/vars of http.DefaultServeMux. It is apart from package retry because
// expvar imports net/http.
package retryexpvar

import (
	"context"
	"encoding/json"
	"expvar"
	"iter"

	"github.com/retryvet/retryvet/runtime/retry"
)

// New makes a map with the given name, and returns an observer that counts in
// it. The map holds
//
//	attempts_total      attempts, retries included
//	retries_total       retries that were made, by the kind of failure before ([retry.Event.Label])
//	gave_up_total       ends without success, by reason ([retry.Event.ReasonLabel])
//	wait_seconds_total  time spent waiting for retries, as planned
//	nested_total        calls that retried under another layer that retries
//
// Like expvar.Publish it panics if the name is taken.
func New(name string) retry.Observer {
	o := &observer{}
	vars := expvar.NewMap(name)
	vars.Set("attempts_total", &o.attempts)
	vars.Set("retries_total", o.retries.Init())
	vars.Set("gave_up_total", o.gaveUp.Init())
	vars.Set("wait_seconds_total", &o.waited)
	vars.Set("nested_total", &o.nested)
	return o
}

type observer struct {
	attempts, nested expvar.Int
	retries, gaveUp  expvar.Map
	waited           expvar.Float
}

func (o *observer) Observe(_ context.Context, e retry.Event) {
	switch e.Kind {
	case retry.AttemptStarted:
		o.attempts.Add(1)
		if e.Previous > 0 {
			o.retries.Add(e.Label(), 1)
		}
	case retry.Waiting:
		o.waited.Add(e.Wait.Seconds())
	case retry.GaveUp:
		o.gaveUp.Add(e.ReasonLabel(), 1)
	case retry.Nested:
		o.nested.Add(1)
	}
}

// PublishBudgets publishes under the given name what a function such as
// [retry.DefaultBudgets] or Transport.Budgets.All yields: an object with a member
// for each key, which is what [retry.Budget.String] gives. Like expvar.Publish it
// panics if the name is taken.
func PublishBudgets(name string, all func() iter.Seq2[string, *retry.Budget]) {
	expvar.Publish(name, expvar.Func(func() any {
		budgets := map[string]json.RawMessage{}
		for key, b := range all() {
			budgets[key] = json.RawMessage(b.String())
		}
		return budgets
	}))
}
