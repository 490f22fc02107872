package reports

import (
	"context"
	"database/sql"
	"time"
)

// The context of an attempt is over by the wait, that of the function is not.
func ofTheAttempt(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err = db.PingContext(attempt)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Minute) // want `ignores ctx: cancellation waits up to 1m0s$`
	}
	return err
}
