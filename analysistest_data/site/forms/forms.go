// Package forms holds a site in each form that Go code gives it.
package forms

import (
	"context"
	"iter"
	"log"
	"net"
	"net/http"
	"time"
)

func endless(addr string) net.Conn {
	for { // site: delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func condition(addr string) (conn net.Conn, err error) {
	for i := 0; i < 5; i++ { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return conn, err
}

func conditionOnError(addr string) net.Conn {
	conn, err := net.Dial("tcp", addr)
	for err != nil { // site: delay=constant jitter=no wait=sleep
		time.Sleep(time.Second)
		conn, err = net.Dial("tcp", addr)
	}
	return conn
}

func rangeInt(addr string) (conn net.Conn, err error) {
	for range 4 { // site: bound=attempts attempts=4 delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func rangeVariable(addr string, n int) (conn net.Conn, err error) {
	for i := range n { // site: bound=attempts delay=linear capped=no jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, err
}

func rangeDelays(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{1, 2, 4} { // site: bound=attempts attempts=3 delay=linear capped=no jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d * time.Second)
	}
	return nil, err
}

func tries(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func rangeFunc(addr string) (conn net.Conn, err error) {
	for range tries(6) { // site: bound=attempts delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func rangeTicks(addr string) (net.Conn, error) {
	for range time.Tick(time.Second) { // site: delay=constant jitter=no wait=ticker-uncancellable
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
	}
	return nil, nil
}

func jump(addr string) net.Conn {
again: // site: kind=goto delay=constant jitter=no wait=sleep
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		goto again
	}
	return conn
}

func jumpLimited(addr string) (conn net.Conn, err error) {
	left := 3
again: // site: kind=goto bound=attempts attempts=4 delay=constant jitter=no wait=sleep
	if conn, err = net.Dial("tcp", addr); err != nil && left > 0 {
		left--
		time.Sleep(time.Second)
		goto again
	}
	return conn, err
}

func recursion(addr string, left int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursion(addr, left-1) // site: kind=recursive bound=attempts delay=constant jitter=no wait=sleep
	}
	return conn, err
}

func first(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return second(addr)
	}
	return conn.Close()
}

func second(addr string) error {
	time.Sleep(time.Second)
	return first(addr) // site: kind=recursive delay=constant jitter=no wait=sleep
}

func labels(addr string) net.Conn {
outer:
	for { // site: delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		for range 3 {
			if err != nil {
				time.Sleep(time.Second)
				continue outer
			}
		}
		return conn
	}
}

func closure(addr string) func() net.Conn {
	return func() net.Conn {
		for { // site: delay=constant jitter=no wait=sleep
			conn, err := net.Dial("tcp", addr)
			if err == nil {
				return conn
			}
			time.Sleep(time.Second)
		}
	}
}

func typeSwitch(addr string) net.Conn {
	for { // site: delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		switch err.(type) {
		case nil:
			return conn
		case *net.OpError:
			log.Print(err)
		}
		time.Sleep(time.Second)
	}
}

func boolSwitch(addr string) net.Conn {
	for { // site: delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		switch {
		case err == nil:
			return conn
		default:
			time.Sleep(time.Second)
		}
	}
}

func statusCode(url string) (resp *http.Response, err error) {
	for range 3 { // site: bound=attempts,error-class attempts=3 delay=constant jitter=no wait=sleep
		if resp, err = http.Get(url); err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return resp, nil
}

func waitInPost(addr string) net.Conn {
	for ; ; time.Sleep(time.Second) { // site: delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
	}
}

func sleepOK(d time.Duration) bool {
	time.Sleep(d)
	return true
}

func waitInCondition(addr string) (conn net.Conn, err error) {
	for i := 0; i < 3 && sleepOK(time.Second); i++ { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func reconnect(ctx context.Context, addr string) {
	for ctx.Err() == nil { // site: kind=reconnect bound=ctx delay=constant jitter=no wait=sleep reach=ctx
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		serve(conn)
	}
}

func serve(conn net.Conn) {
	buf := make([]byte, 512)
	for { // work
		if _, err := conn.Read(buf); err != nil {
			conn.Close()
			return
		}
	}
}

func phase(url string) (string, error) {
	resp, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return resp.Header.Get("Phase"), nil
}

func poll(url string) error {
	for { // site: kind=poll bound=error-class delay=constant jitter=no wait=sleep
		p, err := phase(url)
		if err != nil {
			return err
		}
		if p == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}
