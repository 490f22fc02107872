package nojitter

import (
	"crypto/rand"
	"database/sql"
	"time"
)

func otherRand(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	rand.Read(nil)
	return err
}
