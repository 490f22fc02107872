// Package format prints findings: as text for people, and in the formats of
// other tools.
package format

import (
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/source"
)

// Report is what is to be printed.
type Report struct {
	Findings []finding.Finding
	Failure  string               // why some packages were not analysed, "" if all were
	Checks   []*analysis.Analyzer // those that ran
	Files    *source.Files
	Version  string // of retryvet
	Here     string // the directory that people see paths from, "" if not known
	Root     string // the directory that services see paths from: that of the repository
	Colour   bool
}

// writers are the formats.
var writers = map[string]func(io.Writer, Report) error{
	"text":       text,
	"json":       writeJSON,
	"sarif":      writeSARIF,
	"github":     github,
	"checkstyle": checkstyle,
}

// Names are the names of the formats, sorted.
func Names() []string { return slices.Sorted(maps.Keys(writers)) }

// Write prints a report in a format that is one of Names.
func Write(out io.Writer, format string, r Report) error { return writers[format](out, r) }

// remedy is the sentence that says what to do about a finding, "" if its message
// says that.
func (r Report) remedy(f finding.Finding) string {
	// What is wrong about a suppression is said by the message in full.
	if strings.HasPrefix(f.Message, report.Marker) {
		return ""
	}
	for _, a := range r.Checks {
		if a.Name == f.Check {
			return manual.Remedy(a.Doc)
		}
	}
	return ""
}

// elsewhere are the places that explain a finding, without those on its line.
func elsewhere(f finding.Finding) []finding.Related {
	return slices.DeleteFunc(slices.Clone(f.Related), func(r finding.Related) bool {
		return r.File == f.File && r.Line == f.Line
	})
}

// relative is a file's name as seen from a directory, where that is shorter.
func relative(dir, file string) string {
	if dir == "" {
		return file
	}
	if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// within is a file's path below a directory, with slashes; false if it is not
// below.
func within(dir, file string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	if dir == "" || err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(file), false
	}
	return filepath.ToSlash(rel), true
}
