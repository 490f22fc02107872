package losterror

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "losterror"

// Analyzer reports failures that get lost.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, outcome.Analyzer},
	ResultType: report.SilencesType,
}

var cause bool

func init() {
	Analyzer.Flags.BoolVar(&cause, "cause", false, "report errors, too, that do not say why the attempts failed")
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	outcomes := pass.ResultOf[outcome.Analyzer].(*outcome.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		l := outcomes.Of(s).Lost
		keep := func() *fixes.Draft { return fix.Keep(l) }
		switch {
		case l == nil: // somebody learns of the failure
		case l.How == outcome.LostReplaced && !cause:
			r.Silent(s, "the error returned says that it failed, though not why")
		case l.How == outcome.LostSwallowed || l.How == outcome.LostInverted || l.How == outcome.LostForgotten:
			r.ReportFix(l.At, message(s, l), keep, report.At(l.Err, "this error is lost"))
		case s.Kind == site.Recursive:
			r.Report(s.Head(), message(s, l), report.At(l.Err, "this error is lost"), report.At(l.At, "returned here"))
		case l.How == outcome.LostTrusted:
			r.Report(l.Err, message(s, l), report.At(l.At, "returned here"), report.At(l.Taken, "used here"))
		case l.How == outcome.LostUntold:
			r.Report(l.Err, message(s, l))
		default:
			r.ReportFix(l.Err, message(s, l), keep, report.At(l.At, "returned here"))
		}
	}
	return r.Done(), nil
}

// message says what is lost, and how.
func message(s *site.Site, l *outcome.Lost) string {
	call := phrase.Source(l.Err.Fun)
	switch l.How {
	case outcome.LostShadowed:
		return fmt.Sprintf("the error of %s goes to an inner %s, but the outer one is returned: when the last attempt fails, that is nil and reads as success", call, l.By.Name())
	case outcome.LostUnstarted:
		return fmt.Sprintf("when the context is done before the first attempt of %s, %s is still nil where it is returned: nothing was done, and it reads as success", call, l.Var.Name())
	case outcome.LostUnassigned:
		return fmt.Sprintf("the error of %s goes to an inner %s, while the outer one, which nothing is ever assigned to, is looked at after the loop", call, l.Var.Name())
	case outcome.LostReplaced:
		if s.Kind == site.Poll {
			return fmt.Sprintf("no error of %s is returned, logged or kept: the one returned at the end does not say that attempts failed, and why", call)
		}
		return fmt.Sprintf("no error of %s is returned, logged or kept: the one returned at the end does not say why all attempts failed", call)
	case outcome.LostTrusted:
		return fmt.Sprintf("when the last attempt of %s fails, %s is returned, and a caller goes on with that: it does not learn of the failure", call, phrase.Source(l.At.(*ast.ReturnStmt).Results[0]))
	case outcome.LostUntold:
		return fmt.Sprintf("no error of %s is returned, logged or kept: when the last attempt fails, nobody learns of it", call)
	case outcome.LostSwallowed:
		return fmt.Sprintf("the retried function returns nil although %s failed: it is not tried again, and nobody learns of it", call)
	case outcome.LostForgotten:
		return fmt.Sprintf("no error of %s is returned, logged or kept: when the time is up, nobody learns that it failed, or why", call)
	case outcome.LostInverted:
		return fmt.Sprintf("%s is not nil for every error but the one to ignore, and for those this returns nil: they are lost and not tried again", phrase.Source(l.Err))
	}
	if l.Var != nil {
		return fmt.Sprintf("when the last attempt of %s fails, %s is nil where it is returned: the failure reads as success", call, l.Var.Name())
	}
	return fmt.Sprintf("when the last attempt of %s fails, nil is returned: the failure reads as success", call)
}
