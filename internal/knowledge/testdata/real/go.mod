// The versions that the tables of package knowledge are compared with. Nothing
// is built from them.
module real

go 1.26

require (
	github.com/avast/retry-go/v4 v4.7.0
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/go-redis/redis/v8 v8.11.5
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/jpillora/backoff v1.1.0
	github.com/redis/go-redis/v9 v9.22.0
	github.com/sethvargo/go-retry v0.5.0
	golang.org/x/time v0.16.0
	k8s.io/apimachinery v0.37.2
	k8s.io/client-go v0.37.2
)
