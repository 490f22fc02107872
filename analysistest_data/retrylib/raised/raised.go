// Package raised lets a gRPC client make more attempts than five.
package raised

import "google.golang.org/grpc"

var options = []grpc.DialOption{
	grpc.WithMaxCallAttempts(10),
	grpc.WithMaxCallAttempts(1), // want `fewer than 2 attempts are the default of 5`
	grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`),
}
