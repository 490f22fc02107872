package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// ResultOf is the variable that the first result of a call is assigned to.
func ResultOf(r *flow.Region, c *ast.CallExpr) types.Object {
	p, ok := PlacedCall(r, c)
	if !ok {
		return nil
	}
	a, ok := r.U.Graph.Blocks[p.Block].Nodes[p.Node].(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(c) {
		return nil
	}
	obj := r.U.M.Object(a.Lhs[0])
	if obj == nil || summary.IsError(obj.Type()) {
		return nil
	}
	return obj
}

// Reaches reports whether one block leads to another within a round.
func Reaches(r *flow.Region, from, to *cfg.Block) bool {
	seen := map[*cfg.Block]bool{}
	stack := []*cfg.Block{from}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == to {
			return true
		}
		if seen[b] || !r.Blocks[b] || b == r.Head && b != from {
			continue
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}

// Failing is the world in which one call fails and all others succeed.
func Failing(r *flow.Region, c *ast.CallExpr, how Outcome) World {
	return func(x *ast.CallExpr) Outcome {
		if x == c {
			return how
		}
		return AllGood(r)(x)
	}
}

// Turns reports whether the rounds that an interpretation went through do not
// repeat the same thing: something is repaired first, or the next round turns to
// another address, item or name.
func Turns(r *flow.Region, c flow.Placed, in *Interp) bool {
	given := inputs(r, c.Call)
	for _, p := range Calls(r) {
		if p.Call == c.Call || !in.Reached[r.U.Graph.Blocks[p.Block]] || flow.Within(c.Call, p.Call) || flow.Within(p.Call, c.Call) {
			continue
		}
		if asksOfError(r.U.M, p.Call) {
			continue
		}
		if knowledge.Turning(summary.LastName(p.Call.Fun)) {
			return true
		}
		if p.Call.Pos() > c.Call.Pos() && (repairs(r, p, c) || changes(r, p.Call, given)) {
			return true
		}
	}
	if advances(r, given) || indexes(r) {
		return true
	}
	moving := Moving(r)
	for _, arg := range Operands(r.U.M, c.Call) {
		if summary.IsContext(r.U.M.Info.TypeOf(arg)) {
			continue
		}
		if DrawnAnew(r, arg, 0) || UsesAny(r.U.M, arg, moving) || counts(r, arg) || taken(r, arg, c) {
			return true
		}
	}
	return false
}

// advances reports whether one of the variables that an attempt is given outlives
// the round and is set anew in it.
func advances(r *flow.Region, given map[types.Object]bool) bool {
	for v := range given {
		if !Declares(r, v) && Assigned(r, v) && !summary.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// indexes reports whether the rounds pick elements by what moves from round to
// round.
func indexes(r *flow.Region) bool {
	moving := Moving(r)
	found := false
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			WalkNode(n, func(n ast.Node) bool {
				if ix, ok := n.(*ast.IndexExpr); ok && UsesAny(r.U.M, ix.Index, moving) {
					found = true
				}
				return !found
			})
		}
	}
	return found
}

// asksOfError reports whether a call is a question about an error.
func asksOfError(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok || summary.FailsBy(sig) != summary.ByBool {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		return summary.IsError(m.Info.TypeOf(arg))
	}) && len(c.Args) == 1
}

// repairs reports whether a call that only the failure of another leads to does
// something that may help: it signs in again, or makes what was missing. To read
// what the failed one gave back, or to clean up, does not help.
func repairs(r *flow.Region, p, c flow.Placed) bool {
	result := ResultOf(r, c.Call)
	if result != nil && Mentions(r, p.Call, result) || knowledge.CleansUp(summary.LastName(p.Call.Fun)) {
		return false
	}
	return Signals(r.U.M, p.Call) && Entry(r.U, p.Call).Place != knowledge.Local && afterFailure(r, p, c)
}

// inputs collects the variables that an attempt is given, by way of others of the
// round too. The receiver does not count: it is often the object that all is
// about.
func inputs(r *flow.Region, c *ast.CallExpr) map[types.Object]bool {
	given := map[types.Object]bool{}
	var collect func(e ast.Node, depth int)
	collect = func(e ast.Node, depth int) {
		ast.Inspect(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := r.U.M.Info.Uses[id].(*types.Var)
			if !ok || v.IsField() || given[v] || summary.IsContext(v.Type()) {
				return true
			}
			given[v] = true
			for _, d := range r.U.Definitions()[v] {
				if d.Rhs != nil && depth < 3 && r.Contains(d.Node) {
					collect(d.Rhs, depth+1)
				}
			}
			return true
		})
	}
	for _, arg := range c.Args {
		collect(arg, 0)
	}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok {
		if v, ok := r.U.M.Object(sel.X).(*types.Var); ok && !v.IsField() && Declares(r, v) {
			collect(sel.X, 0)
		}
	}
	return given
}

// changes reports whether a call may change what an attempt is given: it is
// handed a pointer to it.
func changes(r *flow.Region, c *ast.CallExpr, given map[types.Object]bool) bool {
	for _, arg := range c.Args {
		obj := r.U.M.Object(Addressed(arg))
		if obj == nil || !given[obj] {
			continue
		}
		if _, isPtr := summary.TypeUnder[*types.Pointer](r.U.M.Info.TypeOf(arg)); isPtr {
			return true
		}
	}
	return false
}

// counts reports whether a value mentions the loop's own variable.
func counts(r *flow.Region, e ast.Expr) bool {
	loop, ok := r.Node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	for _, x := range [...]ast.Expr{loop.Key, loop.Value} {
		if x == nil {
			continue
		}
		if obj := r.U.M.Object(x); obj != nil && Mentions(r, e, obj) {
			return true
		}
	}
	return false
}

// taken reports whether a value is what another call of the round fetched: a
// round's own item, or what an update is based on.
func taken(r *flow.Region, e ast.Expr, c flow.Placed) bool {
	for _, p := range Sources(r, e) {
		if p.Call == c.Call || p.Call.Pos() > c.Call.Pos() || !Signals(r.U.M, p.Call) {
			continue
		}
		if Entry(r.U, p.Call).Place != knowledge.Local {
			return true
		}
	}
	filled := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := r.U.M.Info.Uses[id].(*types.Var)
			filled = filled || ok && !v.IsField() && Declares(r, v) && len(Fillers(r, v)) > 0
		}
		return !filled
	})
	return filled
}

// afterFailure reports whether a call stands where only the failure of another
// leads.
func afterFailure(r *flow.Region, p, c flow.Placed) bool {
	good := RunFrom(r, r.U.Graph.Blocks[c.Block], c.Node, AllGood(r), nil)
	return !good.Reached[r.U.Graph.Blocks[p.Block]]
}

// DrawnAnew reports whether a value is drawn anew each round.
func DrawnAnew(r *flow.Region, e ast.Expr, depth int) bool {
	if depth > 3 {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || r.U.M.Sums.OfCall(n).Random || strings.Contains(strings.ToLower(summary.LastName(n.Fun)), "rand")
		case *ast.Ident:
			v, ok := r.U.M.Info.Uses[n].(*types.Var)
			if !ok || v.IsField() {
				return true
			}
			for _, d := range r.U.Definitions()[v] {
				if d.Rhs != nil && d.Rhs != e && r.Contains(d.Node) {
					found = found || DrawnAnew(r, d.Rhs, depth+1)
				}
			}
		}
		return !found
	})
	return found
}

// Moving lists the variables of a region that count or advance from round to
// round.
func Moving(r *flow.Region) map[types.Object]bool {
	moving := map[types.Object]bool{}
	for _, obj := range r.Sets() {
		if Declares(r, obj) {
			continue
		}
		for _, d := range r.Defs(obj) {
			switch d.Tok {
			case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
				moving[obj] = true
			case token.ASSIGN:
				if loop, ok := r.Node.(*ast.ForStmt); ok && d.Node == ast.Node(loop.Post) && d.Multi {
					moving[obj] = true // for x, ok := next(); ok; x, ok = next()
				}
			}
		}
	}
	return moving
}

// Declares reports whether a variable is declared inside the region's body, so
// that it starts anew each round.
func Declares(r *flow.Region, obj types.Object) bool {
	if loop, ok := r.Node.(*ast.ForStmt); ok && loop.Body != nil {
		return loop.Body.Pos() <= obj.Pos() && obj.Pos() < loop.Body.End()
	}
	return r.Inside(obj.Pos())
}
