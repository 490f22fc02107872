// Package generic sets up the libraries that retry what they are given, and HTTP
// clients that retry, for harm and for good.
package generic

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
)

func noStop() backoff.BackOff {
	return &backoff.ExponentialBackOff{ // want `this literal has no Stop, so that after MaxElapsedTime of 5m0s the delay is 0 and not backoff.Stop: the retries go on for ever, without a pause`
		InitialInterval:     backoff.DefaultInitialInterval,
		RandomizationFactor: backoff.DefaultRandomizationFactor,
		Multiplier:          backoff.DefaultMultiplier,
		MaxInterval:         time.Second,
		MaxElapsedTime:      5 * time.Minute,
		Clock:               backoff.SystemClock,
	}
}

func noClock() backoff.BackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute} // want `this literal has no Clock: Reset, by which Retry begins, calls it and panics`
}

func noMultiplier() backoff.BackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, MaxInterval: time.Minute, Clock: backoff.SystemClock} // want `this literal has no Multiplier: the first delay is multiplied by 0`
}

func completed() backoff.BackOff {
	b := &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxElapsedTime: time.Minute}
	b.Clock, b.Stop = backoff.SystemClock, backoff.Stop
	b.MaxInterval = time.Minute
	return b
}

func withoutEnd() backoff.BackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute, Clock: backoff.SystemClock}
}

func shrinks() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = 5 * time.Minute // want `the first delay of 5m0s is above the maximum of 1m0s: after it the delays become shorter`
	return b
}

func raised() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = 5 * time.Minute
	b.MaxInterval = time.Hour
	b.MaxElapsedTime = 0
	return b
}

func hardlyOnce() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = 10 * time.Second
	b.MaxElapsedTime = 5 * time.Second // want `the first delay of 10s is above MaxElapsedTime of 5s: there is no retry, or hardly one`
	return b
}

func negative() backoff.BackOff {
	return backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(2)) // want `a RandomizationFactor of 2 takes more from a delay than there is`
}

func byOptions() backoff.BackOff {
	return backoff.NewExponentialBackOff(backoff.WithInitialInterval(2 * time.Minute)) // want `the first delay of 2m0s is above the maximum of 1m0s`
}

func byGoodOptions() backoff.BackOff {
	return backoff.NewExponentialBackOff(backoff.WithInitialInterval(2*time.Minute), backoff.WithMaxInterval(time.Hour), backoff.WithRandomizationFactor(0.2))
}

func neverGrows() backoff5.BackOff {
	return &backoff5.ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.5, MaxInterval: time.Minute} // want `this literal has no Multiplier: the delay is the first one each time`
}

func grows() backoff5.BackOff {
	return &backoff5.ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: time.Minute}
}

func untold(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error { // want `backoff.Retry is not told of ctx: when that is cancelled the retries go on \(WithContext tells it\)`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

func told(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error {
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func asks(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error {
		if ctx.Err() != nil {
			return backoff.Permanent(ctx.Err())
		}
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

func endless(client *http.Client, url string) error {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	return backoff.Retry(func() error { // want `nothing ends the retries of client.Get by backoff.Retry: it is given no number of attempts`
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, b)
}

func counted(client *http.Client, url string) error {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	return backoff.Retry(func() error {
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithMaxRetries(b, 5))
}

func ownPolicy(client *http.Client, url string) error {
	return backoff.Retry(func() error {
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, policy())
}

func policy() backoff.BackOff {
	return backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Minute))
}

func toldElsewhere(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error {
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, toldPolicy(ctx, time.Minute))
}

func toldPolicy(ctx context.Context, longest time.Duration) backoff.BackOff {
	b := backoff.NewExponentialBackOff(backoff.WithMaxInterval(longest))
	return backoff.WithContext(backoff.WithMaxRetries(b, 10), ctx)
}

func untoldElsewhere(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error { // want `backoff.Retry is not told of ctx: when that is cancelled the retries go on \(WithContext tells it\)`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, policy())
}

func untoldByParts(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error { // want `backoff.Retry is not told of ctx: when that is cancelled the retries go on \(WithContext tells it\)`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, logged(ctx, policy()))
}

func logged(ctx context.Context, b backoff.BackOff) backoff.BackOff {
	_ = ctx.Value(b)
	return backoff.WithMaxRetries(b, 20)
}
