// Package suppressed holds a suppression at the wait.
package suppressed

import (
	"context"
	"database/sql"
	"time"
)

func once(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		//retryvet:ignore deadlinefit the test's clock is faster
		time.Sleep(2 * time.Second)
	}
	return err
}

func unused(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		//retryvet:ignore deadlinefit there is none // want `^//retryvet:ignore deadlinefit suppresses nothing here: remove it$`
		time.Sleep(2 * time.Second)
	}
	return err
}
