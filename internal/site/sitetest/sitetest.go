// Package sitetest is what tests share that load golden packages together with
// what these import.
package sitetest

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
)

// ImportsAsVet has what golden packages import from other modules analysed as
// under go vet, for its facts alone, until the test ends. A driver that knows of
// one analyzer only runs it over all packages alike, and then two thirds of the
// time go into sites of the standard library that nobody asks for. That the facts
// are the same is what TestFactsAlone of package site compares; TestRealCode of
// package passes runs everything over such code.
//
// It changes site.Analyzer, so tests that call it do not run in parallel.
func ImportsAsVet(t testing.TB) {
	whole := site.Analyzer.Run
	t.Cleanup(func() { site.Analyzer.Run = whole })
	site.Analyzer.Run = func(pass *analysis.Pass) (any, error) {
		if own(pass.Module) {
			return whole(pass)
		}
		_, err := site.Facts.Run(pass)
		return (*site.Model)(nil), err
	}
}

// own reports whether a module is the one, or one of those, that a test is about.
// The standard library has no module, and what is required has a version.
func own(m *analysis.Module) bool { return m != nil && m.Path != "" && m.Version == "" }
