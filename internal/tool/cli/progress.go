package cli

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress is shown when a run has taken this long.
const (
	patience = 2 * time.Second
	tick     = 500 * time.Millisecond
)

// clearLine goes to the beginning of the terminal's line and clears it.
const clearLine = "\r\x1b[K"

// progress keeps a line on a terminal that says how far a long run is. What is
// written to it goes to the terminal without disturbing that line. Where there
// is no terminal it shows nothing and only hands on.
type progress struct {
	out    io.Writer
	prefix string
	done   chan struct{} // closed to end it, nil if nothing is shown
	ended  sync.WaitGroup

	mu       sync.Mutex
	packages int
	shown    bool
}

func newProgress(out io.Writer, p platform) *progress {
	show := &progress{out: out, prefix: "retryvet: "}
	if name := p.String(); name != "" {
		show.prefix += name + ": "
	}
	if terminal(out) {
		show.start(patience, tick)
	}
	return show
}

func (p *progress) start(patience, tick time.Duration) {
	p.done = make(chan struct{})
	begin := time.Now()
	p.ended.Go(func() {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		for {
			select {
			case <-p.done:
				return
			case now := <-timer.C:
				p.show(now.Sub(begin))
				timer.Reset(tick)
			}
		}
	})
}

func (p *progress) show(since time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	what := "analysing dependencies, which later runs take from the build cache"
	if p.packages > 0 {
		what = fmt.Sprintf("packages done: %d", p.packages)
	}
	fmt.Fprintf(p.out, "%s%s%s (%ds)", clearLine, p.prefix, what, int(since.Seconds()))
	p.shown = true
}

func (p *progress) packageDone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.packages++
}

func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.out.Write(b)
}

func (p *progress) clear() {
	if p.shown {
		io.WriteString(p.out, clearLine)
		p.shown = false
	}
}

// stop clears the line. It may be called again.
func (p *progress) stop() {
	if p.done == nil {
		return
	}
	close(p.done)
	p.ended.Wait()
	p.done = nil
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// counter counts the JSON objects that go vet writes, one a package, as they
// come: each ends with a brace at the beginning of a line, or is empty.
type counter struct {
	count func()
	line  []byte
}

func (c *counter) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			c.line = append(c.line, rest...)
			break
		}
		if line := append(c.line, rest[:i]...); string(line) == "}" || string(line) == "{}" {
			c.count()
		}
		c.line, rest = c.line[:0], rest[i+1:]
	}
	return len(b), nil
}
