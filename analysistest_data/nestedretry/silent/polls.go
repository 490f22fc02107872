package silent

import (
	"errors"
	"time"

	"nestedretry/inner"
)

// until waits for a condition: most of its rounds ask again because the answer
// was no, not because it failed.
func until(limit time.Duration, done func() (bool, error)) error {
	var last error
	for start := time.Now(); time.Since(start) < limit; time.Sleep(time.Second) {
		ok, err := done()
		if ok {
			return nil
		}
		if err != nil {
			last = err
		}
	}
	return errors.Join(errors.New("too late"), last)
}

func isThere(addr string) error {
	return until(time.Minute, func() (bool, error) {
		conn, err := inner.Dial(addr)
		if err != nil {
			return false, err
		}
		return conn.RemoteAddr() != nil, conn.Close()
	})
}
