// Package told holds failures that are reported without the flag -losterror.cause,
// and some that are not, as somebody learns of them.
package told

import (
	"errors"
	"net"
	"time"
)

func nilAtTheEnd(addr string) error {
	for range 5 {
		c, err := net.Dial("tcp", addr) // want `nil is returned: the failure reads as success`
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The error says that it failed, and not why.
func anotherError(addr string) error {
	for range 5 {
		if c, err := net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("no connection")
}
