package reports

import (
	"context"
	"net"
	"time"
)

// rest has nothing to say.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func quiet(ctx context.Context, addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		rest(ctx, time.Second) // want `^rest\(ctx, time.Second\) returns at once when ctx is cancelled, and nobody looks at it: net.Dial is attempted again, without a wait$`
	}
}
