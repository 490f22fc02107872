package silent

import (
	"net/rpc"
	"time"
)

// The next round of the loop around it asks the same peer, and the wait is for that.
func patient(rounds []string, peer string, hello func(peer string) error) {
	for range rounds {
		for range 5 {
			if hello(peer) == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}
}

// Each server is given time to come up, and what follows is done all the same.
func allUp(addrs []string, hello func(addr string) error, start func()) {
	for _, addr := range addrs {
		for range 5 {
			if hello(addr) == nil {
				break
			}
			time.Sleep(time.Second)
		}
	}
	start()
}

// Nobody reads the answer: the server is given time to come up.
func up(c *rpc.Client, start func()) {
	for range 5 {
		var version string
		if c.Call("Server.Version", "", &version) == nil {
			break
		}
		time.Sleep(time.Second)
	}
	start()
}

// Something is done before each round but the first, not in the last.
func prepared(hello func() error, prepare, start func()) {
	for attempt := 0; attempt < 5; attempt++ {
		if attempt > 0 {
			prepare()
		}
		if hello() == nil {
			break
		}
		time.Sleep(time.Second)
	}
	start()
}
