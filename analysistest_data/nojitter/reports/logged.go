package reports

import (
	"database/sql"
	"log"
	"time"
)

// The line of the log that a late success has is no limit: there are six attempts.
func toldOfSuccess(db *sql.DB) (err error) {
	delay := 100 * time.Millisecond
	for attempt := 1; attempt <= 6; attempt++ {
		if err = db.Ping(); err == nil {
			if attempt > 1 {
				log.Printf("attempt %d went well", attempt)
			}
			return nil
		}
		if attempt == 6 {
			break
		}
		time.Sleep(delay) // want `has no jitter`
		delay *= 2
	}
	return err
}

// Nor is that of rounds after the third, which goes on in either case.
func toldOfDelay(db *sql.DB) (err error) {
	for attempt := 0; attempt < 9; attempt++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		if attempt > 2 {
			log.Print("it still does not answer")
		}
		time.Sleep(time.Second) // want `has no jitter`
	}
	return err
}
