module breakeropen

go 1.26

require (
	github.com/eapache/go-resiliency v1.7.0
	github.com/sony/gobreaker/v2 v2.4.0
)
