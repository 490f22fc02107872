package exec

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"time"
)

func init() {
	Cases["whole"], Cases["wholeDoubling"], Cases["wholeCapped"], Cases["wholeTested"] = whole, wholeDoubling, wholeCapped, wholeTested
	Cases["continues"] = continues
}

const attempts = 4

func whole(ctx context.Context, op *sql.DB) error {
	var err error
	for i := 0; i < attempts; i++ {
		if err = op.Ping(); err == nil {
			return nil
		}
		log.Print("attempt ", i, ": ", err)
		time.Sleep(500 * time.Millisecond)
	}
	return fmt.Errorf("giving up: %w", err)
}

func wholeDoubling(ctx context.Context, op *sql.DB) (err error) {
	delay := 100 * time.Millisecond
	for range 6 {
		err = op.Ping()
		if err == nil {
			break
		}
		time.Sleep(delay)
		delay *= 2
	}
	return err
}

func wholeCapped(ctx context.Context, op *sql.DB) (err error) {
	delay := time.Second
again:
	for try := range 6 {
		switch err = op.Ping(); {
		case err == nil && try > 0:
			log.Print("late")
			break again
		case err == nil:
			return nil
		}
		time.Sleep(delay)
		delay *= 2
		if delay > 4*time.Second {
			delay = 4 * time.Second
		}
	}
	log.Print("end")
	return err
}

func wholeTested(ctx context.Context, op *sql.DB) error {
	var err error
	for range 3 {
		if err = op.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return fmt.Errorf("no database: %w", err)
	}
	log.Print("database is up")
	return nil
}

// A round that goes on without a wait is none of a range over retry.Attempts.
func continues(ctx context.Context, op *sql.DB) (err error) {
	for i := range 6 {
		if err = op.Ping(); err == nil {
			return nil
		}
		if i%2 == 0 {
			continue
		}
		time.Sleep(time.Second)
	}
	return err
}
