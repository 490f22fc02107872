package reports

import (
	"context"
	"database/sql"
)

// The context is for preparing the statement, not for running it.
func prepared(ctx context.Context, db *sql.DB) error {
	stmt, err := db.PrepareContext(ctx, "DELETE FROM leases")
	if err != nil {
		return err
	}
	for {
		if _, err := stmt.Exec(); err == nil { // want `stmt\.Exec takes no context though ctx is in reach`
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

type dialer struct{ name string }

func (d dialer) Connect(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("postgres", d.name)
	if err == nil {
		err = db.PingContext(ctx)
	}
	return db, err
}

// Nor is that for connecting kept.
func connected(ctx context.Context, d dialer) error {
	db, err := d.Connect(ctx)
	if err != nil {
		return err
	}
	for {
		if _, err := db.Exec("DELETE FROM leases"); err == nil { // want `db\.Exec takes no context though ctx is in reach`
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// A transaction that nothing ends is no reason.
func unended(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	for {
		if _, err := tx.Exec("DELETE FROM leases"); err == nil { // want `tx\.Exec takes no context though ctx is in reach`
			return tx.Commit()
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}
