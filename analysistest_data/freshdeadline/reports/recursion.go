package reports

import (
	"database/sql"
	"math/rand/v2"
	"time"
)

type caller struct{ db *sql.DB }

// Each call starts its deadline anew.
func (c *caller) anew() error {
	deadline := time.Now().Add(5 * time.Second) // want `the deadline of 5s starts anew each round`
	err := c.db.Ping()
	if err == nil {
		return nil
	}
	if time.Now().After(deadline) {
		return err
	}
	time.Sleep(time.Second + rand.N(time.Second))
	return c.anew()
}
