package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/passes"
)

// Escape sequences of terminals.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[1;36m"
	green  = "\x1b[1;32m"
	dim    = "\x1b[2m"
	normal = "\x1b[0m"
)

// colours tell the severities apart.
var colours = map[passes.Severity]string{passes.Error: red, passes.Warning: yellow, passes.Info: cyan}

// text prints, for each finding,
//
//	file:line:col: check: message
//		source line
//		^
//		file:line:col: related message
//		remedy: sentence
//
// where all lines but the first begin with a tab, so that tools that read
// compilers' messages find the first alone.
func text(out io.Writer, r Report) error {
	w := bufio.NewWriter(out)
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s %s %s\n", r.paint(bold, r.position(f.Place)+":"), r.paint(colours[r.severity(f.Check)], f.Check+":"), f.Message)
		if source, caret := r.excerpt(f.Place); source != "" {
			fmt.Fprintf(w, "\t%s\n\t%s\n", source, r.paint(green, caret))
		}
		for _, x := range elsewhere(f) {
			fmt.Fprintf(w, "\t%s\n", r.paint(dim, r.position(x.Place)+": "+x.Message))
		}
		if remedy := r.remedy(f); remedy != "" {
			fmt.Fprintf(w, "\tremedy: %s\n", remedy)
		}
	}
	return w.Flush()
}

func (r Report) paint(colour, s string) string {
	if !r.Colour {
		return s
	}
	return colour + s + normal
}

func (r Report) position(at finding.Place) string {
	name := relative(r.Here, at.File)
	if at.Line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, at.Line, at.Col)
}

// widest is the longest source line, in bytes, that is shown.
const widest = 120

// excerpt is a source line without its indentation, and a line with a caret
// below the column. Both are empty where the line cannot be shown so.
func (r Report) excerpt(at finding.Place) (source, caret string) {
	line := strings.TrimRight(r.Files.Line(at.File, at.Line), " \t\r")
	source = strings.TrimLeft(line, " \t")
	before := at.Col - 1 - (len(line) - len(source)) // bytes of source before the column
	if before < 0 || before >= len(source) || len(source) > widest {
		return "", ""
	}
	blank := func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}
	return source, strings.Map(blank, source[:before]) + "^"
}
