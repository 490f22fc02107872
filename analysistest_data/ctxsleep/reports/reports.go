// Package reports holds waits that a context or stop channel in reach does not
// end.
package reports

import (
	"context"
	"database/sql"
	"log"
	"net"
	"net/http"
	"time"
)

func parameter(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(30 * time.Second) // want `^time\.Sleep\(30 \* time\.Second\) in a retry loop ignores ctx: cancellation waits up to 30s$`
	}
	return nil, err
}

func growing(ctx context.Context, addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay) // want `^time\.Sleep\(delay\) in a retry loop ignores ctx: cancellation waits up to delay$`
		delay *= 2
	}
	return nil, err
}

// Asking the context between the waits does not shorten them.
func asksBetween(ctx context.Context, addr string) (net.Conn, error) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Minute) // want `^time\.Sleep\(time\.Minute\) in a retry loop ignores ctx: cancellation waits up to 1m0s$`
	}
	return nil, ctx.Err()
}

type client struct {
	ctx  context.Context
	done chan struct{}
	addr string
}

func (c *client) field() (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", c.addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores c\.ctx: cancellation waits up to 1s$`
	}
	return nil, err
}

type call struct {
	context.Context
	addr string
}

func (c call) embedded() (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", c.addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores c\.Context: cancellation waits up to 1s$`
	}
	return nil, err
}

type server struct {
	stop chan struct{}
	addr string
}

func (s *server) stopField() (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", s.addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores s\.stop: cancellation waits up to 1s$`
	}
	return nil, err
}

func stopParameter(stop <-chan struct{}, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores stop: cancellation waits up to 1s$`
	}
	return nil, err
}

func handler(w http.ResponseWriter, r *http.Request) {
	for range 3 {
		conn, err := net.Dial("tcp", r.Host)
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores r\.Context\(\): cancellation waits up to 1s$`
	}
}

func local(parent context.Context, addr string) (conn net.Conn, err error) {
	limited, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	var d net.Dialer
	for range 5 {
		if conn, err = d.DialContext(limited, "tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores (limited|parent): cancellation waits up to 1s$`
	}
	return nil, err
}

func closure(ctx context.Context, db *sql.DB) func() {
	return func() {
		for range 10 {
			if db.Ping() == nil {
				return
			}
			time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
		}
	}
}

func channel(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		<-time.After(time.Second) // want `^<-time\.After\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
	}
	return nil, err
}

func lonelySelect(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-time.After(time.Second): // want `^<-time\.After\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
		}
	}
	return nil, err
}

func timer(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		t := time.NewTimer(time.Second)
		<-t.C // want `^<-t\.C in a retry loop ignores ctx: cancellation waits up to 1s$`
	}
	return nil, err
}

func pause(d time.Duration) { time.Sleep(d) }

func inHelper(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		pause(5 * time.Second) // want `^pause\(5 \* time\.Second\) in a retry loop ignores ctx: cancellation waits up to 5s$`
	}
	return nil, err
}

func inPost(ctx context.Context, db *sql.DB) {
	for i := 0; i < 5; time.Sleep(time.Second) { // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
		if db.Ping() == nil {
			return
		}
		i++
	}
}

func again(d time.Duration) bool {
	time.Sleep(d)
	return true
}

func inCondition(ctx context.Context, addr string) (net.Conn, error) {
	n := 0
	for ok := true; ok; ok = n < 5 && again(time.Second) { // want `^again\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		n++
	}
	return nil, nil
}

func reconnects(ctx context.Context, addr string) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Minute) // want `^time\.Sleep\(time\.Minute\) in a reconnect loop ignores ctx: cancellation waits up to 1m0s$`
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

func polls(ctx context.Context, ready func(context.Context) (bool, error)) error {
	for {
		ok, err := ready(ctx)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a polling loop ignores ctx: cancellation waits up to 1s$`
	}
}

func generic[T any](ctx context.Context, get func() (T, error)) (v T, err error) {
	for range 5 {
		if v, err = get(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
	}
	return v, err
}

func recursion(ctx context.Context, db *sql.DB, left int) error {
	err := db.PingContext(ctx)
	if err != nil && left > 0 {
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry by recursion ignores ctx: cancellation waits up to 1s$`
		return recursion(ctx, db, left-1)
	}
	return err
}

// One wait of two can be cancelled.
func twoWaits(ctx context.Context, addr string) (net.Conn, error) {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil || n == 10 {
			return conn, err
		}
		if n < 3 {
			time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Minute):
		}
	}
}

// The context of the test's own making is in reach of nobody else's, but it can
// be cancelled.
func cancelledLocally(addr string) (conn net.Conn, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go watch(ctx, cancel)
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `^time\.Sleep\(time\.Second\) in a retry loop ignores ctx: cancellation waits up to 1s$`
	}
	return nil, err
}

func watch(ctx context.Context, cancel func()) {
	<-ctx.Done()
	cancel()
}

// One select is one wait, however many timers it has.
func twoTickers(ctx context.Context, addr string) {
	check := time.NewTicker(time.Second)
	defer check.Stop()
	report := time.NewTicker(10 * time.Second)
	defer report.Stop()
	for {
		select {
		case <-check.C: // want `^<-check\.C in a retry loop ignores ctx: cancellation waits up to 1s$`
			if _, err := net.Dial("tcp", addr); err == nil {
				return
			}
		case <-report.C:
			log.Print("still waiting")
		}
	}
}
