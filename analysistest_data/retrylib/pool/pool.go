// Package pool opens connections together and closes them together.
package pool

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

func config(dsn string) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	c.MinConns = 10 // want `the 10 connections that are opened together become 1h0m0s old together`
	c.MaxConnLifetime = time.Hour
	return c, nil
}
