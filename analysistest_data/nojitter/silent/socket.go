package silent

import (
	"net"
	"time"
)

// A socket of this machine has one client or few.
func dialSocket(path string) (conn net.Conn, err error) {
	addr, err := net.ResolveUnixAddr("unix", path)
	if err != nil {
		return nil, err
	}
	for range 30 {
		if conn, err = net.DialTimeout(addr.Network(), addr.String(), time.Second); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
