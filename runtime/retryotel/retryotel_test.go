package retryotel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryotel"
)

// collected is what a reader in memory gets, a line for each data point.
func collected(t *testing.T, reader sdkmetric.Reader) (lines []string) {
	t.Helper()
	var metrics metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &metrics); err != nil {
		t.Fatal(err)
	}
	for _, scope := range metrics.ScopeMetrics {
		for _, m := range scope.Metrics {
			add := func(attributes attribute.Set, value any) {
				lines = append(lines, fmt.Sprint(m.Name, " ", attributes.Encoded(attribute.DefaultEncoder()), " ", value))
			}
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					add(p.Attributes, p.Value)
				}
			case metricdata.Gauge[float64]:
				for _, p := range data.DataPoints {
					add(p.Attributes, p.Value)
				}
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					add(p.Attributes, fmt.Sprint(p.Count, " sum ", p.Sum))
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func TestMetricsAndSpan(t *testing.T) {
	reader := sdkmetric.NewManualReader()
	meter := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("test")
	spans := tracetest.NewInMemoryExporter()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans)).Tracer("test")

	observer, err := retryotel.New(meter)
	if err != nil {
		t.Fatal(err)
	}
	budget := &retry.Budget{Burst: 3, Ratio: -1, PerSecond: -1}
	var budgets retry.Budgets[string]
	budgets.For("example.com").Withdraw()
	registration, err := retryotel.Budgets(meter, budgets.All)
	if err != nil {
		t.Fatal(err)
	}
	policy := retry.Policy{Name: "payments", BaseDelay: 1, Jitter: retry.NoJitter, Budget: budget, Observer: observer}
	ctx, span := tracer.Start(t.Context(), "call")
	for _, failure := range []error{errors.New("refused"), context.DeadlineExceeded} {
		retry.Do(ctx, policy, func(context.Context) error { return failure })
	}
	retry.Do(ctx, policy, func(context.Context) error { return nil })
	span.End()

	want := []string{
		"retry.attempts outcome=error,policy=payments 3",
		"retry.attempts outcome=ok,policy=payments 1",
		"retry.attempts outcome=timeout,policy=payments 2",
		"retry.budget.balance budget=example.com 4",
		"retry.budget.refused budget=example.com 0",
		"retry.budget.size budget=example.com 5",
		"retry.gave_up policy=payments,reason=attempts 1",
		"retry.gave_up policy=payments,reason=budget 1",
		"retry.retries failure=error,policy=payments 2",
		"retry.retries failure=timeout,policy=payments 1",
		"retry.wait policy=payments 3 sum 4e-09",
	}
	got := collected(t, reader)
	for i, line := range got { // time brings a little of a token
		if strings.HasPrefix(line, "retry.budget.balance budget=example.com 4.") {
			got[i] = "retry.budget.balance budget=example.com 4"
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var events []string
	for _, e := range spans.GetSpans()[0].Events {
		events = append(events, e.Name)
	}
	if want := []string{"retry", "retry", "retry.gave_up", "retry", "retry.gave_up"}; !slices.Equal(events, want) {
		t.Errorf("the span has %q, want %q", events, want)
	}
	if err := registration.Unregister(); err != nil {
		t.Error(err)
	}
}
