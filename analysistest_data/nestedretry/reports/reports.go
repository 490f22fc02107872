// Package reports holds attempts that retry inside.
package reports

import (
	"errors"
	"net"
	"net/http"
	"time"

	"nestedretry/inner"
	"nestedretry/middle"
)

func dial(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Four waits of 1s, and five times two within.
func samePackage(addr string) (conn net.Conn, err error) {
	for range 5 { // want `^attempts multiply: dial, which itself retries \(reports\.dial\): 5 x 3 = 15 attempts, up to 14s of waiting$`
		if conn, err = dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// What waits within is in another package.
func otherPackage(addr string) (conn net.Conn, err error) {
	for range 5 { // want `^attempts multiply: inner\.Dial, which itself retries \(inner\.Dial\): 5 x 3 = 15 attempts, up to 4s of waiting between the 5 alone$`
		if conn, err = inner.Dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func connect(addr string) (net.Conn, error) { return dial(addr) }

func chainInPackage(addr string) (conn net.Conn, err error) {
	for range 3 { // want `^attempts multiply: connect, which itself retries \(reports\.connect > reports\.dial\): 3 x 3 = 9 attempts, up to 8s of waiting$`
		if conn, err = connect(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func method(c *inner.Client) (err error) {
	for range 5 { // want `^attempts multiply: c\.Ping, which itself retries \(Client\.Ping\): 5 x 4 = 20 attempts, up to 4s of waiting between the 5 alone$`
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// session has one implementation in reach.
type session interface{ open() error }

type tcpSession struct{ addr string }

func (s *tcpSession) open() (err error) {
	for range 3 {
		var conn net.Conn
		if conn, err = net.Dial("tcp", s.addr); err == nil {
			return conn.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func byInterface(s session) (err error) {
	for range 5 { // want `^attempts multiply: s\.open, which itself retries \(tcpSession\.open\): 5 x 3 = 15 attempts, up to 14s of waiting$`
		if err = s.open(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func fetch(client *http.Client, url string) (resp *http.Response, err error) {
	for attempt := 1; attempt <= 4; attempt++ {
		if resp, err = client.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func jump(client *http.Client, url string) (*http.Response, error) {
	n := 0
again: // want `^attempts multiply: fetch, which itself retries \(reports\.fetch\): .*$`
	resp, err := fetch(client, url)
	if err != nil && n < 4 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

// A function that is given to an own retrier is an attempt like any other.
func do(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func throughRetrier(addr string) error {
	return do(5, func() error { // want `^attempts multiply: dial, which itself retries \(reports\.dial\): 5 x 3 = 15 attempts, up to 14s of waiting$`
		conn, err := dial(addr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

func generic[T any](n int, get func() (T, error)) (v T, err error) {
	for range 3 {
		if v, err = get(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return v, err
}

func fetched(url string) (*http.Response, error) {
	return generic(3, func() (*http.Response, error) { return http.Get(url) })
}

func throughGeneric(url string) (resp *http.Response, err error) {
	for range 4 { // want `^attempts multiply: fetched, which itself retries \(reports\.fetched\): 4 x 3 = 12 attempts, up to 11s of waiting$`
		if resp, err = fetched(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func recursion(addr string, left int) (net.Conn, error) {
	conn, err := dial(addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursion(addr, left-1) // want `^attempts multiply: dial, which itself retries \(reports\.dial\): each attempt is up to 3, and nothing fixes how many there are$`
	}
	return conn, err
}

func chain(addr string) (conn net.Conn, err error) {
	for range 4 { // want `^attempts multiply: middle\.Open, which itself retries \(middle\.Open > inner\.Dial\): 4 x 3 = 12 attempts, up to 3s of waiting between the 4 alone$`
		if conn, err = middle.Open(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func closure(addr string) (conn net.Conn, err error) {
	open := func() (net.Conn, error) { return dial(addr) }
	for range 5 { // want `^attempts multiply: open, which itself retries \(reports\.dial\): 5 x 3 = 15 attempts, up to 14s of waiting$`
		if conn, err = open(); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func methodValue(c *inner.Client) (err error) {
	ping := c.Ping
	for range 5 { // want `^attempts multiply: ping, which itself retries \(Client\.Ping\): 5 x 4 = 20 attempts, up to 4s of waiting between the 5 alone$`
		if err = ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Three layers: what is told are all of them.
func layers(addr string) (err error) {
	for range 3 { // want `^attempts multiply: twice, which itself retries \(reports\.twice > inner\.Dial\): 3 x 4 x 3 = 36 attempts, up to 2s of waiting between the 3 alone$`
		if err = twice(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func twice(addr string) (err error) {
	for range 4 { // want `^attempts multiply: inner\.Dial, which itself retries \(inner\.Dial\): 4 x 3 = 12 attempts, up to 3s of waiting between the 4 alone$`
		conn, err := inner.Dial(addr)
		if err == nil {
			return conn.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

var (
	errBusy  = errors.New("busy")
	errMoved = errors.New("moved")
)

func ask(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return errBusy
	}
	conn.Close()
	return errMoved
}

// patient tries busy servers again, and nothing else.
func patient(addr string) error {
	for attempt := 1; ; attempt++ {
		err := ask(addr)
		if err != errBusy || attempt == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// The same class twice: three waits of 1s, and four times four within.
func busy(addr string) error {
	for attempt := 1; ; attempt++ { // want `^attempts multiply: patient, which itself retries \(reports\.patient\): 4 x 5 = 20 attempts, up to 19s of waiting$`
		err := patient(addr)
		if err != errBusy || attempt == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}
