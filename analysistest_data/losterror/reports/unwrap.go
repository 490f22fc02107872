package reports

import "net"

// dialError is an error that also cleans up.
type dialError struct{ error }

func (e *dialError) undo() error { return nil }

func dialOnce(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return &dialError{err}
	}
	return conn.Close()
}

// What another method gives is not what the attempt failed with.
func dialAgain(addr string) (err error) {
	for range 5 {
		if err = dialOnce(addr); err == nil { // want `err is nil where it is returned`
			break
		}
		failed, ok := err.(*dialError)
		if !ok {
			return err
		}
		err = failed.undo()
	}
	return err
}
