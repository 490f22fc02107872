// Package reports holds jitter that is none, or that can crash.
package reports

import (
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"io"
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
		time.Sleep(time.Second + time.Duration(r.Int63n(int64(time.Second)))) // want `r.Int63n\(int64\(time.Second\)\) draws the jitter from a source with a constant seed`
	}
	return nil, err
}

var source = randv2.New(randv2.NewPCG(1, 2))

func constantPCG(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		wait := source.Float64() * float64(time.Second) // want `constant seed`
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
		time.Sleep(time.Duration(shared.Int63n(int64(time.Second)))) // want `draws the jitter from shared, a \*rand.Rand without a lock`
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
		time.Sleep(time.Duration(c.rng.Intn(1000)) * time.Millisecond) // want `from c.rng, a \*rand.Rand without a lock`
	}
	return nil, err
}

func secret(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		n, _ := crand.Int(crand.Reader, big.NewInt(1000)) // want `draws the jitter from crypto/rand`
		time.Sleep(time.Duration(n.Int64()) * time.Millisecond)
	}
	return nil, err
}

func jittered(base time.Duration) time.Duration {
	n, err := crand.Int(crand.Reader, big.NewInt(int64(base))) // want `draws the jitter from crypto/rand`
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
		time.Sleep(jittered(time.Second)) // said once, at the helper
	}
	return nil, err
}

func secretHelperAgain(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(jittered(time.Second))
	}
	return nil, err
}

func bytesHelper(limit time.Duration) time.Duration {
	b := make([]byte, 8)
	crand.Read(b) // want `crand.Read\(b\) draws the jitter from crypto/rand`
	return time.Duration(binary.BigEndian.Uint64(b) % uint64(limit))
}

func secretBytes(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(bytesHelper(time.Second))
	}
	return nil, err
}

func secretReader(addr string) (conn net.Conn, err error) {
	var b [4]byte
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if _, err := io.ReadFull(crand.Reader, b[:]); err != nil { // want `draws the jitter from crypto/rand`
			return nil, err
		}
		time.Sleep(time.Second + time.Duration(binary.LittleEndian.Uint32(b[:])))
	}
	return nil, err
}

// The first attempt is number zero.
func zeroth(addr string) (conn net.Conn, err error) {
	for i := 0; i < 5; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(rand.Intn(i)) * time.Second) // want `rand.Intn\(i\) panics when i is zero, and nothing makes sure that it is not`
	}
	return nil, err
}

func zerothRange(addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(randv2.N(time.Duration(i) * time.Second)) // want `panics when`
	}
	return nil, err
}

// Half is for any duration, of zero and one nanosecond too.
func Half(d time.Duration) time.Duration {
	return d/2 + time.Duration(rand.Int63n(int64(d/2))) // want `rand.Int63n\(int64\(d / 2\)\) panics when int64\(d / 2\) is zero`
}

func quarter(d time.Duration) time.Duration {
	part := d / 4
	return d - randv2.N(part) // want `randv2.N\(part\) panics when part is zero`
}

var configured time.Duration

var _ = quarter(configured)

func truncated(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(30*time.Second + time.Duration(rand.Float64())*time.Second) // want `the jitter in the expression is lost: time.Duration\(rand.Float64\(\)\) rounds it down`
	}
	return nil, err
}

func wholeSeconds(d time.Duration, fraction float64) (time.Duration, time.Duration, time.Duration, time.Duration) {
	a := time.Second * time.Duration(rand.Float32()/2+0.8) // want `is lost`
	b := d * time.Duration(1+fraction*rand.Float64())      // want `is lost`
	share := rand.Float64() * 0.5
	c := d + time.Duration(share)                          // want `is lost`
	e := time.Duration(rand.Intn(1000)/1000) * time.Second // want `is lost`
	return a, b, c, e
}

func floored(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(max(time.Second, randv2.N(time.Second))) // want `what is drawn is never more than time.Second`
	}
	return nil, err
}

func raised(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		delay := randv2.N(time.Second) // want `the jitter in randv2.N\(time.Second\) is lost: what is drawn is never more than time.Second`
		if delay < time.Second {
			delay = time.Second
		}
		time.Sleep(delay)
	}
	return nil, err
}

// pool is run by several goroutines at once.
type pool struct{ rng *rand.Rand }

func newPool() *pool { return &pool{rng: rand.New(rand.NewSource(time.Now().UnixNano()))} }

func (p *pool) start(addrs []string) {
	for _, addr := range addrs {
		go p.work(addr)
	}
}

func (p *pool) work(addr string) {
	if conn, err := p.dial(addr); err == nil {
		conn.Close()
	}
}

func (p *pool) dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + time.Duration(p.rng.Int63n(int64(time.Second)))) // want `p.rng, a \*rand.Rand without a lock that concurrent calls share`
	}
	return nil, err
}

// Goroutines share the source that they capture.
func captured(addrs []string) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	var wg sync.WaitGroup
	for _, addr := range addrs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5 {
				if conn, err := net.Dial("tcp", addr); err == nil {
					conn.Close()
					return
				}
				time.Sleep(time.Duration(r.Int63n(int64(time.Second)))) // want `draws the jitter from r, a \*rand.Rand without a lock`
			}
		}()
	}
	wg.Wait()
}

// Each goroutine keeps its error in an element of its own.
func each(addrs []string) error {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	errs := make([]error, len(addrs))
	var wg sync.WaitGroup
	for i, addr := range addrs {
		wg.Go(func() {
			for range 5 {
				var conn net.Conn
				conn, errs[i] = net.Dial("tcp", addr)
				if errs[i] == nil {
					conn.Close()
					return
				}
				time.Sleep(time.Duration(r.Int63n(int64(time.Second)))) // want `draws the jitter from r, a \*rand.Rand without a lock`
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
