package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Unit gives a number the unit that its name tells, takes away a unit too many,
// and turns a maximum that is taken the wrong way. Which unit a plain number was
// meant to have nobody but its author knows.
func (f *Fixer) Unit(u delay.Misuse) *Draft {
	p := f.atNode(u.Node)
	if p == nil {
		return none
	}
	switch u.Fault {
	case delay.BareNumber, delay.NamedUnit:
		return p.named(u)
	case delay.Squared:
		return p.once(u)
	case delay.WrongWay:
		return p.lesser(u.Node)
	}
	return none
}

// named multiplies a number by the unit in its name.
func (p *place) named(u delay.Misuse) *Draft {
	node, ok := u.Node.(ast.Expr)
	if !ok {
		return none
	}
	value := ast.Unparen(u.Value)
	if c, ok := value.(*ast.CallExpr); ok && len(c.Args) == 1 && p.f.pass.TypesInfo.Types[c.Fun].IsType() {
		value = ast.Unparen(c.Args[0])
	}
	unit := ""
	if isName(value) {
		unit = knowledge.UnitOf(summary.LastName(value))
	}
	q, ok := p.imported("time")
	if outer, isPart := syntax.Enclosing(p.src.File, node)[1].(*ast.BinaryExpr); isPart && outer.Op.Precedence() >= token.MUL.Precedence() {
		return none // of a quotient, it may be
	}
	if unit == "" || !ok || q == "" {
		return none
	}
	return p.either(node, "count "+unit, p.src.Of(node)+" * "+q+"."+unit)
}

// either replaces an expression by another, with the spaces that gofmt has where
// it stands.
func (p *place) either(old ast.Expr, message, text string) *Draft {
	ways := []string{text, spaced(text, 1), spaced(text, 2), strings.ReplaceAll(text, " * ", "*")}
	var next func() *Draft
	next = func() *Draft {
		if len(ways) == 0 {
			return none
		}
		way := ways[0]
		ways = ways[1:]
		return draft.Offer(p.src, message, []analysis.TextEdit{draft.Replace(old.Pos(), old.End(), way)}).Or(next)
	}
	return next()
}

// once takes the unit out of a factor, or the factor away if it is nothing else.
func (p *place) once(u delay.Misuse) *Draft {
	switch n := u.Node.(type) {
	case *ast.AssignStmt: // delay *= 2 * time.Second
		b, ok := ast.Unparen(u.Value).(*ast.BinaryExpr)
		if !ok || !isProduct(b) {
			return none
		}
		return draft.Offer(p.src, "multiply by a number", []analysis.TextEdit{draft.Replace(u.Value.Pos(), u.Value.End(), p.src.Of(b.X))})
	case *ast.BinaryExpr: // delay * time.Second
		if !p.isUnit(n.Y) || p.f.pass.TypesInfo.Types[n.X].Value != nil {
			return none
		}
		return p.either(n, "multiply by no unit twice", p.src.Of(n.X))
	}
	return none
}

// isUnit reports whether an expression is one of the units of package time.
func (p *place) isUnit(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && p.isPackage(sel.X, "time")
}

// lesser takes the lesser of two where the greater is taken.
func (p *place) lesser(n ast.Node) *Draft {
	const message = "take the lesser of the delay and its maximum"
	switch n := n.(type) {
	case *ast.CallExpr:
		switch fn := callee(p.f.pass.TypesInfo, n).(type) {
		case *types.Builtin:
			if p.f.lookup("min", n.Pos()) == types.Universe.Lookup("min") {
				return draft.Offer(p.src, message, []analysis.TextEdit{draft.Replace(n.Fun.Pos(), n.Fun.End(), "min")})
			}
		case *types.Func:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && fn.FullName() == "math.Max" {
				return draft.Offer(p.src, message, []analysis.TextEdit{draft.Replace(sel.Sel.Pos(), sel.Sel.End(), "Min")})
			}
		}
	case *ast.BinaryExpr: // if delay < maxDelay { delay = maxDelay }
		turned := map[token.Token]string{token.LSS: ">", token.LEQ: ">=", token.GTR: "<", token.GEQ: "<="}[n.Op]
		if turned != "" {
			return draft.Offer(p.src, message, []analysis.TextEdit{draft.Replace(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), turned)})
		}
	}
	return none
}
