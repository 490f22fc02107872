//go:build !race

package retry_test

import (
	"context"
	"testing"

	"github.com/retryvet/retryvet/runtime/retry"
)

// A first attempt that succeeds costs no allocation, and a failure and a wait
// two more than the three of the timer that any wait needs.
func TestAllocations(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	policy := retry.Policy{BaseDelay: 1, Jitter: retry.NoJitter}
	for what, budget := range map[string]*retry.Budget{"its own": {}, "the package's": nil, "none": retry.NoBudget} {
		policy.Budget = budget
		var calls, fail int
		op := func(context.Context) error {
			if calls++; calls <= fail {
				return errOp
			}
			return nil
		}
		for name, loop := range map[string]func(){
			"Do": func() { retry.Do(ctx, policy, op) },
			"DoValue": func() {
				retry.DoValue(ctx, policy, func(ctx context.Context) (int, error) { return 1, op(ctx) })
			},
			"Attempts": func() {
				for range retry.Attempts(ctx, policy) {
					if op(ctx) == nil {
						break
					}
				}
			},
			"AttemptsErr": func() {
				var err error
				for range retry.AttemptsErr(ctx, policy, &err) {
					if err = op(ctx); err == nil {
						break
					}
				}
			},
		} {
			for failures, most := range []float64{0, 5} {
				fail = failures
				if n := testing.AllocsPerRun(100, func() { calls = 0; loop() }); n > most {
					t.Errorf("%s, budget %s, with %d failures: %g allocations, want at most %g", name, what, failures, n, most)
				}
			}
		}
	}
}
