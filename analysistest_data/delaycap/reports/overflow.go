package reports

import (
	"database/sql"
	"math/rand"
	"time"
)

// The guard and the maximum are applied to what the draw gives back: too late.
func drawnFirst(db *sql.DB) {
	for attempt := 0; ; attempt++ {
		if db.Ping() == nil {
			return
		}
		v := rand.Int63n(int64(100*time.Millisecond) << attempt) // want `the call of rand.Int63n panics after attempt 38: its limit has overflowed by then`
		if v < 0 || v > int64(time.Minute) {
			v = int64(time.Minute)
		}
		time.Sleep(time.Duration(v))
	}
}

func drawnThenHeld(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		wait := min(time.Duration(rand.Int63n(int64(delay))), time.Minute) // want `panics after attempt 35: `
		time.Sleep(wait)
		delay *= 2
	}
}

// Whether the limit is still above zero is asked before the draw: nothing panics, but
// the delay starts anew from what the overflow left.
func asked(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		limit := int64(delay)
		if limit < 1 {
			limit = int64(time.Minute)
		}
		time.Sleep(min(time.Duration(rand.Int63n(limit)), time.Minute)) // want `^the delay can overflow before the maximum is applied`
		delay *= 2
	}
}
