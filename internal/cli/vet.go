package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// finding is one diagnostic of one check.
type finding struct {
	check   string
	at      place
	message string
	related []related
}

// related is a place that explains a finding.
type related struct {
	at      place
	message string
}

// place is a position in a file. Its line is 0 where there is none.
type place struct {
	file      string
	line, col int
}

// vet runs go vet with this program as its tool and returns the findings,
// sorted and each once. Where some packages fail and others have findings, it
// returns both those and an error.
func vet(o options, stderr io.Writer) ([]finding, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find the program's own file: %w", err)
	}
	var stdout bytes.Buffer
	said := &sideOutput{live: stderr}
	cmd := exec.Command("go", arguments(o, self)...)
	cmd.Stdout, cmd.Stderr = &stdout, said
	runErr := cmd.Run()
	if errors.Is(runErr, exec.ErrNotFound) {
		return nil, errors.New("the go command is not in PATH")
	}
	lines := said.lines()
	if runErr != nil && len(lines) == 0 {
		lines = []string{"go vet: " + runErr.Error()}
	}
	out, problems, err := decode(&stdout)
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read what go vet printed: %w", err)
	case runErr != nil:
		return out, excerpt(append(lines, problems...))
	case len(problems) > 0:
		return out, excerpt(problems)
	}
	for _, line := range lines { // of -v, -x, -n and -work
		if !isHeading(line) {
			fmt.Fprintln(stderr, line)
		}
	}
	return out, nil
}

// arguments is what the go command is called with.
func arguments(o options, self string) []string {
	args := []string{"vet"}
	if o.dir != "" {
		args = append(args, "-C", o.dir) // the go command wants it first
	}
	args = append(args, "-json", "-vettool="+self)
	args = append(args, o.flags...)
	return append(args, o.packages...)
}

// diagnostic is a diagnostic as the tool writes it in JSON.
type diagnostic struct {
	Posn    string `json:"posn"`
	Message string `json:"message"`
	Related []struct {
		Posn    string `json:"posn"`
		Message string `json:"message"`
	} `json:"related"`
}

// decode reads the JSON objects that go vet prints, one a package: by package
// and check, either a list of diagnostics or an error, which is a problem.
func decode(r io.Reader) (out []finding, problems []string, err error) {
	for dec := json.NewDecoder(r); ; {
		var packages map[string]map[string]json.RawMessage
		if err := dec.Decode(&packages); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, err
		}
		for pkg, checks := range packages {
			for check, raw := range checks {
				var list []diagnostic
				if json.Unmarshal(raw, &list) != nil {
					problems = append(problems, fmt.Sprintf("%s: %s: %s", pkg, check, errorText(raw)))
					continue
				}
				for _, d := range list {
					out = append(out, newFinding(check, d))
				}
			}
		}
	}
	slices.Sort(problems)
	slices.SortFunc(out, compare)
	// A file that belongs to several variants of a package is analysed with
	// each of them.
	return slices.CompactFunc(out, func(a, b finding) bool { return compare(a, b) == 0 }), problems, nil
}

// errorText is the text of {"error": text}.
func errorText(raw json.RawMessage) string {
	var e struct{ Error string }
	if json.Unmarshal(raw, &e) != nil || e.Error == "" {
		return string(raw)
	}
	return e.Error
}

func newFinding(check string, d diagnostic) finding {
	f := finding{check: check, at: placeOf(d.Posn), message: d.Message}
	for _, r := range d.Related {
		f.related = append(f.related, related{at: placeOf(r.Posn), message: r.Message})
	}
	return f
}

// placeOf reads file:line:col. The file's name may hold colons.
func placeOf(posn string) place {
	rest, col, _ := cutLast(posn)
	file, line, ok := cutLast(rest)
	if !ok {
		return place{file: posn}
	}
	return place{file: file, line: line, col: col}
}

// cutLast splits off the number behind the last colon.
func cutLast(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

func compare(a, b finding) int {
	return cmp.Or(
		cmp.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.col, b.at.col),
		cmp.Compare(a.check, b.check), cmp.Compare(a.message, b.message))
}

// shown is how many lines of an error are printed.
const shown = 8

// excerpt makes an error of what the go command said: the lines that matter,
// and of those the first.
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
	if more := len(matter) - shown; more > 0 {
		matter = append(matter[:shown], fmt.Sprintf("(and %d more lines)", more))
	}
	matter[0] = strings.TrimPrefix(strings.TrimPrefix(matter[0], "go: "), "vet: ")
	return errors.New(strings.Join(matter, "\n"))
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
