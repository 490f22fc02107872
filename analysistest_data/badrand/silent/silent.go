// Package silent holds jitter that is as it should be.
package silent

import (
	crand "crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"sync"
	"time"
)

func global(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + time.Duration(rand.Int63n(int64(time.Second))))
	}
	return nil, err
}

func ownSource(addr string) (conn net.Conn, err error) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(r.Float64() * float64(time.Second)))
	}
	return nil, err
}

// Client guards its source.
type Client struct {
	mu  sync.Mutex
	rng *rand.Rand
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
		c.mu.Lock()
		d := time.Duration(c.rng.Int63n(int64(time.Second)))
		c.mu.Unlock()
		time.Sleep(d)
	}
	return nil, err
}

// run is one goroutine's.
func (c *Client) run(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(c.rng.Int63n(int64(time.Second))))
	}
	return nil, err
}

type worker struct{ rng *rand.Rand }

func newWorker() *worker { return &worker{rand.New(rand.NewSource(time.Now().UnixNano()))} }

func (w *worker) Dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(w.rng.Int63n(int64(time.Second))))
	}
	return nil, err
}

type lockedSource struct {
	mu  sync.Mutex
	src rand.Source
}

func (s *lockedSource) Int63() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Int63()
}

func (s *lockedSource) Seed(seed int64) {}

var locked = rand.New(&lockedSource{src: rand.NewSource(time.Now().UnixNano())})

func lockedDial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(locked.Int63n(int64(time.Second))))
	}
	return nil, err
}

// The server says how long, in bytes that once held a secret.
func told(addr string) (conn net.Conn, err error) {
	b := make([]byte, 8)
	if _, err := crand.Read(b); err != nil {
		return nil, err
	}
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			if _, err = conn.Write(b); err == nil {
				return conn, nil
			}
			if _, err = io.ReadFull(conn, b); err != nil {
				return nil, err
			}
		}
		time.Sleep(time.Duration(binary.BigEndian.Uint64(b)) + randv2.N(time.Second))
	}
	return nil, err
}

// What crypto/rand gives is no delay.
func key(addr string) (conn net.Conn, id string, err error) {
	var b [8]byte
	for range 5 {
		if _, err = crand.Read(b[:]); err != nil {
			return nil, "", err
		}
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, hex.EncodeToString(b[:]), nil
		}
		time.Sleep(randv2.N(time.Second))
	}
	return nil, "", err
}

func first(addr string) (conn net.Conn, err error) {
	for i := 1; i < 5; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(rand.Intn(i)) * time.Second)
	}
	return nil, err
}

func notTheFirst(addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if i > 0 {
			time.Sleep(time.Duration(rand.Intn(i)) * time.Second)
		}
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func countsFirst(addr string) (conn net.Conn, err error) {
	n := 0
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		n++
		time.Sleep(time.Duration(rand.Intn(n)) * time.Second)
	}
}

func plusOne(addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(rand.Intn(1<<i)+rand.Intn(i+1)) * time.Second)
	}
	return nil, err
}

// Half asks first.
func Half(d time.Duration) time.Duration {
	half := d / 2
	if half <= 0 {
		return d
	}
	return half + time.Duration(rand.Int63n(int64(half)))
}

// Guarded asks for what is divided.
func Guarded(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d
	}
	return d + randv2.N(d/10)
}

// Plus adds one.
func Plus(d time.Duration) time.Duration { return d + time.Duration(rand.Int63n(int64(d/2)+1)) }

func tenth(d time.Duration) time.Duration { return d + randv2.N(d/10) }

var _ = tenth(time.Second)

// pick has to do with no duration.
func pick(list []int, n int) int { return list[rand.Intn(n/2)] }

func fine(d time.Duration, fraction float64) []time.Duration {
	return []time.Duration{
		time.Duration(rand.Float64() * float64(time.Second)),
		time.Duration(30*rand.Float32()) * time.Second,
		time.Duration(float64(d) * (1 + fraction*rand.Float64())),
		d * time.Duration(rand.Intn(3)+1),
		time.Duration(rand.Intn(1000)) * time.Millisecond,
		max(time.Second, randv2.N(time.Minute)),
		2 * time.Duration(rand.Float64()*1e9),
	}
}

func floored(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(max(time.Second, randv2.N(time.Minute)))
	}
	return nil, err
}

func raised(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		delay := randv2.N(time.Minute)
		if delay < time.Second {
			delay = time.Second
		}
		time.Sleep(delay)
	}
	return nil, err
}

// runner is run by one goroutine each.
type runner struct{ rng *rand.Rand }

func start(addrs []string) {
	for i, addr := range addrs {
		r := &runner{rng: rand.New(rand.NewSource(time.Now().UnixNano() + int64(i)))}
		go r.dial(addr)
	}
}

func (r *runner) dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + time.Duration(r.rng.Int63n(int64(time.Second))))
	}
	return nil, err
}

// Each goroutine has a source of its own.
func oneEach(addrs []string) {
	var wg sync.WaitGroup
	for i, addr := range addrs {
		wg.Go(func() {
			r := rand.New(rand.NewSource(time.Now().UnixNano() + int64(i)))
			for range 5 {
				if conn, err := net.Dial("tcp", addr); err == nil {
					conn.Close()
					return
				}
				time.Sleep(time.Duration(r.Int63n(int64(time.Second))))
			}
		})
	}
	wg.Wait()
}

// They take turns.
func takeTurns(addrs []string) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, addr := range addrs {
		wg.Go(func() {
			for range 5 {
				if conn, err := net.Dial("tcp", addr); err == nil {
					conn.Close()
					return
				}
				mu.Lock()
				d := time.Duration(r.Int63n(int64(time.Second)))
				mu.Unlock()
				time.Sleep(d)
			}
		})
	}
	wg.Wait()
}

// Each goroutine has a source of its own.
func each(addrs []string) error {
	errs := make([]error, len(addrs))
	var wg sync.WaitGroup
	for i, addr := range addrs {
		wg.Go(func() {
			r := rand.New(rand.NewSource(time.Now().UnixNano()))
			for range 5 {
				var conn net.Conn
				conn, errs[i] = net.Dial("tcp", addr)
				if errs[i] == nil {
					conn.Close()
					return
				}
				time.Sleep(time.Duration(r.Int63n(int64(time.Second))))
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
