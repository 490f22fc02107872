package silent

import (
	"database/sql"
	"math/rand/v2"
	"time"
)

// The unit stands beside the random number.
func randomMillis(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		ms := rand.IntN(1000)
		time.Sleep(time.Duration(ms) * time.Millisecond)
	}
	return err
}

// scaled is a duration again: what it is divided by has the other unit.
func scaled(d time.Duration) time.Duration {
	return (d - time.Second) * 100 * time.Millisecond / (29 * time.Second)
}
