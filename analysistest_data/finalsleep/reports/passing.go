package reports

import (
	"context"
	"log"
	"time"
)

// What follows asks how it went.
func names(ctx context.Context, list func(context.Context) ([]string, error), work func([]string)) {
	var all []string
	for range 10 {
		var err error
		if all, err = list(ctx); err == nil {
			break
		}
		select { // want `^<-time\.After\(2 \* time\.Second\) is passed after the last attempt of list too`
		case <-ctx.Done():
			return
		case <-time.After(2 * time.Second):
		}
	}
	work(all)
}

// Nothing follows.
func tell(ctx context.Context, send func(context.Context) error) {
	for range 3 {
		err := send(ctx)
		if err == nil {
			break
		}
		log.Print(err)
		time.Sleep(2 * time.Second) // want `^time\.Sleep\(2 \* time\.Second\) is passed after the last attempt of send too`
	}
}
