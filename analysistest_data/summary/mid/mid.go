package mid // want package:`^\{package mid \("summary/mid"\) \[Exit exits Open remote Ready remote probes Remove remote sends\(DELETE0\) Spread random Wait waits\(sleep,-1,-1\) WaitCtx waits\(after,-1,0\)\]\}$`

import (
	"context"
	"net"
	"net/http"
	"time"

	"summary/low"
)

func Wait() { low.Pause(time.Second) }

func WaitCtx(ctx context.Context) error { return low.PauseCtx("mid", ctx, time.Minute) }

func Spread(base time.Duration) time.Duration { return base + low.Jitter(base) }

func Open(addr string) (net.Conn, error) { return low.Dial(addr) }

func Remove(c *http.Client, url string) (*http.Response, error) {
	return low.Send(c, http.MethodDelete, url)
}

func Exit() { low.Die("mid") }

func Ready(c *http.Client) bool { return low.Up(c, "http://example.com/ready") == nil }
