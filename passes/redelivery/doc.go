// Package redelivery reports messages that are given back to their broker for ever.
//
// # Analyzer redelivery
//
// redelivery: report a message that is given back at once and for ever because it cannot be handled
//
// A consumer gives a message back to be delivered again: Nack or Reject with requeue of
// github.com/rabbitmq/amqp091-go and github.com/streadway/amqp, Nak of
// github.com/nats-io/nats.go, or Nack of whatever the loop received the message from.
// It does so because the message could not be decoded, or because handling it failed,
// with no wait before it, and nothing in the package looks at how often the message was
// delivered or bounds that.
//
// # Why it hurts
//
// What cannot be decoded now cannot be decoded later. The broker delivers it again at
// once, usually to the same consumer and before all others, so one broken message keeps
// a consumer and the broker busy for ever and, with a prefetch of one, stops the queue:
// "if all consumers requeue because they cannot process a delivery due to a transient
// condition, they will create a requeue/redelivery loop. Such loops can consume a lot of
// network bandwidth and CPU resources" (https://www.rabbitmq.com/docs/nack). A failing
// database is asked again for each message as fast as the broker can deliver.
//
// # Before and after
//
// Before:
//
//	type message struct {
//		id  string
//		url string
//	}
//
//	type broker interface {
//		Receive(ctx context.Context) (*message, error)
//		Ack(ctx context.Context, id string) error
//		Nack(ctx context.Context, id string) error
//		NackAfter(ctx context.Context, id string, d time.Duration) error
//	}
//
//	func consume(ctx context.Context, b broker, handle func(context.Context, *message) error) error {
//		for {
//			m, err := b.Receive(ctx)
//			if err != nil {
//				return err
//			}
//			if err := handle(ctx, m); err != nil {
//				err = b.Nack(ctx, m.id)
//			} else {
//				err = b.Ack(ctx, m.id)
//			}
//			if err != nil {
//				return err
//			}
//		}
//	}
//
// After, with a broker that delays and, after so many deliveries, takes the message to a
// queue of dead letters:
//
//	type message struct {
//		id  string
//		url string
//	}
//
//	type broker interface {
//		Receive(ctx context.Context) (*message, error)
//		Ack(ctx context.Context, id string) error
//		Nack(ctx context.Context, id string) error
//		NackAfter(ctx context.Context, id string, d time.Duration) error
//	}
//
//	func consume(ctx context.Context, b broker, handle func(context.Context, *message) error) error {
//		for {
//			m, err := b.Receive(ctx)
//			if err != nil {
//				return err
//			}
//			if err := handle(ctx, m); err != nil {
//				err = b.NackAfter(ctx, m.id, 10*time.Second)
//			} else {
//				err = b.Ack(ctx, m.id)
//			}
//			if err != nil {
//				return err
//			}
//		}
//	}
//
// Remedy: send what cannot be decoded to a dead-letter queue at once, and give back what
// may heal after a delay and only so many times, by the broker's own count.
//
// # What is never reported
//
// A message that is given back for a reason of its own, or because the consumer is told
// to stop. A wait before it. NakWithDelay. Packages that speak of Redelivered, x-death,
// x-delivery-count, x-delivery-limit, MaxDeliver or NumDelivered. Cloud services whose
// subscriptions say elsewhere how often they deliver.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore redelivery the queue has a delivery limit, set by the operator
package redelivery
