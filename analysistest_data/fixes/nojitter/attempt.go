package nojitter

import (
	"context"
	"database/sql"
	"time"
)

type store struct {
	ctx context.Context
	db  *sql.DB
}

// The attempt runs under the context that package retry hands it.
func (s *store) underField() error {
	var err error
	for range 5 {
		if err = s.db.PingContext(s.ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

func underNone(db *sql.DB) error {
	var err error
	for range 5 {
		if err = db.PingContext(context.Background()); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

func underParameter(ctx context.Context, db *sql.DB) error {
	var err error
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

// This one's own context is another.
func underAnother(ctx context.Context, db *sql.DB) error {
	own := context.WithoutCancel(ctx)
	var err error
	for range 5 {
		if err = db.PingContext(own); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}
