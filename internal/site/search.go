package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// searches reports whether each round that follows a failure tries something else:
// what an attempt is made with, its receiver or one of its arguments, is another one
// then. It asks the package's values, which are built for packages only that have a
// loop which would be a site otherwise.
func searches(r *flow.Region, v *verdict) bool {
	for _, c := range v.failing {
		if turns(r, c.Call, afterFailure(r, c).Missed) {
			return true
		}
	}
	return false
}

// stuck lists the attempts that are made again with the same item for as long as they
// fail, in a loop that turns to the next one after a success.
func stuck(r *flow.Region, v *verdict) []flow.Placed {
	var out []flow.Placed
	for _, c := range v.failing {
		sig, _ := world.Signature(r.U.M, c.Call)
		if summary.FailsBy(sig) != summary.ByError || world.InEndlessLoop(r, c.Call) {
			continue
		}
		failed := afterFailure(r, c)
		if advances(r, failed) && turns(r, c.Call, nil) && !turns(r, c.Call, failed.Missed) {
			out = append(out, c)
		}
	}
	return out
}

// afterFailure is a run of the rounds that follow the failure of a call.
func afterFailure(r *flow.Region, c flow.Placed) *world.Interp {
	start := r.U.Graph.Blocks[c.Block]
	in := world.Run(r, world.Failing(r, c.Call, world.Failure), world.At(r, c))
	in.Reached[r.Head], in.Reached[start] = true, true
	return in
}

// advances reports whether a run leaves out an assignment to a variable that the
// rounds hand on.
func advances(r *flow.Region, in *world.Interp) bool {
	for _, v := range r.Sets() {
		if world.Declares(r, v) || summary.IsError(v.Type()) {
			continue
		}
		for _, d := range r.Defs(v) {
			if in.Missed(d.Node.Pos()) {
				return true
			}
		}
	}
	return false
}

// turns reports whether a call turns to another server or item from round to round.
func turns(r *flow.Region, c *ast.CallExpr, missed func(token.Pos) bool) bool {
	for _, e := range world.Operands(r.U.M, c) {
		if summary.IsContext(r.U.M.Info.TypeOf(e)) {
			continue
		}
		if how, _ := world.Moves(r, e, missed); how&world.Elsewhere != 0 && !remains(r, c, e) {
			return true
		}
	}
	return false
}

// remains reports whether an operand of an attempt is a list of what failed before, or
// one item of it: the round that follows attempts the same again for these.
func remains(r *flow.Region, c *ast.CallExpr, e ast.Expr) bool {
	p, ok := world.PlacedCall(r, c)
	v, isVar := r.U.M.Object(e).(*types.Var)
	if !ok || !isVar {
		return false
	}
	good := world.Run(r, world.AllGood(r), world.At(r, p))
	good.Reached[r.Head], good.Reached[r.U.Graph.Blocks[p.Block]] = true, true
	if _, isList := summary.TypeUnder[*types.Slice](v.Type()); isList {
		return refilled(r, v, good, map[types.Object]bool{})
	}
	for _, d := range r.Defs(v) {
		loop, ok := d.Node.(*ast.RangeStmt)
		if !ok || loop == r.Node {
			return false
		}
		list, ok := r.U.M.Object(loop.X).(*types.Var)
		if !ok || !refilled(r, list, good, map[types.Object]bool{}) {
			return false
		}
	}
	return len(r.Defs(v)) > 0
}

// refilled reports whether a list is emptied each round and gets only what the rounds
// append after a failure, which those in which all goes well do not.
func refilled(r *flow.Region, v *types.Var, good *world.Interp, seen map[types.Object]bool) bool {
	if v.IsField() || seen[v] {
		return false
	}
	seen[v] = true
	appends := false
	for _, d := range r.Defs(v) {
		switch x := ast.Unparen(d.Rhs).(type) {
		case nil: // var v []T
		case *ast.Ident:
			from, ok := r.U.M.Object(x).(*types.Var)
			if r.U.M.Info.Types[x].IsNil() {
				continue
			}
			if !ok || !refilled(r, from, good, seen) {
				return false
			}
			appends = true
		case *ast.SliceExpr:
			if n, ok := world.ConstInt(r.U.M, x.High); x.High == nil || !ok || n != 0 {
				return false
			}
		case *ast.CallExpr:
			if !world.IsBuiltin(r.U.M, x) || len(x.Args) == 0 {
				return false
			}
			switch {
			case summary.LastName(x.Fun) == "make":
			case summary.LastName(x.Fun) == "append" && r.U.M.Object(x.Args[0]) == types.Object(v) && good.Missed(d.Node.Pos()):
				appends = true
			default:
				return false
			}
		default:
			return false
		}
	}
	return appends
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
