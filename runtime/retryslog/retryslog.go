// Package retryslog logs retries with log/slog.
package retryslog

import (
	"context"
	"log/slog"

	"github.com/retryvet/retryvet/runtime/retry"
)

// New returns an observer that logs to l. Each wait for another attempt is a
// "retrying" at slog.LevelWarn: the attempts made before the one that failed
// (previous), the wait that begins, the kind of failure ([retry.Event.Label])
// and the error. The end without success is a "gave up retrying" at
// slog.LevelError with the reason ([retry.Event.ReasonLabel]); one that another
// attempt was never meant for is not logged. Retrying below another layer that
// retries is a "nested retries" at slog.LevelWarn. Where the policy has a Name,
// so have the records.
func New(l *slog.Logger) retry.Observer { return observer{l} }

type observer struct{ logger *slog.Logger }

func (o observer) Observe(ctx context.Context, e retry.Event) {
	switch e.Kind {
	case retry.Waiting:
		attrs := []slog.Attr{slog.Int("previous", e.Previous), slog.Duration("wait", e.Wait)}
		if e.Held {
			attrs = append(attrs, slog.Bool("budget_empty", true))
		}
		o.log(ctx, slog.LevelWarn, "retrying", e, append(attrs, failure(e)...)...)
	case retry.GaveUp:
		if e.Reason == retry.ErrGivenUp {
			return
		}
		attrs := []slog.Attr{slog.Int("previous", e.Previous), slog.String("reason", e.ReasonLabel())}
		o.log(ctx, slog.LevelError, "gave up retrying", e, append(attrs, failure(e)...)...)
	case retry.Nested:
		o.log(ctx, slog.LevelWarn, "nested retries", e)
	}
}

func (o observer) log(ctx context.Context, level slog.Level, message string, e retry.Event, attrs ...slog.Attr) {
	if e.Name != "" {
		attrs = append([]slog.Attr{slog.String("policy", e.Name)}, attrs...)
	}
	o.logger.LogAttrs(ctx, level, message, attrs...)
}

func failure(e retry.Event) []slog.Attr {
	if e.Err == nil {
		return nil
	}
	return []slog.Attr{slog.String("failure", e.Label()), slog.Any("error", e.Err)}
}
