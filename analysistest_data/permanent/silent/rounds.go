package silent

import (
	"context"
	"database/sql"
	"iter"
	"time"
)

// rounds waits before each but the first, and ends with ctx.
func rounds(ctx context.Context, n int, delay time.Duration) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if i > 0 {
				select {
				case <-ctx.Done():
					return
				case <-time.After(delay):
				}
			}
			if !yield(i) {
				return
			}
		}
	}
}

// The iterator asks the context and waits.
func byRounds(ctx context.Context, db *sql.DB) (err error) {
	for range rounds(ctx, 5, time.Second) {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}
