package reports

import (
	"context"
	"database/sql"
	"log"
	"time"
)

// It gives back nil whatever happens: to log the failure does not have it tried again.
func loggedAlways(db *sql.DB) error {
	return retry(5, func() error {
		if err := db.Ping(); err != nil {
			log.Println(err)
		}
		return nil // want `the retried function returns nil although db.Ping failed`
	})
}

// The end of the context comes before the first attempt.
func endedFirst(ctx context.Context, db *sql.DB) error {
	var err error
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return err
		case <-t.C:
		}
		if err = db.PingContext(ctx); err == nil { // want `err is still nil where it is returned`
			return nil
		}
		t.Reset(time.Second)
	}
}

// The error that is returned in the loop is never that of a host.
func innerError(ctx context.Context, dbs []*sql.DB) (alive int, _ error) {
	var err error
	for attempt := 1; ; attempt++ {
		alive = 0
		for _, db := range dbs {
			err := db.PingContext(ctx) // want `the outer one, which nothing is ever assigned to`
			if err == nil {
				alive++
			}
		}
		if alive > 0 || attempt == 4 {
			return alive, err
		}
		time.Sleep(time.Second)
	}
}
