// Command program waits for its database.
package main

import (
	"database/sql"
	"log"
	"time"
)

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	found := make(chan []string)
	go func() {
		for {
			names, err := tables(db)
			if err == nil {
				found <- names
				return
			}
			log.Print(err)
			time.Sleep(time.Second)
		}
	}()
	log.Print(<-found, users(db))
}

func tables(db *sql.DB) ([]string, error) { return nil, db.Ping() }

// What others call is another matter.
func users(db *sql.DB) []string {
	for { // want `^this retry of tables has no end: `
		names, err := tables(db)
		if err == nil {
			return names
		}
		time.Sleep(time.Second)
	}
}
