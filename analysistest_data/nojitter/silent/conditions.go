package silent

import (
	"database/sql"
	"time"
)

// The wait follows a success only.
func afterSuccess(db *sql.DB) error {
	for range 5 {
		if err := db.Ping(); err == nil {
			time.Sleep(2 * time.Second)
			return nil
		}
	}
	return nil
}

// 50, 100, 200 and 400 ms are over within a second.
func doubled(db *sql.DB) (err error) {
	delay := 50 * time.Millisecond
	for attempt := 1; ; attempt++ {
		if err = db.Ping(); err == nil || attempt == 5 {
			return err
		}
		time.Sleep(delay)
		delay *= 2
	}
}
