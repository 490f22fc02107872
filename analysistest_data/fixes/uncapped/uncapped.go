// Package uncapped holds retries that a context in reach could end.
package uncapped

import (
	"context"
	"database/sql"
	"net"
	"time"
)

func sleeps(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
}

func noWait(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		return conn, nil
	}
}

func withoutResult(ctx context.Context, db *sql.DB) {
	for {
		if db.Ping() == nil {
			return
		}
	}
}

func withoutResultWaits(ctx context.Context, db *sql.DB) {
	for {
		if err := db.Ping(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func refusedNothingInReach(db *sql.DB) {
	for {
		if db.Ping() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}
