package ctxsleep

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Nobody says what to return.
func unknownResult(ctx context.Context, addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

// The round gives back what it took.
func closesAfter(ctx context.Context, db *sql.DB, addr string) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			err = db.Ping()
		}
		if err == nil {
			return
		}
		time.Sleep(time.Second)
		if conn != nil {
			conn.Close()
		}
	}
}

// The lock is given back on each way out by hand.
func unlocksByHand(ctx context.Context, db *sql.DB, mu *sync.Mutex) (err error) {
	mu.Lock()
	for range 5 {
		if err = db.Ping(); err == nil {
			mu.Unlock()
			return nil
		}
		time.Sleep(time.Second)
	}
	mu.Unlock()
	return err
}

func locksAgain(ctx context.Context, db *sql.DB, mu *sync.Mutex) (err error) {
	mu.Lock()
	defer mu.Unlock()
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		mu.Unlock()
		time.Sleep(time.Second)
		mu.Lock()
	}
	return err
}

// Somebody waits for the answer.
func answers(ctx context.Context, db *sql.DB) <-chan error {
	ch := make(chan error)
	go func() {
		for n := 0; ; n++ {
			err := db.Ping()
			if err == nil || n == 5 {
				ch <- err
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return ch
}

// What follows has to be done whatever happens.
func worksAfter(ctx context.Context, db *sql.DB) {
	for range 5 {
		if db.Ping() == nil {
			break
		}
		time.Sleep(time.Second)
	}
	serve(db)
}

func serve(*sql.DB) {}

// Cleaning up goes on when the context is done.
func cleansUp(ctx context.Context, db *sql.DB) {
	defer func() {
		for range 5 {
			if db.Ping() == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	serve(db)
}

func detached(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(context.WithoutCancel(ctx)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *server) drain() error {
	var err error
	for range 5 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *server) shutdown() (err error) {
	for range 5 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The response of the last attempt is open.
func openResponse(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 5 {
		resp, err = http.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func postStatement(ctx context.Context, db *sql.DB) {
	for i := 0; i < 5; time.Sleep(time.Second) {
		if db.Ping() == nil {
			return
		}
		i++
	}
}

func pause(d time.Duration) { time.Sleep(d) }

func inHelper(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		pause(time.Second)
	}
	return err
}

type failure struct{ error }

// The error is one of the package's own.
func ownError(ctx context.Context, db *sql.DB) *failure {
	for n := 0; ; n++ {
		err := db.Ping()
		if err == nil {
			return nil
		}
		if n == 5 {
			return &failure{err}
		}
		time.Sleep(time.Second)
	}
}

func comment(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep( /* as agreed */ time.Second)
	}
	return err
}

var errAnew = errors.New("begin anew")

// The error says that nothing was attempted yet, which a context that is done does
// not keep from being done.
func ownSignal(ctx context.Context, db *sql.DB) (err error) {
	for {
		if err = pingFirst(db); err == nil || !errors.Is(err, errAnew) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func pingFirst(db *sql.DB) error {
	if db.Ping() != nil {
		return errAnew
	}
	return nil
}

type lease struct{ db *sql.DB }

// Unlock has to go on when its context ends, or nobody gives the lock back.
func (l *lease) Unlock(ctx context.Context) {
	for range 5 {
		if l.db.Ping() == nil {
			return
		}
		time.Sleep(time.Second) // refused
	}
}
