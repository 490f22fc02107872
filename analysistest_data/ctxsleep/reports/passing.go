package reports

import (
	"context"
	"net"
	"time"
)

// The attempt obeys the context, so the wait is all that does not.
func obeyed(ctx context.Context, call func(context.Context) error) (err error) {
	for range 50 {
		if err = call(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond) // want `^time\.Sleep\(100 \* time\.Millisecond\) in a retry loop ignores ctx`
	}
	return err
}

// Others can end the context.
func registered(register func(cancel func()), call func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	register(cancel)
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx`
	}
	return err
}

// The context of the attempt has another name.
func named(ctx context.Context, call func(context.Context) error) (err error) {
	for range 3 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err = call(attempt)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx`
	}
	return err
}

// A context of the wait's own hides nothing.
func ownDeadline(ctx context.Context, call func(context.Context) error) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		pause, cancel := context.WithTimeout(context.Background(), time.Second)
		<-pause.Done() // want `in a retry loop ignores ctx: cancellation waits up to 1s`
		cancel()
	}
	return err
}

// until waits for a time that somebody else names.
func until(ctx context.Context, next func() time.Time, addr string) net.Conn {
	var d net.Dialer
	for {
		time.Sleep(time.Until(next().Add(10 * time.Millisecond))) // want `ignores ctx`
		if conn, err := d.DialContext(ctx, "tcp", addr); err == nil {
			return conn
		}
	}
}

type caller struct{ ctx context.Context }

func (c *caller) shortly(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.ctx, d)
}

func of(c *caller, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.ctx, d)
}

// What a method makes of a time may end with what the receiver holds.
func abortAs(c *caller, call func(context.Context) error) (err error) {
	ctx, cancel := c.shortly(15 * time.Second)
	defer cancel()
	for attempt := range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if attempt < 2 {
			time.Sleep(500 * time.Millisecond) // want `ignores ctx`
		}
	}
	return err
}

// So may what a literal makes, of what it captures.
func abortBy(parent context.Context, call func(context.Context) error) (err error) {
	shortly := func(d time.Duration) (context.Context, context.CancelFunc) {
		return context.WithTimeout(parent, d)
	}
	ctx, cancel := shortly(15 * time.Second)
	defer cancel()
	for attempt := range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if attempt < 2 {
			time.Sleep(500 * time.Millisecond) // want `ignores ctx`
		}
	}
	return err
}

// And what a function makes of more than the time.
func abortOf(c *caller, call func(context.Context) error) (err error) {
	ctx, cancel := of(c, 15*time.Second)
	defer cancel()
	for attempt := range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if attempt < 2 {
			time.Sleep(500 * time.Millisecond) // want `ignores ctx`
		}
	}
	return err
}
