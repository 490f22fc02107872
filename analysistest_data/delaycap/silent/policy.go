package silent

import (
	"database/sql"
	"math"
	"time"
)

// The pauses add up to some ten milliseconds.
func coalesce(pending func() int) {
	pause := time.Millisecond
	var waited time.Duration
	for waiting := pending(); waiting < 1024; {
		time.Sleep(pause)
		n := pending()
		if waited += pause; waited > 8*time.Millisecond || n <= waiting {
			return
		}
		waiting = n
		pause *= 2
	}
}

// The comparison sets the delay back.
func backAgain(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		time.Sleep(delay)
		if delay *= 2; delay > time.Minute {
			delay = time.Second
		}
	}
}

// The variable of the round is held.
func copiedHeld(db *sql.DB) {
	delay := time.Second
	for db.Ping() != nil {
		sleep := delay
		time.Sleep(sleep)
		delay = min(sleep*2, time.Minute)
	}
}

// Strategy computes delays, and its caller holds them.
type Strategy interface {
	Backoff(attempt int) time.Duration
}

type Doubling struct{ Unit time.Duration }

func (d *Doubling) Backoff(attempt int) time.Duration {
	return d.Unit * time.Duration(math.Pow(2, float64(attempt)))
}

func heldByAsker(s Strategy, attempt int, most time.Duration) time.Duration {
	backoff := s.Backoff(attempt)
	if backoff > most {
		backoff = most
	}
	return backoff
}
