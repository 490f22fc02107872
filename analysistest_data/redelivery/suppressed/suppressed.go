// Package suppressed holds a suppression at the call.
package suppressed

import amqp "github.com/rabbitmq/amqp091-go"

func sameLine(d amqp.Delivery, save func([]byte) error) {
	if err := save(d.Body); err != nil {
		d.Nack(false, true) //retryvet:ignore redelivery the queue has a delivery limit, set by the operator
	}
}

func unused(d amqp.Delivery) {
	//retryvet:ignore redelivery it is acknowledged // want `^//retryvet:ignore redelivery suppresses nothing here: remove it$`
	d.Ack(false)
}
