package retryprom_test

import (
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryprom"
)

func Example() {
	var observer *retryprom.Observer = retryprom.New()
	registry := prometheus.NewRegistry()
	registry.MustRegister(observer, retryprom.Budgets(retry.DefaultBudgets))

	policy := retry.Policy{Name: "payments", Observer: observer}
	retry.Do(context.Background(), policy, func(context.Context) error { return nil })

	families, err := registry.Gather()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, family := range families {
		fmt.Println(family.GetName())
	}
	// Output:
	// retry_attempts_total
	// retry_budget_balance
	// retry_budget_refunded_total
	// retry_budget_refused_total
	// retry_budget_size
	// retry_budget_withdrawn_total
}
