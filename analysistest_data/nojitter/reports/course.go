package reports

import (
	"context"
	"database/sql"
	"time"
)

func doubledTo120(seconds float64) float64 {
	if seconds == 0 {
		return 1
	}
	return min(2*seconds, 120)
}

// A function of the package doubles what it is given.
func byFunction(db *sql.DB) (err error) {
	seconds := 0.0
	for range 9 {
		if err = db.Ping(); err == nil {
			return nil
		}
		seconds = doubledTo120(seconds)
		time.Sleep(time.Duration(seconds) * time.Second) // want `has no jitter`
	}
	return err
}

// The other case ends the loop: between attempts it is always the timer.
func orResult(ctx context.Context, db *sql.DB, result <-chan int) (int, error) {
	for attempt := 1; ; attempt++ {
		err := db.PingContext(ctx)
		if err == nil || attempt == 9 {
			return 0, err
		}
		select { // want `has no jitter`
		case <-ctx.Done():
			return 0, ctx.Err()
		case n := <-result:
			return n, nil
		case <-time.After(5 * time.Second):
		}
	}
}
