// Package reports gives messages back to a broker of its own kind.
package reports

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
)

type message struct {
	id   string
	body []byte
}

type broker interface {
	Receive(ctx context.Context) (*message, error)
	Ack(ctx context.Context, id string) error
	Nack(ctx context.Context, id string) error
}

func handle(ctx context.Context, m *message) error {
	resp, err := http.Get(string(m.body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func consume(ctx context.Context, b broker) error {
	for {
		m, err := b.Receive(ctx)
		if err != nil {
			return err
		}
		if err := handle(ctx, m); err != nil {
			log.Printf("message %s: %v", m.id, err)
			if err := b.Nack(ctx, m.id); err != nil { // want `^b.Nack gives the message back at once, however often it failed: one that cannot be handled is delivered over and over, without a pause and for ever$`
				return err
			}
			continue
		}
		if err := b.Ack(ctx, m.id); err != nil {
			return err
		}
	}
}

func decode(ctx context.Context, b broker) {
	for {
		m, err := b.Receive(ctx)
		if err != nil {
			return
		}
		var url string
		err = json.Unmarshal(m.body, &url)
		if err != nil {
			b.Nack(ctx, m.id) // want `^b.Nack gives back a message that cannot be decoded: it is delivered again and fails again, for ever and without a pause$`
			continue
		}
		b.Ack(ctx, m.id)
	}
}
