package retryexpvar_test

import (
	"context"
	"errors"
	"expvar"
	"fmt"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryexpvar"
)

func ExampleNew() {
	policy := retry.Policy{MaxAttempts: 2, BaseDelay: time.Millisecond, Jitter: retry.NoJitter, Observer: retryexpvar.New("payments")}
	retry.Do(context.Background(), policy, func(context.Context) error { return errors.New("connection refused") })
	fmt.Println(expvar.Get("payments"))
	// Output: {"attempts_total": 2, "gave_up_total": {"attempts": 1}, "nested_total": 0, "retries_total": {"error": 1}, "wait_seconds_total": 0.001}
}

func ExamplePublishBudgets() {
	var perHost retry.Budgets[string]
	retryexpvar.PublishBudgets("retry_budgets", perHost.All)
	perHost.For("example.com")
	fmt.Println(expvar.Get("retry_budgets"))
	// Output: {"example.com":{"balance":5,"size":5,"withdrawn":0,"refunded":0,"refused":0}}
}
