package reports

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

// A session lasts until the other end sends something or goes away.
func sessions(ctx context.Context, x exchange, use func(string)) {
	for ctx.Err() == nil {
		in, err := x.Open(ctx, "hosts")
		if err != nil {
			log.Print(err)
			select { // want `^the delay of 1s between attempts of x\.Open has no jitter`
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
				continue
			}
		}
		if hosts, err := in.Recv(); err == nil {
			use(hosts)
			in.Recv() // until they change
		}
	}
}

type peer interface {
	Connect(ctx context.Context) error
	Name() string
	Recv() (string, error)
}

// What it has connected to may be itself: that is no answer that it waits for.
func loops(ctx context.Context, p peer, self string, use func(string)) {
	for ctx.Err() == nil {
		if err := p.Connect(ctx); err != nil {
			time.Sleep(5 * time.Second) // want `delay of 5s between attempts of p\.Connect has no jitter`
			continue
		}
		if p.Name() == self {
			return
		}
		for {
			line, err := p.Recv()
			if err != nil {
				time.Sleep(5 * time.Second)
				break
			}
			use(line)
		}
	}
}
