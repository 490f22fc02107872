package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/passes"
)

// printer prints findings for people.
type printer struct {
	out      io.Writer
	here     string            // the current directory, "" if it is not known
	remedies map[string]string // by check
	files    map[string][]string
}

func newPrinter(out io.Writer) *printer {
	p := &printer{out: out, remedies: map[string]string{}, files: map[string][]string{}}
	p.here, _ = os.Getwd()
	for _, a := range passes.All() {
		p.remedies[a.Name] = manual.Remedy(a.Doc)
	}
	return p
}

func (p *printer) all(list []finding) {
	for _, f := range list {
		p.finding(f)
	}
}

// finding prints
//
//	file:line:col: check: message
//		source line
//		^
//		file:line:col: related message
//		remedy: sentence
//
// where all lines but the first begin with a tab, so that tools that read
// compilers' messages find the first alone.
func (p *printer) finding(f finding) {
	fmt.Fprintf(p.out, "%s: %s: %s\n", p.position(f.at), f.check, f.message)
	if source, caret := p.excerpt(f.at); source != "" {
		fmt.Fprintf(p.out, "\t%s\n\t%s\n", source, caret)
	}
	for _, r := range f.related {
		if r.at.file != f.at.file || r.at.line != f.at.line {
			fmt.Fprintf(p.out, "\t%s: %s\n", p.position(r.at), r.message)
		}
	}
	// What is wrong about a suppression is said by the message in full.
	if remedy := p.remedies[f.check]; remedy != "" && !strings.HasPrefix(f.message, report.Marker) {
		fmt.Fprintf(p.out, "\tremedy: %s\n", remedy)
	}
}

func (p *printer) position(at place) string {
	if at.line == 0 {
		return p.relative(at.file)
	}
	return fmt.Sprintf("%s:%d:%d", p.relative(at.file), at.line, at.col)
}

// relative is a file's name as seen from the current directory, where that is
// shorter.
func (p *printer) relative(file string) string {
	if p.here == "" {
		return file
	}
	if rel, err := filepath.Rel(p.here, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// widest is the longest source line, in bytes, that is shown.
const widest = 120

// excerpt is a source line without its indentation, and a line with a caret
// below the column. Both are empty where the line cannot be shown so.
func (p *printer) excerpt(at place) (source, caret string) {
	lines := p.lines(at.file)
	if at.line < 1 || at.line > len(lines) {
		return "", ""
	}
	line := strings.TrimRight(lines[at.line-1], " \t\r")
	source = strings.TrimLeft(line, " \t")
	before := at.col - 1 - (len(line) - len(source)) // bytes of source before the column
	if before < 0 || before >= len(source) || len(source) > widest {
		return "", ""
	}
	blank := func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}
	return source, strings.Map(blank, source[:before]) + "^"
}

// lines returns the lines of a file; none if it cannot be read.
func (p *printer) lines(file string) []string {
	lines, ok := p.files[file]
	if !ok {
		if data, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		p.files[file] = lines
	}
	return lines
}

// printSites prints the list of sites: each finding's message is a line of JSON.
func printSites(out io.Writer, list []finding) {
	for _, f := range list {
		fmt.Fprintln(out, f.message)
	}
}
