package generic

import (
	"context"
	"time"

	backoff4 "github.com/cenkalti/backoff/v4"
)

func v4Constant(addr string) error {
	op := func() error { return dial(addr) }
	return backoff4.Retry(op, backoff4.NewConstantBackOff(time.Second)) // site: kind=helper delay=constant jitter=no wait=library // want `^nojitter: the delay of 1s between attempts of dial has no jitter` `^retrylib: nothing ends the retries of dial by backoff4\.Retry`
}

// All is over before others can fall into step.
func v4Short(ctx context.Context, addr string) error {
	op := func() error { return dial(addr) }
	return backoff4.Retry(op, backoff4.WithMaxRetries(backoff4.WithContext(backoff4.NewConstantBackOff(100*time.Millisecond), ctx), 5)) // site: kind=helper bound=attempts,ctx attempts=6 delay=constant jitter=no wait=library reach=ctx
}

// What wraps what a variable held leaves the rest as it was.
func v4Wrapped(ctx context.Context, addr string) error {
	op := func() error { return dial(addr) }
	b := backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Second), 4)
	b = backoff4.WithContext(b, ctx)
	return backoff4.Retry(op, b) // site: kind=helper bound=attempts,ctx attempts=5 delay=constant jitter=no wait=library reach=ctx // want `^nojitter: the delay of 1s between attempts of dial has no jitter`
}

// How many attempts there are depends.
func v4Perhaps(ctx context.Context, addr string, few bool) error {
	op := func() error { return dial(addr) }
	var b backoff4.BackOff = backoff4.NewConstantBackOff(time.Second)
	if few {
		b = backoff4.WithMaxRetries(b, 4)
	}
	return backoff4.Retry(op, backoff4.WithContext(b, ctx)) // site: kind=helper bound=attempts,ctx delay=constant jitter=no wait=library reach=ctx // want `^nojitter: the delay of 1s between attempts of dial has no jitter`
}
