// Package attributes holds retries that differ in one attribute each.
package attributes

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"time"
)

// Bounds.

func boundInBody(addr string) (net.Conn, error) {
	for n := 1; ; n++ { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if n >= 5 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func boundElapsed(addr string) (net.Conn, error) {
	start := time.Now()
	for { // site: bound=elapsed delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		if err == nil || time.Since(start) > time.Minute {
			return conn, err
		}
		time.Sleep(time.Second)
	}
}

func boundDeadline(addr string) (conn net.Conn, err error) {
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) { // site: bound=elapsed delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func boundTimer(addr string) (net.Conn, error) {
	timeout := time.After(time.Minute)
	for { // site: bound=elapsed delay=constant jitter=no wait=after-uncancellable
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-timeout:
			return nil, err
		case <-time.After(time.Second):
		}
	}
}

func boundCtx(ctx context.Context, addr string) (net.Conn, error) {
	for { // site: bound=ctx delay=constant jitter=no wait=after-cancellable reach=ctx
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func boundStop(stop chan struct{}, addr string) (net.Conn, error) {
	for { // site: bound=stop delay=constant jitter=no wait=after-cancellable reach=stop
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-stop:
			return nil, err
		case <-time.After(time.Second):
		}
	}
}

func boundClass(addr string) (net.Conn, error) {
	for { // site: bound=error-class delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if errors.Is(err, net.ErrClosed) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func boundSeveral(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 7 { // site: bound=attempts,ctx,error-class attempts=7 delay=constant jitter=no wait=sleep reach=ctx
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if conn, err = net.Dial("tcp", addr); err == nil || errors.Is(err, net.ErrClosed) {
			return conn, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

const maxTries = 3

func boundConstant(addr string) (conn net.Conn, err error) {
	for i := 1; i <= maxTries; i++ { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func boundCountdown(addr string) (conn net.Conn, err error) {
	for left := 4; left > 0; left-- { // site: bound=attempts attempts=4 delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Delays.

func delayNone(addr string) (conn net.Conn, err error) {
	for range 2 { // site: bound=attempts attempts=2
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func delayLinear(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 { // site: bound=attempts attempts=5 delay=linear capped=no jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay += time.Second
	}
	return nil, err
}

func delayDoubles(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 { // site: bound=attempts attempts=5 delay=exponential capped=no jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return nil, err
}

func delayCappedByMin(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 { // site: bound=attempts attempts=5 delay=exponential capped=yes jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
	return nil, err
}

func delayCappedByIf(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 { // site: bound=attempts attempts=5 delay=exponential capped=yes jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay *= 2
		if delay > time.Minute {
			delay = time.Minute
		}
	}
	return nil, err
}

func delayShift(addr string) (conn net.Conn, err error) {
	for i := range 5 { // site: bound=attempts attempts=5 delay=exponential capped=no jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, err
}

func backoff(n int) time.Duration {
	return min(time.Second<<n, time.Minute) + rand.N(time.Second)
}

func delayInHelper(addr string) (conn net.Conn, err error) {
	for i := range 5 { // site: bound=attempts attempts=5 delay=exponential capped=yes jitter=yes wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(backoff(i))
	}
	return nil, err
}

func jitterHere(addr string) (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=yes wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return nil, err
}

// Waits.

func pause(d time.Duration) { time.Sleep(d) }

func waitHelper(addr string) (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		pause(time.Second)
	}
	return nil, err
}

func waitAfter(addr string) (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=after-uncancellable
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		<-time.After(time.Second)
	}
	return nil, err
}

func waitTimer(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts,ctx attempts=5 delay=constant jitter=no wait=timer-cancellable reach=ctx
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		t := time.NewTimer(time.Second)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, ctx.Err()
		case <-t.C:
		}
	}
	return nil, err
}

func waitTicker(ctx context.Context, addr string) (net.Conn, error) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // site: bound=ctx delay=constant jitter=no wait=ticker-cancellable reach=ctx
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.C:
		}
	}
}

func sleepCtx(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func waitCtxHelper(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts,ctx attempts=5 delay=constant jitter=no wait=after-cancellable reach=ctx
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if err := sleepCtx(ctx, time.Second); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Reach.

type client struct {
	context.Context
	addr string
}

func (c *client) reachField() (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep reach=ctx
		if conn, err = net.Dial("tcp", c.addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func reachRequest(r *http.Request) (conn net.Conn, err error) {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep reach=ctx
		if conn, err = net.Dial("tcp", r.Host); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Places.

func placeLocal(name string) (f *os.File, err error) {
	for range 5 { // site: place=local bound=attempts attempts=5 delay=constant jitter=no wait=sleep
		if f, err = os.Open(name); err == nil {
			return f, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func placeUnknown(op func() error) (err error) {
	for range 5 { // site: place=unknown bound=attempts attempts=5 delay=constant jitter=no wait=sleep
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type lister interface{ list() ([]string, error) }

type remoteLister struct{ addr string }

func (l remoteLister) list() ([]string, error) { return net.LookupHost(l.addr) }

func placeByInterface(l lister) (names []string, err error) {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep
		if names, err = l.list(); err == nil {
			return names, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func generic[T any](op func() (T, error)) (v T, err error) {
	for range 5 { // site: place=unknown bound=attempts,error-class attempts=5 delay=constant jitter=no wait=sleep
		if v, err = op(); err == nil || errors.Is(err, fs.ErrNotExist) {
			return v, err
		}
		time.Sleep(time.Second)
	}
	return v, err
}

func boundBySwitch(addr string, stop chan struct{}) {
	for { // site: bound=stop reach=stop
		select {
		case <-stop:
			return
		default:
		}
		switch _, err := net.Dial("tcp", addr); err {
		case nil:
			return
		default:
			println(err.Error())
		}
	}
}

func boundByErrorInSwitch(addr string) {
	for { // site: bound=error-class
		switch _, err := net.Dial("tcp", addr); err {
		case nil, net.ErrClosed:
			return
		default:
			println(err.Error())
		}
	}
}

type probe struct{ state int }

const (
	probing = iota
	stopped
)

func (p *probe) boundByState(addr string) {
	for { // site: bound=stop delay=constant jitter=no wait=sleep
		if _, err := net.Dial("tcp", addr); err == nil {
			return
		}
		time.Sleep(time.Second)
		if p.state == stopped {
			return
		}
	}
}

func ask(addr string) (answer int, retry bool, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, false, err
	}
	return 1, false, conn.Close()
}

// Where errors leave and a flag says that the answer is not there yet, the loop
// polls.
func polledByFlag(addr string, tries int) (int, error) {
	for range tries { // site: kind=poll bound=attempts,error-class delay=constant jitter=no wait=sleep
		answer, retry, err := ask(addr)
		if err != nil {
			return 0, err
		}
		if !retry {
			return answer, nil
		}
		time.Sleep(time.Second)
	}
	return 0, errors.New("no answer")
}
