package retrygrpc_test

import (
	"fmt"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retrygrpc"
)

func Example() {
	retries := &retrygrpc.Interceptor{
		Policy: retry.Policy{Name: "users", MaxAttempts: 4},
		// Without this function: the methods that are idempotent by their
		// .proto files.
		Repeatable: func(method string) bool { return strings.Contains(method, "/Get") },
	}
	conn, err := grpc.NewClient("localhost:50051",
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retries.Unary),
		grpc.WithDisableRetry())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()

	// And on the side of a server that makes calls itself.
	grpc.NewServer(grpc.UnaryInterceptor(retrygrpc.CountAttempts))
}
