// Package silence has sites whose comments say, by check, why nothing is reported.
package silence

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func bounded(c *http.Client, url string) (err error) {
	for range 3 { // silent: uncapped=something ends it: attempts; ctxsleep=no context or stop channel in reach; nojitter=the delay is random
		if _, err = c.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Minute))))
	}
	return err
}

// Both waits of a round are looked at: one is reported, so nothing was silent.
func reported(ctx context.Context, c *http.Client, req *http.Request) (err error) {
	for range 3 { // silent: nobackoff=it waits between the attempts; ctxsleep=
		if _, err = c.Do(req.WithContext(ctx)); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
		}
		time.Sleep(time.Minute)
	}
	return err
}

func short(ctx context.Context, c *http.Client, req *http.Request) (err error) {
	for range 3 { // silent: nojitter=over within 1s; ctxsleep=too short to notice
		if _, err = c.Do(req.WithContext(ctx)); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func local(m map[string]error) {
	for m["key"] != nil {
		delete(m, "key")
	}
}

func unknown(ctx context.Context, op func() error) (err error) {
	for range 5 { // silent: nojitter=the operation is not known to leave the process; ctxsleep=cancellation ends the wait
		if err = op(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
		}
	}
	return err
}
