// Package retrygrpc retries unary gRPC calls that are safe to repeat. It is a
// module of its own, so that package retry needs no dependency.
//
//	retries := &retrygrpc.Interceptor{}
//	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(retries.Unary), grpc.WithDisableRetry())
//
// WithDisableRetry leaves retrying to one layer: a service config could ask the
// connection for retries as well. Streams are not retried.
package retrygrpc

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/retryvet/retryvet/runtime/retry"
)

// The metadata of gRPC's own retries
// (https://github.com/grpc/proposal/blob/master/A6-client-retries.md).
const (
	previousAttempts = "grpc-previous-rpc-attempts"
	pushback         = "grpc-retry-pushback-ms"
)

// Interceptor makes a unary call again when that is safe and promising. The zero
// value works. It is safe for concurrent use; its fields must not change after
// first use.
//
// Safe is a method that Repeatable allows, or without Repeatable one whose
// idempotency_level in its .proto file is NO_SIDE_EFFECTS or IDEMPOTENT.
//
// Promising is the code UNAVAILABLE, DEADLINE_EXCEEDED before the call's
// own deadline if there is an AttemptTimeout, and any other code if the server says when to come
// back, by the status detail google.rpc.RetryInfo. RESOURCE_EXHAUSTED is then a
// retry.Throttle. The server's pushback counts for more: the trailer
// grpc-retry-pushback-ms is the least wait, and one that is negative or no number
// ends retrying.
//
// Each repeat tells the server how many attempts were made before, in all layers
// (see retry.PreviousAttempts), in grpc-previous-rpc-attempts.
//
// The error of a call that was not repeated is the call's own; otherwise it is
// what [retry.Do] returns, in which status.FromError finds the last status.
type Interceptor struct {
	// Policy says how often and how fast. AttemptTimeout limits each attempt.
	Policy retry.Policy
	// Budgets are used if Policy.Budget is nil: one for each target.
	Budgets retry.Budgets[string]
	// Repeatable reports whether a method, such as /package.Service/Method, may
	// be called again.
	Repeatable func(method string) bool

	idempotent sync.Map // method to bool
}

// Unary is a [grpc.UnaryClientInterceptor].
func (i *Interceptor) Unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var trailer metadata.MD
	opts = append(opts[:len(opts):len(opts)], grpc.Trailer(&trailer))
	p := i.Policy
	if p.Budget == nil {
		p.Budget = i.Budgets.For(cc.Target())
	}
	repeatable := i.repeatable(method)
	p.Classify = func(err error) retry.Decision {
		d := classify(err, trailer)
		if ask := i.Policy.Classify; ask != nil {
			if own := ask(err); own != (retry.Decision{}) {
				d = own
			}
		}
		if !repeatable {
			d.Class = retry.GiveUp
		}
		return d
	}
	return retry.Do(ctx, p, func(attempt context.Context) error {
		trailer = nil
		if n := retry.PreviousAttempts(attempt); n > 0 {
			attempt = metadata.AppendToOutgoingContext(attempt, previousAttempts, strconv.Itoa(n))
		}
		err := invoke(attempt, method, req, reply, cc, opts...)
		// The server may be the first to see that the time is over.
		if status.Code(err) == codes.DeadlineExceeded && p.AttemptTimeout > 0 && ctx.Err() == nil {
			err = fmt.Errorf("%w: %w", retry.ErrAttemptTimeout, err)
		}
		return err
	})
}

func (i *Interceptor) repeatable(method string) bool {
	if i.Repeatable != nil {
		return i.Repeatable(method)
	}
	if known, ok := i.idempotent.Load(method); ok {
		return known.(bool)
	}
	is := idempotent(method)
	i.idempotent.Store(method, is)
	return is
}

// idempotent looks the method up among the .proto files of the program.
func idempotent(method string) bool {
	name := strings.Replace(strings.TrimPrefix(method, "/"), "/", ".", 1)
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return false
	}
	options, ok := d.Options().(*descriptorpb.MethodOptions)
	return ok && options.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}

// classify reads the status of an attempt and its trailer.
func classify(err error, trailer metadata.MD) retry.Decision {
	s := status.Convert(err)
	info, told := retryInfo(s)
	d := retry.Decision{Class: retry.GiveUp, AtLeast: info}
	switch {
	case s.Code() == codes.ResourceExhausted && told:
		d.Class = retry.Throttle
	case s.Code() == codes.Unavailable || told || errors.Is(err, retry.ErrAttemptTimeout):
		d.Class = retry.Again
	}
	if values := trailer.Get(pushback); len(values) > 0 && d.Class != retry.GiveUp {
		ms, err := strconv.ParseInt(values[0], 10, 32) // an int32, says A6
		if err != nil || ms < 0 {
			return retry.Decision{Class: retry.GiveUp}
		}
		d.AtLeast = time.Duration(ms) * time.Millisecond
	}
	return d
}

func retryInfo(s *status.Status) (wait time.Duration, told bool) {
	for _, detail := range s.Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return max(info.GetRetryDelay().AsDuration(), 0), true
		}
	}
	return 0, false
}

// CountAttempts is a [grpc.UnaryServerInterceptor] by which handlers' calls hand
// on what grpc-previous-rpc-attempts says, so that observers see that attempts
// multiply. Metadata that is not a number counts as none.
func CountAttempts(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	if values := metadata.ValueFromIncomingContext(ctx, previousAttempts); len(values) > 0 {
		if n, err := strconv.ParseUint(values[0], 10, 16); err == nil {
			ctx = retry.WithPreviousAttempts(ctx, int(n))
		}
	}
	return handle(ctx, req)
}

var (
	_ grpc.UnaryClientInterceptor = (*Interceptor)(nil).Unary
	_ grpc.UnaryServerInterceptor = CountAttempts
)
