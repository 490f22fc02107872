package silent

import (
	"net"
	"time"
)

// After less than a second nobody comes back any more.
func moment(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

func growing(addr string) (conn net.Conn, err error) {
	const attempts = 3
	delay := 200 * time.Millisecond
	for attempt := 1; attempt <= attempts; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if attempt < attempts {
			time.Sleep(delay)
			delay *= 2
		}
	}
	return nil, err
}

// A wait of no time spreads nothing, and brings nobody back at a moment.
func noTime(addr string) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
			return
		}
		<-time.After(0)
	}
}
