package nojitter

import (
	"database/sql"
	"net"
	"time"
)

func dial() error {
	conn, err := net.Dial("tcp", "db:1")
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte("hello"))
	return err
}

func ticker(db *sql.DB) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C {
		if db.Ping() == nil {
			return
		}
	}
}

func wait() { time.Sleep(2 * time.Second) }

func insideHelper(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		wait()
	}
	return err
}

func waitSeconds(n int) { time.Sleep(time.Duration(n) * time.Second) }

// A random number of seconds would be zero to two.
func inSeconds(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		waitSeconds(3)
	}
	return err
}
