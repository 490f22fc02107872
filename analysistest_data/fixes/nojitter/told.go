package nojitter

import (
	"context"
	"database/sql"
	"log"
	"time"
)

const again = 20 * time.Second

// Lines of a log that tell the delay tell what is drawn.
func toldConstant(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Printf("%v: again in %v", err, again)
		time.Sleep(again)
	}
	return err
}

func toldFigures(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Printf("%v: again in %v", err, 10*time.Second)
		time.Sleep(10 * time.Second)
	}
	return err
}

type client struct {
	db    *sql.DB
	pause time.Duration
}

func newClient(db *sql.DB) *client { return &client{db: db, pause: 3 * time.Second} }

func (c *client) toldAfterwards() (err error) {
	const delay = 2 * time.Second
	for range 5 {
		if err = c.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delay)
		log.Printf("%v: waited for %v", err, delay)
	}
	return err
}

func toldInSelect(ctx context.Context, db *sql.DB) (err error) {
	delay := time.Second
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			log.Printf("not waiting %v any more", delay)
			return ctx.Err()
		case <-time.After(delay):
		}
		delay *= 2
	}
	return err
}

// Another duration, another thing.
func toldOther(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Printf("%v: give up after 5 attempts, 30s each", err)
		time.Sleep(10 * time.Second)
	}
	return err
}
