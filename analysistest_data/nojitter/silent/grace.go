package silent

import (
	"context"
	"net"
	"time"
)

// What follows is done all the same: the loop gives the server time to come up.
func runs(ctx context.Context, addr string, work func(context.Context)) {
	for range 30 {
		if _, err := greeting(addr); err == nil {
			break
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(2 * time.Second):
		}
	}
	for ctx.Err() == nil {
		work(ctx)
	}
}

func greeting(addr string) (string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	buf := make([]byte, 64)
	n, err := conn.Read(buf)
	return string(buf[:n]), err
}
