package exec

import (
	"database/sql"
	"errors"
	"log"
	"time"
)

// Alone are retries without a context in reach: four attempts, a second each.
var Alone = map[string]func(*sql.DB) error{
	"alonePlain": alonePlain, "aloneLogs": aloneLogs, "aloneSilent": aloneSilent,
	"aloneOther": aloneOther, "aloneGoesOn": aloneGoesOn, "aloneCompared": aloneCompared,
}

func alonePlain(op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func aloneLogs(op *sql.DB) (err error) {
	for i := 0; i < 4; i++ {
		if err = op.Ping(); err == nil {
			return nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			return err
		}
		log.Printf("attempt %d/4: %v", i+1, err)
		time.Sleep(time.Second)
	}
	return err
}

// What follows does not tell of the attempts.
func aloneSilent(op *sql.DB) error {
	for range 4 {
		if err := op.Ping(); err != nil {
			log.Print("again: ", err)
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return errors.New("down")
}

func aloneOther(op *sql.DB) error {
	var last error
	for range 4 {
		err := op.Ping()
		if err == nil {
			return nil
		}
		last = err
		log.Print(err)
		time.Sleep(time.Second)
	}
	return errors.Join(errors.New("down"), last)
}

func aloneGoesOn(op *sql.DB) error {
	tries := 4
	pause := time.Second
	var err error
	for range tries {
		if err = op.Ping(); err == nil {
			break
		}
		time.Sleep(pause)
	}
	log.Print("ready? ", err)
	return op.Ping()
}

// The error stays the operation's own.
func aloneCompared(op *sql.DB) (err error) {
	tries := 4
	for range tries {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	if err == sql.ErrConnDone {
		return nil
	}
	return err
}
