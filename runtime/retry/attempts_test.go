package retry_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Each pair is a loop as it stands in someone's code and the same loop with
// its header rewritten. The bodies are equal to the letter.
var rewrites = map[string]struct {
	before, after func(ctx context.Context, say func(...any)) error
}{
	"runs out": {
		func(ctx context.Context, say func(...any)) error {
			for i := range 3 {
				say(i)
			}
			return errOp
		},
		func(ctx context.Context, say func(...any)) error {
			for i := range retry.Attempts(ctx, retry.Policy{Budget: retry.NoBudget, MaxAttempts: 3}) {
				say(i)
			}
			return errOp
		},
	},
	"break and continue": {
		func(ctx context.Context, say func(...any)) error {
			for i := range 5 {
				if i == 1 {
					continue
				}
				say(i)
				if i == 3 {
					break
				}
			}
			return nil
		},
		func(ctx context.Context, say func(...any)) error {
			for i := range retry.Attempts(ctx, retry.Policy{Budget: retry.NoBudget, MaxAttempts: 5}) {
				if i == 1 {
					continue
				}
				say(i)
				if i == 3 {
					break
				}
			}
			return nil
		},
	},
	"return, with defers": {
		func(ctx context.Context, say func(...any)) (err error) {
			for i := range 4 {
				defer say("deferred", i)
				if i == 2 {
					return fmt.Errorf("at %d", i)
				}
			}
			return nil
		},
		func(ctx context.Context, say func(...any)) (err error) {
			for i := range retry.Attempts(ctx, retry.Policy{Budget: retry.NoBudget, MaxAttempts: 4}) {
				defer say("deferred", i)
				if i == 2 {
					return fmt.Errorf("at %d", i)
				}
			}
			return nil
		},
	},
	"labels": {
		func(ctx context.Context, say func(...any)) error {
		outer:
			for _, host := range []string{"a", "b", "c"} {
				for i := range 3 {
					say(host, i)
					switch {
					case host == "a" && i == 1:
						continue outer
					case host == "b" && i == 2:
						break outer
					case i == 0:
						break // the switch
					}
				}
			}
			return nil
		},
		func(ctx context.Context, say func(...any)) error {
		outer:
			for _, host := range []string{"a", "b", "c"} {
				for i := range retry.Attempts(ctx, retry.Policy{Budget: retry.NoBudget, MaxAttempts: 3}) {
					say(host, i)
					switch {
					case host == "a" && i == 1:
						continue outer
					case host == "b" && i == 2:
						break outer
					case i == 0:
						break // the switch
					}
				}
			}
			return nil
		},
	},
	"goto and an i of one's own": {
		func(ctx context.Context, say func(...any)) error {
			for i := range 3 {
				i *= 10
				say(i)
				if i == 10 {
					goto done
				}
			}
			say("not here")
		done:
			return nil
		},
		func(ctx context.Context, say func(...any)) error {
			for i := range retry.Attempts(ctx, retry.Policy{Budget: retry.NoBudget, MaxAttempts: 3}) {
				i *= 10
				say(i)
				if i == 10 {
					goto done
				}
			}
			say("not here")
		done:
			return nil
		},
	},
}

func TestRewrittenLoopsDoTheSame(t *testing.T) {
	for name, pair := range rewrites {
		synctest.Test(t, func(t *testing.T) {
			run := func(f func(context.Context, func(...any)) error) (trace string) {
				err := f(t.Context(), func(args ...any) { trace += fmt.Sprintln(args...) })
				return trace + fmt.Sprint(err)
			}
			if before, after := run(pair.before), run(pair.after); before != after {
				t.Errorf("%s: before\n%s\nafter\n%s", name, before, after)
			}
		})
	}
}

func TestAttemptsWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLog(always(nil))
		for range retry.Attempts(t.Context(), retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter}) {
			l.op(t.Context())
		}
		l.wantCalls(t, 0, 100*ms, 300*ms)
	})
}

func TestAttemptsSeqStartsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seq := retry.Attempts(t.Context(), retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter})
		for range 2 {
			l := newLog(always(nil))
			for range seq {
				l.op(t.Context())
			}
			l.wantCalls(t, 0, 100*ms, 300*ms)
		}
	})
}

// A panic must pass through, and leave nothing behind.
func TestAttemptsPanic(t *testing.T) {
	defer func() {
		if r := recover(); r != "boom" {
			t.Errorf("recovered %v", r)
		}
	}()
	for range retry.Attempts(t.Context(), retry.Policy{Budget: retry.NoBudget}) {
		panic("boom")
	}
}

func TestAttemptsErrLeavesErrorToTheLoop(t *testing.T) {
	find := func(ctx context.Context) (err error) {
		for i := range retry.AttemptsErr(ctx, retry.Policy{Budget: retry.NoBudget, BaseDelay: -1}, &err) {
			err = errOp
			if i == 1 {
				return errors.New("the loop's own")
			}
		}
		return err
	}
	if err := find(t.Context()); err == nil || err.Error() != "the loop's own" {
		t.Errorf("got %v", err)
	}
}

// A round that does not leave the loop has failed, whatever its error says.
func TestAttemptsErrWithoutError(t *testing.T) {
	rounds := 0
	var err error
	for range retry.AttemptsErr(t.Context(), retry.Policy{Budget: retry.NoBudget, BaseDelay: -1, Classify: func(error) retry.Decision { panic("there is no error") }}, &err) {
		rounds++
	}
	wantError(t, err, 3, retry.ErrAttempts)
	if rounds != 3 {
		t.Errorf("%d rounds", rounds)
	}
}

func TestAttemptsErrRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLog(always(retry.RetryAfter(errOp, 2*time.Second)))
		var err error
		for range retry.AttemptsErr(t.Context(), retry.Policy{Budget: retry.NoBudget, MaxAttempts: 2, Jitter: retry.NoJitter}, &err) {
			err = l.op(t.Context())
		}
		wantError(t, err, 2, errOp)
		l.wantCalls(t, 0, 2100*ms)
	})
}

// Leaving the loop is a success to the budget only if the loop keeps an error
// and that is nil: a return of an error leaves it too.
func TestLeavingTheLoop(t *testing.T) {
	var err error
	for name, tc := range map[string]struct {
		loop func(ctx context.Context, p retry.Policy)
		want uint64 // refunds
	}{
		"Attempts, second round": {func(ctx context.Context, p retry.Policy) {
			for i := range retry.Attempts(ctx, p) {
				if i == 1 {
					break
				}
			}
		}, 0},
		"error, first round": {func(ctx context.Context, p retry.Policy) {
			for range retry.AttemptsErr(ctx, p, &err) {
				err = errOp
				break
			}
		}, 0},
		"error, second round": {func(ctx context.Context, p retry.Policy) {
			for i := range retry.AttemptsErr(ctx, p, &err) {
				err = errOp
				if i == 1 {
					break
				}
			}
		}, 0},
		"no error, first round": {func(ctx context.Context, p retry.Policy) {
			for range retry.AttemptsErr(ctx, p, &err) {
				err = nil
				break
			}
		}, 0},
		"no error, second round": {func(ctx context.Context, p retry.Policy) {
			for i := range retry.AttemptsErr(ctx, p, &err) {
				err = nil
				if i == 1 {
					break
				}
			}
		}, 1},
		"never left": {func(ctx context.Context, p retry.Policy) {
			for range retry.Attempts(ctx, p) {
			}
		}, 0},
	} {
		budget := &retry.Budget{Burst: 10, PerSecond: -1}
		withdraw(budget, 5)
		tc.loop(t.Context(), retry.Policy{BaseDelay: -1, Budget: budget})
		s := budget.Stats()
		if want := 5.1 - float64(s.Withdrawn-5) + float64(tc.want); s.Refunded != tc.want || s.Balance < want-1e-3 || s.Balance > want+1e-3 {
			t.Errorf("%s: %+v, want %d refunds and %g tokens", name, s, tc.want, want)
		}
	}
}
