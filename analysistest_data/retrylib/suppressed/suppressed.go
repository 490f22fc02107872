// Package suppressed holds a suppression at a setting.
package suppressed

import (
	"time"

	"github.com/cenkalti/backoff/v4"
)

func shrinks() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	//retryvet:ignore retrylib the first delay is for the server to start
	b.InitialInterval = 5 * time.Minute
	return b
}
