package reports

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// stoically is told of no context.
func stoically(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(3 * time.Second) // want `^time\.Sleep\(3 \* time\.Second\) in stoically ignores cancellation, as it is given no context though 2 of its callers have one: that waits up to 3s$`
	}
	return err
}

func pinged(ctx context.Context, db *sql.DB) error {
	return stoically(func() error { return db.PingContext(ctx) })
}

func served(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	if err := stoically(func() error { return db.PingContext(r.Context()) }); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func thrice(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `in thrice ignores cancellation, as it is given no context though opened has ctx: that waits up to 1s$`
	}
	return err
}

func opened(ctx context.Context, db *sql.DB) error {
	return thrice(func() error { return db.PingContext(ctx) })
}
