package reports

import (
	"database/sql"
	"math/rand/v2"
	"time"
)

// A random number does not bring a unit of its own.
func randomMillis(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		ms := rand.IntN(1000)
		time.Sleep(time.Second + time.Duration(ms)) // want `time.Duration\(ms\) takes ms for nanoseconds` `not a thousandth`
	}
	return err
}
