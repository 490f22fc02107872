package generic

import (
	"time"

	backoff4 "github.com/cenkalti/backoff/v4"
)

func v4Constant(addr string) error {
	op := func() error { return dial(addr) }
	return backoff4.Retry(op, backoff4.NewConstantBackOff(time.Second)) // site: kind=helper delay=constant jitter=no wait=library // want `^nojitter: the delay between attempts of dial has no jitter` `^retrylib: nothing ends the retries of dial by backoff4\.Retry`
}
