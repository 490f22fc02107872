// Package retryslog logs retries with log/slog.
package retryslog

import (
	"context"
	"log/slog"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Hook returns a function for [retry.Policy.OnRetry] that logs each retry to l
// at slog.LevelWarn: the attempt that failed (from 1), the wait that begins,
// the reason ([retry.Event.Label]) and the error. The message is "retrying".
func Hook(l *slog.Logger) func(context.Context, retry.Event) {
	return func(ctx context.Context, e retry.Event) {
		l.LogAttrs(ctx, slog.LevelWarn, "retrying",
			slog.Int("attempt", e.Attempt),
			slog.Duration("delay", e.Delay),
			slog.String("reason", e.Label()),
			slog.Any("error", e.Err))
	}
}
