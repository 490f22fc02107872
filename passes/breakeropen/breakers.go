package breakeropen

import "time"

// breaker is a circuit breaker of a library: what it runs fails at once, without
// being run, as long as it is open.
type breaker struct {
	pkg string
	// runs are the methods that run a function, as Type.Method.
	runs []string
	// opens are the errors and methods by which code tells that it is open.
	opens []string
	// settings is the struct, and timeout its field, that says how long it stays open;
	// "" if it is set in another way.
	settings, timeout string
	// byDefault is how long that is where nothing sets it, 0 where it must be set.
	byDefault time.Duration
}

// breakers are the circuit breakers that the check knows, as read in
// github.com/sony/gobreaker v1.0.0 and v2.4.0, and in github.com/eapache/go-resiliency
// v1.7.0.
var breakers = []breaker{
	{
		pkg: "github.com/sony/gobreaker", runs: []string{"CircuitBreaker.Execute"},
		opens:    []string{"ErrOpenState", "ErrTooManyRequests", "State"},
		settings: "Settings", timeout: "Timeout", byDefault: time.Minute,
	},
	{
		pkg: "github.com/sony/gobreaker/v2", runs: []string{"CircuitBreaker.Execute", "DistributedCircuitBreaker.Execute"},
		opens:    []string{"ErrOpenState", "ErrTooManyRequests", "State"},
		settings: "Settings", timeout: "Timeout", byDefault: time.Minute,
	},
	{
		pkg: "github.com/eapache/go-resiliency/breaker", runs: []string{"Breaker.Run"},
		opens: []string{"ErrBreakerOpen", "GetState"},
	},
}
