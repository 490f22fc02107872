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
