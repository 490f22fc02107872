package reports

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"net"
	"time"
)

// Only an error that says that ctx was cancelled leads to the next attempt.
func onlyCancelled(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); !errors.Is(err, context.Canceled) { // want `^db\.PingContext is tried again when ctx was cancelled, after which it fails at once each time, while all errors that may heal end the loop$`
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

func whenOver(ctx context.Context, d *net.Dialer, addr string) (net.Conn, error) {
	for attempt := 0; attempt < 6; attempt++ {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) { // want `d\.DialContext is tried again when ctx was cancelled`
			time.Sleep(time.Second + rand.N(time.Second))
			continue
		}
		return conn, err
	}
	return nil, context.Canceled
}
