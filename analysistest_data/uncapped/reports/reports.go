// Package reports holds retries that nothing ends.
package reports

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"os"
	"time"
)

func plain(addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: no attempt limit, deadline, context or stop ends it while it keeps failing, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func withoutWait(addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: .* keeps failing, without a wait$`
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		return conn
	}
}

func grows(addr string) net.Conn {
	delay := time.Second
	for { // want `^this retry of net\.Dial has no end: .* while it keeps failing$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay *= 2
	}
}

// A file that is not there yet may never come, too.
func local(name string) *os.File {
	for { // want `^this retry of os\.Open has no end: .*, every 50ms$`
		f, err := os.Open(name)
		if err == nil {
			return f
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func condition(db *sql.DB) {
	err := db.Ping()
	for err != nil { // want `^this retry of db\.Ping has no end: .*, every 2s$`
		time.Sleep(2 * time.Second)
		err = db.Ping()
	}
}

func postStatement(db *sql.DB) {
	for ; ; time.Sleep(2 * time.Second) { // want `^this retry of db\.Ping has no end: .*, every 2s$`
		if db.Ping() == nil {
			break
		}
	}
}

func labelled(addr string) net.Conn {
dial:
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue dial
		}
		return conn
	}
}

func recursion(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		return recursion(addr) // want `^this retry of net\.Dial has no end: .*, every 1s$`
	}
	return conn, nil
}

func methodValue(addr string) net.Conn {
	dialer := net.Dialer{Timeout: time.Second}
	dial := dialer.Dial
	for { // want `^this retry of dial has no end: .*, every 1s$`
		conn, err := dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func closure(db *sql.DB) {
	check := func() error { return db.Ping() }
	for { // want `^this retry of check has no end: .*, every 1s$`
		if err := check(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func insideClosure(db *sql.DB) func() {
	return func() {
		for { // want `^this retry of db\.Ping has no end: .*, every 1s$`
			if err := db.Ping(); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}
}

func inGoroutine(addr string) <-chan net.Conn {
	ready := make(chan net.Conn, 1)
	go func() {
		for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
			conn, err := net.Dial("tcp", addr)
			if err == nil {
				ready <- conn
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return ready
}

func generic[T any](get func() (T, error)) T {
	for { // want `^this retry of get has no end: .*, every 1s$`
		v, err := get()
		if err == nil {
			return v
		}
		time.Sleep(time.Second)
	}
}

type pool[T any] struct{ open func(string) (T, error) }

func (p *pool[T]) must(addr string) T {
	for { // want `^this retry of p\.open has no end: .*, every 1s$`
		v, err := p.open(addr)
		if err == nil {
			return v
		}
		time.Sleep(time.Second)
	}
}

func pause() { time.Sleep(3 * time.Second) }

func waitInHelper(addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: .*, every 3s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		pause()
	}
}

func timerChannel(addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		<-time.After(time.Second)
	}
}

// A context in reach that nobody asks ends nothing.
func contextUnused(ctx context.Context, addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

// Nor does one that makes the attempt fail, if the failure is tried again.
func contextOnlyForAttempt(ctx context.Context, addr string) net.Conn {
	var d net.Dialer
	for { // want `^this retry of d\.DialContext has no end: .*, every 1s$`
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

// A limit for each attempt is no limit for their number.
func perAttemptTimeout(addr string) net.Conn {
	for { // want `^this retry of net\.DialTimeout has no end: .*, every 1s$`
		conn, err := net.DialTimeout("tcp", addr, 5*time.Second)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

// A question about the error that only chooses what is logged ends nothing.
func asksButGoesOn(addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			log.Print("slow: ", err)
		}
		time.Sleep(time.Second)
	}
}

// The count is kept for the log only.
func countsForLog(addr string) net.Conn {
	for attempt := 1; ; attempt++ { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		log.Printf("attempt %d: %v", attempt, err)
		time.Sleep(time.Second)
	}
}

func jump(addr string) net.Conn {
again: // want `^this retry of net\.Dial has no end: .*, every 1s$`
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		goto again
	}
	return conn
}

func typeSwitch(addr string) net.Conn {
	for { // want `^this retry of net\.Dial has no end: .*, every 1s$`
		conn, err := net.Dial("tcp", addr)
		switch err.(type) {
		case nil:
			return conn
		case *net.OpError:
			log.Print("network: ", err)
		default:
			log.Print(err)
		}
		time.Sleep(time.Second)
	}
}

var errHungUp = errors.New("the other end hung up")

// What is asked for ends nothing: all other errors go round, too.
func hungUpOrNot(addr string) (net.Conn, error) {
	for { // want `^this retry of net\.Dial has no end`
		conn, err := net.Dial("tcp", addr)
		if err == errHungUp {
			log.Print("hung up")
			continue
		}
		if conn == nil {
			continue
		}
		return conn, err
	}
}
