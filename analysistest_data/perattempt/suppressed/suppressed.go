// Package suppressed holds suppressions of what piles up.
package suppressed

import (
	"context"
	"database/sql"
	"time"
)

func ping(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		//retryvet:ignore perattempt there are five
		defer cancel()
		if err = db.PingContext(attempt); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func once(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		//retryvet:ignore perattempt nothing is deferred // want `^//retryvet:ignore perattempt suppresses nothing here: remove it$`
		err = db.PingContext(attempt)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
