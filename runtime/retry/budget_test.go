package retry_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

func take(b *retry.Budget, n int) (got int) {
	for range n {
		if b.Take() {
			got++
		}
	}
	return got
}

func TestBudgetDefaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b retry.Budget
		if n := take(&b, 500); n != 100 {
			t.Errorf("burst of %d, want 100", n)
		}
		time.Sleep(10 * time.Second)
		if n := take(&b, 500); n != 10 {
			t.Errorf("%d retries in 10 s, want 10", n)
		}
		for range 50 {
			b.Success(false)
		}
		if n := take(&b, 500); n != 5 {
			t.Errorf("%d retries for 50 successes, want 5", n)
		}
		b.Success(true)
		if n := take(&b, 500); n != 1 {
			t.Errorf("%d retries for one that succeeded, want 1", n)
		}
		if got, want := b.Stats(), (retry.BudgetStats{Available: 0, Taken: 116, Refused: 4*500 - 116}); got != want {
			t.Errorf("stats %+v, want %+v", got, want)
		}
		time.Sleep(1000 * time.Hour)
		if got := b.Stats().Available; got != 100 {
			t.Errorf("%g tokens after a long rest, want 100", got)
		}
	})
}

func TestBudgetNumbers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tc := range []struct {
			name                    string
			max, ratio, perSecond   float64
			burst, second, afterTen int
		}{
			{"given", 20, 0.5, 3, 20, 3, 5},
			{"no floor", 20, 0.5, -1, 20, 0, 5},
			{"no ratio", 20, -1, 3, 20, 3, 0},
			{"no retries", -1, 1, 1, 0, 0, 0},
			{"not numbers", math.NaN(), math.NaN(), math.NaN(), 0, 0, 0},
			{"all there is", math.Inf(1), math.Inf(1), math.Inf(1), 42949, 42949, 42949},
		} {
			b := &retry.Budget{MaxRetries: tc.max, Ratio: tc.ratio, MinPerSecond: tc.perSecond}
			burst := take(b, 50_000)
			time.Sleep(time.Second)
			second := take(b, 50_000)
			for range 10 {
				b.Success(false)
			}
			if afterTen := take(b, 50_000); burst != tc.burst || second != tc.second || afterTen != tc.afterTen {
				t.Errorf("%s: burst %d, in a second %d, after ten successes %d", tc.name, burst, second, afterTen)
			}
		}
	})
}

func TestNilBudget(t *testing.T) {
	var b *retry.Budget
	b.Success(true)
	if !b.Take() {
		t.Error("no budget must allow every retry")
	}
}

func TestBudgetStopsRetries(t *testing.T) {
	stops(t, 2, []error{errOp, retry.ErrBudget}, func(t *testing.T, loop loop) error {
		budget := &retry.Budget{MaxRetries: 1, MinPerSecond: -1}
		l := newLog(always(errOp))
		err := loop(t.Context(), retry.Policy{MaxAttempts: 5, Jitter: retry.NoJitter, Budget: budget, OnRetry: func(_ context.Context, e retry.Event) {
			if e.Attempt > 1 {
				t.Error("OnRetry for a retry that the budget refused")
			}
		}}, l.op)
		l.wantCalls(t, 0, 100*ms) // and no wait before giving up
		if got, want := budget.Stats(), (retry.BudgetStats{Taken: 1, Refused: 1}); got != want {
			t.Errorf("stats %+v, want %+v", got, want)
		}
		return err
	})
}

func TestSuccessfulRetryIsRefunded(t *testing.T) {
	stops(t, -1, nil, func(t *testing.T, loop loop) error {
		budget := &retry.Budget{MaxRetries: 3, Ratio: -1, MinPerSecond: -1}
		for range 50 {
			l := newLog(failing(1))
			if err := loop(t.Context(), retry.Policy{Budget: budget}, l.op); err != nil {
				t.Fatal(err)
			}
		}
		if s := budget.Stats(); s.Available != 3 || s.Taken != 50 {
			t.Errorf("stats %+v", s)
		}
		return &retry.Error{Attempts: -1}
	})
}

// In a total outage the retries of all callers together are the bucket and the
// floor, and not one more.
func TestOutageIsExactUnderContention(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := &retry.Budget{MaxRetries: 50, MinPerSecond: -1}
		policy := retry.Policy{BaseDelay: -1, Budget: budget}
		const callers, calls = 16, 40
		var attempts, refused atomic.Int64
		var wg sync.WaitGroup
		for range callers {
			wg.Go(func() {
				for range calls {
					err := retry.Do(t.Context(), policy, func(context.Context) error {
						attempts.Add(1)
						return errOp
					})
					if errors.Is(err, retry.ErrBudget) {
						refused.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if got := attempts.Load(); got != callers*calls+50 {
			t.Errorf("%d attempts, want %d calls and 50 retries", got, callers*calls)
		}
		s := budget.Stats()
		if s.Taken != 50 || s.Refused != uint64(refused.Load()) || s.Available != 0 {
			t.Errorf("stats %+v, %d calls were refused", s, refused.Load())
		}
	})
}

func TestBudgetString(t *testing.T) {
	b := retry.Budget{MinPerSecond: -1}
	b.Take()
	var got map[string]float64
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got["available"] != 99 || got["taken"] != 1 || got["refused"] != 0 || len(got) != 3 {
		t.Errorf("got %v", got)
	}
}

func TestBudgetsByKey(t *testing.T) {
	b := retry.Budgets[string]{MaxRetries: 5, Ratio: 0.5, MinPerSecond: -1}
	if n := take(b.For("a"), 9); n != 5 {
		t.Errorf("%d retries of a, want 5", n)
	}
	if b.For("a") != b.For("a") || b.For("a") == b.For("b") {
		t.Error("want one budget for each key")
	}
	b.For("a").Success(false)
	b.For("a").Success(false)
	if n := take(b.For("a"), 9); n != 1 {
		t.Errorf("%d retries of a after two successes, want 1", n)
	}
	seen := map[string]float64{}
	for key, budget := range b.All() {
		seen[key] = budget.Stats().Available
	}
	if len(seen) != 2 || seen["a"] != 0 || seen["b"] != 5 {
		t.Errorf("All yields %v", seen)
	}
}

func TestBudgetsForgetFullOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b retry.Budgets[string]
		spent := b.For("spent")
		take(spent, 100)
		slow := b.For("slow")
		slow.Take()
		time.Sleep(2 * time.Second) // slow is full again by now
		for i := range 100_000 {
			b.For(fmt.Sprint(i))
		}
		count := 0
		for range b.All() {
			count++
		}
		if count > 2000 {
			t.Errorf("%d budgets are remembered", count)
		}
		if b.For("spent") != spent {
			t.Error("a budget that is not full was forgotten")
		}
		if b.For("slow") == slow {
			t.Error("a budget that time has filled was kept")
		}
	})
}

func TestBudgetsConcurrently(t *testing.T) {
	b := retry.Budgets[int]{MaxRetries: 10, MinPerSecond: -1}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for key := range 50 {
				taken.Add(int64(take(b.For(key), 10)))
			}
		})
	}
	wg.Wait()
	if got := taken.Load(); got != 500 {
		t.Errorf("%d retries from 50 budgets of 10", got)
	}
}
