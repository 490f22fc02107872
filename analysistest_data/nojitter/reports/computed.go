package reports

import (
	"database/sql"
	"time"

	other "nojitter/delays"
)

// The function of another package draws nothing.
func computedDoubled(db *sql.DB) (err error) {
	for attempt := range 9 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(other.Doubled(time.Second, time.Minute, attempt)) // want `has no jitter`
	}
	return err
}
