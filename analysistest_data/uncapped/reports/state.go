package reports

import (
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"
)

type cache struct {
	db      *sql.DB
	version int
	loaded  bool
}

// load may fail by itself, too, and notes what it found.
func (c *cache) load() error {
	c.loaded = false
	if err := c.db.QueryRow("SELECT version FROM state").Scan(&c.version); err != nil {
		return err
	}
	if c.version > 3 {
		return errors.New("unknown version")
	}
	c.loaded = true
	return nil
}

// The attempt writes a field that the loop asks; whether it fails is another matter.
func (c *cache) untilLoaded() {
	for { // want `this retry of c.load has no end`
		if err := c.load(); err == nil && c.loaded {
			break
		}
		time.Sleep(time.Second + rand.N(time.Minute))
	}
}
