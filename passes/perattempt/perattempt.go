package perattempt

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/residue"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "perattempt"

// Analyzer reports what piles up with each attempt.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, residue.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	residues := pass.ResultOf[residue.Analyzer].(*residue.Result)
	seen := map[ast.Node]bool{}
	for _, s := range r.Sites() {
		for _, p := range residues.Of(s).Piles {
			if seen[p.Node] {
				continue
			}
			if p.Kind == residue.Defers && 0 < s.Max && s.Max <= few {
				r.Silent(s, "so few deferred calls are no pile")
				continue
			}
			seen[p.Node] = true
			r.Report(p.Node, message(s, p), related(p)...)
		}
	}
	return r.Done(), nil
}

// few is how many deferred calls may wait for the end of the function: that is no pile.
const few = 3

// message says what piles up.
func message(s *site.Site, p residue.Pile) string {
	switch p.Kind {
	case residue.Defers:
		many := "they pile up"
		if s.Max > 0 {
			many = fmt.Sprintf("up to %d of them pile up", s.Max)
		}
		what := "the function"
		if c := p.Node.(*ast.DeferStmt).Call; !isLiteral(c) {
			what = phrase.Source(c)
		}
		return fmt.Sprintf("%s is deferred once per attempt of %s: %s until %s returns", what, phrase.Attempt(s), many, function(s))
	case residue.Contexts:
		if p.Name == "" {
			return "each attempt leaves a context behind, as the function that cancels it is dropped"
		}
		return fmt.Sprintf("%s is not called on the way to the next attempt: each failed attempt leaves a context behind", p.Name)
	case residue.Goroutines:
		return fmt.Sprintf("this goroutine waits for %s and not for the end of its attempt: each attempt leaves one behind", p.Until)
	case residue.Watchers:
		return fmt.Sprintf("this goroutine waits for %s and not for the end of the retries: each call of %s leaves one behind", p.Until, function(s))
	case residue.Senders:
		return "nobody takes this result when another case of the select comes first: each attempt leaves a goroutine behind that waits to send"
	case residue.Kept:
		return fmt.Sprintf("what %s got is kept in %s, and then it is tried again for all of it: each attempt opens once more what others opened before", phrase.Attempt(s), p.Name)
	case residue.Timers:
		return fmt.Sprintf("%s is not stopped before the next attempt makes another, and the file's Go version is below 1.23: each attempt leaves one running", p.Name)
	}
	name := p.Name
	if p.In != "" {
		name += " in " + p.In
	}
	if p.Failed == nil {
		return fmt.Sprintf("%s is never closed, and the next attempt opens another", name)
	}
	return fmt.Sprintf("%s stays open when %s fails, and the next attempt opens another", name, phrase.Source(p.Failed.Fun))
}

// function is what the site stands in.
func function(s *site.Site) string {
	if s.InLiteral {
		return "the function"
	}
	return s.FuncName
}

func isLiteral(c *ast.CallExpr) bool {
	_, ok := ast.Unparen(c.Fun).(*ast.FuncLit)
	return ok
}

// related points to where a connection is opened and to the step that fails.
func related(p residue.Pile) []analysis.RelatedInformation {
	if p.Kind != residue.Resources {
		return nil
	}
	var out []analysis.RelatedInformation
	if p.Failed != nil {
		out = append(out, report.At(p.Failed, "when this fails, nothing closes "+p.Name))
	}
	if p.Made != p.Node {
		out = append(out, report.At(p.Made, "opened here"))
	}
	return out
}
