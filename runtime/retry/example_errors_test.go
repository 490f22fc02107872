package retry_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

func ExamplePermanent() {
	errNotFound := errors.New("not found")
	calls := 0
	err := retry.Do(context.Background(), payments, func(context.Context) error {
		calls++
		return retry.Permanent(errNotFound)
	})
	fmt.Println(calls, errors.Is(err, errNotFound))
	// Output: 1 true
}

func ExampleRetryAfter() {
	err := retry.Do(context.Background(), payments, func(context.Context) error {
		return retry.RetryAfter(errors.New("busy"), time.Hour) // what the server said
	})
	fmt.Println(err)
	fmt.Println(errors.Is(err, retry.ErrRetryAfter))
	// Output:
	// busy (attempts: 1; asked to wait longer than allowed before a retry)
	// true
}

// A layer above does not retry what ended in an overload.
func ExampleOverloaded() {
	calls := 0
	policy := retry.Policy{BaseDelay: time.Millisecond, MaxDelay: time.Millisecond, Budget: retry.NoBudget}
	err := retry.Do(context.Background(), policy, func(ctx context.Context) error {
		return retry.Do(ctx, policy, func(context.Context) error {
			calls++
			return retry.Overloaded(errors.New("queue is full"))
		})
	})
	fmt.Println(calls, "attempts:", err)
	// Output: 3 attempts: queue is full (attempts: 3; no attempts left)
}

func ExampleError() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	errBusy := errors.New("busy")
	err := retry.Do(ctx, retry.Policy{BaseDelay: time.Hour, Jitter: retry.NoJitter},
		func(context.Context) error { return errBusy })

	var stopped *retry.Error
	if errors.As(err, &stopped) {
		fmt.Println("attempts:", stopped.Attempts)
		fmt.Println("reason:", stopped.Reason)
	}
	fmt.Println(errors.Is(err, errBusy), errors.Is(err, retry.ErrDeadline), errors.Is(err, context.DeadlineExceeded))
	// Output:
	// attempts: 1
	// reason: the wait would outlive the deadline: context deadline exceeded
	// true true true
}

func ExampleErrElapsed() {
	policy := retry.Policy{MaxElapsed: time.Second, BaseDelay: time.Hour, Jitter: retry.NoJitter}
	err := retry.Do(context.Background(), policy, func(context.Context) error { return errors.New("busy") })
	fmt.Println(errors.Is(err, retry.ErrElapsed), errors.Is(err, retry.ErrAttempts))
	// Output: true false
}

// The caller knows the errors of its client.
func ExampleDecision() {
	errQuota, errNotFound := errors.New("quota exceeded"), errors.New("not found")
	policy := payments
	policy.MaxDelay = time.Millisecond
	policy.Classify = func(err error) retry.Decision {
		switch {
		case errors.Is(err, errQuota):
			return retry.Decision{Class: retry.Throttle, AtLeast: time.Millisecond}
		case errors.Is(err, errNotFound):
			return retry.Decision{Class: retry.GiveUp}
		case errors.Is(err, context.DeadlineExceeded):
			return retry.Decision{Class: retry.Again}
		}
		return retry.Decision{} // retry.ByError
	}
	calls := 0
	err := retry.Do(context.Background(), policy, func(context.Context) error {
		if calls++; calls == 1 {
			return errQuota
		}
		return errNotFound
	})
	fmt.Println(calls, err)
	// Output: 2 not found
}

func ExampleClass() {
	var none retry.Decision
	fmt.Println(none.Class == retry.ByError)
	// Output: true
}

func ExampleErrGivenUp() {
	policy := payments
	policy.Observer = retry.ObserverFunc(func(_ context.Context, e retry.Event) {
		if e.Kind == retry.GaveUp {
			fmt.Println(e.Reason == retry.ErrGivenUp)
		}
	})
	retry.Do(context.Background(), policy, func(context.Context) error { return retry.Permanent(errors.New("not found")) })
	// Output: true
}
