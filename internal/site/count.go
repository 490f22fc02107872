package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// maximum is the constant number of attempts of a region, 0 if there is none.
// v.failing holds the attempts.
func maximum(r *flow.Region, v *verdict) int64 {
	switch n := r.Node.(type) {
	case *ast.RangeStmt:
		if max, ok := Constant(r.U, n.X); ok {
			return max
		}
		if lit, ok := Composite(r.U, n.X); ok {
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
			if n := attemptsBy(r, a, cond, v); n > 0 && (best == 0 || n < best) {
				best = n
			}
		}
	}
	return best
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
func attemptsBy(r *flow.Region, atom, cond ast.Expr, v *verdict) int64 {
	b, ok := atom.(*ast.BinaryExpr)
	if !ok || len(v.failing) == 0 {
		return 0
	}
	x, op, limit, ok := b.X, b.Op, int64(0), false
	if limit, ok = Constant(r.U, b.Y); !ok {
		if limit, ok = Constant(r.U, b.X); !ok {
			return 0
		}
		x, op = b.Y, world.Flip(b.Op)
	}
	obj := r.U.M.Object(x)
	if obj == nil {
		return 0
	}
	start, step, at, ok := Counter(r, obj)
	if !ok {
		return 0
	}
	loop, isHead := r.Node.(*ast.ForStmt)
	head := isHead && loop.Cond != nil && flow.Within(atom, loop.Cond)
	attempt := v.failing[0].Call.Pos()
	const enough = 1 << 20
	for k := int64(1); k < enough; k++ {
		n := start + step*(k-1)
		if !head && at < atom.Pos() && !(isHead && loop.Post != nil && at == loop.Post.Pos()) {
			n += step
		}
		holds := world.CompareInts(n, op, limit)
		if head {
			if !holds {
				return k - 1
			}
			continue
		}
		if holds == leavesWhen(r, cond) {
			if attempt < atom.Pos() {
				return k
			}
			return k - 1
		}
	}
	return 0
}

// leavesWhen reports whether a condition leaves the region when it is true.
func leavesWhen(r *flow.Region, cond ast.Expr) bool {
	leads := r.Leads()
	for _, b := range r.Order {
		if c, _ := world.Condition(r.U, b); c == cond {
			return world.Exits(r, b.Succs[0], leads)
		}
	}
	return true
}

// Counter finds where a counter starts, by how much it moves, and where.
func Counter(r *flow.Region, obj types.Object) (start, step int64, at token.Pos, ok bool) {
	started := false
	for _, d := range r.U.Definitions()[obj] {
		switch d.Tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			if !r.Contains(d.Node) || step != 0 {
				return 0, 0, 0, false
			}
			step, at = 1, d.Node.Pos()
			if d.Rhs != nil {
				if step, ok = Constant(r.U, d.Rhs); !ok {
					return 0, 0, 0, false
				}
			}
			if d.Tok == token.DEC || d.Tok == token.SUB_ASSIGN {
				step = -step
			}
		case token.VAR:
			started = true
		case token.DEFINE, token.ASSIGN:
			if started || d.Multi {
				return 0, 0, 0, false
			}
			if start, ok = Constant(r.U, d.Rhs); !ok {
				return 0, 0, 0, false
			}
			started = true
		default:
			return 0, 0, 0, false
		}
	}
	return start, step, at, started && step != 0
}

// Constant is the value of an integer expression that is constant, or a local
// variable that is only ever given one constant.
func Constant(u *flow.Unit, e ast.Expr) (int64, bool) {
	if n, ok := world.ConstInt(u.M, e); ok {
		return n, true
	}
	if c, ok := world.CallOf(e); ok && len(c.Args) == 1 && u.M.Info.Types[c.Fun].IsType() {
		return Constant(u, c.Args[0])
	}
	v, ok := u.M.Object(e).(*types.Var)
	if !ok || v.IsField() || world.IsParam(u, v) {
		return 0, false
	}
	defs := u.Definitions()[v]
	if len(defs) != 1 || defs[0].Rhs == nil || defs[0].Multi {
		return 0, false
	}
	return world.ConstInt(u.M, defs[0].Rhs)
}

// Composite is the literal that an expression is, or that a local variable is
// given once.
func Composite(u *flow.Unit, e ast.Expr) (*ast.CompositeLit, bool) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return lit, true
	}
	defs := u.Definitions()[u.M.Object(e)]
	if len(defs) == 1 && defs[0].Rhs != nil {
		lit, ok := ast.Unparen(defs[0].Rhs).(*ast.CompositeLit)
		return lit, ok
	}
	return nil, false
}
