package forms

import (
	"context"
	"errors"
	"io"
	"net"
	"time"
)

// ended completes an error by that of the context, and says whether it did.
func ended(ctx context.Context, err *error) bool {
	if ctx.Err() == nil {
		return false
	}
	if *err == nil {
		*err = ctx.Err()
	}
	return true
}

// asked hands a question the address of its error.
func asked(ctx context.Context, addr string) (err error) {
	again := true
	for tries := 0; again && tries < 5; tries++ { // site: bound=attempts,ctx,error-class attempts=5 delay=constant jitter=no wait=sleep reach=ctx
		_, err = net.Dial("tcp", addr)
		if ended(ctx, &err) {
			break
		}
		again = false
		if errors.Is(err, io.EOF) {
			time.Sleep(time.Second)
			again = true
		}
	}
	return err
}

// decoded is given a new answer each round, and goes on whatever that was.
func decoded(addrs chan string, decode func(string, *error) bool) {
	for { // work
		addr, ok := <-addrs
		if !ok {
			return
		}
		var err error
		if decode(addr, &err) {
			time.Sleep(time.Second)
		}
	}
}
