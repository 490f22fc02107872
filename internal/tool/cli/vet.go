package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/graph"
)

// grace is how long the go command may take to end when it is told to.
const grace = 5 * time.Second

// vet runs go vet with this program as its tool, for each platform, and returns
// the findings, sorted and each once. Where some packages fail and others have
// findings, it returns both those and an error.
func vet(o options, stderr io.Writer) ([]finding.Finding, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find the program's own file: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends this program at once
	o.packages = acrossModules(o.packages)
	if len(o.matrix) == 0 {
		found, err := vetFor(ctx, platform{}, o, self, stderr)
		return finding.Merge(found), err
	}
	var all []finding.Finding
	var failure error
	for _, p := range o.matrix {
		found, err := vetFor(ctx, p, o, self, stderr)
		if err != nil && failure == nil {
			failure = fmt.Errorf("%s: %w", p, err)
		}
		all = append(all, found...)
	}
	return finding.Merge(all), failure
}

// vetFor runs go vet for one platform, and where some packages do not compile,
// once more for those that go vet has left out because of them. What analyses
// that nobody asked for have found is dropped here, before findings are merged:
// it must not stand for those of the analyses that were.
func vetFor(ctx context.Context, p platform, o options, self string, stderr io.Writer) ([]finding.Finding, error) {
	r, err := runVet(ctx, p, o, self, stderr)
	if err != nil {
		return nil, err
	}
	failure := r.failure(o)
	if r.err != nil && failure == nil {
		var rest []finding.Finding
		rest, failure = vetRest(ctx, p, o, self, r, stderr)
		return append(r.keep(o.packages, o.flags, p), rest...), failure
	}
	if failure == nil {
		for _, line := range r.lines { // of -v, -x, -n and -work
			if !isHeading(line) {
				fmt.Fprintln(stderr, line)
			}
		}
	}
	return r.keep(o.packages, o.flags, p), failure
}

// vetRest runs go vet for what a run has left out because other packages do not
// compile, and says which these are.
func vetRest(ctx context.Context, p platform, o options, self string, r result, stderr io.Writer) ([]finding.Finding, error) {
	b := findBroken(ctx, o, p)
	if len(b.reasons) == 0 || ctx.Err() != nil {
		return nil, r.said(ctx)
	}
	rest, cleanUp, ok := b.rest(o, r.begun)
	if !ok {
		return nil, b.notAnalysed()
	}
	defer cleanUp()
	again, err := runVet(ctx, p, rest, self, stderr)
	switch {
	case err != nil:
		return nil, err
	case again.failure(o) != nil:
		err = again.failure(o)
	case again.err != nil:
		err = again.said(ctx)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%w", b.notAnalysed(), err)
	} else {
		err = b.notAnalysed()
	}
	return again.keep(o.packages, rest.flags, p), err
}

// result is what one run of go vet gave.
type result struct {
	found    []finding.Finding
	problems []finding.Problem
	lines    []string // of standard error
	begun    bool     // at least one package was analysed
	err      error    // of the go command
}

// runVet runs go vet for one platform. Its error is one that leaves no result.
func runVet(ctx context.Context, p platform, o options, self string, stderr io.Writer) (r result, err error) {
	show := newProgress(stderr, p, func() []string { return goListDeps(ctx, o, p) })
	defer show.stop()
	var stdout bytes.Buffer
	findings := &oneByOne{to: io.MultiWriter(&stdout, &counter{count: show.packageDone})}
	said := &sideOutput{live: show, findings: findings}
	cmd := exec.CommandContext(ctx, "go", arguments(o, self)...)
	together(cmd)
	cmd.Env = append(p.environ(), show.environ()...)
	cmd.Stdout, cmd.Stderr = findings, said
	r.err = cmd.Run()
	show.stop()
	switch {
	case errors.Is(r.err, exec.ErrNotFound):
		return r, errors.New("the go command is not in PATH")
	case ctx.Err() != nil:
		endGroup(cmd)
		return r, errors.New("interrupted")
	}
	r.begun = stdout.Len() > 0
	r.lines = said.lines()
	r.found, r.problems, err = finding.Decode(&stdout, p.String())
	if err != nil {
		return r, fmt.Errorf("cannot read what go vet printed: %w", err)
	}
	return r, nil
}

// keep is the findings in the packages that were asked for.
// What makes up a map is kept of all packages: chains lead through those that were not
// asked for.
func (r result) keep(packages, flags []string, p platform) []finding.Finding {
	if len(r.found) == 0 {
		return nil
	}
	var rows, rest []finding.Finding
	for _, f := range r.found {
		if f.Check == graph.Analyzer.Name {
			rows = append(rows, f)
		} else {
			rest = append(rest, f)
		}
	}
	if len(rest) > 0 {
		rest = scopeOf(packages, flags, p).keep(rest)
	}
	return append(rows, rest...)
}

// failure is what went wrong within the checks, nil if nothing did.
func (r result) failure(o options) error {
	if err := crash(r.lines); err != nil {
		return err
	}
	var out []string
	for _, problem := range r.problems {
		if o.checks[problem.Check] {
			out = append(out, problem.String())
		}
	}
	if len(out) > 0 {
		return errors.New(strings.Join(out, "\n"))
	}
	return nil
}

// said makes an error of all that the go command said, for what is wrong with no
// single package: flags, patterns, go.mod.
func (r result) said(ctx context.Context) error {
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	lines := slices.DeleteFunc(slices.Clone(r.lines), isHeading)
	matter := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		return strings.HasPrefix(line, "go: warning: ")
	})
	if len(matter) > 0 {
		lines = matter
	}
	if len(lines) == 0 {
		return fmt.Errorf("go vet failed and did not say why: %w", r.err)
	}
	lines[0] = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(lines[0], "go: "), "vet: "))
	return errors.New(strings.Join(lines, "\n"))
}

// arguments is what the go command is called with. With -trimpath, which GOFLAGS
// may ask for, it would take the answers for another checkout of the same module,
// whose findings name files there, for those of this one.
func arguments(o options, self string) []string {
	args := []string{"vet", "-json", "-vettool=" + self, "-" + onTheWay}
	args = append(args, o.flags...)
	args = append(args, "-trimpath=false")
	return append(args, o.packages...)
}

// crash makes an error of the trace that an analyzer's panic leaves; nil if
// there is none. A trace is of use to those who mend the analyzer only, and has
// hundreds of lines.
func crash(lines []string) error {
	pkg := "a package"
	for _, line := range lines {
		if name, ok := strings.CutPrefix(line, headingMark); ok && !strings.HasPrefix(name, "[") {
			pkg = name
		}
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return fmt.Errorf("the analysis of %s crashed, which is a bug of retryvet: %s (go vet -vettool=$(which retryvet) shows where)", pkg, line)
		}
	}
	return nil
}

// headingMark begins the lines by which the go command names the package that
// the next ones are about.
const headingMark = "# "

func isHeading(line string) bool { return strings.HasPrefix(line, headingMark) }

// oneByOne lets several goroutines write.
type oneByOne struct {
	mu sync.Mutex
	to io.Writer
}

func (w *oneByOne) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(b)
}

// sideOutput takes the go command's standard error: it shows at once what
// downloads, which can take a while, hands on the JSON that go vet prints there
// before Go 1.26, and keeps the rest.
type sideOutput struct {
	live     io.Writer
	findings io.Writer
	buf      bytes.Buffer // of a line that has not ended
	kept     []string
	object   []string // the lines of an object of JSON that has not ended
}

func (s *sideOutput) Write(p []byte) (int, error) {
	s.buf.Write(p)
	for {
		line, err := s.buf.ReadString('\n')
		if err != nil { // the line goes on with the next write
			s.buf.WriteString(line)
			return len(p), nil
		}
		s.line(strings.TrimRight(line, "\r\n"))
	}
}

// line takes one line. Empty ones say nothing.
func (s *sideOutput) line(line string) {
	switch {
	case line == "{" || line == "{}" || len(s.object) > 0:
		s.object = append(s.object, line)
		if line == "}" || line == "{}" {
			fmt.Fprintln(s.findings, strings.Join(s.object, "\n"))
			s.object = nil
		}
	case strings.HasPrefix(line, "go: downloading "):
		fmt.Fprintln(s.live, line)
	case line != "":
		s.kept = append(s.kept, line)
	}
}

// lines returns what was kept.
func (s *sideOutput) lines() []string {
	if s.buf.Len() > 0 {
		s.line(s.buf.String())
		s.buf.Reset()
	}
	s.kept = append(s.kept, s.object...) // what has no end is no JSON
	s.object = nil
	return s.kept
}
