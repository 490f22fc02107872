package silent

import (
	"database/sql"
	"log"
	"time"
)

// Both the line of the log and the limit ask for the count: only the limit ends it.
func toldOfSuccess(db *sql.DB) (err error) {
	delay := 100 * time.Millisecond
	for attempt := 1; ; attempt++ {
		if err = db.Ping(); err == nil {
			if attempt > 5 {
				log.Printf("attempt %d went well", attempt)
			}
			return nil
		}
		if attempt > 2 {
			return err
		}
		time.Sleep(delay)
		delay *= 2
	}
}
