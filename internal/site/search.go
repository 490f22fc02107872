package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"github.com/retryvet/retryvet/internal/summary"
)

// searches reports whether each round tries something else: the attempt is
// given an element picked by the loop's variables, or a value that moves on.
func (r *region) searches(v *verdict) bool {
	if loop, ok := r.node.(*ast.RangeStmt); ok && r.elements(loop, v) {
		return true
	}
	moving := r.moving()
	places := r.derived(moving)
	for _, c := range v.failing {
		if r.chosen(c.call.Fun, places) {
			return true
		}
		for _, arg := range c.call.Args {
			if summary.IsContext(r.u.m.info.TypeOf(arg)) {
				continue
			}
			if r.picks(arg, moving) {
				return true
			}
		}
		if r.picked(c.call, moving) {
			return true
		}
	}
	return false
}

// derived adds to the moving variables those of the round that are computed from
// them or from the number of the round.
func (r *region) derived(moving map[types.Object]bool) map[types.Object]bool {
	base := maps.Clone(moving)
	if loop, ok := r.node.(*ast.RangeStmt); ok && loop.Key != nil {
		if key := r.u.m.object(loop.Key); key != nil {
			base[key] = true
		}
	}
	out := maps.Clone(base)
	for obj, defs := range r.u.definitions() {
		if !r.declares(obj) {
			continue
		}
		for _, d := range defs {
			if d.rhs != nil && !d.multi && r.contains(d.node) && isNumeric(obj.Type()) && r.u.m.usesAny(d.rhs, base) {
				out[obj] = true
			}
		}
	}
	return out
}

// chosen reports whether what a method is called on is an element that is picked
// by one of the variables: clients[i].Do.
func (r *region) chosen(fun ast.Expr, places map[types.Object]bool) bool {
	found := false
	ast.Inspect(fun, func(n ast.Node) bool {
		if ix, ok := n.(*ast.IndexExpr); ok && r.u.m.usesAny(ix.Index, places) {
			_, isList := summary.TypeUnder[*types.Slice](r.u.m.info.TypeOf(ix.X))
			found = found || isList
		}
		return !found
	})
	return found
}

// picked reports whether a call, or the literal that it runs, mentions a
// variable of the round that holds an element picked by a moving one.
func (r *region) picked(c *ast.CallExpr, moving map[types.Object]bool) bool {
	found := false
	ast.Inspect(c, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		v, ok := r.u.m.info.Uses[id].(*types.Var)
		if !ok || v.IsField() || !r.declares(v) {
			return !found
		}
		for _, d := range r.u.definitions()[v] {
			if ix, ok := indexOf(d.rhs); ok && r.u.m.usesAny(ix.Index, moving) {
				found = true
			}
		}
		return !found
	})
	return found
}

func indexOf(e ast.Expr) (*ast.IndexExpr, bool) {
	if e == nil {
		return nil, false
	}
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ix, ok
}

// elements reports whether a range-over-func loop hands what it yields to the
// attempts: a walk over data. A number may be the count of the attempts.
func (r *region) elements(loop *ast.RangeStmt, v *verdict) bool {
	for _, e := range [...]ast.Expr{loop.Key, loop.Value} {
		if e == nil || isNumeric(r.u.m.info.TypeOf(e)) {
			continue
		}
		obj := r.u.m.object(e)
		for _, c := range v.failing {
			if obj != nil && r.mentions(c.call, obj) {
				return true
			}
		}
	}
	return false
}

// moving lists the variables of a region that count or advance from round to
// round.
func (r *region) moving() map[types.Object]bool {
	moving := map[types.Object]bool{}
	for obj, defs := range r.u.definitions() {
		for _, d := range defs {
			if !r.contains(d.node) || r.declares(obj) {
				continue
			}
			switch d.tok {
			case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
				moving[obj] = true
			case token.ASSIGN:
				if loop, ok := r.node.(*ast.ForStmt); ok && d.node == ast.Node(loop.Post) && d.multi {
					moving[obj] = true // for x, ok := next(); ok; x, ok = next()
				}
			}
		}
	}
	return moving
}

// declares reports whether a variable is declared inside the region's body, so
// that it starts anew each round.
func (r *region) declares(obj types.Object) bool {
	if loop, ok := r.node.(*ast.ForStmt); ok && loop.Body != nil {
		return loop.Body.Pos() <= obj.Pos() && obj.Pos() < loop.Body.End()
	}
	return r.inside(obj.Pos())
}

// picks reports whether an argument indexes or formats with a moving variable,
// or is one that does not start as a count.
func (r *region) picks(arg ast.Expr, moving map[types.Object]bool) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IndexExpr:
			found = found || r.u.m.usesAny(n.Index, moving)
		}
		return !found
	})
	if found {
		return true
	}
	obj := r.u.m.object(arg)
	return obj != nil && moving[obj] && !r.startsLow(obj)
}

// startsLow reports whether a counter starts at 0 or 1, as one of attempts
// does.
func (r *region) startsLow(obj types.Object) bool {
	for _, d := range r.u.definitions()[obj] {
		if d.tok != token.DEFINE && d.tok != token.ASSIGN && d.tok != token.VAR {
			continue
		}
		if d.rhs == nil {
			return true
		}
		n, ok := r.u.m.constInt(d.rhs)
		if ok && (n == 0 || n == 1) {
			return true
		}
	}
	return false
}

// counted reports whether something counts the rounds.
func (r *region) counted() bool {
	switch n := r.node.(type) {
	case *ast.RangeStmt:
		return true
	case *ast.ForStmt:
		if n.Post != nil && n.Cond != nil {
			return true
		}
	}
	return len(r.moving()) > 0
}

// moves reports whether an assigned value differs from round to round: it is no
// constant, nor made of what the region leaves alone.
func (r *region) moves(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.u.m.info.Uses[id].(*types.Var); ok && !v.IsField() && r.assigned(v) {
				found = true
			}
		}
		return !found
	})
	return found
}
