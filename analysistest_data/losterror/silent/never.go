package silent

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"
	"time"
)

func fewTimes(f func() error) (err error) {
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// One of two failures is dropped on purpose.
func optional(db *sql.DB, cache string) error {
	return fewTimes(func() error {
		if err := os.Remove(cache); err != nil {
			log.Println(err)
		}
		return db.Ping()
	})
}

// What ended first is said as well.
func saysWhatEnded(ctx context.Context, db *sql.DB) error {
	var err error
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		t.Reset(time.Second)
	}
}

// The outer error is that of the last host that failed.
func lastError(ctx context.Context, dbs []*sql.DB) (alive int, _ error) {
	var err error
	for attempt := 1; ; attempt++ {
		alive = 0
		for _, db := range dbs {
			if e := db.PingContext(ctx); e == nil {
				alive++
			} else {
				err = e
			}
		}
		if alive > 0 || attempt == 4 {
			return alive, err
		}
		time.Sleep(time.Second)
	}
}
