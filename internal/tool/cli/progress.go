package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
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

// progressVar names, in the environment of the tools that the go command starts, a
// file to which each appends the package that it is called for. It is no flag, as
// the build cache goes by flags.
const progressVar = "RETRYVET_PROGRESS"

// noteProgress appends the package of a description, one of the go command's, to
// the file of progressVar, if there is one. What goes wrong is lost: it is a
// picture for people.
func noteProgress(config string) {
	name := os.Getenv(progressVar)
	if name == "" {
		return
	}
	data, err := os.ReadFile(config)
	var cfg struct{ ID string }
	if err != nil || json.Unmarshal(data, &cfg) != nil {
		return
	}
	if f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0); err == nil {
		f.WriteString(cfg.ID + "\n")
		f.Close()
	}
}

// progress keeps a line on a terminal that says how far a long run is. What is
// written to it goes to the terminal without disturbing that line. Where there
// is no terminal it shows nothing and only hands on.
type progress struct {
	out    io.Writer
	prefix string
	notes  string          // the file of progressVar, "" if there is none
	list   func() []string // lists all packages, see goListDeps
	width  func() int      // of the terminal
	done   chan struct{}   // closed to end it, nil if nothing is shown
	ended  sync.WaitGroup

	mu       sync.Mutex
	packages int                 // that go vet has told of
	deps     map[string][]string // of all packages, nil until known
	reached  map[string]bool     // packages that are analysed, those that they import included
	read     int64               // bytes of notes
	shown    bool
}

func newProgress(out io.Writer, p platform, list func() []string) *progress {
	show := &progress{out: out, prefix: "retryvet: ", list: list, reached: map[string]bool{}}
	if name := p.String(); name != "" {
		show.prefix += name + ": "
	}
	if terminal(out) {
		show.width = func() int { return terminalWidth(out) }
		if f, err := os.CreateTemp("", "retryvet-progress-*"); err == nil {
			f.Close()
			show.notes = f.Name()
		}
		show.start(patience, tick)
	}
	return show
}

// environ is what tools need in their environment to tell of themselves.
func (p *progress) environ() []string {
	if p.notes == "" {
		return nil
	}
	return []string{progressVar + "=" + p.notes}
}

func (p *progress) start(patience, tick time.Duration) {
	p.done = make(chan struct{})
	begin := time.Now()
	p.ended.Go(func() {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		for asked := false; ; asked = true {
			select {
			case <-p.done:
				return
			case now := <-timer.C:
				if !asked {
					go p.learn()
				}
				p.show(now.Sub(begin))
				timer.Reset(tick)
			}
		}
	})
}

// learn finds out which packages there are to analyse. Nobody waits for it.
func (p *progress) learn() {
	deps := map[string][]string{}
	for _, line := range p.list() {
		words := strings.Split(line, "\t")
		deps[words[0]] = words[1:]
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deps = deps
}

// count is the packages that are analysed: those of which the tools or go vet
// told, and those that the former import, which come first and may have come from
// the build cache.
func (p *progress) count() int {
	data, err := os.ReadFile(p.notes)
	if err == nil && int64(len(data)) > p.read {
		fresh := data[p.read:]
		fresh = fresh[:bytes.LastIndexByte(fresh, '\n')+1]
		p.read += int64(len(fresh))
		for id := range strings.Lines(string(fresh)) {
			id = strings.TrimSpace(id)
			p.reached[id] = true
			for _, dep := range p.deps[id] {
				p.reached[dep] = true
			}
		}
	}
	return max(len(p.reached), p.packages)
}

func (p *progress) show(since time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := p.prefix + fmt.Sprintf("analysing packages, %ds; later runs use the build cache", int(since.Seconds()))
	if p.deps != nil { // before, what notes say could not be completed by what packages import
		line = p.prefix + fmt.Sprintf("%d of %d packages, %ds; later runs use the build cache", min(p.count(), len(p.deps)), len(p.deps), int(since.Seconds()))
	}
	fmt.Fprint(p.out, clearLine+cut(line, p.width()-1))
	p.shown = true
}

// cut is the beginning of a line that fits a width.
func cut(line string, width int) string {
	if text := []rune(line); len(text) > width {
		return string(text[:max(width, 0)])
	}
	return line
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
	os.Remove(p.notes)
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
