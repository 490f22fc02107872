package site

import (
	"go/ast"
	"go/token"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
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

// limit finds what the attempts of a region are counted up to where no constant
// does that: most is their constant number, 0 if there is none.
func limit(r *flow.Region, v *verdict, most int64) Limit {
	if most > 0 || len(v.failing) == 0 {
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
			if l, ok := limitBy(r, v, c.X, c.Op, c.Y, a, cond); ok {
				return l
			}
			if l, ok := limitBy(r, v, c.Y, world.Flip(c.Op), c.X, a, cond); ok {
				return l
			}
		}
	}
	return Limit{}
}

// limitBy is the limit that a comparison holds a counter to: it takes one attempt
// more for each by which the limit is higher.
func limitBy(r *flow.Region, v *verdict, x ast.Expr, op token.Token, y, atom, cond ast.Expr) (Limit, bool) {
	if !world.IsNumeric(r.U.M.Info.TypeOf(y)) {
		return Limit{}, false
	}
	n := runCounter(r, v, x, op, probe, atom, cond)
	if n == 0 || runCounter(r, v, x, op, probe+1, atom, cond) != n+1 {
		return Limit{}, false
	}
	return Limit{Expr: y, More: n - probe}, true
}

// limitAt finds what a call of a retrier gives it as the number of attempts where
// that is no constant: a parameter, or an option.
func limitAt(m *flow.Package, u *flow.Unit, c *ast.CallExpr, r *knowledge.Retrier, most int64) Limit {
	if most > 0 {
		return Limit{}
	}
	if r.Max > 0 && r.Max <= len(c.Args) {
		return Limit{Expr: c.Args[r.Max-1]}
	}
	var found Limit
	note := func(n ast.Node) bool {
		opt, ok := n.(*ast.CallExpr)
		if !ok || found.Expr != nil {
			return found.Expr == nil
		}
		fn := m.Sums.Callee(opt)
		if fn == nil {
			return true
		}
		o, ok := option(r.Options, fn.Pkg(), knowledge.FuncName(fn))
		if !ok || o.Sets != knowledge.SetsAttempts && o.Sets != knowledge.SetsRetries {
			return true
		}
		if value := settingOf(m, o, opt); value != nil {
			found.Expr = value
			if o.Sets == knowledge.SetsRetries {
				found.More = 1
			}
		}
		return true
	}
	for i, arg := range c.Args {
		if i == r.Op || len(r.Options) == 0 {
			continue
		}
		ast.Inspect(arg, note)
		for _, d := range u.Definitions()[m.Object(arg)] {
			if d.Rhs != nil {
				ast.Inspect(d.Rhs, note)
			}
		}
	}
	return found
}
