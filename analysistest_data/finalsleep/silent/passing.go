package silent

import (
	"context"
	"errors"
	"log"
	"time"
)

// Nobody notices.
func settles(count func() (int, error), most int) error {
	for range 300 {
		if n, err := count(); err == nil && n <= most {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("does not settle")
}

// What follows is done all the same: the loop gives the others time to come up.
func runs(ctx context.Context, list func(context.Context) ([]string, error), work func(context.Context)) {
	for range 30 {
		if _, err := list(ctx); err == nil {
			break
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(2 * time.Second):
		}
	}
	for ctx.Err() == nil {
		work(ctx)
		log.Print("once more")
	}
}
