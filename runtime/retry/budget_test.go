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

func withdraw(b *retry.Budget, n int) (got int) {
	for range n {
		if b.Withdraw() {
			got++
		}
	}
	return got
}

func deposit(b *retry.Budget, n int) {
	for range n {
		b.Deposit()
	}
}

func TestBudgetDefaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b retry.Budget
		if n := withdraw(&b, 500); n != 5 {
			t.Errorf("burst of %d, want 5", n)
		}
		time.Sleep(20 * time.Second)
		if n := withdraw(&b, 500); n != 1 {
			t.Errorf("%d retries in 20 s, want 1", n)
		}
		deposit(&b, 50)
		if n := withdraw(&b, 500); n != 5 {
			t.Errorf("%d retries for 50 calls, want 5", n)
		}
		b.Refund()
		if n := withdraw(&b, 500); n != 1 {
			t.Errorf("%d retries for one that succeeded, want 1", n)
		}
		s := b.Stats()
		if s.Withdrawn != 12 || s.Refunded != 1 || s.Refused != 4*500-12 || s.Balance > 1e-6 {
			t.Errorf("stats %+v", s)
		}
		time.Sleep(1000 * time.Hour)
		if s := b.Stats(); s.Balance != 5 || s.Size != 5 {
			t.Errorf("%g tokens of %g after a long rest, want 5", s.Balance, s.Size)
		}
	})
}

// The burst is what the calls of the last ten seconds deposited, and Burst.
func TestBurstFollowsTraffic(t *testing.T) {
	for _, perSecond := range []int{0, 1, 10, 100, 1000, 20_000} {
		synctest.Test(t, func(t *testing.T) {
			var b retry.Budget
			for range 9 * 10 { // while the traffic is measured
				deposit(&b, perSecond/10)
				if perSecond == 1 && time.Now().UnixMilli()%1000 == 0 {
					b.Deposit()
				}
				time.Sleep(100 * time.Millisecond)
			}
			got, want := float64(withdraw(&b, 100_000)), 5+float64(perSecond)
			if math.Abs(got-want) > 2+want/5 {
				t.Errorf("%d calls a second: burst of %g, want %g", perSecond, got, want)
			}
			time.Sleep(9 * time.Second)
			b.Withdraw()
			time.Sleep(9 * time.Second)
			if size := b.Stats().Size; size > 5+want/5 {
				t.Errorf("18 seconds after the traffic the burst is still %g", size)
			}
		})
	}
}

func TestBudgetNumbers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tc := range []struct {
			name                    string
			burst, ratio, perSecond float64
			first, second, afterTen int
		}{
			{"given", 20, 0.5, 3, 20, 3, 5},
			{"no floor", 20, 0.5, -1, 20, 0, 5},
			{"no ratio", 20, -1, 3, 20, 3, 0},
			{"no burst", -1, 0.5, 1, 0, 0, 5},
			{"no retries", -1, -1, -1, 0, 0, 0},
			{"not numbers", math.NaN(), math.NaN(), math.NaN(), 0, 0, 0},
			{"all there is", math.Inf(1), math.Inf(1), math.Inf(1), 50_000, 50_000, 50_000},
		} {
			b := &retry.Budget{Burst: tc.burst, Ratio: tc.ratio, PerSecond: tc.perSecond}
			first := withdraw(b, 50_000)
			time.Sleep(time.Second)
			second := withdraw(b, 50_000)
			deposit(b, 10)
			if afterTen := withdraw(b, 50_000); first != tc.first || second != tc.second || afterTen != tc.afterTen {
				t.Errorf("%s: burst %d, in a second %d, after ten calls %d", tc.name, first, second, afterTen)
			}
		}
	})
}

func TestNoBudget(t *testing.T) {
	for _, b := range []*retry.Budget{nil, retry.NoBudget} {
		b.Deposit()
		if withdraw(b, 1000) != 1000 {
			t.Error("no budget must allow every retry")
		}
		b.Refund()
		if b.Stats() != (retry.BudgetStats{}) {
			t.Error("no budget has no state")
		}
	}
}

func TestBudgetStopsRetries(t *testing.T) {
	stops(t, 2, []error{errOp, retry.ErrBudget}, func(t *testing.T, loop loop) error {
		budget := &retry.Budget{Burst: 1, Ratio: -1, PerSecond: -1}
		l := newLog(always(errOp))
		err := loop(t.Context(), retry.Policy{MaxAttempts: 5, Jitter: retry.NoJitter, Budget: budget}, l.op)
		l.wantCalls(t, 0, 100*ms) // and no wait before giving up
		if got, want := budget.Stats(), (retry.BudgetStats{Size: 1, Withdrawn: 1, Refused: 1}); got != want {
			t.Errorf("stats %+v, want %+v", got, want)
		}
		return err
	})
}

// Without a limit of attempts an empty budget slows retrying down, and does not
// end it.
func TestBudgetHoldsUnlimitedRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := &retry.Budget{Burst: 2, Ratio: -1, PerSecond: 0.01}
		var held int
		policy := retry.Policy{MaxAttempts: -1, Jitter: retry.NoJitter, Budget: budget, Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			if e.Held {
				held++
			}
		})}
		l := newLog(failing(5))
		if err := retry.Do(t.Context(), policy, l.op); err != nil {
			t.Fatal(err)
		}
		last := l.calls[len(l.calls)-1]
		if len(l.calls) != 6 || last < 290*time.Second || last > 400*time.Second || held == 0 {
			t.Errorf("attempts at %v, %d turns skipped, want three of them 100 s apart", l.calls, held)
		}
	})
}

// Without a delay of its own, such a retry does not ask the budget in a tight
// loop, and it ends with its context or MaxElapsed all the same.
func TestHeldRetriesWaitAndEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		policy := retry.Policy{
			MaxAttempts: -1, BaseDelay: -1, MaxElapsed: time.Minute,
			Budget: &retry.Budget{Burst: -1, Ratio: -1, PerSecond: -1},
			Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
				if e.Held {
					asked++
				}
			}),
		}
		l := newLog(always(errOp))
		wantError(t, retry.Do(t.Context(), policy, l.op), 1, retry.ErrElapsed)
		if asked < 100 || asked > 600 {
			t.Errorf("the budget was asked %d times in a minute", asked)
		}
		policy.MaxElapsed = 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		wantError(t, retry.Do(ctx, policy, l.op), 1, retry.ErrDeadline)
	})
}

func TestSuccessfulRetryIsRefunded(t *testing.T) {
	for name, loop := range loops {
		if name == "Attempts" {
			continue // does not know of success
		}
		synctest.Test(t, func(t *testing.T) {
			budget := &retry.Budget{Burst: 3, Ratio: -1, PerSecond: -1}
			for range 50 {
				l := newLog(failing(1))
				if err := loop(t.Context(), retry.Policy{Budget: budget}, l.op); err != nil {
					t.Fatal(err)
				}
			}
			if s := budget.Stats(); s.Balance != 3 || s.Withdrawn != 50 || s.Refunded != 50 {
				t.Errorf("%s: stats %+v", name, s)
			}
		})
	}
}

// In a total outage the retries of all callers together are the burst and the
// share of the calls, and not one more.
func TestOutageIsExactUnderContention(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := &retry.Budget{Burst: 50, Ratio: -1, PerSecond: -1}
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
		if s.Withdrawn != 50 || s.Refused != uint64(refused.Load()) || s.Balance != 0 {
			t.Errorf("stats %+v, %d calls were refused", s, refused.Load())
		}
	})
}

// bound is the formula of Budget's documentation: the load in an outage of T
// seconds at r calls a second, in units of the normal one.
func bound(r, T float64) float64 {
	return 1 + retry.DefaultRatio*(1+10/T) + retry.DefaultPerSecond/r + retry.DefaultBurst/(r*T)
}

// The bound holds for each process, and is at most 1.2 down to one call a
// second in an outage of two minutes.
func TestAmplificationIsBounded(t *testing.T) {
	for _, seconds := range []int{10, 120} {
		for _, rate := range []int{1, 10, 100} {
			synctest.Test(t, func(t *testing.T) {
				var attempts atomic.Int64
				var down atomic.Bool
				policy := retry.Policy{Budget: new(retry.Budget)}
				var wg sync.WaitGroup
				call := func() {
					wg.Go(func() {
						retry.Do(t.Context(), policy, func(context.Context) error {
							if !down.Load() {
								return nil
							}
							attempts.Add(1)
							time.Sleep(20 * time.Millisecond)
							return errOp
						})
					})
					synctest.Wait()
					time.Sleep(time.Second / time.Duration(rate))
				}
				for range 60 * rate {
					call()
				}
				down.Store(true)
				calls := seconds * rate
				for range calls {
					call()
				}
				wg.Wait()
				got, most := float64(attempts.Load())/float64(calls), bound(float64(rate), float64(seconds))
				if got > most || got <= 1 {
					t.Errorf("%d calls a second for %d s: %.3f times, want at most %.3f", rate, seconds, got, most)
				}
			})
		}
	}
	if b := bound(1, 120); b > 1.2+1e-9 {
		t.Errorf("the bound at one call a second for two minutes is %.4f", b)
	}
}

func TestBudgetString(t *testing.T) {
	b := retry.Budget{PerSecond: -1}
	b.Withdraw()
	var got map[string]float64
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got["balance"] != 4 || got["size"] != 5 || got["withdrawn"] != 1 || got["refunded"] != 0 || got["refused"] != 0 || len(got) != 5 {
		t.Errorf("got %v", got)
	}
}

func TestBudgetsByKey(t *testing.T) {
	b := retry.Budgets[string]{Burst: 5, Ratio: 0.5, PerSecond: -1}
	if n := withdraw(b.For("a"), 9); n != 5 {
		t.Errorf("%d retries of a, want 5", n)
	}
	if b.For("a") != b.For("a") || b.For("a") == b.For("b") {
		t.Error("want one budget for each key")
	}
	deposit(b.For("a"), 2)
	if n := withdraw(b.For("a"), 9); n != 1 {
		t.Errorf("%d retries of a after two calls, want 1", n)
	}
	seen := map[string]float64{}
	for key, budget := range b.All() {
		seen[key] = budget.Stats().Balance
	}
	if len(seen) != 2 || seen["a"] > 1e-6 || seen["b"] != 5 {
		t.Errorf("All yields %v", seen)
	}
}

// A key keeps its budget, however many others there are, and they are bounded
// in number.
func TestKeysKeepTheirBudgets(t *testing.T) {
	for _, max := range []int{0, 100} {
		b := retry.Budgets[string]{MaxKeys: max}
		if b.Later() != nil {
			t.Error("a budget for later keys before there are any")
		}
		first := b.For("first")
		for i := range 30_000 {
			b.For(fmt.Sprint(i))
		}
		if b.For("first") != first {
			t.Error("the first key has another budget now")
		}
		count := 0
		for range b.All() {
			count++
		}
		if max == 0 {
			max = retry.DefaultMaxKeys
		}
		if count != max {
			t.Errorf("%d keys have budgets of their own, want %d", count, max)
		}
		if b.For("late") != b.For("later") || b.For("late") != b.Later() {
			t.Error("keys beyond the limit must share a budget")
		}
	}
}

func TestBudgetsConcurrently(t *testing.T) {
	b := retry.Budgets[int]{Burst: 10, Ratio: -1, PerSecond: -1}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for key := range 50 {
				taken.Add(int64(withdraw(b.For(key), 10)))
			}
		})
	}
	wg.Wait()
	if got := taken.Load(); got != 500 {
		t.Errorf("%d retries from 50 budgets of 10", got)
	}
}
