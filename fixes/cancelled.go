package fixes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// channel is the channel that tells of a cancellation.
func channel(r site.Reach) string {
	if r.Kind == knowledge.Ctx {
		return r.Expr + ".Done()"
	}
	return r.Expr
}

// retryVersion is the Go version of the module that package retry belongs to.
const retryVersion = "go1.25"

// precedent is the return statement by which the function already leaves where
// it finds the same context or channel done. found is set, and the text empty,
// where it does more than that.
func (p *place) precedent(s *site.Site) (text string, found bool) {
	var body []ast.Stmt
	syntax.Own(p.body, func(n ast.Node) {
		if found {
			return
		}
		switch n := n.(type) {
		case *ast.CommClause:
			if n.Comm == nil {
				return
			}
			if ch := summary.ReceivedFrom(n); ch != nil && p.src.Of(ch) == channel(s.Reach) {
				body, found = n.Body, true
			}
		case *ast.IfStmt:
			if n.Init == nil && s.Reach.Kind == knowledge.Ctx && p.asksErr(n.Cond, s.Reach.Expr, token.NEQ) {
				body, found = n.Body.List, true
			}
		}
		if found && (len(body) == 0 || !endsInReturn(body)) {
			found = false
		}
	})
	if !found {
		return "", false
	}
	for _, s := range body[:len(body)-1] {
		if !p.logs(s) && !p.stopsTimer(s) {
			return "", true
		}
	}
	r := body[len(body)-1].(*ast.ReturnStmt)
	if !p.f.same(r, p.stmt.Pos()) {
		return "", false
	}
	return p.src.Of(r), true
}

func endsInReturn(body []ast.Stmt) bool {
	_, ok := body[len(body)-1].(*ast.ReturnStmt)
	return ok
}

// asksErr reports whether a conjunction has a part ctx.Err() == nil, or != nil.
func (p *place) asksErr(cond ast.Expr, ctx string, op token.Token) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if b.Op == token.LAND && op == token.EQL {
		return p.asksErr(b.X, ctx, op) || p.asksErr(b.Y, ctx, op)
	}
	return b.Op == op && p.f.pass.TypesInfo.Types[b.Y].IsNil() && p.src.Of(b.X) == ctx+".Err()"
}

// logs reports whether a statement only writes a line to a log.
func (p *place) logs(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	return knowledge.Logs(summary.LastName(c.Fun))
}

// stopsTimer reports whether a statement stops a timer or ticker.
func (p *place) stopsTimer(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Stop" && p.isTimer(sel.X)
}

func (p *place) isTimer(e ast.Expr) bool {
	t := p.f.pass.TypesInfo.TypeOf(e)
	if ptr, ok := summary.TypeUnder[*types.Pointer](t); ok {
		t = ptr.Elem()
	}
	return summary.IsNamed(t, "time", "Timer") || summary.IsNamed(t, "time", "Ticker")
}
