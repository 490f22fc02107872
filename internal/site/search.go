package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// searches reports whether each round tries something else: the attempt is
// given an element picked by the loop's variables, or a value that moves on.
func searches(r *flow.Region, v *verdict) bool {
	if loop, ok := r.Node.(*ast.RangeStmt); ok && elements(r, loop, v) {
		return true
	}
	moving := world.Moving(r)
	places := derived(r, moving)
	for _, c := range v.failing {
		if chosen(r, c.Call.Fun, places) {
			return true
		}
		for _, arg := range c.Call.Args {
			if summary.IsContext(r.U.M.Info.TypeOf(arg)) {
				continue
			}
			if picks(r, arg, moving) {
				return true
			}
		}
		if picked(r, c.Call, moving) {
			return true
		}
	}
	return movesOn(r, v)
}

// elsewhere are the ways in which what an attempt is made with changes where each
// round turns to another server or item. A value that a call of the round makes anew
// is none of them: a request that is built for each attempt is the same request.
const elsewhere = value.Indexes | value.Reslices | value.Ranges | value.Receives

// movesOn reports whether what every attempt is made with, its receiver or one of
// its arguments, is another one each round. It asks the package's values, which are
// built for packages only that have a loop which would be a site otherwise.
func movesOn(r *flow.Region, v *verdict) bool {
	m := r.U.M
	for _, c := range v.failing {
		moves := false
		for _, e := range world.Operands(m, c.Call) {
			if summary.IsContext(m.Info.TypeOf(e)) {
				continue
			}
			how, _ := m.Values().Moves(e, value.Region{From: r.From, To: r.To})
			moves = moves || how&elsewhere != 0
		}
		if !moves {
			return false
		}
	}
	return len(v.failing) > 0
}

// derived adds to the moving variables those of the round that are computed from
// them or from the number of the round.
func derived(r *flow.Region, moving map[types.Object]bool) map[types.Object]bool {
	base := maps.Clone(moving)
	if loop, ok := r.Node.(*ast.RangeStmt); ok && loop.Key != nil {
		if key := r.U.M.Object(loop.Key); key != nil {
			base[key] = true
		}
	}
	out := maps.Clone(base)
	for _, obj := range r.Sets() {
		if !world.Declares(r, obj) {
			continue
		}
		for _, d := range r.Defs(obj) {
			if d.Rhs != nil && !d.Multi && world.IsNumeric(obj.Type()) && world.UsesAny(r.U.M, d.Rhs, base) {
				out[obj] = true
			}
		}
	}
	return out
}

// chosen reports whether what a method is called on is an element that is picked
// by one of the variables: clients[i].Do.
func chosen(r *flow.Region, fun ast.Expr, places map[types.Object]bool) bool {
	found := false
	ast.Inspect(fun, func(n ast.Node) bool {
		if ix, ok := n.(*ast.IndexExpr); ok && world.UsesAny(r.U.M, ix.Index, places) {
			_, isList := summary.TypeUnder[*types.Slice](r.U.M.Info.TypeOf(ix.X))
			found = found || isList
		}
		return !found
	})
	return found
}

// picked reports whether a call, or the literal that it runs, mentions a
// variable of the round that holds an element picked by a moving one.
func picked(r *flow.Region, c *ast.CallExpr, moving map[types.Object]bool) bool {
	found := false
	ast.Inspect(c, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		v, ok := r.U.M.Info.Uses[id].(*types.Var)
		if !ok || v.IsField() || !world.Declares(r, v) {
			return !found
		}
		for _, d := range r.U.Definitions()[v] {
			if ix, ok := indexOf(d.Rhs); ok && world.UsesAny(r.U.M, ix.Index, moving) {
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
func elements(r *flow.Region, loop *ast.RangeStmt, v *verdict) bool {
	for _, e := range [...]ast.Expr{loop.Key, loop.Value} {
		if e == nil || world.IsNumeric(r.U.M.Info.TypeOf(e)) {
			continue
		}
		obj := r.U.M.Object(e)
		for _, c := range v.failing {
			if obj != nil && world.Mentions(r, c.Call, obj) {
				return true
			}
		}
	}
	return false
}

// picks reports whether an argument indexes or formats with a moving variable,
// or is one that does not start as a count.
func picks(r *flow.Region, arg ast.Expr, moving map[types.Object]bool) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IndexExpr:
			found = found || world.UsesAny(r.U.M, n.Index, moving)
		}
		return !found
	})
	if found {
		return true
	}
	obj := r.U.M.Object(arg)
	return obj != nil && moving[obj] && !startsLow(r, obj)
}

// startsLow reports whether a counter starts at 0 or 1, as one of attempts
// does.
func startsLow(r *flow.Region, obj types.Object) bool {
	for _, d := range r.U.Definitions()[obj] {
		if d.Tok != token.DEFINE && d.Tok != token.ASSIGN && d.Tok != token.VAR {
			continue
		}
		if d.Rhs == nil {
			return true
		}
		n, ok := world.ConstInt(r.U.M, d.Rhs)
		if ok && (n == 0 || n == 1) {
			return true
		}
	}
	return false
}

// counted reports whether something counts the rounds.
func counted(r *flow.Region) bool {
	switch n := r.Node.(type) {
	case *ast.RangeStmt:
		return true
	case *ast.ForStmt:
		if n.Post != nil && n.Cond != nil {
			return true
		}
	}
	return len(world.Moving(r)) > 0
}

// moves reports whether an assigned value differs from round to round: it is no
// constant, nor made of what the region leaves alone.
func moves(r *flow.Region, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.U.M.Info.Uses[id].(*types.Var); ok && !v.IsField() && world.Assigned(r, v) {
				found = true
			}
		}
		return !found
	})
	return found
}
