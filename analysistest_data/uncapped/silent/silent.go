// Package silent holds loops that are no retries without end.
package silent

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func attemptsInHeader(addr string) (conn net.Conn, err error) {
	for i := 0; i < 5; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func rangeOverInt(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func attemptsInBody(addr string) (net.Conn, error) {
	attempt := 0
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		attempt++
		if attempt >= 3 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func budgetLeft(addr string, left int) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil || left == 0 {
			return conn, err
		}
		left--
		time.Sleep(time.Second)
	}
}

func listOfDelays(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{time.Second, 5 * time.Second, time.Minute} {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d)
	}
	return nil, err
}

func fatalAtLast(addr string) net.Conn {
	for attempt := 1; ; attempt++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		if attempt == 10 {
			log.Fatal(err)
		}
		time.Sleep(time.Second)
	}
}

func elapsed(addr string) (net.Conn, error) {
	start := time.Now()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if time.Since(start) > time.Minute {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func deadlineInHeader(addr string) (conn net.Conn, err error) {
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func timeoutChannel(addr string) (net.Conn, error) {
	timeout := time.After(time.Minute)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-timeout:
			return nil, err
		case <-time.After(time.Second):
		}
	}
}

func delayGivesOut(addr string) (net.Conn, error) {
	for delay := time.Second; ; delay *= 2 {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if delay > time.Minute {
			return nil, err
		}
		time.Sleep(delay)
	}
}

func contextInHeader(ctx context.Context, addr string) (net.Conn, error) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, ctx.Err()
}

func contextInSelect(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func contextByHelper(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

type call struct {
	context.Context
	addr string
}

func (c *call) embeddedContext() (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", c.addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-c.Done():
			return nil, c.Err()
		case <-time.After(time.Second):
		}
	}
}

type client struct {
	done   chan struct{}
	closed atomic.Bool
	addr   string
}

func (c *client) stopChannel() (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", c.addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-c.done:
			return nil, errors.New("closed")
		case <-time.After(time.Second):
		}
	}
}

func (c *client) stopFlag() (net.Conn, error) {
	for !c.closed.Load() {
		conn, err := net.Dial("tcp", c.addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("closed")
}

func errorClass(addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		var op *net.OpError
		if !errors.As(err, &op) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func contextErrorClass(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return conn, err
		}
		time.Sleep(time.Second)
	}
}

// A supervisor lives as long as the process.
func reconnect(addr string) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		read(conn)
		conn.Close()
	}
}

func superviseSession(addr string) {
	for {
		if err := session(addr); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Second)
	}
}

func session(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	return read(conn)
}

func read(r io.Reader) error {
	s := bufio.NewScanner(r)
	for s.Scan() {
		log.Print(s.Text())
	}
	return s.Err()
}

// Work: each round handles something new.

func accept(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go read(conn)
	}
}

func readLoop(conn net.Conn) error {
	buf := make([]byte, 4096)
	for {
		n, err := conn.Read(buf)
		if err != nil {
			return err
		}
		log.Printf("%q", buf[:n])
	}
}

func queue(addrs <-chan string) {
	for addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		conn.Close()
	}
}

func receive(addrs chan string) {
	for {
		addr := <-addrs
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			addrs <- addr
			continue
		}
		conn.Close()
	}
}

func periodic(addr string) {
	for range time.Tick(time.Minute) {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		conn.Close()
	}
}

func nextReplica(addrs []string) (net.Conn, error) {
	i := 0
	for {
		conn, err := net.Dial("tcp", addrs[i])
		if err == nil {
			return conn, nil
		}
		i = (i + 1) % len(addrs)
		if i == 0 {
			return nil, err
		}
	}
}

func increment(n *atomic.Int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			return
		}
	}
}

func jumpLimited(addr string) (net.Conn, error) {
	n := 0
again:
	conn, err := net.Dial("tcp", addr)
	if err != nil && n < 3 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return conn, err
}

func recursionLimited(addr string, left int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursionLimited(addr, left-1)
	}
	return conn, err
}

func generic[T any](n int, get func() (T, error)) (v T, err error) {
	for range n {
		if v, err = get(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return v, err
}

func attempts(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			time.Sleep(time.Second)
		}
	}
}

func rangeOverFunc(addr string) (conn net.Conn, err error) {
	for range attempts(3) {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// A parser's loop is no retry: the first error ends it.
func copyLines(w io.Writer, f *os.File) error {
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, line); err != nil {
			return err
		}
	}
}

type limiter struct{ used, max int }

func (l *limiter) spent() bool {
	l.used++
	return l.used >= l.max
}

func boundInHelper(addr string) (net.Conn, error) {
	l := limiter{max: 4}
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if l.spent() {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

type stateful struct {
	mu    sync.Mutex
	state int
	addr  string
}

func (s *stateful) status() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Whoever changes the state ends the retry.
func (s *stateful) connects() (net.Conn, error) {
again:
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		time.Sleep(time.Minute)
		if s.status() == 1 {
			goto again
		}
		return nil, err
	}
	return conn, nil
}

type pauses interface {
	next(attempt int) (time.Duration, bool)
}

// What gives the delays says when there are no more.
func byPauses(p pauses, addr string) (conn net.Conn, err error) {
	for n := 1; ; n++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		pause, again := p.next(n)
		if !again {
			return nil, err
		}
		time.Sleep(pause)
	}
}

// Closing the channel ends it.
func untilClosed(stopC <-chan struct{}, addr string) net.Conn {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case _, ok := <-stopC:
			if !ok {
				return nil
			}
		case <-tick.C:
			if conn, err := net.Dial("tcp", addr); err == nil {
				return conn
			}
		}
	}
}

type halting struct{ stop uint32 }

func (h *halting) Close() { atomic.StoreUint32(&h.stop, 1) }

func (h *halting) connect(addr string) {
	for atomic.LoadUint32(&h.stop) == 0 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			conn.Close()
			return
		}
		time.Sleep(time.Minute)
	}
}

type registry struct {
	addr    string
	retries int
}

func (r *registry) register() error {
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		return r.registerAgain()
	}
	return conn.Close()
}

// The function that calls back counts.
func (r *registry) registerAgain() error {
	if r.retries < 5 {
		r.retries++
		time.Sleep(time.Minute)
		return r.register()
	}
	return errors.New("too often")
}

var errHungUp = errors.New("the other end hung up")

// Only a connection that the other end has closed is replaced: all other errors end the loop, by
// the way of a question that has nothing to do with them.
func hungUpAlone(addr string) (*answer, error) {
	var opts options
	var got *answer
	var err error
	for {
		got, err = exchange(addr, opts)
		if err == errHungUp {
			continue
		}
		if got != nil && got.cut && !opts.tcp {
			opts.tcp = true
			continue
		}
		break
	}
	return got, err
}

type options struct{ tcp bool }

type answer struct{ cut bool }

func exchange(addr string, opts options) (*answer, error) {
	network := "udp"
	if opts.tcp {
		network = "tcp"
	}
	conn, err := net.Dial(network, addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return &answer{}, nil
}
