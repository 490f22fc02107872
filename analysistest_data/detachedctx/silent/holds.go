package silent

import (
	"context"
	"database/sql"
)

type client struct {
	ctx context.Context
	db  *sql.DB
}

func (c *client) WithContext(ctx context.Context) *client { return &client{ctx, c.db} }
func (c *client) Table(string) *client                    { return c }
func (c *client) Ping() error                             { return c.db.Ping() }
func (c *client) PingContext(ctx context.Context) error   { return c.db.PingContext(ctx) }

// What it is called on was given the context before.
func holds(ctx context.Context, c *client) error {
	tx := c.WithContext(ctx)
	for {
		if err := tx.Ping(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// And what that is made of.
func holdsStill(ctx context.Context, c *client) error {
	c = c.WithContext(ctx).Table("leases")
	leases := c.Table("held")
	for {
		if err := leases.Ping(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// A transaction is rolled back when its context ends.
func transaction(ctx context.Context, db *sql.DB) error {
	for {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err = tx.Exec("DELETE FROM leases"); err == nil {
			return tx.Commit()
		}
		tx.Rollback()
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}
