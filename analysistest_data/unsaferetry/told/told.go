// Package told is analysed with a flag that says what may be repeated.
package told

import "net/http"

// create may be repeated: the server ignores what it has seen.
func create(name string) error {
	resp, err := http.Post("https://example.com/"+name, "text/plain", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func creates() (err error) {
	for range 5 {
		if err = create("a"); err == nil {
			return nil
		}
	}
	return err
}

func add(name string) error {
	resp, err := http.Post("https://example.com/"+name, "text/plain", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func adds() (err error) {
	for range 5 {
		if err = add("a"); err == nil { // want `repeats POST`
			return nil
		}
	}
	return err
}
