package reports

import (
	"database/sql"
	"log"
	"math/rand/v2"
	"time"
)

// The comparison is for the log.
func logged(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		if delay > time.Minute {
			log.Println("still waiting", delay)
		}
		time.Sleep(rand.N(delay)) // want `has no maximum`
		delay *= 2
	}
}

// The variable that keeps the delay is not the one that is waited for.
func copied(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		sleep := delay
		time.Sleep(rand.N(sleep)) // want `has no maximum`
		delay = sleep * 2
	}
}

// Eight minutes, though ten attempts are few.
func eightMinutes(db *sql.DB) (err error) {
	base := 2 * time.Second
	for i := 0; i < 10; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		if i == 9 {
			break
		}
		wait := base * time.Duration(1<<i)
		wait += rand.N(wait / 10)
		time.Sleep(wait) // want `it reaches 9m\d+s before the last of 10 attempts`
	}
	return err
}

// The sum is far too late.
func summedLate(pending func() (int, error), db *sql.DB) {
	pause := time.Millisecond
	var waited time.Duration
	for db.Ping() != nil {
		time.Sleep(rand.N(pause)) // want `has no maximum`
		if waited += pause; waited > time.Hour {
			return
		}
		pause *= 2
	}
}
