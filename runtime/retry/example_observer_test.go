package retry_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/retryvet/retryvet/runtime/retry"
)

// printer shows what there is to observe.
type printer struct{}

func (printer) Observe(_ context.Context, e retry.Event) {
	switch e.Kind {
	case retry.AttemptStarted:
		fmt.Println(e.Name, "attempt after", e.Previous)
	case retry.AttemptEnded:
		fmt.Println(e.Name, "ended:", e.Label())
	case retry.Waiting:
		fmt.Println(e.Name, "waits")
	case retry.GaveUp:
		fmt.Println(e.Name, "gave up:", e.ReasonLabel())
	case retry.Nested:
		fmt.Println(e.Name, "retries under another retry")
	}
}

func ExampleObserver() {
	policy := payments
	policy.MaxAttempts = 2
	policy.Observer = printer{}
	retry.Do(context.Background(), policy, func(ctx context.Context) error {
		if retry.PreviousAttempts(ctx) == 0 {
			return context.DeadlineExceeded
		}
		return errors.New("connection refused")
	})
	// Output:
	// payments attempt after 0
	// payments ended: timeout
	// payments waits
	// payments attempt after 1
	// payments ended: error
	// payments gave up: attempts
}

func ExampleObserverFunc() {
	retries := 0
	policy := payments
	policy.Observer = retry.ObserverFunc(func(_ context.Context, e retry.Event) {
		if e.Kind == retry.AttemptStarted && e.Previous > 0 {
			retries++
		}
	})
	retry.Do(context.Background(), policy, func(context.Context) error { return errors.New("busy") })
	fmt.Println(retries)
	// Output: 3
}

func ExampleObservers() {
	count := 0
	one := retry.ObserverFunc(func(context.Context, retry.Event) { count++ })
	policy := payments
	policy.Observer = retry.Observers(one, one)
	retry.Do(context.Background(), policy, func(context.Context) error { return nil })
	fmt.Println(count, "times told of", retry.AttemptStarted, "and", retry.AttemptEnded)
	// Output: 4 times told of AttemptStarted and AttemptEnded
}

func ExampleKind() {
	var k retry.Kind = retry.GaveUp
	fmt.Println(k)
	// Output: GaveUp
}
