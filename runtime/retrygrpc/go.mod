module github.com/retryvet/retryvet/runtime/retrygrpc

go 1.26.0

// It is released together with package retry, under the same version. This line
// serves builds in the repository; other modules do not see it.
replace github.com/retryvet/retryvet/runtime => ../

require (
	github.com/retryvet/retryvet/runtime v0.1.0
	google.golang.org/genproto/googleapis/rpc v0.0.0-20261019180522-ce908d29299b
	google.golang.org/grpc v1.85.0
	google.golang.org/protobuf v1.36.12
)

require (
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)
