package world

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// DoneOf is the context whose end a case receives, or nil.
func DoneOf(r *flow.Region, clause *ast.CommClause) ast.Expr {
	if clause.Comm == nil {
		return nil
	}
	ch := summary.ReceivedFrom(clause)
	if ch == nil {
		return nil
	}
	return r.U.M.Sums.IsDone(ch)
}

// endedBranch decides the branch at the end of a block where contexts have
// ended: a select takes its Done case, and a question without an answer ends
// the loop.
func (in *Interp) endedBranch(b *cfg.Block) Value {
	r := in.R
	if b.Succs[0].Kind == cfg.KindSelectCaseBody {
		clause, _ := b.Succs[0].Stmt.(*ast.CommClause)
		switch {
		case clause == nil:
			return Anything
		case DoneOf(r, clause) != nil:
			return IsTrue
		case laterDone(r, clause):
			return IsFalse
		}
		return Anything
	}
	return in.unanswered(b)
}

// laterDone reports whether the select that a case belongs to has a Done case
// behind it.
func laterDone(r *flow.Region, clause *ast.CommClause) bool {
	found := false
	ast.Inspect(r.U.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectStmt)
		if !ok || !slices.Contains(s.Body.List, ast.Stmt(clause)) {
			return !found
		}
		for _, c := range s.Body.List {
			if c.Pos() > clause.Pos() && DoneOf(r, c.(*ast.CommClause)) != nil {
				found = true
			}
		}
		return false
	})
	return found
}

// unanswered takes the way out of the loop at a branch whose condition is not
// known, unless the condition is a counter's, the clock's or about the answer
// of an attempt.
func (in *Interp) unanswered(b *cfg.Block) Value {
	r := in.R
	leads := r.Leads()
	x0, x1 := Exits(r, b.Succs[0], leads), Exits(r, b.Succs[1], leads)
	if x0 == x1 || IsLoopHead(b) && b != r.Head || b.Succs[0].Kind == cfg.KindSelectCaseBody {
		return Anything
	}
	if cond, tag := Condition(r.U, b); cond != nil && tag == nil && in.neutral(cond) {
		return Anything
	}
	return BoolValue(x0)
}

// neutral reports whether a condition says nothing of why an attempt failed.
func (in *Interp) neutral(cond ast.Expr) bool {
	r := in.R
	for _, a := range Atoms(cond) {
		switch {
		case IsNilTest(r, a), IsCounterAtom(r, a), CountsInRound(r, a):
			continue
		case CancelBound(r, a) != 0:
			return false
		case IsClockAtom(r, a):
			continue
		case AsksError(r, a):
			if c, ok := CallOf(a); in.Detached || ok && alwaysYes(r.U.M, c) {
				continue
			}
			return false
		}
		calls := Sources(r, a)
		if len(calls) == 0 && (in.Cancelled && !comparesNumbers(r.U.M, a) || !unmoved(r, a)) {
			return false
		}
		for _, c := range calls {
			if in.World(c.Call) != Failure || AttemptOf(r.U, c.Call).Ctx != nil {
				return false
			}
		}
	}
	return true
}

// comparesNumbers reports whether a condition is a comparison of numbers, such as of a
// limit with zero: it has nothing to do with a cancellation.
func comparesNumbers(m *flow.Package, e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && IsNumeric(m.Info.TypeOf(b.X))
}

// unmoved reports whether a value is one that the loop leaves alone: it only
// names variables that are not assigned there, and constants.
func unmoved(r *flow.Region, e ast.Expr) bool {
	unmoved := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.SelectorExpr:
			unmoved = false
		case *ast.Ident:
			if v, ok := r.U.M.Info.Uses[n].(*types.Var); ok && Assigned(r, v) {
				unmoved = false
			}
		}
		return unmoved
	})
	return unmoved
}
