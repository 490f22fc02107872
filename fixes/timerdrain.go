package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// Drain makes a statement that receives from a timer's channel one that does not
// block.
func (f *Fixer) Drain(receive *ast.ExprStmt) *Draft {
	p := f.atNode(receive)
	if p == nil || p.stmt != ast.Stmt(receive) {
		return none
	}
	in := "\n" + p.indent
	return f.offer(p.src, "drain the channel only if it holds a value", []analysis.TextEdit{
		replace(receive.Pos(), receive.End(), "select {"+in+"case "+p.src.of(receive.X)+":"+in+"default:"+in+"}"),
	})
}
