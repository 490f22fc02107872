package site

import (
	"go/ast"
	"go/token"
	"go/types"
)

// isCounterAtom reports whether an atom compares what grows from round to round:
// a counter, or a delay that ends the loop when it becomes too long.
func (r *region) isCounterAtom(e ast.Expr) bool {
	if c, ok := e.(*ast.CallExpr); ok {
		for _, a := range c.Args {
			if obj := r.u.m.object(a); obj != nil && r.grows(obj) {
				return true
			}
		}
		return false
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return false
	}
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		found := false
		ast.Inspect(side, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if obj := r.u.m.object(n); obj != nil && r.grows(obj) {
					found = true
				}
			case *ast.SelectorExpr:
				if obj := r.u.m.object(n); obj != nil && r.grows(obj) {
					found = true
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// grows reports whether the region counts or multiplies a numeric variable, or
// computes it from one that grows.
func (r *region) grows(obj types.Object) bool { return r.growsBy(obj, 0) != noGrowth }

// maximum is the constant number of attempts of a region, 0 if there is none.
// v.failing holds the attempts.
func (r *region) maximum(v *verdict) int64 {
	switch n := r.node.(type) {
	case *ast.RangeStmt:
		if max, ok := r.u.constant(n.X); ok {
			return max
		}
		if lit, ok := r.u.composite(n.X); ok {
			return int64(len(lit.Elts))
		}
		return 0
	}
	best := int64(0)
	for _, b := range r.order {
		cond, tag := r.u.condition(b)
		if cond == nil || tag != nil {
			continue
		}
		if isLoopHead(b) && alternatives(cond) {
			continue // another part of the condition may let the loop go on
		}
		for _, a := range atoms(cond) {
			if n := r.attemptsBy(a, cond, v); n > 0 && (best == 0 || n < best) {
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
func (r *region) attemptsBy(atom, cond ast.Expr, v *verdict) int64 {
	b, ok := atom.(*ast.BinaryExpr)
	if !ok || len(v.failing) == 0 {
		return 0
	}
	x, op, limit, ok := b.X, b.Op, int64(0), false
	if limit, ok = r.u.constant(b.Y); !ok {
		if limit, ok = r.u.constant(b.X); !ok {
			return 0
		}
		x, op = b.Y, flip(b.Op)
	}
	obj := r.u.m.object(x)
	if obj == nil {
		return 0
	}
	start, step, at, ok := r.counter(obj)
	if !ok {
		return 0
	}
	loop, isHead := r.node.(*ast.ForStmt)
	head := isHead && loop.Cond != nil && within(atom, loop.Cond)
	attempt := v.failing[0].call.Pos()
	const enough = 1 << 20
	for k := int64(1); k < enough; k++ {
		n := start + step*(k-1)
		if !head && at < atom.Pos() && !(isHead && loop.Post != nil && at == loop.Post.Pos()) {
			n += step
		}
		holds := compareInts(n, op, limit)
		if head {
			if !holds {
				return k - 1
			}
			continue
		}
		if holds == r.leavesWhen(cond) {
			if attempt < atom.Pos() {
				return k
			}
			return k - 1
		}
	}
	return 0
}

// leavesWhen reports whether a condition leaves the region when it is true.
func (r *region) leavesWhen(cond ast.Expr) bool {
	leads := r.leads()
	for _, b := range r.order {
		if c, _ := r.u.condition(b); c == cond {
			return r.exits(b.Succs[0], leads)
		}
	}
	return true
}

func compareInts(a int64, op token.Token, b int64) bool {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	}
	return false
}

// counter finds where a counter starts, by how much it moves, and where.
func (r *region) counter(obj types.Object) (start, step int64, at token.Pos, ok bool) {
	started := false
	for _, d := range r.u.definitions()[obj] {
		switch d.tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			if !r.contains(d.node) || step != 0 {
				return 0, 0, 0, false
			}
			step, at = 1, d.node.Pos()
			if d.rhs != nil {
				if step, ok = r.u.constant(d.rhs); !ok {
					return 0, 0, 0, false
				}
			}
			if d.tok == token.DEC || d.tok == token.SUB_ASSIGN {
				step = -step
			}
		case token.VAR:
			started = true
		case token.DEFINE, token.ASSIGN:
			if started || d.multi {
				return 0, 0, 0, false
			}
			if start, ok = r.u.constant(d.rhs); !ok {
				return 0, 0, 0, false
			}
			started = true
		default:
			return 0, 0, 0, false
		}
	}
	return start, step, at, started && step != 0
}

// constant is the value of an integer expression that is constant, or a local
// variable that is only ever given one constant.
func (u *unit) constant(e ast.Expr) (int64, bool) {
	if n, ok := u.m.constInt(e); ok {
		return n, true
	}
	if c, ok := callOf(e); ok && len(c.Args) == 1 && u.m.info.Types[c.Fun].IsType() {
		return u.constant(c.Args[0])
	}
	v, ok := u.m.object(e).(*types.Var)
	if !ok || v.IsField() || u.isParam(v) {
		return 0, false
	}
	defs := u.definitions()[v]
	if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi {
		return 0, false
	}
	return u.m.constInt(defs[0].rhs)
}

// composite is the literal that an expression is, or that a local variable is
// given once.
func (u *unit) composite(e ast.Expr) (*ast.CompositeLit, bool) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return lit, true
	}
	defs := u.definitions()[u.m.object(e)]
	if len(defs) == 1 && defs[0].rhs != nil {
		lit, ok := ast.Unparen(defs[0].rhs).(*ast.CompositeLit)
		return lit, ok
	}
	return nil, false
}
