package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/rounds"
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
		if how, _ := world.Moves(r, e, missed); how&world.Elsewhere != 0 && !rounds.Remains(r, c, e) {
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
