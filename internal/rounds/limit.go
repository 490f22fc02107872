package rounds

import (
	"go/ast"
	"go/token"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// Limit is a number of attempts that is no constant: the value of an expression,
// and some more.
type Limit struct {
	Expr ast.Expr // nil if there is none, or none is in sight
	More int64    // what is made besides: 1 where Expr counts the attempts after the first
}

// probe is a number that limits stand for while the counter is run. Any would do
// that is larger than the few by which counters start.
const probe = 16

// LimitOf finds what the attempts of a region are counted up to where no constant
// does that: most is their constant number, 0 if there is none.
func LimitOf(r *flow.Region, failing []flow.Placed, most int64) Limit {
	if most > 0 || len(failing) == 0 {
		return Limit{}
	}
	if loop, ok := r.Node.(*ast.RangeStmt); ok {
		return Limit{Expr: loop.X}
	}
	for _, b := range r.Order {
		cond, tag := world.Condition(r.U, b)
		if cond == nil || tag != nil || world.IsLoopHead(b) && alternatives(cond) {
			continue
		}
		for _, a := range world.Atoms(cond) {
			c, ok := a.(*ast.BinaryExpr)
			if !ok {
				continue
			}
			if l, ok := limitBy(r, failing, c.X, c.Op, c.Y, a, cond); ok {
				return l
			}
			if l, ok := limitBy(r, failing, c.Y, world.Flip(c.Op), c.X, a, cond); ok {
				return l
			}
		}
	}
	return Limit{}
}

// limitBy is the limit that a comparison holds a counter to: it takes one attempt
// more for each by which the limit is higher.
func limitBy(r *flow.Region, failing []flow.Placed, x ast.Expr, op token.Token, y, atom, cond ast.Expr) (Limit, bool) {
	if !world.IsNumeric(r.U.M.Info.TypeOf(y)) {
		return Limit{}, false
	}
	n := runCounter(r, failing, x, op, probe, atom, cond)
	if n == 0 || runCounter(r, failing, x, op, probe+1, atom, cond) != n+1 {
		return Limit{}, false
	}
	return Limit{Expr: y, More: n - probe}, true
}
