package rounds

import (
	"go/ast"
	"go/token"
	"go/types"

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
	if n, ok := world.Constant(r.U, y); ok {
		return begunWith(r, failing, x, op, n, atom, cond)
	}
	n := runCounter(r, failing, x, op, probe, atom, cond)
	if n == 0 || runCounter(r, failing, x, op, probe+1, atom, cond) != n+1 {
		return Limit{}, false
	}
	return Limit{Expr: y, More: n - probe}, true
}

// begunWith is the limit of a counter that begins with what is no constant, and is
// compared with one: retries--; if retries == 0 { return err }.
func begunWith(r *flow.Region, failing []flow.Placed, x ast.Expr, op token.Token, limit int64, atom, cond ast.Expr) (Limit, bool) {
	v, ok := r.U.M.Object(x).(*types.Var)
	if !ok || v.IsField() {
		return Limit{}, false
	}
	c := counter{}
	begin := x // a parameter
	for _, d := range r.U.Definitions()[v] {
		switch {
		case d.Tok == token.INC || d.Tok == token.DEC:
			if !r.Contains(d.Node) || c.step != 0 {
				return Limit{}, false
			}
			c.step, c.at = 1, d.Node.Pos()
			if d.Tok == token.DEC {
				c.step = -1
			}
		case d.Rhs != nil && !d.Multi && !r.Contains(d.Node) && begin == x && (d.Tok == token.DEFINE || d.Tok == token.ASSIGN):
			begin = d.Rhs
		default:
			return Limit{}, false
		}
	}
	if begin == x && !world.IsParam(r.U, v) || c.step == 0 {
		return Limit{}, false
	}
	c.start = probe
	n := c.run(r, failing, op, limit, atom, cond)
	c.start++
	if n == 0 || c.run(r, failing, op, limit, atom, cond) != n+1 {
		return Limit{}, false
	}
	return Limit{Expr: begin, More: n - probe}, true
}

// Limits reports whether a counter of the region is compared with a variable, or
// the region ranges over it.
func Limits(r *flow.Region, v *types.Var) bool {
	if rs, ok := r.Node.(*ast.RangeStmt); ok {
		return r.U.M.Object(rs.X) == v
	}
	if world.Assigned(r, v) {
		return false
	}
	found := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (world.IsOrder(b.Op) || b.Op == token.EQL) {
			x, y := b.X, b.Y
			if r.U.M.Object(x) == v {
				x, y = y, x
			}
			found = found || r.U.M.Object(y) == v && world.Counts(r, x)
		}
		return !found
	})
	return found
}
