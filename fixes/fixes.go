// Package fixes turns a site and a wish into text edits.
//
// A fix is offered only where the rewritten code compiles, is as gofmt leaves
// it, and does the same but for the defect. Each wish (a method of Fixer)
// refuses what it cannot prove, and every fix is tried out before it is offered:
// the edited file is formatted and type-checked (see draft.Try). Where there is
// no fix, the message of the finding says in words what to do.
//
// The edits of a fix are as small as can be, so that the fixes of several
// checks at one place go together: that of ctxsleep wraps the duration that
// that of nojitter changes.
package fixes

import (
	"go/ast"
	"go/version"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

type Draft = draft.Draft

var none *Draft // no fix

// Fixer makes fixes for the findings of one pass.
type Fixer struct {
	pass     *analysis.Pass
	model    *site.Model
	files    *draft.Files
	causes   map[*ast.File][]*ast.SelectorExpr // where a file names context.Cause
	handling map[*ast.BlockStmt][]ast.Node     // by function, see handling
	names    map[ast.Stmt]string               // given to the limits of loops
	given    map[ast.Node]map[string]bool      // the same by declaration
	taken    map[ast.Node]map[string]bool      // what has a name in a function, see free
}

// New makes the Fixer of a pass. It costs nothing until a fix is asked for.
func New(pass *analysis.Pass, model *site.Model) *Fixer {
	return &Fixer{
		pass:     pass,
		model:    model,
		files:    draft.NewFiles(pass, model.Package),
		causes:   map[*ast.File][]*ast.SelectorExpr{},
		handling: map[*ast.BlockStmt][]ast.Node{},
		names:    map[ast.Stmt]string{},
		given:    map[ast.Node]map[string]bool{},
		taken:    map[ast.Node]map[string]bool{},
	}
}

// since reports whether the standard library that a file is built with has what
// a version of Go brought.
func (f *Fixer) since(file *ast.File, v string) bool {
	lib := syntax.Library(f.pass.Pkg, file)
	return lib == "" || version.Compare(lib, v) >= 0
}

// language reports whether a file may use the language of a version of Go.
func (f *Fixer) language(file *ast.File, v string) bool {
	lang := f.pass.TypesInfo.FileVersions[file]
	return lang == "" || version.Compare(lang, v) >= 0
}
