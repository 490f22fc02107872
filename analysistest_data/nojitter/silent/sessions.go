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

type unit interface {
	Connect(ctx context.Context) error
	State(ctx context.Context) (string, error)
}

// An answer is what it waits for, and what it connects to is on the way there.
func waits(ctx context.Context, u unit) error {
	for {
		if err := u.Connect(ctx); err != nil {
			return err
		}
		if state, err := u.State(ctx); err == nil && state == "up" {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
}
