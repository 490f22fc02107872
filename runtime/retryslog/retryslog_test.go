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

func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		logger := slog.New(slog.NewTextHandler(&out, nil))
		policy := retry.Policy{Name: "payments", Budget: retry.NoBudget, Jitter: retry.NoJitter, Observer: retryslog.New(logger)}
		retry.Do(t.Context(), policy, func(ctx context.Context) error {
			if retry.PreviousAttempts(ctx) == 1 {
				return context.DeadlineExceeded
			}
			return errors.New("reset by peer")
		})
		retry.Do(t.Context(), policy, func(ctx context.Context) error { return retry.Permanent(errors.New("not found")) })
		policy.Name, policy.MaxAttempts, policy.Budget = "", -1, &retry.Budget{Burst: -1, Ratio: -1, PerSecond: 8}
		policy.MaxElapsed = policy.BaseDelay + 200e6
		retry.Do(t.Context(), policy, func(ctx context.Context) error {
			return retry.Do(ctx, retry.Policy{Budget: retry.NoBudget, MaxAttempts: 1}, func(context.Context) error { return errors.New("busy") })
		})
		want := `time=2000-01-01T00:00:00.000Z level=WARN msg=retrying policy=payments previous=0 wait=100ms failure=error error="reset by peer"
time=2000-01-01T00:00:00.100Z level=WARN msg=retrying policy=payments previous=1 wait=200ms failure=timeout error="context deadline exceeded"
time=2000-01-01T00:00:00.300Z level=ERROR msg="gave up retrying" policy=payments previous=2 reason=attempts failure=error error="reset by peer"
time=2000-01-01T00:00:00.300Z level=WARN msg="nested retries"
time=2000-01-01T00:00:00.300Z level=WARN msg=retrying previous=0 wait=100ms budget_empty=true failure=error error="busy (attempts: 1; no attempts left)"
time=2000-01-01T00:00:00.400Z level=ERROR msg="gave up retrying" previous=0 reason=elapsed failure=error error="busy (attempts: 1; no attempts left)"
`
		if out.String() != want {
			t.Errorf("got\n%swant\n%s", out.String(), want)
		}
	})
}
