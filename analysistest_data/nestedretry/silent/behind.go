package silent

import (
	"net"
	"time"
)

var once = func(addr string) error {
	_, err := net.LookupHost(addr)
	return err
}

// The variable holds what tries once.
func behindVariable(addr string) (err error) {
	for range 5 {
		if err = once(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
