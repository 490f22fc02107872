package cli

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// screen is a terminal for two goroutines.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *screen) shows(part string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), part)
}

func (s *screen) wait(t *testing.T, part string) {
	t.Helper()
	for range 2000 {
		if s.shows(part) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("no %q in %q", part, s.text.String())
}

func TestProgress(t *testing.T) {
	var out screen
	p := newProgress(&out, platform{"plan9", "386"}) // no terminal
	p.start(time.Millisecond, time.Millisecond)
	out.wait(t, "retryvet: plan9/386: analysing dependencies")
	c := &counter{count: p.packageDone}
	for _, part := range []string{"{}\n{\n\t\"a\": {", "}\n}", "\n", "{}"} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	out.wait(t, "retryvet: plan9/386: packages done: 2 (0s)")
	p.Write([]byte("go: downloading\n"))
	p.stop()
	p.stop()
	if text := out.text.String(); !strings.Contains(text, clearLine+"go: downloading\n") || strings.LastIndex(text, "\n") < strings.LastIndex(text, "(0s)") && !strings.HasSuffix(text, clearLine) {
		t.Errorf("the line is not cleared: %q", text)
	}
}

func TestNoProgress(t *testing.T) {
	var out screen
	p := newProgress(&out, platform{})
	p.Write([]byte("x\n"))
	p.packageDone()
	p.stop()
	if got := out.text.String(); got != "x\n" {
		t.Errorf("%q", got)
	}
}
