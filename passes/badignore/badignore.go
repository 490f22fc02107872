package badignore

import (
	_ "embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/report"
)

//go:embed doc.go
var doc string

const name = "badignore"

// New returns the analyzer that reports suppressions which name none of the
// checks.
func New(checks []string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: name,
		Doc:  manual.Of(doc, name),
		URL:  manual.URL(name),
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.Files {
				if !ast.IsGenerated(f) {
					inspect(pass, f, checks)
				}
			}
			return nil, nil
		},
	}
}

func inspect(pass *analysis.Pass, f *ast.File, checks []string) {
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
				if !slices.Contains(checks, n) {
					complain(pass, c, fmt.Sprintf("%s names %q, which is no check of retryvet, and so suppresses nothing", report.Marker, n))
				}
			}
		}
	}
}

func complain(pass *analysis.Pass, c *ast.Comment, message string) {
	pass.Report(analysis.Diagnostic{Pos: c.Pos(), End: c.End(), Category: name, URL: manual.URL(name), Message: message})
}
