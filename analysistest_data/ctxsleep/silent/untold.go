package silent

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"time"
)

// quietly has callers without a context, or with one that nobody can cancel.
func quietly(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(3 * time.Second)
	}
	return err
}

func alone(db *sql.DB) error { return quietly(db.Ping) }

func rooted(db *sql.DB) error {
	ctx := context.Background()
	return quietly(func() error { return db.PingContext(ctx) })
}

// released has to go on though the context is over.
func released(ctx context.Context, c *http.Client, url string) error {
	<-ctx.Done()
	return quietly(func() error {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// onDisk is over before anybody notices.
func onDisk(ctx context.Context, name string) error {
	return quietly(func() error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		return f.Close()
	})
}

// shortly waits for so short that nobody notices.
func shortly(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func brisk(ctx context.Context, db *sql.DB) error {
	return shortly(func() error { return db.PingContext(ctx) })
}
