// Package middle hands on to a package that retries.
package middle

import (
	"fmt"
	"net"

	"nestedretry/inner"
)

// Open opens a session; it does not retry itself.
func Open(addr string) (net.Conn, error) {
	conn, err := inner.Dial(addr)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	return conn, nil
}
