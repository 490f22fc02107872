// Package suppressed holds a suppression at the loop.
package suppressed

import "net"

func dial(addr string) (conn net.Conn, err error) {
	//retryvet:ignore nobackoff the peer is a process of the same pod that never goes down
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}
