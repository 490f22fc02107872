// Package report turns what a check found into diagnostics. It is where
// generated files and tests are left out and where //retryvet:ignore is
// honoured, so that every driver of the analyzers behaves the same.
package report

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/site"
)

// Marker begins a comment that suppresses findings:
//
//	//retryvet:ignore check[,check] reason
//
// on the line of the finding or on the line above. In the comment of a function it
// is about all of the function.
const Marker = "//retryvet:ignore"

// FileMarker begins one that is about all of its file.
const FileMarker = "//retryvet:file-ignore"

// Reporter reports the findings of one check in one package.
type Reporter struct {
	Model *site.Model

	done     func() // gives the model back
	pass     *analysis.Pass
	ignores  []*ignore
	skip     map[*token.File]bool
	said     map[said]bool
	waiting  []waiting // see Done
	silences Silences
}

// waiting is a finding whose fix has not been tried out yet.
type waiting struct {
	finding analysis.Diagnostic
	draft   *fixes.Draft
}

// said is a finding that was reported: sites that share a wait or a helper may have
// the same to tell of it, once.
type said struct {
	pos     token.Pos
	message string
}

// ignore is one suppression of this check.
type ignore struct {
	pos    token.Pos
	end    token.Pos
	file   *token.File
	marker string
	first  int // line
	last   int
	reason string
	used   bool
}

// New makes the reporter of a pass that requires site.Analyzer. The model is the
// pass's own until it calls Done.
func New(pass *analysis.Pass) *Reporter {
	model, done := site.Use(pass)
	r := &Reporter{Model: model, done: done, pass: pass, skip: map[*token.File]bool{}, said: map[said]bool{}, silences: Silences{}}
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
			ig := &ignore{pos: c.Pos(), end: c.End(), file: tf, marker: Marker, first: tf.Line(c.Pos()), reason: reason}
			ig.last = max(ig.first+1, lastLine(f, tf, group))
			if strings.HasPrefix(c.Text, FileMarker) {
				ig.marker, ig.first, ig.last = FileMarker, 1, tf.LineCount()
			}
			r.ignores = append(r.ignores, ig)
		}
	}
}

// lastLine is the last line of the function that a comment is the documentation
// of, 0 if it is that of none.
func lastLine(f *ast.File, tf *token.File, group *ast.CommentGroup) int {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc == group {
			return tf.Line(fn.End())
		}
	}
	return 0
}

// Parse splits a comment that suppresses findings, of a line, a function or a
// file, into the checks that it names and its reason.
func Parse(comment string) (checks []string, reason string, ok bool) {
	rest, ok := strings.CutPrefix(comment, Marker)
	if !ok {
		rest, ok = strings.CutPrefix(comment, FileMarker)
	}
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
func (r *Reporter) Sites() []*site.Site { return r.Model.Reported() }

// Report reports a finding, unless a suppression or the kind of file forbids
// it.
func (r *Reporter) Report(n ast.Node, message string, related ...analysis.RelatedInformation) {
	r.ReportFix(n, message, nil, related...)
}

// ReportFix is Report for a finding that fix may have a fix for. It asks for the
// fix only if the finding is reported, and fixes are wanted.
func (r *Reporter) ReportFix(n ast.Node, message string, fix func() *fixes.Draft, related ...analysis.RelatedInformation) {
	tf := r.pass.Fset.File(n.Pos())
	if tf == nil || r.skip[tf] || r.said[said{n.Pos(), message}] {
		return
	}
	r.said[said{n.Pos(), message}] = true
	line := tf.Line(n.Pos())
	for _, ig := range r.ignores {
		if ig.file == tf && ig.first <= line && line <= ig.last && ig.reason != "" {
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
	w := waiting{finding: d}
	if fix != nil && site.Suggests() {
		w.draft = fix()
	}
	r.waiting = append(r.waiting, w)
}

// Done hands on the findings, whose fixes are tried out here, all together. Then
// it reports the suppressions that have no reason and those that suppressed
// nothing. Checks call it when they have reported all. Its result is theirs.
func (r *Reporter) Done() Silences {
	defer r.done()
	drafts := make([]*fixes.Draft, len(r.waiting))
	for i, w := range r.waiting {
		drafts[i] = w.draft
	}
	for i, fix := range draft.Try(drafts) {
		d := r.waiting[i].finding
		d.SuggestedFixes = fix
		r.pass.Report(d)
	}
	name := r.pass.Analyzer.Name
	for _, ig := range r.ignores {
		switch {
		case ig.reason == "":
			r.pass.Report(analysis.Diagnostic{Pos: ig.pos, End: ig.end, Category: name,
				Message: fmt.Sprintf("%s %s has no reason and so suppresses nothing: write one after the check's name", ig.marker, name)})
		case !ig.used:
			r.pass.Report(analysis.Diagnostic{Pos: ig.pos, End: ig.end, Category: name,
				Message: fmt.Sprintf("%s %s suppresses nothing here: remove it", ig.marker, name)})
		}
	}
	maps.DeleteFunc(r.silences, func(_ *site.Site, why string) bool { return why == "" })
	return r.silences
}

// OfSuppression reports whether a message is about a suppression, and not about
// what the check looks for.
func OfSuppression(message string) bool {
	return strings.HasPrefix(message, Marker) || strings.HasPrefix(message, FileMarker)
}

// At points to a place that explains a finding.
func At(n ast.Node, message string) analysis.RelatedInformation {
	return analysis.RelatedInformation{Pos: n.Pos(), End: n.End(), Message: message}
}
