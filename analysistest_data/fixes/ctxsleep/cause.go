package ctxsleep

import (
	"context"
	"database/sql"
	"time"
)

// The file asks for the cause elsewhere, and so does the fix.
func cause(ctx context.Context, db *sql.DB) error {
	if db == nil {
		return context.Cause(ctx)
	}
	for n := 0; ; n++ {
		err := db.Ping()
		if err == nil || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}
