// Package grpcs sets up the retries of gRPC clients.
package grpcs

import (
	"time"

	retry1 "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

const good = `{
 "methodConfig": [{
  "name": [{"service": "grpc.health.v1.Health"}],
  "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}
 }],
 "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
}`

var options = []grpc.DialOption{
	grpc.WithDefaultServiceConfig(good),
	grpc.WithDefaultServiceConfig(`{"loadBalancingConfig": [{"round_robin": {}}]}`),
	grpc.WithDefaultServiceConfig(`{"methodConfig": [}`), // want `this service config cannot be read`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`),                                   // want `this retryPolicy is that of no method`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 1, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`),                     // want `maxAttempts of 1 counts the first attempt`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "100ms", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`),                    // want `initialBackoff of "100ms" and maxBackoff of "1s" have to be seconds above 0`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "5s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`),                       // want `initialBackoff of 5s is above maxBackoff of 1s`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`),                    // want `maxAttempts of 10 is more than a client makes: it gives up after 5`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2}}]}`),                                                              // want `the retryPolicy has no retryableStatusCodes`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILIBLE"]}}]}`),                     // want `"UNAVAILIBLE" is no status code`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "INVALID_ARGUMENT"]}}]}`), // want `retryableStatusCodes lists INVALID_ARGUMENT`
	grpc.WithDefaultServiceConfig(`{"retryThrottling": {"maxTokens": 2000, "tokenRatio": 0.1}}`),                                                                                                                                              // want `retryThrottling needs maxTokens above 0`
}

var interceptors = []grpc.UnaryClientInterceptor{
	retry.UnaryClientInterceptor(retry.WithMax(1)),                                                            // want `WithMax counts attempts, whatever its documentation says: 1 is the first one`
	retry.UnaryClientInterceptor(retry.WithCodes(codes.Unavailable)),                                          // want `without WithMax this interceptor is off`
	retry1.UnaryClientInterceptor(retry1.WithBackoff(retry1.BackoffLinear(50 * time.Millisecond))),            // want `without WithMax this interceptor is off`
	retry.UnaryClientInterceptor(),                                                                            // for calls that bring WithMax
	retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithBackoff(retry.BackoffLinear(time.Second))),       // want `this back-off has no jitter, where the default has`
	retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithBackoff(retry.BackoffExponential(time.Second))),  // want `this back-off has neither jitter nor a maximum`
	retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithCodes(codes.Unavailable, codes.Unauthenticated)), // want `these codes list codes.Unauthenticated`
	retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithCodes(codes.Unavailable), retry.WithBackoff(retry.BackoffExponentialWithJitterBounded(time.Second, 0.2, time.Minute))),
	retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithBackoff(retry.BackoffLinear(50*time.Millisecond))),
	retry1.UnaryClientInterceptor(retry1.WithMax(1)), // want `WithMax counts attempts`
	retry1.UnaryClientInterceptor(retry1.WithMax(3)),
}

func list() grpc.UnaryClientInterceptor {
	opts := []retry1.CallOption{
		retry1.WithMax(3),
		retry1.WithBackoff(retry1.BackoffLinear(time.Second)), // want `this back-off has no jitter`
	}
	return retry1.UnaryClientInterceptor(opts...)
}

func given(opts ...retry.CallOption) grpc.UnaryClientInterceptor {
	return retry.UnaryClientInterceptor(opts...)
}
