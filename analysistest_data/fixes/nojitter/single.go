package nojitter

import "time"

func singleImport(ping func() error) (err error) {
	for range 5 {
		if err = dial(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
