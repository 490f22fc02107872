package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
)

// Drain makes a statement that receives from a timer's channel one that does not
// block.
func (f *Fixer) Drain(receive *ast.ExprStmt) *Draft {
	p := f.atNode(receive)
	if p == nil || p.stmt != ast.Stmt(receive) {
		return none
	}
	in := "\n" + p.indent
	return draft.Offer(p.src, "drain the channel only if it holds a value", []analysis.TextEdit{
		draft.Replace(receive.Pos(), receive.End(), "select {"+in+"case "+p.src.Of(receive.X)+":"+in+"default:"+in+"}"),
	})
}
