package silent

import (
	"context"
	"database/sql"
)

type holder struct {
	ctx context.Context
	db  *sql.DB
}

// The end of a whole object means something to those who say so at the call.
func (h holder) ping() error {
	for {
		if err := h.db.Ping(); err == nil {
			return nil
		}
		if err := sleep(h.ctx); err != nil {
			return err
		}
	}
}

// The literal may run when ctx is over.
func later(ctx context.Context, db *sql.DB) func() error {
	return func() error {
		for {
			if err := db.Ping(); err == nil {
				return nil
			}
			if err := sleep(ctx); err != nil {
				return err
			}
		}
	}
}
