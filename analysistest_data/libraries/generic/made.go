package generic

import (
	"context"
	"errors"
	"time"

	sethvargo "github.com/sethvargo/go-retry"
)

// dials makes an operation.
func dials(addr string) sethvargo.RetryFunc {
	if addr == "" {
		return func(context.Context) error { return errors.New("no address") }
	}
	return func(context.Context) error { return sethvargo.RetryableError(dial(addr)) }
}

// counts makes one that stays in memory.
func counts(n *int) sethvargo.RetryFunc {
	return func(context.Context) error {
		if *n++; *n < 3 {
			return sethvargo.RetryableError(errors.New("too few"))
		}
		return nil
	}
}

func made(ctx context.Context, addr string) error {
	return sethvargo.Do(ctx, sethvargo.WithMaxRetries(4, sethvargo.NewConstant(time.Second)), dials(addr)) // site: kind=helper bound=attempts,ctx attempts=5 delay=constant jitter=no wait=library reach=ctx // want `^nojitter: the delay of 1s between attempts of dials has no jitter`
}

func inMemory(ctx context.Context, n int) error {
	return sethvargo.Do(ctx, sethvargo.WithMaxRetries(4, sethvargo.NewConstant(time.Second)), counts(&n)) // site: kind=helper place=unknown bound=attempts,ctx attempts=5 delay=constant jitter=no wait=library reach=ctx
}
