// Package retryotel reports retries to OpenTelemetry: as metrics, and as events
// of the span that the call runs in. It is a module of its own, so that package
// retry needs no dependency.
package retryotel

import (
	"context"
	"errors"
	"iter"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/retryvet/retryvet/runtime/retry"
)

// New makes an observer for any number of policies, with the instruments
//
//	retry.attempts  counter: attempts that ended, retries included, by outcome ([retry.Event.Label])
//	retry.retries   counter: retries that were made, by the failure before ([retry.Event.Label])
//	retry.gave_up   counter: ends without success, by reason ([retry.Event.ReasonLabel])
//	retry.wait      histogram in s: waits before retries, as planned
//	retry.nested    counter: calls that retried under another layer that retries
//
// all with the attribute policy, which is Policy.Name. The events of the span are
// "retry", when a wait begins, with the number of attempts made before as
// previous_attempts, the wait in seconds, and the failure; and "retry.gave_up"
// with the reason. An error is one of making an instrument.
func New(meter metric.Meter) (retry.Observer, error) {
	o := new(observer)
	var errs [5]error
	o.attempts, errs[0] = meter.Int64Counter("retry.attempts", metric.WithDescription("Attempts, retries included."))
	o.retries, errs[1] = meter.Int64Counter("retry.retries", metric.WithDescription("Retries that were made."))
	o.gaveUp, errs[2] = meter.Int64Counter("retry.gave_up", metric.WithDescription("Calls that ended without success."))
	o.wait, errs[3] = meter.Float64Histogram("retry.wait", metric.WithUnit("s"), metric.WithDescription("Waits before retries."))
	o.nested, errs[4] = meter.Int64Counter("retry.nested", metric.WithDescription("Calls that retried under another layer that retries."))
	return o, errors.Join(errs[:]...)
}

type observer struct {
	attempts, retries, gaveUp, nested metric.Int64Counter
	wait                              metric.Float64Histogram
}

func (o *observer) Observe(ctx context.Context, e retry.Event) {
	policy := attribute.String("policy", e.Name)
	switch e.Kind {
	case retry.AttemptStarted:
		if e.Previous > 0 {
			o.retries.Add(ctx, 1, metric.WithAttributes(policy, attribute.String("failure", e.Label())))
		}
	case retry.AttemptEnded:
		o.attempts.Add(ctx, 1, metric.WithAttributes(policy, attribute.String("outcome", e.Label())))
	case retry.Waiting:
		o.wait.Record(ctx, e.Wait.Seconds(), metric.WithAttributes(policy))
		if span := trace.SpanFromContext(ctx); span.IsRecording() {
			span.AddEvent("retry", trace.WithAttributes(policy,
				attribute.Int("previous_attempts", e.Previous),
				attribute.Float64("wait", e.Wait.Seconds()),
				attribute.String("failure", e.Label())))
		}
	case retry.GaveUp:
		reason := attribute.String("reason", e.ReasonLabel())
		o.gaveUp.Add(ctx, 1, metric.WithAttributes(policy, reason))
		if span := trace.SpanFromContext(ctx); span.IsRecording() {
			span.AddEvent("retry.gave_up", trace.WithAttributes(policy, reason, attribute.Int("previous_attempts", e.Previous)))
		}
	case retry.Nested:
		o.nested.Add(ctx, 1, metric.WithAttributes(policy))
	}
}

// Budgets reports what a function such as [retry.DefaultBudgets], or All of
// [retry.Budgets], yields, with the attribute budget, which is the key:
//
//	retry.budget.balance  gauge: tokens in the bucket
//	retry.budget.size     gauge: tokens that it can hold at the traffic of the moment
//	retry.budget.refused  counter: retries that the budget refused
//
// until the Registration is undone.
func Budgets(meter metric.Meter, all func() iter.Seq2[string, *retry.Budget]) (metric.Registration, error) {
	balance, err1 := meter.Float64ObservableGauge("retry.budget.balance", metric.WithDescription("Retries that the budget allows now."))
	size, err2 := meter.Float64ObservableGauge("retry.budget.size", metric.WithDescription("Retries that the budget allows when it is full."))
	refused, err3 := meter.Int64ObservableCounter("retry.budget.refused", metric.WithDescription("Retries that the budget refused."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	return meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for key, b := range all() {
			of, s := metric.WithAttributes(attribute.String("budget", key)), b.Stats()
			o.ObserveFloat64(balance, s.Balance, of)
			o.ObserveFloat64(size, s.Size, of)
			o.ObserveInt64(refused, int64(s.Refused), of)
		}
		return nil
	}, balance, size, refused)
}
