// Package silent gives messages back, and heeds how often they were delivered.
package silent

import (
	"context"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

func rabbit(deliveries <-chan amqp.Delivery, save func([]byte) error) {
	for d := range deliveries {
		if d.Redelivered {
			d.Nack(false, false)
			continue
		}
		if err := save(d.Body); err != nil {
			d.Nack(false, true)
		}
	}
}

type message struct {
	id       string
	attempts int
}

type broker interface {
	Receive(ctx context.Context) (*message, error)
	Ack(ctx context.Context, id string) error
	Nack(ctx context.Context, id string) error
}

func handle(m *message) error {
	_, err := http.Get(m.id)
	return err
}

func counted(ctx context.Context, b broker) {
	for {
		m, err := b.Receive(ctx)
		if err != nil {
			return
		}
		if m.attempts > 5 {
			b.Ack(ctx, m.id)
			continue
		}
		if err := handle(m); err != nil {
			b.Nack(ctx, m.id)
		}
	}
}

func waits(ctx context.Context, b broker) {
	for {
		m, err := b.Receive(ctx)
		if err != nil {
			return
		}
		if err := handle(m); err != nil {
			time.Sleep(time.Second)
			b.Nack(ctx, m.id)
		}
	}
}

// Nack of something else than the message's broker.
func other(ctx context.Context, b, log broker) {
	for {
		m, err := b.Receive(ctx)
		if err != nil {
			return
		}
		if err := handle(m); err != nil {
			log.Nack(ctx, m.id)
		}
	}
}
