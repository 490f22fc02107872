package redelivery

// giver is a method that gives a message back to its broker, which delivers it again
// at once.
type giver struct {
	pkg    string
	method string // Type.Method
	// requeue is the position, counted from 1, of the parameter that says whether the
	// message is delivered again; 0 if it always is.
	requeue int
	// counts are the names and strings by which a package shows that it bounds the
	// deliveries of a message or looks at their number.
	counts []string
}

// givers are those that the check knows, as read in github.com/rabbitmq/amqp091-go
// v1.10.0 (delivery.go, channel.go), github.com/streadway/amqp v1.1.0 and
// github.com/nats-io/nats.go v1.41.2 (js.go, jetstream/message.go).
var givers = func() []giver {
	headers := []string{"Redelivered", "x-death", "x-delivery-count", "x-delivery-limit"}
	deliveries := []string{"MaxDeliver", "NumDelivered"}
	var out []giver
	for _, pkg := range []string{"github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp"} {
		out = append(out,
			giver{pkg, "Delivery.Nack", 2, headers}, giver{pkg, "Delivery.Reject", 1, headers},
			giver{pkg, "Channel.Nack", 3, headers}, giver{pkg, "Channel.Reject", 2, headers})
	}
	return append(out,
		giver{"github.com/nats-io/nats.go", "Msg.Nak", 0, deliveries},
		giver{"github.com/nats-io/nats.go/jetstream", "Msg.Nak", 0, deliveries})
}()

// decoders are the functions that make sense of a message's bytes: what fails once
// fails each time.
var decoders = map[string][]string{
	"encoding/json":                    {"Unmarshal", "Decoder.Decode"},
	"encoding/xml":                     {"Unmarshal", "Decoder.Decode"},
	"encoding/gob":                     {"Decoder.Decode"},
	"google.golang.org/protobuf/proto": {"Unmarshal"},
	"github.com/golang/protobuf/proto": {"Unmarshal"},
}
