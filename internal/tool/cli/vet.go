package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/finding"
)

// vet runs go vet with this program as its tool, for each platform, and returns
// the findings, sorted and each once. Where some packages fail and others have
// findings, it returns both those and an error.
func vet(o options, stderr io.Writer) ([]finding.Finding, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find the program's own file: %w", err)
	}
	o.packages = acrossModules(o.packages)
	if len(o.matrix) == 0 {
		found, err := vetFor(platform{}, o, self, stderr)
		return finding.Merge(found), err
	}
	var all []finding.Finding
	var failure error
	for _, p := range o.matrix {
		found, err := vetFor(p, o, self, stderr)
		if err != nil && failure == nil {
			failure = fmt.Errorf("%s: %w", p, err)
		}
		all = append(all, found...)
	}
	return finding.Merge(all), failure
}

// vetFor runs go vet for one platform. What analyses that nobody asked for have
// found is dropped here, before findings are merged: it must not stand for those
// of the analyses that were.
func vetFor(p platform, o options, self string, stderr io.Writer) ([]finding.Finding, error) {
	show := newProgress(stderr, p)
	defer show.stop()
	var stdout bytes.Buffer
	said := &sideOutput{live: show}
	cmd := exec.Command("go", arguments(o, self)...)
	cmd.Env = p.environ()
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&stdout, &counter{count: show.packageDone}), said
	runErr := cmd.Run()
	show.stop()
	if errors.Is(runErr, exec.ErrNotFound) {
		return nil, errors.New("the go command is not in PATH")
	}
	lines := said.lines()
	if runErr != nil && len(lines) == 0 {
		lines = []string{"go vet: " + runErr.Error()}
	}
	out, problems, err := finding.Decode(&stdout, p.String())
	if err != nil {
		return nil, fmt.Errorf("cannot read what go vet printed: %w", err)
	}
	if len(out) > 0 {
		out = scopeOf(o.packages, o.flags, p).keep(out)
	}
	for _, problem := range problems {
		if o.checks[problem.Check] {
			lines, runErr = append(lines, problem.String()), errors.New("some checks failed")
		}
	}
	if runErr != nil {
		return out, excerpt(lines)
	}
	for _, line := range lines { // of -v, -x, -n and -work
		if !isHeading(line) {
			fmt.Fprintln(stderr, line)
		}
	}
	return out, nil
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

// excerpt makes an error of one line of what the go command said: the first of
// the lines that matter.
func excerpt(lines []string) error {
	if err := crash(lines); err != nil {
		return err
	}
	lines = slices.DeleteFunc(slices.Clone(lines), isHeading)
	matter := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		return strings.HasPrefix(line, "go: warning: ")
	})
	if len(matter) == 0 {
		matter = lines
	}
	if len(matter) == 0 {
		return errors.New("go vet failed and did not say why")
	}
	line := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(matter[0], "go: "), "vet: "))
	switch more := len(matter) - 1; more {
	case 0:
	case 1:
		line += " (and 1 more line, which go vet prints)"
	default:
		line += fmt.Sprintf(" (and %d more lines, which go vet prints)", more)
	}
	return errors.New(line)
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

// sideOutput takes the go command's standard error: it shows at once what
// downloads, which can take a while, and keeps the rest.
type sideOutput struct {
	live io.Writer
	buf  bytes.Buffer // of a line that has not ended
	kept []string
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
	return s.kept
}
