package silent

import (
	"context"
	"database/sql"
	"time"
)

var running, stop = context.WithCancel(context.Background())

// Stop ends the work of the process.
func Stop() { stop() }

var lasting = context.Background()

// Nothing ends the context that the attempt is given.
func inBackground(db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(lasting); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	return err
}

// The rounds have nothing to do with the process's context.
func elsewhere(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	_, err = db.ExecContext(running, "delete from pings")
	return err
}
