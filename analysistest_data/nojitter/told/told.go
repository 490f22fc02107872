// Package told is analysed with flags that say what Store does.
package told

import "time"

// Store hides what it talks to.
type Store struct{ send func(key string) error }

func (s *Store) Put(key string) error  { return s.send(key) }
func (s *Store) Drop(key string) error { return s.send(key) }

func put(s *Store) (err error) {
	for range 5 {
		if err = s.Put("key"); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `no jitter`
	}
	return err
}

func drop(s *Store) (err error) {
	for range 5 {
		if err = s.Drop("key"); err == nil { // no flag names it
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
