// Package clouds sets up the retries of cloud SDKs.
package clouds

import (
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go/aws/client"
	"github.com/googleapis/gax-go/v2"
	"google.golang.org/grpc/codes"
)

func notOff() aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = 0 // want `0 attempts are the default of 3 and not none`
	})
}

func lost(mine retry.IsErrorRetryable) aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.Retryables = []retry.IsErrorRetryable{mine} // want `this list takes the place of the default`
	})
}

func plain() aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.Backoff = retry.BackoffDelayerFunc(func(attempt int, err error) (time.Duration, error) { // want `this Backoff has no jitter`
			return time.Duration(attempt) * time.Second, nil
		})
	})
}

func good(mine retry.IsErrorRetryable) aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = 5
		o.Retryables = append(o.Retryables, mine)
		o.Backoff = retry.BackoffDelayerFunc(func(attempt int, err error) (time.Duration, error) {
			return rand.N(time.Duration(attempt+1) * time.Second), nil
		})
	})
}

func adaptive() aws.Retryer {
	return retry.NewAdaptiveMode(func(o *retry.AdaptiveModeOptions) {
		o.StandardOptions = append(o.StandardOptions, func(so *retry.StandardOptions) {
			so.MaxAttempts = -1 // want `-1 attempts are the default of 3, and not without limit`
		})
	})
}

var (
	flat   = client.DefaultRetryer{NumMaxRetries: 5, MinRetryDelay: time.Minute, MaxRetryDelay: time.Second} // want `MinRetryDelay of 1m0s is above MaxRetryDelay of 1s`
	rising = client.DefaultRetryer{NumMaxRetries: 5, MinRetryDelay: time.Second, MaxRetryDelay: time.Minute}
)

var (
	meantOff = policy.RetryOptions{MaxRetries: 0} // want `0 retries are the default of 3: -1 turns retries off`
	off      = policy.RetryOptions{MaxRetries: -1}
	slow     = policy.RetryOptions{RetryDelay: time.Minute, MaxRetryDelay: 10 * time.Second} // want `RetryDelay of 1m0s is above MaxRetryDelay of 10s`
	quick    = policy.RetryOptions{RetryDelay: 200 * time.Millisecond, MaxRetryDelay: 10 * time.Second}
	deaf     = policy.RetryOptions{StatusCodes: []int{http.StatusConflict}}                                                             // want `429 and 503 are not retried any more`
	stubborn = policy.RetryOptions{StatusCodes: []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusForbidden}} // want `these codes list http.StatusForbidden`
	fits     = policy.RetryOptions{StatusCodes: []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusBadGateway}}
)

var (
	shrinks = gax.Backoff{Initial: time.Minute, Max: time.Second} // want `Initial of 1m0s is above Max of 1s`
	grows   = gax.Backoff{Initial: time.Second, Max: time.Minute, Multiplier: 2}
	forbids = gax.OnCodes([]codes.Code{codes.Unavailable, codes.PermissionDenied}, grows) // want `these codes list codes.PermissionDenied`
	allows  = gax.OnCodes([]codes.Code{codes.Unavailable, codes.ResourceExhausted}, grows)
)
