package fixes

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/delay"
)

// Draw makes a random number keep its fraction until it has a unit, and a draw
// have a limit above zero. Other sources of random numbers have reasons that
// only their authors know.
func (f *Fixer) Draw(d delay.Draw) *Draft {
	p := f.atNode(d.Node)
	if p == nil {
		return none
	}
	switch d.Fault {
	case delay.MayPanic:
		if f.pass.TypesInfo.Types[d.Value].Value != nil || !f.language(p.src.File, "go1.21") ||
			f.lookup("max", d.Value.Pos()) != types.Universe.Lookup("max") {
			return none
		}
		// Spaces go from around what is an argument of two now.
		limit := spaced(p.src.Of(d.Value), 2)
		return draft.Offer(p.src, "draw below one at least", []analysis.TextEdit{draft.Replace(d.Value.Pos(), d.Value.End(), "max("+limit+", 1)")})
	case delay.Rounded:
		return p.late(d)
	}
	return none
}

// late multiplies a fraction by its unit before it is made a duration.
func (p *place) late(d delay.Draw) *Draft {
	b, ok := d.Node.(*ast.BinaryExpr)
	conv, isCall := d.Value.(*ast.CallExpr)
	if !ok || !isCall {
		return none
	}
	number := conv.Args[0]
	if !types.Identical(p.f.pass.TypesInfo.TypeOf(number), types.Typ[types.Float64]) || p.f.lookup("float64", b.Pos()) != types.Universe.Lookup("float64") {
		return none
	}
	unit := b.Y
	if ast.Unparen(b.Y) == ast.Expr(conv) {
		unit = b.X
	}
	x := p.src.Of(number)
	if _, sum := number.(*ast.BinaryExpr); sum {
		x = "(" + x + ")"
	}
	return p.either(b, "multiply by the unit before rounding", p.src.Of(conv.Fun)+"("+x+" * float64("+p.src.Of(unit)+"))")
}
