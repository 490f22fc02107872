package silent

import (
	"net"
	"testing"
	"time"
)

// A file that imports testing serves tests.
func waitFor(t *testing.T, addr string) (err error) {
	t.Helper()
	for range 5 {
		if _, err = net.LookupHost(addr); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	return err
}
