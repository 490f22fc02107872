// Otel shows how retries become OpenTelemetry metrics: a counter of retries by
// reason, the balance of the retry budget, and a counter of the retries that
// the budget refused. It is a module of its own, so that package retry needs
// no dependency.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/retryvet/retryvet/runtime/retry"
)

// instrument makes the metrics of a dependency's budget, and returns the
// function for retry.Policy.OnRetry that counts its retries.
func instrument(meter metric.Meter, dependency string, b *retry.Budget) (func(context.Context, retry.Event), error) {
	retries, err1 := meter.Int64Counter("retries_total")
	balance, err2 := meter.Float64ObservableGauge("retry_budget_balance")
	exhausted, err3 := meter.Int64ObservableCounter("retry_budget_exhausted_total")
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	of := attribute.String("dependency", dependency)
	_, err := meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		s := b.Stats()
		o.ObserveFloat64(balance, s.Available, metric.WithAttributes(of))
		o.ObserveInt64(exhausted, int64(s.Refused), metric.WithAttributes(of))
		return nil
	}, balance, exhausted)
	return func(ctx context.Context, e retry.Event) {
		retries.Add(ctx, 1, metric.WithAttributes(of, attribute.String("reason", e.Label())))
	}, err
}

func main() {
	reader := sdkmetric.NewManualReader() // an exporter in real life
	meter := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("example")
	budget := &retry.Budget{MaxRetries: 5}
	onRetry, err := instrument(meter, "payments", budget)
	if err != nil {
		log.Fatal(err)
	}
	policy := retry.Policy{BaseDelay: time.Millisecond, Budget: budget, OnRetry: onRetry}

	ctx := context.Background()
	for range 4 { // an outage
		err := retry.Do(ctx, policy, func(context.Context) error { return context.DeadlineExceeded })
		fmt.Println(err)
	}
	var metrics metricdata.ResourceMetrics
	if err := reader.Collect(ctx, &metrics); err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	if err := out.Encode(metrics.ScopeMetrics); err != nil {
		log.Fatal(err)
	}
}
