package retry_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// One policy for each dependency, shared by all who call it. Without a Budget of
// its own it has one by its package and its name.
var payments = retry.Policy{
	Name:        "payments",
	MaxAttempts: 4,
	Budget:      &retry.Budget{Burst: 20},
	BaseDelay:   5 * time.Millisecond,
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

func ExamplePermanent() {
	errNotFound := errors.New("not found")
	err := retry.Do(context.Background(), payments, func(context.Context) error {
		return retry.Permanent(errNotFound)
	})
	fmt.Println(errors.Is(err, errNotFound))
	// Output: true
}

func ExampleError() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	errBusy := errors.New("busy")
	err := retry.Do(ctx, retry.Policy{BaseDelay: time.Hour, MaxDelay: -1, Jitter: retry.NoJitter},
		func(context.Context) error { return errBusy })

	var stopped *retry.Error
	if errors.As(err, &stopped) {
		fmt.Println("attempts:", stopped.Attempts)
		fmt.Println("reason:", stopped.Reason)
	}
	fmt.Println(errors.Is(err, errBusy), errors.Is(err, context.DeadlineExceeded))
	// Output:
	// attempts: 1
	// reason: the wait would outlive the deadline: context deadline exceeded
	// true true
}
