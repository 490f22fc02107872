package reports

import (
	"context"
	"log"
	"net/rpc"
	"os"
	"time"
)

// The first attempt for the next peer follows, which has waited for nothing.
func greet(peers []string, hello func(peer string) error) {
	for _, peer := range peers {
		for attempt := range 5 {
			if err := hello(peer); err == nil {
				break
			}
			time.Sleep(time.Duration(attempt+1) * time.Second) // want `is passed after the last attempt of hello too`
		}
	}
}

// What is asked is made of the round's own.
func visit(peers map[string]int, hello func(addr string) error) {
	for host, port := range peers {
		addr := host + ":" + string(rune(port))
		for range 3 {
			if hello(addr) == nil {
				break
			}
			time.Sleep(time.Second) // want `is passed after the last attempt of hello too`
		}
	}
}

// The answer goes where a pointer leads, and what follows reads it.
func known(c *rpc.Client, start func([]string)) {
	var known []string
	for range 5 {
		err := c.Call("Names.List", "all", &known)
		if err == nil {
			break
		}
		log.Print(err)
		time.Sleep(time.Second) // want `is passed after the last attempt of c.Call too`
	}
	start(known)
}

// What is to go does not come up in the meantime.
func tidy(ctx context.Context, remove func(context.Context, string) error, next func()) {
	for range 3 {
		err := remove(ctx, "old")
		if err == nil || os.IsNotExist(err) {
			break
		}
		log.Print(err)
		time.Sleep(3 * time.Second) // want `is passed after the last attempt of remove too`
	}
	log.Print("removed")
	next()
}

type images struct{ drop func(string) error }

func (i *images) ImageRemove(id string) error { return i.drop(id) }

// Docker's client has the verb at the end.
func prune(i *images, next func()) {
	for range 3 {
		if i.ImageRemove("old") == nil {
			break
		}
		time.Sleep(3 * time.Second) // want `is passed after the last attempt of i.ImageRemove too`
	}
	next()
}

// The last round says so to others.
func rotate(turn func() error, tries int, tell func(error), next func()) {
	for attempt := 1; attempt <= tries; attempt++ {
		err := turn()
		if err == nil {
			break
		}
		if attempt >= tries {
			tell(err)
		}
		time.Sleep(3 * time.Second) // want `is passed after the last attempt of turn too`
	}
	next()
}
