package silent

import (
	"context"
	"database/sql"
	"os"
	"os/signal"
	"time"
)

// Two short waits are over before anybody notices.
func fewShort(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// The loop ends after one wait.
func noticed(ctx context.Context, db *sql.DB) (err error) {
	for ctx.Err() == nil {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(900 * time.Millisecond)
	}
	return err
}

// The next page is asked for under ctx, and errors return.
func pages(ctx context.Context, db *sql.DB, done func(context.Context) (bool, error)) error {
	for {
		ok, err := done(ctx)
		if err != nil || ok {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// Only the function itself ends its context, when it returns.
func own(db *sql.DB, render func(context.Context)) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer func() {
		cancel()
	}()
	go render(ctx)
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}

// What has to be done when ctx has ended goes on.
func release(ctx context.Context, db *sql.DB) (err error) {
	<-ctx.Done()
	for range 5 {
		own, cancel := context.WithTimeout(context.Background(), time.Second)
		_, err = db.ExecContext(own, "DELETE FROM locks")
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// So does what a defer statement runs.
func deferred(ctx context.Context, db *sql.DB) error {
	defer func() {
		for range 3 {
			if _, err := db.Exec("DELETE FROM locks"); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return db.PingContext(ctx)
}

// Nothing is ever received from a channel that is nil.
func nilStop(db *sql.DB, run func(stop chan struct{})) (err error) {
	var stop chan struct{}
	for range 5 {
		if err = db.Ping(); err == nil {
			run(stop)
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The channel has been closed by then.
func closed(db *sql.DB, stop chan struct{}) (err error) {
	<-stop
	for range 5 {
		if _, err = db.Exec("DELETE FROM locks"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The signals are for the child.
func child(p *os.Process, db *sql.DB) (err error) {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs)
	go func() {
		for sig := range sigs {
			p.Signal(sig)
		}
	}()
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The ticks pace others too.
func limited(ctx context.Context, db *sql.DB, limiter *time.Ticker) (err error) {
	for range 5 {
		<-limiter.C
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// The pauses add up to some ten milliseconds.
func coalesce(pending func() int, stop <-chan struct{}) {
	pause := time.Millisecond
	var waited time.Duration
	for waiting := pending(); waiting < 1024; {
		time.Sleep(pause)
		n := pending()
		if waited += pause; waited > 8*time.Millisecond || n <= waiting {
			return
		}
		waiting = n
		pause *= 2
	}
}

// They do so where the loop asks the channel in between, too.
func coalesceStopped(pending func() int, stop <-chan struct{}) {
	pause := time.Millisecond
	var waited time.Duration
	for waiting := pending(); waiting < 1024; {
		time.Sleep(pause)
		select {
		case <-stop:
			return
		default:
		}
		n := pending()
		if waited += pause; waited > 8*time.Millisecond || n <= waiting {
			return
		}
		waiting = n
		pause *= 2
	}
}

type daemon struct{ cancel func() }

// Nobody has been given cancel yet.
func startUp(db *sql.DB) (*daemon, error) {
	ctx, cancel := context.WithCancel(context.Background())
	var err error
	for range 10 {
		if err = db.PingContext(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return &daemon{cancel: cancel}, nil
}

const longestPause = 100 * time.Millisecond

// pauseAfter waits, longer each time, up to a tenth of a second.
func pauseAfter(pause time.Duration, err error) time.Duration {
	if err != os.ErrClosed {
		if pause < longestPause {
			pause = pause + pause/4
			if pause > longestPause {
				pause = longestPause
			}
		}
		time.Sleep(pause)
	}
	return pause
}

// The head asks ctx, a tenth of a second late.
func byHelper(ctx context.Context, db *sql.DB) error {
	pause := time.Millisecond
	for ctx.Err() == nil {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		pause = pauseAfter(pause, err)
	}
	return ctx.Err()
}

// A turn for another goroutine.
func turns(ctx context.Context, done func() bool) {
	for !done() {
		time.Sleep(time.Millisecond)
	}
}
