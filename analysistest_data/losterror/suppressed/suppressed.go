// Package suppressed holds a suppression of a failure that gets lost.
package suppressed

import (
	"net"
	"time"
)

func warmUp(addr string) error {
	for range 5 {
		//retryvet:ignore losterror to warm up is a courtesy: the first request dials again
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return nil
}
