// Package reuse holds libraries' back-offs that live too long or too short.
package reuse

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

func anew(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		b := backoff.NewExponentialBackOff()
		time.Sleep(b.NextBackOff()) // want `the back-off b is made anew for each attempt of net.Dial, so its delay is always the first and never grows`
	}
	return nil, err
}

func anewAtOnce(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(backoff.NewExponentialBackOff().NextBackOff()) // want `is made anew for each attempt`
	}
	return nil, err
}

func anewStep(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		steps := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
		time.Sleep(steps.Step()) // want `is made anew for each attempt`
	}
	return nil, err
}

func made(addr string) (conn net.Conn, err error) {
	b := backoff.NewExponentialBackOff()
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(b.NextBackOff())
	}
	return nil, err
}

func constant(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		b := backoff.NewConstantBackOff(time.Second)
		time.Sleep(b.NextBackOff())
	}
	return nil, err
}

// Each round of the outer loop has attempts of its own.
func inner(addrs []string) (conn net.Conn, err error) {
	for _, addr := range addrs {
		b := backoff.NewExponentialBackOff()
		for range 5 {
			if conn, err = net.Dial("tcp", addr); err == nil {
				return conn, nil
			}
			time.Sleep(b.NextBackOff())
		}
	}
	return nil, err
}

type client struct {
	steps   wait.Backoff
	expo    *backoff.ExponentialBackOff
	reset   *backoff.ExponentialBackOff
	policy  retry.Backoff
	steady  retry.Backoff
	given   backoff.BackOff
	aliased *backoff.ExponentialBackOff
}

func newClient(given backoff.BackOff) *client {
	return &client{
		steps:   wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5},
		expo:    backoff.NewExponentialBackOff(),
		reset:   backoff.NewExponentialBackOff(),
		policy:  retry.WithMaxRetries(5, retry.NewExponential(time.Second)),
		steady:  retry.NewConstant(time.Second),
		given:   given,
		aliased: backoff.NewExponentialBackOff(),
	}
}

func (c *client) shared(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(c.expo.NextBackOff()) // want `the back-off c.expo keeps its state and is shared by all calls`
	}
	return nil, err
}

func (c *client) sharedSteps(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(c.steps.Step()) // want `keeps its state`
	}
	return nil, err
}

func (c *client) byAnotherName(addr string) (conn net.Conn, err error) {
	b := c.aliased
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(b.NextBackOff()) // want `keeps its state`
	}
	return nil, err
}

// The copy is the call's own.
func (c *client) copied(addr string) (conn net.Conn, err error) {
	steps := c.steps
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(steps.Step())
	}
	return nil, err
}

func (c *client) restarted(addr string) (conn net.Conn, err error) {
	c.reset.Reset()
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(c.reset.NextBackOff())
	}
	return nil, err
}

func (c *client) fromElsewhere(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(c.given.NextBackOff())
	}
	return nil, err
}

func (c *client) policies(ctx context.Context, send retry.RetryFunc) {
	_ = retry.Do(ctx, c.policy, send) // want `the back-off c.policy keeps its state and is shared by all calls`
	_ = retry.Do(ctx, c.steady, send)
	_ = retry.Do(ctx, retry.NewExponential(time.Second), send)
}

func reconnect(ctx context.Context, addr string, handle func(net.Conn) error) {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(b.NextBackOff()) // want `b grows with each failure of net.Dial and is not set back after a success`
			continue
		}
		_ = handle(conn)
	}
	b.Reset()
}

func reconnectReset(ctx context.Context, addr string, handle func(net.Conn) error) {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(b.NextBackOff())
			continue
		}
		b.Reset()
		_ = handle(conn)
	}
}

func reconnectHands(ctx context.Context, addr string, handle func(net.Conn, backoff.BackOff) error) {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(b.NextBackOff())
			continue
		}
		_ = handle(conn, b)
	}
}

var global = backoff.NewExponentialBackOff()

// Pool is used by several goroutines.
type Pool struct {
	mu   sync.Mutex
	expo *backoff.ExponentialBackOff
}

// NewPool makes a pool.
func NewPool() *Pool { return &Pool{expo: backoff.NewExponentialBackOff()} }

// Get gets.
func (p *Pool) Get(op backoff.Operation) {
	_ = backoff.Retry(op, global) // want `the back-off global keeps its state and is shared by all calls`
	_ = backoff.Retry(op, p.expo) // want `the back-off p.expo`
	_ = backoff.Retry(op, backoff.NewExponentialBackOff())
}

func (c *client) retried(op backoff.Operation) { _ = backoff.Retry(op, c.reset) }

func supervise(ctx context.Context, addr string) {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		err := follow(addr)
		if err == nil {
			b.Reset()
			continue
		}
		time.Sleep(b.NextBackOff()) // want `b grows with each failure of follow, which never returns without an error, so what resets it is never reached`
	}
}

// follow reads until something breaks.
func follow(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	for {
		if _, err := conn.Read(make([]byte, 100)); err != nil {
			return err
		}
	}
}

func superviseOnce(ctx context.Context, addr string) {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		err := greet(addr)
		if err == nil {
			b.Reset()
			continue
		}
		time.Sleep(b.NextBackOff())
	}
}

func greet(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte("hello"))
	return err
}

// fleet has a back-off that its goroutines share.
type fleet struct{ expo *backoff.ExponentialBackOff }

func newFleet() *fleet { return &fleet{expo: backoff.NewExponentialBackOff()} }

func (f *fleet) start(ops []backoff.Operation) {
	var wg sync.WaitGroup
	for _, op := range ops {
		wg.Go(func() { f.run(op) })
	}
	wg.Wait()
}

func (f *fleet) run(op backoff.Operation) {
	_ = backoff.Retry(op, f.expo) // want `the back-off f.expo keeps its state and is shared by all calls`
}
