package nojitter

import (
	"database/sql"
	"log"
	"time"
)

// What these say in words would not be true of a random delay.
func inWords(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Printf("%v: trying again in 10 seconds", err)
		time.Sleep(10 * time.Second)
	}
	return err
}

func inShort(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Println(err, "- retry in 1m0s")
		time.Sleep(time.Minute)
	}
	return err
}

func inOneWord(db *sql.DB) (err error) {
	pause := time.Minute
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if err != sql.ErrConnDone {
			log.Print("the database is away, come back in a minute: ", err)
		}
		time.Sleep(pause)
	}
	return err
}

// Told in another block than the wait's, where what is drawn has no name.
func inBranch(db *sql.DB) (err error) {
	delay := time.Second
	for i := range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if i < 4 {
			time.Sleep(delay)
		}
		if i > 2 {
			log.Printf("%v: waited for %v", err, delay)
		}
		delay *= 2
	}
	return err
}
