package retry_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// One policy for each dependency, shared by all who call it. It has a budget:
// without a Budget of its own, the one of its package and name.
var payments = retry.Policy{
	Name:        "payments",
	MaxAttempts: 4,
	BaseDelay:   5 * time.Millisecond,
	Budget:      &retry.Budget{Burst: 20},
}

func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	calls := 0
	err := retry.Do(ctx, payments, func(context.Context) error {
		if calls++; calls < 3 {
			return errors.New("connection refused")
		}
		return nil
	})
	fmt.Println(err, "after", calls, "attempts")
	// Output: <nil> after 3 attempts
}

func ExampleDo() {
	err := retry.Do(context.Background(), payments, func(ctx context.Context) error {
		return errors.New("connection refused")
	})
	fmt.Println(err)
	// Output: connection refused (attempts: 4; no attempts left)
}

func ExampleDoValue() {
	user, err := retry.DoValue(context.Background(), payments, func(ctx context.Context) (string, error) {
		return "Ada", nil
	})
	fmt.Println(user, err)
	// Output: Ada <nil>
}

func ExampleAttempts() {
	ctx := context.Background()
	for i := range retry.Attempts(ctx, payments) {
		if i == 2 { // the operation
			fmt.Println("done in round", i)
			break
		}
	}
	// Output: done in round 2
}

func ExampleAttemptsErr() {
	fetch := func(ctx context.Context) (err error) {
		for range retry.AttemptsErr(ctx, payments, &err) {
			err = errors.New("no route to host") // the operation
			if err == nil {
				return nil
			}
		}
		return err
	}
	fmt.Println(fetch(context.Background()))
	// Output: no route to host (attempts: 4; no attempts left)
}

func ExampleSleep() {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("shutting down"))
	fmt.Println(retry.Sleep(ctx, time.Hour))
	// Output: context canceled: shutting down
}

func ExamplePolicy() {
	// The zero Policy works; these are its defaults.
	policy := retry.Policy{
		MaxAttempts:   retry.DefaultMaxAttempts,
		BaseDelay:     retry.DefaultBaseDelay,
		MaxDelay:      retry.DefaultMaxDelay,
		MaxRetryAfter: retry.DefaultMaxRetryAfter,
		Jitter:        retry.FullJitter,
	}
	fmt.Println(policy.MaxAttempts, policy.BaseDelay, policy.MaxDelay, policy.MaxRetryAfter, policy.Jitter)
	// Output: 3 100ms 20s 1m0s FullJitter
}

func ExampleJitter() {
	for _, jitter := range []retry.Jitter{retry.FullJitter, retry.EqualJitter, retry.DecorrelatedJitter, retry.NoJitter} {
		fmt.Println(jitter)
	}
	// Output:
	// FullJitter
	// EqualJitter
	// DecorrelatedJitter
	// NoJitter
}

// An attempt that hangs is given up, and another one made.
func ExampleErrAttemptTimeout() {
	policy := payments
	policy.AttemptTimeout = 10 * time.Millisecond
	err := retry.Do(context.Background(), policy, func(ctx context.Context) error {
		if retry.PreviousAttempts(ctx) > 0 {
			return nil
		}
		<-ctx.Done()
		fmt.Println(context.Cause(ctx) == retry.ErrAttemptTimeout)
		return ctx.Err()
	})
	fmt.Println(err)
	// Output:
	// true
	// <nil>
}

func ExamplePreviousAttempts() {
	retry.Do(context.Background(), payments, func(ctx context.Context) error {
		fmt.Print(retry.PreviousAttempts(ctx), " ")
		return errors.New("busy")
	})
	// Output: 0 1 2 3
}

// A server that knows that a request is a repeat hands the number on.
func ExampleWithPreviousAttempts() {
	ctx := retry.WithPreviousAttempts(context.Background(), 2) // what the request said
	retry.Do(ctx, payments, func(ctx context.Context) error {
		fmt.Println(retry.PreviousAttempts(ctx))
		return nil
	})
	// Output: 2
}

// Where two layers retry, the outer one does it alone.
func ExampleErrNested() {
	policy := payments
	policy.OneLayer = true
	calls := 0
	err := retry.Do(context.Background(), policy, func(ctx context.Context) error {
		return retry.Do(ctx, policy, func(context.Context) error {
			calls++
			return errors.New("busy")
		})
	})
	fmt.Println(calls, "attempts,", errors.Is(err, retry.ErrNested))
	// Output: 4 attempts, true
}
