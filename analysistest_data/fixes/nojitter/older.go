package nojitter

import (
	"database/sql"
	"math/rand"
	"time"
)

func olderRand(db *sql.DB) (err error) {
	rand.Shuffle(0, nil)
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The name is taken here.
func hiddenRand(db *sql.DB, rand int) (err error) {
	for range rand {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
