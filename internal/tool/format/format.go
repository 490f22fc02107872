// Package format prints findings: as text for people, and in the formats of
// other tools.
package format

import (
	"fmt"
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
	"github.com/retryvet/retryvet/passes"
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
	Severity func(check string) passes.Severity // nil for what each check has by itself
}

// writers are the formats.
var writers = map[string]func(io.Writer, Report) error{
	"text":       text,
	"json":       writeJSON,
	"sarif":      writeSARIF,
	"github":     github,
	"checkstyle": checkstyle,
	"gitlab":     gitlab,
	"junit":      junit,
}

// Fixing are the formats that carry fixes.
var Fixing = []string{"json", "sarif"}

// Names are the names of the formats, sorted.
func Names() []string { return slices.Sorted(maps.Keys(writers)) }

// Write prints a report in a format that is one of Names.
func Write(out io.Writer, format string, r Report) error { return writers[format](out, r) }

func (r Report) severity(check string) passes.Severity {
	if r.Severity == nil {
		return passes.SeverityOf(check)
	}
	return r.Severity(check)
}

// remedy is the sentence that says what to do about a finding, "" if its message
// says that.
func (r Report) remedy(f finding.Finding) string {
	// What is wrong about a suppression is said by the message in full.
	if report.OfSuppression(f.Message) {
		return ""
	}
	for _, a := range r.Checks {
		if a.Name == f.Check {
			return manual.Remedy(a.Doc)
		}
	}
	return ""
}

// sentence is what is wrong and what to do about it, in one line.
func (r Report) sentence(f finding.Finding) string {
	if remedy := r.remedy(f); remedy != "" {
		return f.Message + " (remedy: " + remedy + ")"
	}
	return f.Message
}

// Summary says how many findings there are, of which severity, in how many files.
func Summary(r Report) string {
	if len(r.Findings) == 0 {
		return "nothing found"
	}
	files := map[string]bool{}
	number := map[passes.Severity]int{}
	for _, f := range r.Findings {
		files[f.File] = true
		number[r.severity(f.Check)]++
	}
	var kinds []string
	for _, s := range passes.Severities {
		if n := number[s]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%s: %d", s, n))
		}
	}
	return fmt.Sprintf("findings: %d (%s), in files: %d", len(r.Findings), strings.Join(kinds, ", "), len(files))
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
