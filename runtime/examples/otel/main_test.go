package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"
	"testing/synctest"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/retryvet/retryvet/runtime/retry"
)

func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader := sdkmetric.NewManualReader()
		meter := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("test")
		budget := &retry.Budget{MaxRetries: 3, MinPerSecond: -1}
		onRetry, err := instrument(meter, "db", budget)
		if err != nil {
			t.Fatal(err)
		}
		policy := retry.Policy{Budget: budget, OnRetry: onRetry}
		for _, err := range []error{context.DeadlineExceeded, errors.New("refused")} {
			retry.Do(t.Context(), policy, func(context.Context) error { return err })
		}
		var metrics metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &metrics); err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{
			"retries_total dependency=db reason=timeout": 2,
			"retries_total dependency=db reason=error":   1,
			"retry_budget_balance dependency=db":         0,
			"retry_budget_exhausted_total dependency=db": 1,
		}
		if got := points(metrics); !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

// points are the data points by name and attributes.
func points(metrics metricdata.ResourceMetrics) map[string]float64 {
	all := map[string]float64{}
	add := func(name string, set attribute.Set, value float64) {
		for _, kv := range set.ToSlice() {
			name += fmt.Sprintf(" %s=%s", kv.Key, kv.Value.Emit())
		}
		all[name] = value
	}
	for _, scope := range metrics.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					add(m.Name, p.Attributes, float64(p.Value))
				}
			case metricdata.Gauge[float64]:
				for _, p := range data.DataPoints {
					add(m.Name, p.Attributes, p.Value)
				}
			}
		}
	}
	return all
}
