package silent

import (
	"context"
	"database/sql"
	"time"
)

// Somebody may wake it: then others do not wait as long.
func orWoken(ctx context.Context, db *sql.DB, wake <-chan int) error {
	for attempt := 1; ; attempt++ {
		err := db.PingContext(ctx)
		if err == nil || attempt == 9 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-wake:
		case <-time.After(5 * time.Second):
		}
	}
}
