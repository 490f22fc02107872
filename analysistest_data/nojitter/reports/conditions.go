package reports

import (
	"database/sql"
	"time"
)

// Where the wait follows a failure, too, it is one between attempts.
func afterFailure(db *sql.DB) error {
	for {
		err := db.Ping()
		time.Sleep(2 * time.Second) // want `has no jitter`
		if err == nil {
			return nil
		}
	}
}

// With another attempt they last longer than a second.
func doubledOnceMore(db *sql.DB) (err error) {
	delay := 50 * time.Millisecond
	for attempt := 1; ; attempt++ {
		if err = db.Ping(); err == nil || attempt == 6 {
			return err
		}
		time.Sleep(delay) // want `has no jitter`
		delay *= 2
	}
}
