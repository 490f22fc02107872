package badignore

import (
	_ "embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/syntax"
)

//go:embed doc.go
var doc string

const name = "badignore"

// Analyzer reports suppressions that name none of the checks.
var Analyzer = &analysis.Analyzer{
	Name: name,
	Doc:  manual.Of(doc, name),
	URL:  manual.URL(name),
	Run:  run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		if !syntax.Generated(f) {
			inspect(pass, f)
		}
	}
	return nil, nil
}

func inspect(pass *analysis.Pass, f *ast.File) {
	for _, group := range f.Comments {
		for _, c := range group.List {
			names, _, ok := report.Parse(c.Text)
			if !ok {
				continue
			}
			if len(names) == 0 {
				complain(pass, c, fmt.Sprintf("%s names no check and so suppresses nothing", report.Marker))
			}
			for _, n := range names {
				if !slices.Contains(report.Checks, n) {
					complain(pass, c, fmt.Sprintf("%s names %q, which is no check of retryvet, and so suppresses nothing", report.Marker, n))
				}
			}
		}
	}
}

func complain(pass *analysis.Pass, c *ast.Comment, message string) {
	pass.Report(analysis.Diagnostic{Pos: c.Pos(), End: c.End(), Category: name, URL: manual.URL(name), Message: message})
}
