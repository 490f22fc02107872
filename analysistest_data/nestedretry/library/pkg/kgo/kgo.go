// Package kgo stands for a part of a library of which is known that its clients
// retry: its own parts are what makes them do so.
package kgo

import (
	"context"
	"net"
	"time"
)

type Client struct{ addr string }

func (c *Client) Request(ctx context.Context) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", c.addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (c *Client) retried(ctx context.Context) (err error) {
	for range 5 {
		if err = c.Request(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
