package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Whether a loop that gives up has given something the time to come up, or has
// retried for the sake of what it attempts.

// allTheSame reports whether the function does after the last attempt what it
// does after a success, and does not ask which of the two it was: the loop gives
// something time to come up, and the last wait is part of that time.
func (e *ending) allTheSame(s *site.Site, x *exit) bool {
	r := e.r
	if !e.proceeds(x) && !(e.logs(x) && s.Probes() && e.forgets()) || !leavesTo(r, e.attempt, x.to) {
		return false
	}
	if knowledge.Disposes(summary.LastName(e.attempt.Fun)) || e.marksLast() {
		return false // of what is to go nothing comes up
	}
	for _, obj := range append(r.Sets(), filled(r.U.M, e.attempt)...) {
		if v, ok := obj.(*types.Var); ok && (v.IsField() || outlives(r, v)) {
			return false
		}
	}
	return true
}

// marksLast reports whether the rounds do something besides leaving, or a line in the
// log, for which they ask how many there were: in the last one they give up.
func (e *ending) marksLast() bool {
	found := false
	ast.Inspect(e.r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			found = found || n.Else == nil && slices.ContainsFunc(world.Atoms(n.Cond), e.asksLimit) && e.acted(n.Body)
		}
		return !found
	})
	return found
}

// asksLimit reports whether a condition compares the number of rounds with more than one.
func (e *ending) asksLimit(atom ast.Expr) bool {
	b, ok := ast.Unparen(atom).(*ast.BinaryExpr)
	if !ok || !world.IsCounterAtom(e.r, atom) {
		return false
	}
	return !slices.ContainsFunc([]ast.Expr{b.X, b.Y}, func(side ast.Expr) bool {
		n, ok := world.ConstInt(e.r.U.M, side)
		return ok && n < 2
	})
}

// acted reports whether a block calls something, does not leave, and passes no time.
func (e *ending) acted(body *ast.BlockStmt) bool {
	calls, other := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt, *ast.ReturnStmt:
			other = true
		case *ast.ExprStmt:
			c, ok := world.CallOf(n.X)
			calls = calls || ok && !world.IsBuiltin(e.r.U.M, c) && !aside(c)
			other = other || ok && (e.tries[c] || e.r.U.M.Sums.OfCall(c).Wait != nil)
		}
		for _, w := range e.waits {
			other = other || n == w.Node
		}
		return !other
	})
	return calls && !other
}

// filled lists the variables whose addresses a call is given, for its answer.
func filled(m *flow.Package, c *ast.CallExpr) []types.Object {
	var out []types.Object
	for _, arg := range c.Args {
		if p, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && p.Op == token.AND {
			if obj := m.Object(p.X); obj != nil {
				out = append(out, obj)
			}
		}
	}
	return out
}

// forgets reports whether the attempt's error is only asked whether it is nil:
// nobody is told of it, and nothing counts the failures.
func (e *ending) forgets() bool {
	u := e.r.U
	var err types.Object
	asked := map[*ast.Ident]bool{}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if c, ok := world.CallOf(n.Rhs[0]); ok && c == e.attempt {
				err = u.M.Object(n.Lhs[len(n.Lhs)-1])
			}
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					asked[id] = true
				}
			}
		case *ast.IfStmt:
			if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && u.M.Info.Types[b.Y].IsNil() {
				if id, ok := ast.Unparen(b.X).(*ast.Ident); ok {
					asked[id] = true
				}
			}
		}
		return true
	})
	for _, use := range u.Uses(err) {
		if !asked[use] {
			return false
		}
	}
	return err != nil
}

// leavesTo reports whether the success of a call leaves the region for a block.
func leavesTo(r *flow.Region, c *ast.CallExpr, to *cfg.Block) bool {
	p, ok := world.PlacedCall(r, c)
	if !ok {
		return false
	}
	start := r.U.Graph.Blocks[p.Block]
	in := world.Run(r, world.AllGood(r), world.At(r, p))
	in.Reached[start] = true
	for b := range in.Reached {
		if b != r.Head && slices.Contains(b.Succs, to) {
			return true
		}
	}
	return false
}

// outlives reports whether a variable is named behind the region, as a result is
// by every return.
func outlives(r *flow.Region, v *types.Var) bool {
	for _, e := range namedResults(r.U) {
		if r.U.M.Object(e) == v {
			return true
		}
	}
	uses := r.U.Uses(v)
	return len(uses) > 0 && uses[len(uses)-1].Pos() > r.To
}

// items is the loop around the region whose rounds have an item each, of a list, a map
// or a queue, that the region retries for: what comes after the last attempt for one
// item is the first attempt for another. It is nil if there is none.
func (e *ending) items() *ast.RangeStmt {
	u := e.r.U
	stack := u.Stack(e.r.Node)
	for i := len(stack) - 2; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit, *ast.ForStmt:
			return nil
		case *ast.RangeStmt:
			if slices.ContainsFunc(world.Operands(u.M, e.attempt), func(x ast.Expr) bool { return madeOf(u, n, x, map[types.Object]bool{}) }) {
				return n
			}
			return nil
		}
	}
	return nil
}

// madeOf reports whether an expression is the key or value of a loop's round, or is
// made of it in that round.
func madeOf(u *flow.Unit, loop *ast.RangeStmt, x ast.Node, seen map[types.Object]bool) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		obj := u.M.Object(id)
		if obj == nil || seen[obj] || obj.Pos() < loop.Pos() || obj.Pos() >= loop.End() {
			return true
		}
		seen[obj] = true
		for _, d := range u.Definitions()[obj] {
			found = found || d.Node == ast.Node(loop) || d.Rhs != nil && madeOf(u, loop, d.Rhs, seen)
		}
		return !found
	})
	return found
}

// proceeds reports whether something is done after a way out, other than what makes the
// next item ready.
func (e *ending) proceeds(x *exit) bool {
	found, items := false, e.items()
	for b := range x.blocks {
		for _, n := range b.Nodes {
			if items != nil && items.Pos() <= n.Pos() && n.Pos() < e.r.Node.Pos() {
				continue
			}
			world.WalkNode(n, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				found = found || ok && !world.IsBuiltin(e.r.U.M, c) && !e.r.U.M.Info.Types[c.Fun].IsType() && !aside(c)
				return !found
			})
		}
	}
	return found
}

// logs reports whether a line is logged after a way out.
func (e *ending) logs(x *exit) bool {
	for b := range x.blocks {
		for _, n := range b.Nodes {
			if s, ok := n.(*ast.ExprStmt); ok {
				if c, ok := world.CallOf(s.X); ok && aside(c) {
					return true
				}
			}
		}
	}
	return false
}

// aside reports whether a call only logs or guards what others do, by its name.
func aside(c *ast.CallExpr) bool {
	name := summary.LastName(c.Fun)
	return knowledge.Guards(name) || knowledge.Logs(name)
}
