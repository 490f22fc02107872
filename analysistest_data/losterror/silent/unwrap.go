package silent

import (
	"io"
	"net/http"
	"os"
)

// bodyError is what went wrong with an answer's body.
type bodyError struct{ err error }

func (e *bodyError) Error() string { return e.err.Error() }
func (e *bodyError) Unwrap() error { return e.err }

func copyOnce(url string, to io.Writer) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(to, resp.Body); err != nil {
		return &bodyError{err}
	}
	return nil
}

// What an error wraps is one.
func copyAgain(url string, to *os.File, tries int) (err error) {
	for range tries + 1 {
		if err = copyOnce(url, to); err == nil {
			break
		}
		body, ok := err.(*bodyError)
		if !ok {
			return err
		}
		err = body.Unwrap()
	}
	return err
}
