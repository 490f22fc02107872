// Package brokers gives messages back to brokers.
package brokers

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

type order struct{ ID string }

func rabbit(deliveries <-chan amqp.Delivery, save func(order) error) {
	for d := range deliveries {
		var o order
		if err := json.Unmarshal(d.Body, &o); err != nil {
			d.Nack(false, true) // want `^d.Nack gives back a message that cannot be decoded`
			continue
		}
		if err := save(o); err != nil {
			_ = d.Reject(true) // want `^d.Reject gives the message back at once, however often it failed`
			continue
		}
		d.Ack(false)
	}
}

func channel(ch *amqp.Channel, d amqp.Delivery) {
	var o order
	if err := json.Unmarshal(d.Body, &o); err != nil {
		log.Print(err)
		ch.Nack(d.DeliveryTag, false, true) // want `^ch.Nack gives back a message that cannot be decoded`
	}
}

func nats(m jetstream.Msg, save func(order) error) {
	var o order
	if err := json.Unmarshal(m.Data(), &o); err != nil {
		m.Nak() // want `^m.Nak gives back a message that cannot be decoded`
		return
	}
	if err := save(o); err != nil {
		m.Nak() // want `^m.Nak gives the message back at once`
		return
	}
	m.Ack()
}

var errBusy = errors.New("busy")

func right(ctx context.Context, deliveries <-chan amqp.Delivery, m jetstream.Msg, save func(order) error, turn interface {
	Wait(context.Context, string) error
}) {
	for d := range deliveries {
		var o order
		if err := json.Unmarshal(d.Body, &o); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := turn.Wait(ctx, o.ID); err != nil {
			d.Nack(false, true)
			return
		}
		err := save(o)
		if errors.Is(err, errBusy) {
			d.Nack(false, true)
		}
		if err := save(o); err != nil {
			time.Sleep(time.Second)
			d.Nack(false, true)
		}
		if err := save(o); err != nil {
			m.NakWithDelay(time.Second)
		}
		if ctx.Err() != nil {
			d.Nack(false, true)
		}
	}
}

// What is done with the message comes from another call.
func flags() (multiple, requeue bool) { return false, true }

func indirect(d amqp.Delivery, save func([]byte) error) {
	if err := save(d.Body); err != nil {
		d.Nack(flags())
	}
}
