package silent

import (
	"database/sql"
	"math/rand"
	"time"
)

// The limit is held before the draw.
func heldFirst(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		time.Sleep(time.Duration(rand.Int63n(int64(delay))))
		delay = min(2*delay, time.Minute)
	}
}

// Whether it is still above zero is asked before the draw.
func asked(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		delay *= 2
		if delay <= 0 || delay > time.Minute {
			delay = time.Minute
		}
		time.Sleep(time.Duration(rand.Int63n(int64(delay))))
	}
}

// Twenty attempts do not overflow.
func fewAttempts(db *sql.DB) (err error) {
	for attempt := range 20 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(min(time.Duration(rand.Int63n(int64(time.Millisecond)<<attempt)), time.Minute))
	}
	return err
}
