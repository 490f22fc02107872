package silent

import (
	"context"
	"errors"
	"net"
	"os"
	"time"
)

// Attempts that ignore the context take longer than the wait.
func answer(ctx context.Context, conn net.Conn, buf []byte) (n int, err error) {
	for {
		conn.SetReadDeadline(time.Now().Add(2 * time.Second))
		if n, err = conn.Read(buf); err == nil || ctx.Err() != nil {
			return n, err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// Nobody cancels a context that only has a deadline of the function's own.
func abort(call func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	for attempt := range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if attempt < 2 {
			time.Sleep(500 * time.Millisecond)
		}
	}
	return err
}

// The context that makes the first wait is not in scope at the second.
func supervised(dial func() (net.Conn, error), interrupts func(cancel func()), serve func(net.Conn), served <-chan struct{}) {
	for {
		conn, err := dial()
		if err != nil {
			pause, cancel := context.WithTimeout(context.Background(), time.Second)
			interrupts(cancel)
			<-pause.Done()
			continue
		}
		serve(conn)
		<-time.After(2 * time.Second)
	}
}

// The context of the attempt has ended before the wait, and hides the other one.
func each(ctx context.Context, call func(context.Context) (bool, error)) error {
	for {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		done, err := call(ctx)
		cancel()
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// paced waits until ten milliseconds after the last attempt.
func paced(ctx context.Context, addr string) net.Conn {
	var last time.Time
	var d net.Dialer
	for ctx.Err() == nil {
		time.Sleep(time.Until(last.Add(10 * time.Millisecond)))
		conn, err := d.DialContext(ctx, "tcp", addr)
		last = time.Now()
		if err == nil {
			return conn
		}
	}
	return nil
}

// atTheHead asks at the head of the loop what ended its wait.
func atTheHead(ctx context.Context, stopCh chan struct{}, addr string, pause func(int) time.Duration) net.Conn {
	var d net.Dialer
loop:
	for n := 0; ; n++ {
		select {
		case <-stopCh:
			break loop
		default:
		}
		if conn, err := d.DialContext(ctx, "tcp", addr); err == nil {
			return conn
		}
		t := time.NewTimer(pause(n))
		select {
		case <-t.C:
		case <-stopCh:
			t.Stop()
		}
	}
	return nil
}

// What the machine itself is about to do is done after a few short waits.
func unmounted(ctx context.Context, dir string) (err error) {
	for range 50 {
		if err = os.Remove(dir); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func soon(d time.Duration, why string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(context.Background(), d, errors.New(why))
}

// A function that is given the time has nothing else to make the context of.
func abortShortly(call func(context.Context) error) (err error) {
	ctx, cancel := soon(15*time.Second, "abort")
	defer cancel()
	for attempt := range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if attempt < 2 {
			time.Sleep(500 * time.Millisecond)
		}
	}
	return err
}
