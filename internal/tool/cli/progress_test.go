package cli

import (
	"os"
	"path/filepath"
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
	known := make(chan struct{})
	p := newProgress(&out, platform{"plan9", "386"}, func() []string { // no terminal
		<-known
		return []string{"a\tx\ty", "b\ty", "c", "x\ty", "y"}
	})
	p.width = func() int { return 50 }
	p.notes = filepath.Join(t.TempDir(), "notes")
	p.start(time.Millisecond, time.Millisecond)
	out.wait(t, "retryvet: plan9/386: analysing packages, 0s; late") // cut
	c := &counter{count: p.packageDone}
	for _, part := range []string{"{}\n{\n\t\"a\": {", "\n}", "\n", "{}"} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	close(known)
	out.wait(t, "retryvet: plan9/386: 2 of 5 packages, 0s; later r")
	// What b imports was analysed before it; the last line is not whole.
	for text, want := range map[string]string{"b\nx\na": "3 of 5", "b\nx\na\n": "4 of 5"} {
		p.mu.Lock()
		p.read, p.reached = 0, map[string]bool{}
		err := os.WriteFile(p.notes, []byte(text), 0o666)
		p.mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		out.wait(t, want)
	}
	p.Write([]byte("go: downloading\n"))
	p.stop()
	p.stop()
	if text := out.text.String(); !strings.Contains(text, clearLine+"go: downloading\n") || !strings.HasSuffix(text, clearLine) && !strings.HasSuffix(text, "downloading\n") {
		t.Errorf("the line is not cleared: %q", text)
	}
	for line := range strings.SplitSeq(out.text.String(), clearLine) {
		if len(line) > 50 {
			t.Errorf("%q is wider than the terminal", line)
		}
	}
	if _, err := os.Stat(p.notes); err == nil {
		t.Error("the notes are left behind")
	}
}

func TestNoProgress(t *testing.T) {
	var out screen
	p := newProgress(&out, platform{}, nil)
	p.Write([]byte("x\n"))
	p.packageDone()
	p.stop()
	if got := out.text.String(); got != "x\n" || p.environ() != nil {
		t.Errorf("%q, %v", got, p.environ())
	}
}
