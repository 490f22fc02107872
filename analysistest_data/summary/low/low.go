package low // want package:`^\{package low \("summary/low"\) \[Clock\.Pause waits\(after,0,-2\) Create remote sends\(POST0\) Dial remote Die exits Jitter random Pause waits\(sleep,0,-1\) PauseCtx waits\(after,2,1\) Send remote sends\(1\) Up remote probes sends\(HEAD0\)\]\}$`

import (
	"context"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// Nothing is said of what does nothing that matters.
func Add(a, b int) int { return a + b }

func Pause(d time.Duration) { time.Sleep(d) }

func PauseCtx(name string, ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		log.Print(name)
		return nil
	}
}

type Clock struct{ stop chan struct{} }

func (c *Clock) Pause(d time.Duration) {
	select {
	case <-c.stop:
	case <-time.After(d):
	}
}

func Jitter(d time.Duration) time.Duration { return rand.N(d) }

func Dial(addr string) (net.Conn, error) { return net.Dial("tcp", addr) }

func Die(v any) { log.Fatal(v) }

func Create(c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest("POST", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func Send(c *http.Client, method, url string) (*http.Response, error) {
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// A goroutine's wait is not its starter's.
func Later(f func()) {
	go func() {
		time.Sleep(time.Second)
		f()
	}()
}

// Up only finds out whether somebody answers.
func Up(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Here asks a server of this machine.
func Here() (*http.Response, error) { return http.Get("http://localhost:8080/") }
