package silent

import (
	"context"
	"log"
	"time"
)

type news interface{ Recv() (string, error) }

type exchange interface {
	Open(ctx context.Context, topic string) (news, error)
	Next(ctx context.Context) (news, error)
}

// Each round reads what is next in a queue.
func items(ctx context.Context, x exchange, use func(string)) {
	for ctx.Err() == nil {
		in, err := x.Next(ctx)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		if text, err := in.Recv(); err == nil {
			use(text)
		}
	}
}

// Each round asks for the state of things, and the next follows after a while.
func periodically(ctx context.Context, x exchange, use func(string)) {
	for ctx.Err() == nil {
		in, err := x.Open(ctx, "hosts")
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		if text, err := in.Recv(); err == nil {
			use(text)
		}
		time.Sleep(time.Minute)
	}
}
