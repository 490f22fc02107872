// Package silent holds failures that somebody learns of.
package silent

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

func returned(addr string, n int) (conn net.Conn, err error) {
	for range n {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func wrapped(addr string) error {
	var last error
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		last = err
		time.Sleep(time.Second)
	}
	return fmt.Errorf("no connection: %w", last)
}

func joined(addr string) error {
	var all []error
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		all = append(all, err)
		time.Sleep(time.Second)
	}
	return errors.Join(all...)
}

// Each failure is logged: the last error need not say more.
func logged(addr string) error {
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		log.Printf("dial %s: %v", addr, err)
		time.Sleep(time.Second)
	}
	return errors.New("no connection")
}

func byClosure(addr string) error {
	var err error
	try := func() bool {
		var c net.Conn
		if c, err = net.Dial("tcp", addr); err != nil {
			return false
		}
		c.Close()
		return true
	}
	for range 5 {
		if try() {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The rest goes on with what there is instead.
func fallback(addr string) ([]byte, error) {
	for range 3 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			defer c.Close()
			b := make([]byte, 10)
			_, err = c.Read(b)
			return b, err
		}
		time.Sleep(time.Second)
	}
	return os.ReadFile("fallback")
}

func fallbackThenNil(addr string) error {
	for range 3 {
		if c, err := net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	if err := os.WriteFile("offline", nil, 0o600); err != nil {
		return err
	}
	return nil
}

// False says that it did not succeed.
func said(addr string) (bool, error) {
	for range 3 {
		if c, err := net.Dial("tcp", addr); err == nil {
			return true, c.Close()
		}
		time.Sleep(time.Second)
	}
	return false, nil
}

func defaults(addr string) (string, error) {
	for range 3 {
		if c, err := net.Dial("tcp", addr); err == nil {
			return c.LocalAddr().String(), nil
		}
		time.Sleep(time.Second)
	}
	return "localhost", nil
}

func checkedAfter(ctx context.Context, addr string) error {
	var last error
	for ctx.Err() == nil {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		last = err
		time.Sleep(time.Second)
	}
	if last == nil {
		last = ctx.Err()
	}
	return last
}

// A context that was just made is not done.
func freshContext(addr string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var err error
	for ctx.Err() == nil {
		var c net.Conn
		if c, err = net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The outer variable gets errors of another step.
func outerIsUsed(addr, name string) error {
	var err error
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	if err = os.Remove(name); err != nil {
		return err
	}
	return errors.New("no connection")
}

// Counters of other loops say nothing about this one.
func countsElsewhere(addrs []string) (found int, err error) {
	n := 0
	for _, addr := range addrs {
		n++
		if addr == "" {
			break
		}
	}
	for range 3 {
		var c net.Conn
		if c, err = net.Dial("tcp", addrs[0]); err == nil {
			return n, c.Close()
		}
		n++
		time.Sleep(time.Second)
	}
	for i := 0; i < n; i++ {
		n--
	}
	return n, err
}

// The caller cancelled, and knows that.
func cancelled(ctx context.Context, addr string) error {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

var errBusy = errors.New("busy")

// Only one class is tried again: the last error says which.
func oneClass(f func() error) error {
	for range 5 {
		err := f()
		if !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("busy for too long")
}

func fatal(addr string) error {
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	log.Fatal("no connection")
	return nil
}

func counted(addr string) error {
	const tries = 5
	i := 0
	for ; i < tries; i++ {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
			break
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	if i == tries {
		return errors.New("no connection")
	}
	return nil
}

func deferred(addr string) (err error) {
	var last error
	defer func() { err = last }()
	for range 3 {
		var c net.Conn
		if c, last = net.Dial("tcp", addr); last == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func retry(n int, f func() error) error {
	var err error
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func IgnoreNotFound(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func upright(name string) error {
	return retry(5, func() error {
		b, err := os.ReadFile(name)
		if err != nil {
			if IgnoreNotFound(err) == nil {
				return nil
			}
			return err
		}
		return os.WriteFile(name, b[1:], 0o600)
	})
}

// A missing file is what was wanted.
func gone(name string) error {
	return retry(5, func() error {
		err := os.Remove(name)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return err
	})
}

func keptOutside(addr string) error {
	var permanent error
	err := retry(5, func() error {
		var c net.Conn
		if c, permanent = net.Dial("tcp", addr); permanent != nil {
			return nil
		}
		return c.Close()
	})
	if permanent != nil {
		return permanent
	}
	return err
}

func loggedInside(addr string) error {
	return retry(5, func() error {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			return nil
		}
		return c.Close()
	})
}

func createdInstead(name string) error {
	return retry(5, func() error {
		if _, err := os.ReadFile(name); err != nil {
			return os.WriteFile(name, nil, 0o600)
		}
		return nil
	})
}

// An error ends this poll.
func pollOfAnswers(url string) error {
	for range 10 {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusNoContent {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not ready")
}

func pollKeeps(url string, wait time.Duration) error {
	var last error
	deadline := time.Now().Add(wait)
	for time.Now().Before(deadline) {
		resp, err := http.Get(url)
		last = err
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusNoContent {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("not ready: %v", last)
}

// One of the two steps is logged.
func pollLogs(url string) error {
	for range 10 {
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode < 300 {
			return resp.Body.Close()
		}
		log.Println(resp, err)
		time.Sleep(time.Second)
	}
	return errors.New("not ready")
}

func stepsWithCause(addr string, wait time.Duration) error {
	const step = 500 * time.Millisecond
	for i := 1; ; i++ {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		if time.Duration(i)*step > wait {
			return fmt.Errorf("no connection to %s: %w", addr, err)
		}
		time.Sleep(step)
	}
}

func nilWithCause(addr string) error {
	var conn net.Conn
	var err error
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if conn == nil {
		return fmt.Errorf("no connection: %w", err)
	}
	return conn.Close()
}

func wrappedInPlace(addr string) (conn net.Conn, err error) {
	for i := 0; ; i++ {
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if i == 4 {
			err = fmt.Errorf("no connection: %w", err)
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func keepsItsText(addr string) error {
	why := ""
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		if !strings.Contains(why, err.Error()) {
			why += err.Error()
		}
		time.Sleep(time.Second)
	}
	return errors.New(why)
}

// A poller of this package.
func waitFor(ctx context.Context, wait time.Duration, done func() (bool, error)) error {
	deadline := time.Now().Add(wait)
	for {
		ok, err := done()
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		if time.Now().After(deadline) {
			return errors.New("timeout")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func notYetButLogged(ctx context.Context, addr string) error {
	return waitFor(ctx, time.Minute, func() (bool, error) {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			log.Printf("not yet: %v", err)
			return false, nil
		}
		return true, c.Close()
	})
}

func notYetButKept(ctx context.Context, addr string) error {
	var last error
	err := waitFor(ctx, time.Minute, func() (bool, error) {
		_, last = net.Dial("tcp", addr)
		return last == nil, nil
	})
	if err != nil {
		return fmt.Errorf("%w: %w", err, last)
	}
	return nil
}

// Only one class means "not yet".
func notYetOfOneClass(ctx context.Context, name string) error {
	return waitFor(ctx, time.Minute, func() (bool, error) {
		_, err := os.Stat(name)
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	})
}

// Here the error is the answer.
func untilGone(ctx context.Context, name string) error {
	return waitFor(ctx, time.Minute, func() (bool, error) {
		if _, err := os.Stat(name); err != nil {
			return true, nil
		}
		return false, nil
	})
}

type leveled int

func (l leveled) V(n int) leveled { return l + leveled(n) }

func (l leveled) Info(args ...any) {
	if l < 2 {
		log.Print(args...)
	}
}

func loggedAtZero(l leveled, addr string) error {
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		l.V(0).Info(err)
		time.Sleep(time.Second)
	}
	return errors.New("no connection")
}

// The text of the error says which class is tried again.
func oneClassByText(addr string) (net.Conn, error) {
	for range 5 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			if strings.Contains(err.Error(), "in progress") {
				time.Sleep(time.Second)
				continue
			}
			return nil, err
		}
		return c, nil
	}
	return nil, errors.New("no connection: in progress for too long")
}

// That there is no such file is all that the error has to say.
func fileAppears(name string) error {
	for range 5 {
		if _, err := os.Stat(name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("no %s", name)
}

func saysThatItGaveUp(addr string) {
	for range 5 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return
		}
		time.Sleep(time.Second)
	}
	log.Print("no connection")
}

// What comes next needs no connection, for all that is known.
func goesOn(addr string, next func()) {
	for range 5 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			break
		}
		time.Sleep(time.Second)
	}
	next()
}

// As well as it goes.
func cleansUp(name string) {
	for range 5 {
		if err := os.Remove(name); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// The answer is no.
func reachable(addr string) bool {
	for range 5 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

func keptInField(c *client, addr string) {
	for range 5 {
		if c.conn, c.err = net.Dial("tcp", addr); c.err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

type client struct {
	conn net.Conn
	err  error
}

// Whoever cancelled knows.
func stopped(ctx context.Context, addr string) error {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return errors.New("stopped")
		case <-time.After(time.Second):
		}
	}
}

func timeoutWithCause(ctx context.Context, addr string) error {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("timed out waiting for %s: %w", addr, err)
		case <-time.After(time.Second):
		}
	}
}

func timeoutOfContext(ctx context.Context, addr string) error {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("timed out waiting for %s: %w", addr, ctx.Err())
		case <-time.After(time.Second):
		}
	}
}

// The caller asks.
func resolve(name string) string {
	for range 5 {
		list, err := net.LookupHost(name)
		if err == nil {
			return list[0]
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return ""
}

func greet(name string) error {
	addr := resolve(name)
	if addr == "" {
		return errors.New("not found")
	}
	return ping(addr)
}

func greetOr(name, fallback string) error {
	addr := resolve(name)
	if len(addr) < 4 {
		addr = fallback
	}
	return ping(addr)
}

func show(name string) {
	addr := resolve(name)
	log.Print("found ", addr)
}

func handOn(name string) string {
	addr := resolve(name)
	return addr
}

func ping(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	return c.Close()
}

// What it leads to is read only where there is something.
type account struct{ name string }

func (a *account) String() string {
	if a == nil {
		return "nobody"
	}
	return a.name
}

func find(name string) *account {
	for range 5 {
		resp, err := http.Get("http://accounts/" + name)
		if err == nil {
			resp.Body.Close()
			return &account{resp.Status}
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return nil
}

func nameOf(name string) string {
	a := find(name)
	return a.String()
}

func nameIfAny(name string) string {
	if a := find(name); a != nil {
		return a.name
	}
	return ""
}

// Two functions that repeat each other: each error is logged.
type session struct{ tries int }

func (s *session) open(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		log.Print(err)
		return s.reopen(addr)
	}
	return c.Close()
}

func (s *session) reopen(addr string) error {
	if s.tries < 5 {
		s.tries++
		time.Sleep(time.Second)
		return s.open(addr)
	}
	return errTimeout
}

// The last error is handed on, and returned.
func (s *session) openTold(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return s.reopenTold(addr, err)
	}
	return c.Close()
}

func (s *session) reopenTold(addr string, last error) error {
	if s.tries < 5 {
		s.tries++
		time.Sleep(time.Second)
		return s.openTold(addr)
	}
	return fmt.Errorf("gave up: %w", last)
}

func again(addr string, left int) error {
	c, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return again(addr, left-1)
	}
	if err != nil {
		return err
	}
	return c.Close()
}

func againOfOneClass(addr string, left int) error {
	if left == 0 {
		return errTimeout
	}
	c, err := net.Dial("tcp", addr)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		time.Sleep(time.Second)
		return againOfOneClass(addr, left-1)
	}
	if err != nil {
		return err
	}
	return c.Close()
}

var errTimeout = errors.New("timed out")
