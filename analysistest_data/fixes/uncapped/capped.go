package uncapped

import (
	"database/sql"
	"errors"
	"log"
	"net"
	"time"
)

// Nothing is in reach that could end these.

func plain(db *sql.DB) error {
	for {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func value(addr string) (net.Conn, error) {
	delay := 100 * time.Millisecond
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay = min(delay*2, 30*time.Second)
	}
}

func kept(db *sql.DB) error {
	var err error
	for {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
}

// A closure gives up like a function.
var _ = func(db *sql.DB) (n int, err error) {
	for {
		if err = db.Ping(); err == nil {
			return 1, nil
		}
		time.Sleep(time.Second)
	}
}

// It has no way to say that it gave up.
func refusedBool(db *sql.DB) bool {
	for {
		if err := db.Ping(); err == nil {
			return true
		}
		time.Sleep(time.Second)
	}
}

// Nor has this, and what follows would be wrong.
func refusedGoesOn(db *sql.DB) error {
	for {
		if err := db.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return errors.New("it was up")
}

// Its pace is none of a policy.
func refusedPace(db *sql.DB, delays []time.Duration) error {
	for i := 0; ; i++ {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delays[i%len(delays)])
	}
}

// A round may go on without the wait.
func refusedContinue(db *sql.DB) error {
	for {
		err := db.Ping()
		if err == nil {
			return nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			continue
		}
		time.Sleep(time.Second)
	}
}
