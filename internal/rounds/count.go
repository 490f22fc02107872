// Package rounds counts the attempts that a region makes while they fail: a constant, or
// what some expression says. And it tells what an earlier round leaves to the next.
package rounds

import (
	"go/ast"
	"go/token"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// Maximum is the constant number of attempts of a region, 0 if there is none. failing
// are the attempts.
func Maximum(r *flow.Region, failing []flow.Placed) int64 {
	switch n := r.Node.(type) {
	case *ast.RangeStmt:
		if max, ok := world.Constant(r.U, n.X); ok {
			return max
		}
		if lit, ok := world.Composite(r.U, n.X); ok {
			return int64(len(lit.Elts))
		}
		return 0
	}
	best := int64(0)
	for _, b := range r.Order {
		cond, tag := world.Condition(r.U, b)
		if cond == nil || tag != nil {
			continue
		}
		if world.IsLoopHead(b) && alternatives(cond) {
			continue // another part of the condition may let the loop go on
		}
		for _, a := range world.Atoms(cond) {
			if n := attemptsBy(r, a, cond, failing); n > 0 && (best == 0 || n < best) {
				best = n
			}
		}
	}
	return best
}

// AtMost is the largest number of attempts that a region can make, as far as it is
// known; 0 if it is not.
func AtMost(r *flow.Region, max int64) int64 {
	if n, ok := r.Node.(*ast.RangeStmt); ok && max == 0 && world.IsNumeric(r.U.M.Info.TypeOf(n.X)) {
		max, _ = world.AtMost(r.U, n.X)
	}
	return max
}

// alternatives reports whether a condition has parts of which one suffices.
func alternatives(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			found = true
		}
		return !found
	})
	return found
}

// attemptsBy counts the attempts that a comparison of a counter with a constant
// allows, by running the counter.
func attemptsBy(r *flow.Region, atom, cond ast.Expr, failing []flow.Placed) int64 {
	b, ok := atom.(*ast.BinaryExpr)
	if !ok || len(failing) == 0 {
		return 0
	}
	x, op, limit, ok := b.X, b.Op, int64(0), false
	if limit, ok = world.Constant(r.U, b.Y); !ok {
		if limit, ok = world.Constant(r.U, b.X); !ok {
			return 0
		}
		x, op = b.Y, world.Flip(b.Op)
	}
	return runCounter(r, failing, x, op, limit, atom, cond)
}

// runCounter counts the attempts that are made until a counter, compared with a
// limit, lets the region end; 0 if the counter does not begin with a constant.
func runCounter(r *flow.Region, failing []flow.Placed, x ast.Expr, op token.Token, limit int64, atom, cond ast.Expr) int64 {
	obj := r.U.M.Object(x)
	if obj == nil {
		return 0
	}
	start, step, at, ok := world.Counter(r, obj)
	if !ok {
		return 0
	}
	return counter{start, step, at}.run(r, failing, op, limit, atom, cond)
}

// counter is a variable that a region counts with.
type counter struct {
	start, step int64
	at          token.Pos // where it counts
}

// run counts the attempts until the comparison of a counter with a limit lets the region
// end.
func (c counter) run(r *flow.Region, failing []flow.Placed, op token.Token, limit int64, atom, cond ast.Expr) int64 {
	loop, isHead := r.Node.(*ast.ForStmt)
	head := isHead && loop.Cond != nil && flow.Within(atom, loop.Cond)
	attempt := failing[0].Call.Pos()
	leaves, decides := leavesWhen(r, cond)
	if !head && !decides {
		return 0
	}
	const enough = 1 << 20
	for k := int64(1); k < enough; k++ {
		n := c.start + c.step*(k-1)
		if !head && c.at < atom.Pos() && !(isHead && loop.Post != nil && c.at == loop.Post.Pos()) {
			n += c.step
		}
		holds := world.CompareInts(n, op, limit)
		if head {
			if !holds {
				return k - 1
			}
			continue
		}
		if holds == leaves {
			if attempt < atom.Pos() {
				return k
			}
			return k - 1
		}
	}
	return 0
}

// leavesWhen reports whether a condition leaves the region when it is true, and whether
// it decides that at all: of a line of the log that some rounds have, both ways go on,
// or both leave.
func leavesWhen(r *flow.Region, cond ast.Expr) (leaves, decides bool) {
	leads := r.Leads()
	for _, b := range r.Order {
		if c, _ := world.Condition(r.U, b); c == cond {
			yes, no := world.Exits(r, b.Succs[0], leads), world.Exits(r, b.Succs[1], leads)
			return yes, yes != no
		}
	}
	return false, false
}
