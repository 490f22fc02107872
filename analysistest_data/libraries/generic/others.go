package generic

import (
	"context"
	"time"

	retry "github.com/avast/retry-go/v4"
	sethvargo "github.com/sethvargo/go-retry"
)

func avastDefault(addr string) error {
	return retry.Do(func() error { return dial(addr) }) // site: kind=helper bound=attempts attempts=10 delay=exponential capped=no jitter=yes wait=library
}

func avastOptions(ctx context.Context, addr string) error {
	return retry.Do(func() error { return dial(addr) }, retry.Attempts(3), retry.Context(ctx)) // site: kind=helper bound=attempts,ctx attempts=3 delay=exponential capped=no jitter=yes wait=library reach=ctx
}

func sethvargoRetries(ctx context.Context, addr string) error {
	b := sethvargo.WithMaxRetries(4, sethvargo.NewExponential(time.Second))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error { return sethvargo.RetryableError(dial(addr)) }) // site: kind=helper bound=attempts,ctx attempts=5 delay=exponential capped=no jitter=no wait=library reach=ctx // want `^nojitter: the delay between attempts of dial has no jitter`
}

// Two waits of 1s, and three times the 51.1s of the nine that double.
func around(addr string) (err error) {
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep inner=generic.avastDefault // want `^nestedretry: attempts multiply: avastDefault, which itself retries \(generic\.avastDefault\): 3 x 10 = 30 attempts, up to 2m35.3s of waiting$`
		if err = avastDefault(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `^nojitter: the delay of 1s`
	}
	return err
}
