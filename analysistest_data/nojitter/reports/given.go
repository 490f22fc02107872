package reports

import (
	"net"
	"time"
)

func slot(d time.Duration, salt int64) time.Duration { return time.Duration(salt) % d }

// computed is the same everywhere.
func computed(addr string) (conn net.Conn, err error) {
	for range 9 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + slot(5*time.Second, 7)) // want `has no jitter`
	}
	return nil, err
}

// Two ways lead back by one wait.
func twoWays(addr string, left int, again bool) (net.Conn, error) {
	time.Sleep(10 * time.Second)
	if again {
		if _, err := net.Dial("tcp", addr); err != nil {
			return twoWays(addr, left, true) // want `has no jitter`
		}
	}
	conn, err := net.Dial("udp", addr)
	if err != nil && left > 0 {
		return twoWays(addr, left-1, false)
	}
	return conn, err
}
