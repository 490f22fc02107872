package silent

import (
	"database/sql"
	"math/rand/v2"
	"time"
)

type caller struct{ db *sql.DB }

// The deadline is handed on.
func (c *caller) handed(deadline time.Time) error {
	err := c.db.Ping()
	if err == nil {
		return nil
	}
	if time.Now().After(deadline) {
		return err
	}
	time.Sleep(time.Second + rand.N(time.Second))
	return c.handed(deadline)
}

// A number of attempts is handed on.
func (c *caller) counted(n int) error {
	deadline := time.Now().Add(5 * time.Second)
	err := c.db.Ping()
	if err == nil || n == 0 {
		return err
	}
	if time.Now().After(deadline) {
		return err
	}
	time.Sleep(time.Second + rand.N(time.Second))
	return c.counted(n - 1)
}
