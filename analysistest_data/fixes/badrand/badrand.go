// Package badrand holds jitter that is none, or that can crash.
package badrand

import (
	crand "crypto/rand"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"sync"
	"time"
)

func constantSeed(addr string) (conn net.Conn, err error) {
	r := rand.New(rand.NewSource(42))
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + time.Duration(r.Int63n(int64(time.Second))))
	}
	return nil, err
}

var source = randv2.New(randv2.NewPCG(1, 2))

func constantPCG(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		wait := source.Float64() * float64(time.Second)
		time.Sleep(time.Duration(wait))
	}
	return nil, err
}

var shared = rand.New(rand.NewSource(time.Now().UnixNano()))

// Dial is called by many.
func Dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(shared.Int63n(int64(time.Second))))
	}
	return nil, err
}

// Client is used by several goroutines, as its lock shows.
type Client struct {
	mu   sync.Mutex
	open int
	rng  *rand.Rand
}

// NewClient makes a client.
func NewClient() *Client {
	return &Client{rng: rand.New(rand.NewSource(time.Now().UnixNano()))}
}

// Dial dials.
func (c *Client) Dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(c.rng.Intn(1000)) * time.Millisecond)
	}
	return nil, err
}

func secret(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		n, _ := crand.Int(crand.Reader, big.NewInt(1000))
		time.Sleep(time.Duration(n.Int64()) * time.Millisecond)
	}
	return nil, err
}

func jittered(base time.Duration) time.Duration {
	n, err := crand.Int(crand.Reader, big.NewInt(int64(base)))
	if err != nil {
		return base
	}
	return base + time.Duration(n.Int64())
}

func secretHelper(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(jittered(time.Second))
	}
	return nil, err
}

// The first attempt is number zero.
func zeroth(addr string) (conn net.Conn, err error) {
	for i := 0; i < 5; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(rand.Intn(i)) * time.Second)
	}
	return nil, err
}

func zerothRange(addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(randv2.N(time.Duration(i) * time.Second))
	}
	return nil, err
}

// Half is for any duration, of zero and one nanosecond too.
func Half(d time.Duration) time.Duration {
	return d/2 + time.Duration(rand.Int63n(int64(d/2)))
}

func quarter(d time.Duration) time.Duration {
	part := d / 4
	return d - randv2.N(part)
}

var configured time.Duration

var _ = func() time.Duration { return quarter(configured) }

func truncated(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(30*time.Second + time.Duration(rand.Float64())*time.Second)
	}
	return nil, err
}

func wholeSeconds(d time.Duration, fraction float64) (time.Duration, time.Duration, time.Duration, time.Duration) {
	a := time.Second * time.Duration(rand.Float32()/2+0.8)
	b := d * time.Duration(1+fraction*rand.Float64())
	share := rand.Float64() * 0.5
	c := d + time.Duration(share)
	e := time.Duration(rand.Intn(1000)/1000) * time.Second
	return a, b, c, e
}

func floored(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(max(time.Second, randv2.N(time.Second)))
	}
	return nil, err
}
