// Package report turns what a check found into diagnostics. It is where
// generated files and tests are left out and where //retryvet:ignore is
// honoured, so that every driver of the analyzers behaves the same.
package report

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/site"
)

// Marker begins a comment that suppresses findings:
//
//	//retryvet:ignore check[,check] reason
//
// on the line of the finding or on the line above.
const Marker = "//retryvet:ignore"

// Reporter reports the findings of one check in one package.
type Reporter struct {
	Model *site.Model

	pass    *analysis.Pass
	ignores []*ignore
	skip    map[*token.File]bool
}

// ignore is one suppression of this check.
type ignore struct {
	pos    token.Pos
	end    token.Pos
	file   *token.File
	line   int
	reason string
	used   bool
}

// New makes the reporter of a pass that requires site.Analyzer.
func New(pass *analysis.Pass) *Reporter {
	r := &Reporter{
		Model: pass.ResultOf[site.Analyzer].(*site.Model),
		pass:  pass,
		skip:  map[*token.File]bool{},
	}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if site.Skip(r.Model.Package, f) {
			r.skip[tf] = true
			continue
		}
		r.collect(f, tf)
	}
	return r
}

// collect reads the suppressions of a file that name this check.
func (r *Reporter) collect(f *ast.File, tf *token.File) {
	for _, group := range f.Comments {
		for _, c := range group.List {
			checks, reason, ok := Parse(c.Text)
			if !ok || !slices.Contains(checks, r.pass.Analyzer.Name) {
				continue
			}
			r.ignores = append(r.ignores, &ignore{pos: c.Pos(), end: c.End(), file: tf, line: tf.Line(c.Pos()), reason: reason})
		}
	}
}

// Parse splits a comment that suppresses findings into the checks that it names
// and its reason.
func Parse(comment string) (checks []string, reason string, ok bool) {
	rest, ok := strings.CutPrefix(comment, Marker)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil, "", false
	}
	rest = strings.TrimSpace(rest)
	if i := strings.Index(rest, "// want"); i >= 0 { // a test's expectation is no reason
		rest = strings.TrimSpace(rest[:i])
	}
	names, reason, _ := strings.Cut(rest, " ")
	for name := range strings.SplitSeq(names, ",") {
		if name != "" {
			checks = append(checks, name)
		}
	}
	return checks, strings.TrimSpace(reason), true
}

// Sites lists the sites that findings may be reported for.
func (r *Reporter) Sites() []*site.Site {
	var out []*site.Site
	for _, s := range r.Model.Sites {
		if !r.skip[r.pass.Fset.File(s.File.FileStart)] {
			out = append(out, s)
		}
	}
	return out
}

// Report reports a finding, unless a suppression or the kind of file forbids
// it.
func (r *Reporter) Report(n ast.Node, message string, related ...analysis.RelatedInformation) {
	r.ReportFix(n, message, nil, related...)
}

// ReportFix is Report for a finding that fix may have a fix for. It asks for the
// fix only if the finding is reported.
func (r *Reporter) ReportFix(n ast.Node, message string, fix func() []analysis.SuggestedFix, related ...analysis.RelatedInformation) {
	tf := r.pass.Fset.File(n.Pos())
	if tf == nil || r.skip[tf] {
		return
	}
	line := tf.Line(n.Pos())
	for _, ig := range r.ignores {
		if ig.file == tf && (ig.line == line || ig.line == line-1) && ig.reason != "" {
			ig.used = true
			return
		}
	}
	d := analysis.Diagnostic{
		Pos:      n.Pos(),
		End:      n.End(),
		Category: r.pass.Analyzer.Name,
		URL:      manual.URL(r.pass.Analyzer.Name),
		Message:  message,
		Related:  related,
	}
	if fix != nil {
		d.SuggestedFixes = fix()
	}
	r.pass.Report(d)
}

// Done reports the suppressions that have no reason and those that suppressed
// nothing. Checks call it when they have reported all.
func (r *Reporter) Done() {
	name := r.pass.Analyzer.Name
	for _, ig := range r.ignores {
		switch {
		case ig.reason == "":
			r.pass.Report(analysis.Diagnostic{Pos: ig.pos, End: ig.end, Category: name,
				Message: fmt.Sprintf("%s %s has no reason and so suppresses nothing: write one after the check's name", Marker, name)})
		case !ig.used:
			r.pass.Report(analysis.Diagnostic{Pos: ig.pos, End: ig.end, Category: name,
				Message: fmt.Sprintf("%s %s suppresses nothing here: remove it", Marker, name)})
		}
	}
}

// At points to a place that explains a finding.
func At(n ast.Node, message string) analysis.RelatedInformation {
	return analysis.RelatedInformation{Pos: n.Pos(), End: n.End(), Message: message}
}
