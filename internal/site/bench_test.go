package site_test

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// BenchmarkSummary and BenchmarkSites measure the model on net/http, without
// its imports' facts.
func BenchmarkSummary(b *testing.B) {
	pkg := load(b, ".", "net/http")[0]
	for b.Loop() {
		analyze(b, pkg, summary.Analyzer, map[*analysis.Analyzer]any{})
	}
}

func BenchmarkSites(b *testing.B) {
	pkg := load(b, ".", "net/http")[0]
	results := map[*analysis.Analyzer]any{}
	results[summary.Analyzer] = analyze(b, pkg, summary.Analyzer, results)
	for b.Loop() {
		analyze(b, pkg, site.Analyzer, results)
	}
}

func analyze(b *testing.B, pkg *packages.Package, a *analysis.Analyzer, results map[*analysis.Analyzer]any) any {
	b.Helper()
	result, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes,
		ResultOf:          results,
		Report:            func(analysis.Diagnostic) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	})
	if err != nil {
		b.Fatal(err)
	}
	return result
}
