package retryslog_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryslog"
)

func ExampleNew() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	policy := retry.Policy{
		Name: "payments", MaxAttempts: 2,
		BaseDelay: time.Millisecond, Jitter: retry.NoJitter,
		Observer: retryslog.New(logger),
	}
	retry.Do(context.Background(), policy, func(context.Context) error { return errors.New("connection refused") })
	// Output:
	// level=WARN msg=retrying policy=payments previous=0 wait=1ms failure=error error="connection refused"
	// level=ERROR msg="gave up retrying" policy=payments previous=1 reason=attempts failure=error error="connection refused"
}
