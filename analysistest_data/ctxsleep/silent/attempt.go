package silent

import (
	"context"
	"database/sql"
	"time"
)

// Nobody can end the wait by the context of an attempt, which is over by then.
func ofTheAttempt(db *sql.DB) (err error) {
	for range 5 {
		attempt, cancel := context.WithTimeout(context.Background(), time.Second)
		err = db.PingContext(attempt)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}
