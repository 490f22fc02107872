package silent

import (
	"database/sql"
	"time"

	"nojitter/delays"
)

func computedSpread(db *sql.DB) (err error) {
	for attempt := range 9 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delays.Spread(time.Second, time.Minute, attempt))
	}
	return err
}

// What an interface gives may be random.
func computedDrawn(db *sql.DB, src delays.Source) (err error) {
	for attempt := range 9 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delays.Drawn(src, time.Second, time.Minute, attempt))
	}
	return err
}

// So may what the clock gives.
func computedClocked(db *sql.DB) (err error) {
	for range 9 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delays.Clocked(time.Second))
	}
	return err
}
