package reports

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"
)

// Fifty short waits are five seconds.
func addsUp(ctx context.Context, db *sql.DB) (err error) {
	for range 50 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond) // want `ignores ctx: cancellation waits up to 100ms$`
	}
	return err
}

// More than a second is noticed, though the loop ends after it.
func noticedLate(ctx context.Context, db *sql.DB) (err error) {
	for ctx.Err() == nil {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(1500 * time.Millisecond) // want `ignores ctx`
	}
	return err
}

type progress struct {
	cancel context.CancelFunc
	db     *sql.DB
}

// Somebody else has the cancel function.
func (p *progress) shared() (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p.cancel = cancel
	for range 5 {
		if err = p.db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Minute) // want `ignores ctx`
	}
	return err
}

// The goroutine runs on when the function has returned.
func outlives(db *sql.DB, work func()) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for range 5 {
			if db.PingContext(ctx) == nil {
				return
			}
			time.Sleep(time.Minute) // want `ignores ctx`
		}
	}()
	work()
}

// The context has not ended yet.
func notYet(ctx context.Context, db *sql.DB) (err error) {
	if ctx.Err() == nil {
		for range 5 {
			if err = db.PingContext(ctx); err == nil {
				return nil
			}
			time.Sleep(time.Minute) // want `ignores ctx`
		}
	}
	return err
}

// The signal is for the loop.
func signalled(db *sql.DB) (err error) {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		select {
		case <-sigs:
			return err
		default:
		}
		time.Sleep(time.Minute) // want `ignores sigs`
	}
	return err
}

// What is too long for a message is named by what is known of it.
func long(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(5*time.Second + rand.N(20*time.Second+time.Millisecond)) // want `^this sleep in a retry loop ignores ctx: cancellation waits up to 25s$`
	}
	return err
}

// Where nothing is known, it is the delay.
func longer(ctx context.Context, db *sql.DB, computed func(attempt int, most time.Duration) time.Duration) (err error) {
	for attempt := range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(computed(attempt, 20*time.Second) + computed(attempt+1, time.Minute)) // want `^this sleep in a retry loop ignores ctx: cancellation waits up to the whole delay$`
	}
	return err
}

// The signal handler was given cancel before.
func startsUp(db *sql.DB, onSignal func(func())) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	onSignal(cancel)
	for range 10 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `ignores ctx`
	}
	return err
}
