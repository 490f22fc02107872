// Package delays holds calls of libraries whose delays grow.
package delays

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

func avast(send func() error, attempts uint, options []retry.Option) {
	_ = retry.Do(send, retry.Attempts(30)) // want `it reaches .* before the last of 30 attempts`
	_ = retry.Do(send, retry.Attempts(0))  // want `has no maximum: a long outage makes it hours`
	_ = retry.Do(send)
	_ = retry.Do(send, retry.Attempts(12), retry.Delay(time.Millisecond))
	_ = retry.Do(send, retry.Attempts(30), retry.MaxDelay(time.Minute))
	_ = retry.Do(send, retry.Attempts(30), retry.DelayType(retry.FixedDelay))
	_ = retry.Do(send, options...)
	mine := []retry.Option{retry.Attempts(30), retry.MaxDelay(time.Minute)}
	_ = retry.Do(send, append(mine, options...)...)
	_ = retry.Do(send, mine...)
}

func kube(done wait.ConditionFunc, given wait.Backoff) {
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 12}, done) // want `it reaches 17m4s before the last of 12 attempts`
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 12, Cap: time.Minute}, done)
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, done)
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 1, Steps: 100}, done)
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Steps: 100}, done)
	_ = wait.ExponentialBackoff(given, done)
	backoff := wait.Backoff{Duration: 10 * time.Millisecond, Steps: 100}
	backoff.Factor = 1.5
	_ = wait.ExponentialBackoff(backoff, done) // want `has no maximum`
}

func others(ctx context.Context, send sethvargo.RetryFunc) {
	_ = sethvargo.Exponential(ctx, time.Second, send) // want `has no maximum`
	_ = sethvargo.Do(ctx, sethvargo.NewConstant(time.Second), send)
	_ = sethvargo.Do(ctx, sethvargo.WithCappedDuration(time.Minute, sethvargo.NewExponential(time.Second)), send)
	_ = sethvargo.Do(ctx, sethvargo.WithMaxRetries(3, sethvargo.NewExponential(time.Second)), send)
}
