package reports

import (
	"net"
	"time"
)

// The address says which network it is of.
func dialAddress(name string) (conn net.Conn, err error) {
	addr, err := net.ResolveTCPAddr("tcp", name)
	if err != nil {
		return nil, err
	}
	for range 30 {
		if conn, err = net.DialTimeout(addr.Network(), addr.String(), time.Second); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `has no jitter`
	}
	return nil, err
}
