package retryotel_test

import (
	"context"
	"fmt"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryotel"
)

func Example() {
	reader := sdkmetric.NewManualReader() // an exporter in real life
	meter := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("example")
	observer, err := retryotel.New(meter)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := retryotel.Budgets(meter, retry.DefaultBudgets); err != nil {
		fmt.Println(err)
		return
	}
	policy := retry.Policy{Name: "payments", Observer: observer}
	retry.Do(context.Background(), policy, func(context.Context) error { return nil })

	var metrics metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &metrics); err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range metrics.ScopeMetrics[0].Metrics {
		fmt.Println(m.Name)
	}
	// Output:
	// retry.attempts
	// retry.budget.balance
	// retry.budget.size
	// retry.budget.refused
}
