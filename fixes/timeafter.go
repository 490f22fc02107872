package fixes

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Timeout makes the total timeout of a loop before the loop, or stops the timer
// that a round would leave behind.
func (f *Fixer) Timeout(t cancel.TimeAfter) *Draft {
	file := f.fileOf(t.Call)
	if file == nil || len(t.Call.Args) != 1 || ast.Unparen(t.From) != ast.Expr(t.Call) { // in a helper
		return none
	}
	if t.Restarts {
		return f.hoist(file, t.Call)
	}
	return f.stopTimer(file, t.Call)
}

// hoist makes the channel that a case receives from before the innermost loop.
func (f *Fixer) hoist(file *ast.File, call *ast.CallExpr) *Draft {
	loop := syntax.InnermostLoop(file, call)
	if loop == nil {
		return none
	}
	at := loop
	if path := syntax.Enclosing(file, loop); len(path) > 1 {
		if l, ok := path[1].(*ast.LabeledStmt); ok {
			at = l
		}
	}
	p := f.at(file, at)
	if p == nil || p.stmt != at || !f.same(call, at.Pos()) || f.changes(loop, call.Args[0]) {
		return none
	}
	name := p.free("timeout", "deadline", "expired")
	if name == "" {
		return none
	}
	return draft.Offer(p.src, "start the timeout once, before the loop", []analysis.TextEdit{
		draft.Insert(at.Pos(), name+" := "+p.src.Of(call)+"\n"+p.indent),
		draft.Replace(call.Pos(), call.End(), name),
	})
}

// stopTimer has the other cases of a select stop the timer that they came
// before.
func (f *Fixer) stopTimer(file *ast.File, call *ast.CallExpr) *Draft {
	fn, ok := callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Name() != "After" {
		return none
	}
	p := f.at(file, call)
	if p == nil {
		return none
	}
	// The innermost statement in a list is the select, since its cases' receives
	// stand in no list.
	sel, ok := p.stmt.(*ast.SelectStmt)
	if !ok {
		return none
	}
	qualifier, ok := p.imported("time")
	name := p.free("timer", "timeout", "delayTimer")
	if !ok || name == "" {
		return none
	}
	edits := []analysis.TextEdit{
		draft.Insert(p.stmt.Pos(), name+" := "+join(qualifier, "NewTimer")+"("+p.src.Of(call.Args[0])+")\n"+p.indent),
		draft.Replace(call.Pos(), call.End(), name+".C"),
	}
	stop := name + ".Stop()"
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm != nil {
			if ch := summary.ReceivedFrom(clause); ch != nil && ast.Unparen(ch) == ast.Expr(call) {
				continue
			}
		}
		if len(clause.Body) == 0 {
			edits = append(edits, draft.Insert(clause.Colon+1, "\n"+p.indent+"\t"+stop))
			continue
		}
		indent, ok := p.src.Indent(clause.Body[0].Pos())
		if !ok {
			return none
		}
		edits = append(edits, draft.Insert(clause.Body[0].Pos(), stop+"\n"+indent))
	}
	return draft.Offer(p.src, "stop the timer when another case comes first", edits)
}
