// Package units holds policies of libraries with and without units.
package units

import (
	"time"

	"github.com/avast/retry-go/v4"
	"k8s.io/apimachinery/pkg/util/wait"
)

func policies(send func() error, done wait.ConditionFunc) {
	_ = retry.Do(send, retry.Delay(200)) // want `the delay 200 has no unit and so is nanoseconds`
	_ = retry.Do(send, retry.Delay(200*time.Millisecond))
	_ = retry.Do(send, retry.Attempts(5))
	_ = retry.Do(send, retry.Delay(0))
	_ = wait.Poll(5, 30*time.Second, done)                                                // want `the delay 5 has no unit`
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: 100, Factor: 1.5, Steps: 5}, done) // want `the delay 100 has no unit`
	_ = wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 1.5, Steps: 5}, done)
}
