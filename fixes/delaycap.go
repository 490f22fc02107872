package fixes

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/site"
)

// Cap holds a delay that is multiplied each round: by the maximum that is
// applied too late, or by a minute.
func (f *Fixer) Cap(s *site.Site, g *delay.Growth) *Draft {
	p := f.atNode(g.Node)
	if p == nil {
		return none
	}
	loop := p.loop(s)
	a, ok := p.stmt.(*ast.AssignStmt)
	if loop == nil || !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 || !f.language(p.src.File, "go1.21") || f.lookup("min", a.Pos()) != types.Universe.Lookup("min") {
		return none
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || !isDuration(f.pass.TypesInfo.TypeOf(id)) {
		return none
	}
	v, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || !p.dependsOn(a.Rhs[0], v) {
		return none
	}
	next := p.next(a, id)
	maximum := ""
	// A number of attempts makes the sum of the delays how long one is ready to
	// wait, which a maximum would change.
	switch {
	case g.Held:
		maximum = p.applied(g, v, loop)
	case g.Attempts == 0 && p.startsLow(v, a):
		if q, ok := p.imported("time"); ok {
			maximum = join(q, "Minute")
		}
	}
	if next == "" || maximum == "" {
		return none
	}
	return draft.Offer(p.src, "hold the delay at "+maximum, []analysis.TextEdit{
		draft.Replace(id.End(), a.End(), " = min("+spaced(next, 2)+", "+maximum+")"),
	})
}

// next is what an assignment makes of a delay, as an expression.
func (p *place) next(a *ast.AssignStmt, id *ast.Ident) string {
	rhs := p.src.Of(a.Rhs[0])
	if _, sum := a.Rhs[0].(*ast.BinaryExpr); sum && a.Tok != token.ASSIGN {
		return ""
	}
	switch a.Tok {
	case token.ASSIGN:
		return rhs
	case token.MUL_ASSIGN:
		return id.Name + " * " + rhs
	case token.SHL_ASSIGN:
		return id.Name + " << " + rhs
	case token.ADD_ASSIGN:
		return id.Name + " + " + rhs
	}
	return ""
}

// dependsOn reports whether an expression is computed from one variable and
// constants alone.
func (p *place) dependsOn(e ast.Expr, v *types.Var) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && p.f.pass.TypesInfo.Types[n.Fun].IsType()
		case *ast.Ident:
			obj, isVar := p.f.pass.TypesInfo.Uses[n].(*types.Var)
			ok = ok && (!isVar || obj == v)
		}
		return ok
	})
	return ok
}

// applied is the maximum in a wait for min(delay, maximum).
func (p *place) applied(g *delay.Growth, v *types.Var, loop ast.Node) string {
	if g.Wait == nil || g.Wait.Duration == nil {
		return ""
	}
	c, ok := ast.Unparen(g.Wait.Duration).(*ast.CallExpr)
	if !ok || len(c.Args) != 2 || callee(p.f.pass.TypesInfo, c) != types.Universe.Lookup("min") {
		return ""
	}
	for i, e := range c.Args {
		id, ok := ast.Unparen(e).(*ast.Ident)
		limit := c.Args[1-i]
		if ok && p.f.pass.TypesInfo.Uses[id] == v && isName(limit) && p.f.same(limit, p.stmt.Pos()) && !p.f.changes(loop, limit) {
			return p.src.Of(limit)
		}
	}
	return ""
}

// startsLow reports whether all that a delay is set to, but for one assignment,
// are short constants.
func (p *place) startsLow(v *types.Var, grows *ast.AssignStmt) bool {
	starts, low := 0, true
	start := func(e ast.Expr) {
		n, known := constant.Int64Val(constant.ToInt(p.constant64(e)))
		starts++
		low = low && known && 0 < n && n <= int64(mostStart)
	}
	ast.Inspect(p.fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && n != grows && p.f.pass.TypesInfo.ObjectOf(id) == v {
					if n.Tok != token.DEFINE && n.Tok != token.ASSIGN || len(n.Rhs) != len(n.Lhs) {
						low = false
						continue
					}
					start(n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if p.f.pass.TypesInfo.Defs[id] == v && i < len(n.Values) {
					start(n.Values[i])
				}
			}
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
				low = low && p.f.pass.TypesInfo.Uses[id] != v
			}
		}
		return true
	})
	return low && starts > 0
}
