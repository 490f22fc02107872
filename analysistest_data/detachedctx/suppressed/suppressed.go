// Package suppressed holds suppressions of detached attempts.
package suppressed

import (
	"context"
	"database/sql"
	"time"
)

func sameLine(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil {
		if db.PingContext(context.Background()) == nil { //retryvet:ignore detachedctx the answer is kept for the next caller
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func attached(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil {
		//retryvet:ignore detachedctx the answer is kept // want `^//retryvet:ignore detachedctx suppresses nothing here: remove it$`
		if db.PingContext(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}
