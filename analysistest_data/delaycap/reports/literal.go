package reports

import (
	"database/sql"
	"errors"
	"iter"
	"math/rand/v2"
	"net"
	"time"
)

// A share of the delay is no maximum.
func Rounds(most int, base time.Duration, share float64) iter.Seq[int] {
	backoff := func(attempt int) time.Duration {
		sleep := base * time.Duration(1<<uint(attempt)) // want `grows without a maximum`
		if share > 0 {
			sleep -= time.Duration(rand.Float64() * float64(sleep) * share)
		}
		return sleep
	}
	return func(yield func(int) bool) {
		for i := range most {
			if !yield(i) {
				return
			}
			time.Sleep(backoff(i))
		}
	}
}

// Nothing limits the counter.
func Forever(base, cap time.Duration, share float64) iter.Seq[int] {
	backoff := func(attempt int) time.Duration {
		sleep := base * time.Duration(1<<uint(attempt)) // want `can overflow before the maximum is applied`
		sleep = min(sleep, cap)
		return sleep + time.Duration(rand.Float64()*float64(sleep)*share)
	}
	return func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
			time.Sleep(backoff(i))
		}
	}
}

// The break is that of the switch.
func summedInVain(db *sql.DB, log func(time.Duration)) {
	pause := time.Millisecond
	var waited time.Duration
	for db.Ping() != nil {
		time.Sleep(rand.N(pause)) // want `has no maximum`
		if waited = waited + pause; waited > 8*time.Millisecond {
			switch {
			case pause > time.Second:
				break
			default:
				log(waited)
			}
		}
		pause *= 2
	}
}

var errBusy, errGone = errors.New("busy"), errors.New("gone")

// Two ways start over with one wait: it is one finding.
func again(attempt int, addr string, greet func(net.Conn) error) error {
	wait := min(rand.N(time.Second)*time.Duration(1<<attempt), 15*time.Second)
	time.Sleep(wait) // want `can overflow before the maximum is applied`
	conn, err := net.Dial("tcp", addr)
	if errors.Is(err, errBusy) {
		return again(attempt+1, addr, greet)
	}
	if errors.Is(err, errGone) {
		return again(attempt+1, addr, greet)
	}
	if err != nil {
		return err
	}
	if err := greet(conn); err != nil {
		conn.Close()
		return again(attempt+1, addr, greet)
	}
	return nil
}
