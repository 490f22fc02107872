package generic

import (
	"context"
	"errors"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	avast5 "github.com/avast/retry-go/v5"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/sethvargo/go-retry"
)

func ping(ctx context.Context) error { return errors.New("down") }

func panics(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.MaxJitter(0)) // want `the default delay draws a number below MaxJitter, and Int63n panics if that is 0`
}

func plainDelay(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.DelayType(avast.BackOffDelay)) // want `DelayType\(BackOffDelay\) takes the place of the default, which has jitter`
}

func combined(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.DelayType(avast.CombineDelay(avast.BackOffDelay, avast.RandomDelay)), avast.MaxJitter(time.Second))
}

func flat(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.Delay(10*time.Second), avast.MaxDelay(time.Second)) // want `the first delay of 10s is above MaxDelay of 1s: the delay is 1s each time`
}

func rising(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.Delay(time.Second), avast.MaxDelay(time.Minute))
}

func everything(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.RetryIf(func(error) bool { return true })) // want `this predicate takes the place of IsRecoverable`
}

func someThings(ctx context.Context) error {
	return avast.Do(func() error { return ping(ctx) }, avast.Context(ctx), avast.RetryIf(func(err error) bool { return avast.IsRecoverable(err) }))
}

func untoldAvast(ctx context.Context, url string) error {
	return avast.Do(func() error { // want `avast.Do is not told of ctx: when that is cancelled the retries go on \(Context tells it\)`
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func plainDelay5(ctx context.Context) error {
	r := avast5.New(avast5.Context(ctx), avast5.DelayType(avast5.BackOffDelay)) // want `DelayType\(BackOffDelay\) takes the place of the default`
	return r.Do(func() error { return ping(ctx) })
}

func jittered5(ctx context.Context) error {
	r := avast5.New(avast5.Context(ctx), avast5.DelayType(avast5.FullJitterBackoffDelay), avast5.Delay(time.Second), avast5.MaxDelay(time.Minute))
	return r.Do(func() error { return ping(ctx) })
}

func never(ctx context.Context, url string) error {
	b := retry.WithMaxRetries(3, retry.WithJitterPercent(20, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, func(ctx context.Context) error { // want `no error of this function is marked by RetryableError: it is called once`
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func marked(ctx context.Context, url string) error {
	b := retry.WithMaxRetries(3, retry.WithJitterPercent(20, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		resp, err := http.Get(url)
		if err != nil {
			return mark(err)
		}
		return resp.Body.Close()
	})
}

func mark(err error) error { return retry.RetryableError(err) }

func given(ctx context.Context, op func() error) error {
	return retry.Do(ctx, retry.WithMaxRetries(3, retry.NewConstant(time.Second)), func(ctx context.Context) error { return op() })
}

var (
	atOnce    = retrypolicy.NewWithDefaults[int]()                                                                                            // want `the default policy has no delay`
	alsoSo    = retrypolicy.NewBuilder[int]().WithMaxRetries(5).Build()                                                                       // want `this policy has no delay: its retries follow the failure at once`
	lockstep  = retrypolicy.NewBuilder[int]().WithBackoff(time.Second, time.Minute).WithMaxRetries(5).Build()                                 // want `this back-off has no jitter`
	limitless = retrypolicy.NewBuilder[int]().WithBackoff(time.Second, time.Minute).WithJitterFactor(0.2).WithMaxRetries(-1).Build()          // want `-1 retries are without limit`
	fine      = retrypolicy.NewBuilder[int]().WithBackoff(time.Second, time.Minute).WithJitterFactor(0.2).WithMaxRetries(5).Build()           //
	alsoFine  = retrypolicy.NewBuilder[int]().WithRandomDelay(time.Second, time.Minute).WithMaxRetries(-1).WithMaxDuration(time.Hour).Build() //
)
