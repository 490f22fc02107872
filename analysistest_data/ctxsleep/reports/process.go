package reports

import (
	"context"
	"database/sql"
	"time"
)

var running, stop = context.WithCancel(context.Background())

// Stop ends the work of the process.
func Stop() { stop() }

// The process's own context is given to the attempt, and ends no wait.
func inProcess(db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(running); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second) // want `^time.Sleep\(5 \* time.Second\) in a retry loop ignores running: cancellation waits up to 5s$`
	}
	return err
}
