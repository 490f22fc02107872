package site

import (
	"go/ast"
	"go/version"

	"honnef.co/go/tools/analysis/code"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// KeepsTimers reports whether a file is built for a Go version whose timers live
// until they fire. It is the version of the standard library that decides, as
// for staticcheck's SA1015: a build tag does not lower it.
func KeepsTimers(m *flow.Package, file *ast.File) bool {
	v := Library(m, file)
	return v != "" && version.Compare(v, "go1.23") < 0
}

// Library is the version of the standard library that a file is built with, ""
// if unknown.
func Library(m *flow.Package, file *ast.File) string { return code.StdlibVersion(m.Pass, file) }

func Imports(m *flow.Package, path string) bool {
	for _, p := range m.Pass.Pkg.Imports() {
		if p.Path() == path {
			return true
		}
	}
	return false
}

func IsNamedChanOfTime(m *flow.Package, ch ast.Expr) bool {
	c, ok := chanElem(m.Info.TypeOf(ch))
	return ok && summary.IsNamed(c, "time", "Time")
}
