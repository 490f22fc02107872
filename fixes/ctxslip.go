package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// Leave has a loop end where it notices that its context did: the case of a
// select returns as the function returns, a break leaves the loop that it was
// meant for, and what a cancelled wait says is returned.
func (f *Fixer) Leave(s *site.Site, slip cancel.Slip) *Draft {
	p := f.at(s.File, slip.Node)
	if p == nil {
		return none
	}
	if clause, ok := slip.Case.(*ast.CommClause); ok {
		if p = f.at(s.File, p.stmt); p == nil {
			return none
		}
		return p.leaveCase(s, slip, clause)
	}
	call, ok := slip.Node.(*ast.CallExpr)
	if !ok || slip.Case != nil {
		return none
	}
	return p.leaveCall(s, slip, call)
}

// ended is a site whose signal in reach is the context of a slip.
func (p *place) ended(s *site.Site, slip cancel.Slip) *site.Site {
	t := *s
	t.Reach = site.Reach{Kind: knowledge.Ctx, Expr: p.src.Of(slip.Ctx)}
	return &t
}

// leaveCase lets the case of a select end the loop.
func (p *place) leaveCase(s *site.Site, slip cancel.Slip, clause *ast.CommClause) *Draft {
	loop := p.loop(s)
	if _, ok := p.stmt.(*ast.SelectStmt); !ok || loop == nil {
		return none
	}
	indent, ok := p.src.Indent(clause.Pos())
	if !ok {
		return none
	}
	in := "\n" + indent + "\t"
	body := clause.Body
	if b, ok := slip.Break.(*ast.BranchStmt); ok {
		if len(body) == 0 || ast.Stmt(b) != body[len(body)-1] {
			return none
		}
		return p.breakLoop(b, loop)
	}
	for _, l := range body {
		if !p.logs(l) && !p.stopsTimer(l) {
			return none // that may be why it goes on
		}
	}
	l, ok := p.leave(p.ended(s, slip), loop)
	if !ok || l.whole == "" {
		return none
	}
	end := clause.Colon + 1
	if len(body) > 0 {
		end = body[len(body)-1].End()
	}
	end += p.src.RestOfLine(end)
	return draft.Offer(p.src, "return when "+p.src.Of(slip.Ctx)+" is done", []analysis.TextEdit{draft.Insert(end, in+l.whole)})
}

// breakLoop has a break leave the loop and not the select.
func (p *place) breakLoop(b *ast.BranchStmt, loop ast.Node) *Draft {
	const message = "break out of the loop"
	for i, n := range p.path {
		if n != loop || i+1 == len(p.path) {
			continue
		}
		if l, ok := p.path[i+1].(*ast.LabeledStmt); ok {
			return draft.Offer(p.src, message, []analysis.TextEdit{draft.Insert(b.End(), " "+l.Label.Name)})
		}
	}
	label := p.free("loop", "retry", "attempts")
	indent, ok := p.src.Indent(loop.Pos())
	if label == "" || !ok {
		return none
	}
	return draft.Offer(p.src, message, []analysis.TextEdit{
		draft.Insert(p.src.Tok.LineStart(p.src.Tok.Line(loop.Pos())), strings.TrimSuffix(indent, "\t")+label+":\n"),
		draft.Insert(b.End(), " "+label),
	})
}

// leaveCall returns what a wait says that was cancelled.
func (p *place) leaveCall(s *site.Site, slip cancel.Slip, call *ast.CallExpr) *Draft {
	loop := p.loop(s)
	if loop == nil || !summary.IsError(p.f.pass.TypesInfo.TypeOf(call)) || !p.canHide("err", call) || !p.isDropped(call) {
		return none
	}
	if fn, ok := callee(p.f.pass.TypesInfo, call).(*types.Func); !ok || fn.Signature().Results().Len() != 1 {
		return none
	}
	l, ok := p.leave(p.ended(s, slip), loop)
	if !ok || l.whole == "" {
		return none
	}
	in := "\n" + p.indent
	head, tail := "if ", " != nil {"
	if l.err != "" {
		head, tail, l.whole = "if err := ", "; err != nil {", l.statement("err")
	}
	return draft.Offer(p.src, "return what "+p.src.Of(call.Fun)+" says", []analysis.TextEdit{
		draft.Replace(p.stmt.Pos(), call.Pos(), head),
		draft.Insert(call.End(), tail+in+"\t"+l.whole+in+"}"),
	})
}

// isDropped reports whether the statement does nothing with what a call gives
// back.
func (p *place) isDropped(call *ast.CallExpr) bool {
	switch s := p.stmt.(type) {
	case *ast.ExprStmt:
		return s.X == ast.Expr(call)
	case *ast.AssignStmt:
		id, ok := s.Lhs[0].(*ast.Ident)
		return ok && id.Name == "_" && s.Tok == token.ASSIGN && len(s.Lhs) == 1 && len(s.Rhs) == 1 && s.Rhs[0] == ast.Expr(call)
	}
	return false
}
