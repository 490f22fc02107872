package retryslog_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryslog"
)

func TestHook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		logger := slog.New(slog.NewTextHandler(&out, nil))
		policy := retry.Policy{Jitter: retry.NoJitter, OnRetry: retryslog.Hook(logger)}
		retry.Do(t.Context(), policy, func(ctx context.Context) error {
			if retry.Attempt(ctx) == 2 {
				return context.DeadlineExceeded
			}
			return errors.New("reset by peer")
		})
		want := `time=2000-01-01T00:00:00.000Z level=WARN msg=retrying attempt=1 delay=100ms reason=error error="reset by peer"
time=2000-01-01T00:00:00.100Z level=WARN msg=retrying attempt=2 delay=200ms reason=timeout error="context deadline exceeded"
`
		if out.String() != want {
			t.Errorf("got\n%swant\n%s", out.String(), want)
		}
	})
}
