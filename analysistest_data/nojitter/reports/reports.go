// Package reports holds remote attempts with deterministic delays.
package reports

import (
	"context"
	"database/sql"
	"log"
	"math"
	"net"
	"net/http"
	"time"
)

const interval = 250 * time.Millisecond

func constant(addr string) (conn net.Conn, err error) {
	for range 9 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(interval) // want `^the delay of 250ms between attempts of net\.Dial has no jitter: clients that fail together retry together$`
	}
	return nil, err
}

func linear(addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `^the delay \(time\.Duration\(i\) \* time\.Second\) between attempts of net\.Dial has no jitter: clients that fail together retry together$`
	}
	return nil, err
}

func exponential(addr string) (conn net.Conn, err error) {
	delay := 100 * time.Millisecond
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay) // want `^the delay between attempts of net\.Dial has no jitter`
		delay *= 2
	}
	return nil, err
}

func capped(addr string) (conn net.Conn, err error) {
	delay := 100 * time.Millisecond
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay) // want `^the delay between attempts of net\.Dial has no jitter`
		delay = min(delay*2, 10*time.Second)
	}
	return nil, err
}

func shifted(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << i) // want `^the delay \(time\.Second << i\) between attempts of net\.Dial has no jitter`
	}
	return nil, err
}

func power(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		seconds := math.Pow(2, float64(i))
		wait := time.Duration(seconds) * time.Second
		time.Sleep(wait) // want `^the delay \(wait\) between attempts of net\.Dial has no jitter`
	}
	return nil, err
}

func backoff(attempt int) time.Duration {
	d := time.Second
	for range attempt {
		d *= 2
	}
	return min(d, time.Minute)
}

func inHelper(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(backoff(i)) // want `^the delay \(backoff\(i\)\) between attempts of net\.Dial has no jitter`
	}
	return nil, err
}

func cancellable(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select { // want `^the delay of 1s between attempts of net\.Dial has no jitter`
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func reconnects(addr string) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			time.Sleep(10 * time.Second) // want `^the delay of 10s between attempts of net\.Dial has no jitter`
			continue
		}
		serve(conn)
	}
}

func serve(conn net.Conn) {
	buf := make([]byte, 512)
	for {
		if _, err := conn.Read(buf); err != nil {
			conn.Close()
			return
		}
	}
}

func jump(db *sql.DB) {
	var err error
again:
	if err = db.Ping(); err != nil {
		time.Sleep(time.Second) // want `^the delay of 1s between attempts of db\.Ping has no jitter`
		goto again
	}
}

func recursion(db *sql.DB, left int) error {
	err := db.Ping()
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursion(db, left-1) // want `^the delay of 1s between attempts of db\.Ping has no jitter`
	}
	return err
}

func postStatement(db *sql.DB) {
	for ; db.Ping() != nil; time.Sleep(time.Second) { // want `^the delay of 1s between attempts of db\.Ping has no jitter`
		log.Print("no database yet")
	}
}

func pause() { time.Sleep(2 * time.Second) }

func waitInHelper(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		pause() // want `^the delay of 2s between attempts of http\.Get has no jitter`
	}
	return nil, err
}

func delays(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d) // want `^the delay \(d\) between attempts of net\.Dial has no jitter`
	}
	return nil, err
}

func ticks(addr string) (net.Conn, error) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C { // want `^the delay .*between attempts of net\.Dial has no jitter`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
	}
	return nil, nil
}

type config struct{ interval time.Duration }

func generic[T any](get func(string) (T, error), dial func(string) (net.Conn, error), addr string, c config) (v T, err error) {
	for range 3 {
		if _, err = net.Dial("tcp", addr); err == nil {
			return get(addr)
		}
		time.Sleep(c.interval) // want `^the delay \(c\.interval\) between attempts of net\.Dial has no jitter`
	}
	return v, err
}
