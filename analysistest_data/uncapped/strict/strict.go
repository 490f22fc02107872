// Package strict holds what -uncapped.strict changes: a context or a stop
// channel is no cap.
package strict

import (
	"context"
	"errors"
	"net"
	"time"
)

func contextOnly(ctx context.Context, addr string) (net.Conn, error) {
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func stopOnly(stop <-chan struct{}, addr string) (net.Conn, error) {
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-stop:
			return nil, errors.New("stopped")
		case <-time.After(time.Second):
		}
	}
}

func contextAndCap(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func contextAndDeadline(ctx context.Context, addr string) (net.Conn, error) {
	start := time.Now()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil || time.Since(start) > time.Minute {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func ownTimeout(parent context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
