package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/policy"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// LifetimeFault is what is wrong with the life of a back-off.
type LifetimeFault uint8

const (
	Anew       LifetimeFault = iota + 1 // made anew for each attempt
	NeverReset                          // keeps growing in a site that outlives its successes
	SharedCall                          // shared by the calls of a function
	Unreached                           // what sets it back is behind a success that never comes
)

// Lifetime is a back-off, or a growing delay, that lives too long or too short.
type Lifetime struct {
	Node  ast.Node // where it gives the next delay
	Fault LifetimeFault
	Value ast.Expr // the back-off, nil for a delay of the site's own
	Name  string
}

// lifetimes lists the back-offs of a site's delays that live too long or too short.
func lifetimes(m *flow.Package, s *site.Site) []Lifetime {
	if s.Kind == site.Helper {
		return handedBackoff(m, s)
	}
	if s.Region == nil {
		return nil
	}
	var out []Lifetime
	var calls []*ast.CallExpr
	for _, how := range computed(m, s) {
		for _, c := range how.Calls {
			if c.Here && knowledge.RoleOf(m.Sums.Callee(c.Call)) == knowledge.Advances {
				calls = append(calls, c.Call)
			}
		}
	}
	for i := range s.Waits {
		if c := s.Waits[i].Call; c != nil && knowledge.RoleOf(m.Sums.Callee(c)) == knowledge.Advances {
			calls = append(calls, c)
		}
	}
	for _, c := range calls {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && s.Region.Contains(c) {
			if fault := lifeFault(m, s, sel.X, c); fault != 0 {
				out = append(out, Lifetime{Node: c, Fault: fault, Value: sel.X})
			}
		}
	}
	if s.Kind == site.Reconnect {
		out = append(out, neverShrinks(s.Region, s)...)
	}
	return out
}

// lifeFault says what is wrong with the life of a back-off that a site's wait
// takes its delay from.
func lifeFault(m *flow.Package, s *site.Site, backoff ast.Expr, at *ast.CallExpr) LifetimeFault {
	r := s.Region
	if c, ok := world.CallOf(backoff); ok {
		if knowledge.MakesBackoff(m.Sums.Callee(c)) {
			return Anew
		}
		return 0
	}
	v, ok := m.Object(backoff).(*types.Var)
	if !ok {
		return 0
	}
	if alias := aliased(r, v); alias != nil {
		backoff = world.Addressed(r.U.Definitions()[v][0].Rhs)
		v = alias
	}
	switch {
	case world.Outlives(m, v):
		if restarted(m, v) || !madeGrowing(m, v, backoff) {
			return 0
		}
		if s.Kind == site.Reconnect {
			return NeverReset
		}
		if s.Kind.Again() {
			return SharedCall
		}
	case world.IsParam(r.U, v):
		return 0
	case world.Declares(r, v):
		if enclosingLoop(r.U.Body, at) == r.Node && makes(r, v) && !escapes(r, v) {
			return Anew
		}
	case s.Kind == site.Reconnect:
		if !makes(r, v) || escapes(r, v) {
			return 0
		}
		switch at := restarts(r, v); {
		case len(at) == 0:
			return NeverReset
		case noneRun(r, at):
			return Unreached
		}
	}
	return 0
}

// aliased is the field or variable of package level that a local variable is
// another name for: b := c.backoff, where that is a pointer or an interface.
func aliased(r *flow.Region, v *types.Var) *types.Var {
	if world.Outlives(r.U.M, v) {
		return nil
	}
	defs := r.U.Definitions()[v]
	if len(defs) != 1 || defs[0].Rhs == nil || defs[0].Multi {
		return nil
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return nil
	}
	of, ok := r.U.M.Object(world.Addressed(defs[0].Rhs)).(*types.Var)
	if !ok || !world.Outlives(r.U.M, of) {
		return nil
	}
	return of
}

// makes reports whether all values of a local variable are back-offs that grow,
// made in this function.
func makes(r *flow.Region, v *types.Var) bool {
	defs := r.U.Definitions()[v]
	for _, d := range defs {
		if d.Rhs == nil {
			if _, isStruct := summary.TypeUnder[*types.Struct](v.Type()); isStruct && d.Tok == token.VAR {
				continue
			}
			return false
		}
		if !growingBackoff(r.U.M, d.Rhs) {
			return false
		}
	}
	return len(defs) > 0
}

// growingBackoff reports whether an expression makes a back-off that grows.
func growingBackoff(m *flow.Package, e ast.Expr) bool {
	found, constant := false, false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := m.Info.Uses[id]
			found = found || knowledge.MakesBackoff(obj)
			constant = constant || obj != nil && (obj.Name() == "NewConstantBackOff" || obj.Name() == "NewConstant")
		}
		return true
	})
	return found && !constant
}

// madeGrowing reports whether a field or variable of package level is given
// back-offs that grow, and nothing else.
func madeGrowing(m *flow.Package, v *types.Var, e ast.Expr) bool {
	var values []ast.Expr
	if v.IsField() {
		for _, value := range policy.OptionUses(m, fieldOf(m, e)) {
			values = append(values, value)
		}
	} else {
		for _, init := range m.Info.InitOrder {
			if len(init.Lhs) == 1 && init.Lhs[0] == v {
				values = append(values, init.Rhs)
			}
		}
	}
	for _, value := range values {
		if !growingBackoff(m, value) {
			return false
		}
	}
	return len(values) > 0
}

// restarted reports whether anything in the package starts a field or variable
// of package level again, sets it once more, or hands it to what may.
func restarted(m *flow.Package, v *types.Var) bool {
	found := false
	for _, file := range m.Pass.Files {
		if !m.IsTestFile(file) {
			found = found || restartedIn(m, file, v)
		}
	}
	return found
}

// restartedIn reports whether a back-off is started again, set or handed on below
// a node.
func restartedIn(m *flow.Package, root ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && m.Object(sel.X) == v {
				found = found || knowledge.RoleOf(m.Sums.Callee(n)) != knowledge.Advances
			}
			for _, a := range n.Args {
				found = found || m.Object(world.Addressed(a)) == v
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || n.Tok == token.ASSIGN && m.Object(l) == v
			}
			for _, x := range n.Rhs {
				found = found || world.Addressed(x) != x && m.Object(world.Addressed(x)) == v
			}
		}
		return !found
	})
	return found
}

// restarts lists what starts a back-off again in the region.
func restarts(r *flow.Region, v *types.Var) []ast.Node {
	var out []ast.Node
	for _, p := range world.Calls(r) {
		if sel, ok := p.Call.Fun.(*ast.SelectorExpr); ok && r.U.M.Object(sel.X) == v && knowledge.RoleOf(r.U.M.Sums.Callee(p.Call)) == knowledge.Restarts {
			out = append(out, p.Call)
		}
	}
	for _, d := range r.U.Definitions()[v] {
		if r.Contains(d.Node) && d.Tok == token.ASSIGN {
			out = append(out, d.Node)
		}
	}
	return out
}

// noneRun reports whether no node of a list is ever run, as functions fail that
// always do.
func noneRun(r *flow.Region, nodes []ast.Node) bool {
	ends := map[*ast.CallExpr]world.Outcome{}
	for _, p := range world.Calls(r) {
		if alwaysFails(r.U.M, r.U.M.Sums.Callee(p.Call)) {
			ends[p.Call] = world.Failure
		}
	}
	if len(ends) == 0 {
		return false
	}
	in := world.Run(r, func(c *ast.CallExpr) world.Outcome { return ends[c] }, world.Options{})
	return !in.Exhausted() && !slices.ContainsFunc(nodes, func(n ast.Node) bool {
		b := flow.BlockWith(r.Order, n)
		return b == nil || in.Reached[b]
	})
}

// alwaysFails reports whether a function of this package returns an error
// whenever it returns: it serves until something breaks.
func alwaysFails(m *flow.Package, fn *types.Func) bool {
	u := world.DeclUnit(m, fn)
	if u == nil {
		return false
	}
	res := fn.Signature().Results()
	if n := res.Len(); n == 0 || !summary.IsError(res.At(n-1).Type()) {
		return false
	}
	r := flow.Whole(u)
	returns, fails := 0, true
	in := world.Run(r, func(*ast.CallExpr) world.Outcome { return world.Free }, world.Options{Ended: func(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) {
		returns++
		n := len(ret.Results)
		fails = fails && n == res.Len() && in.Eval(ret.Results[n-1], env) == world.NotNil
	}})
	return returns > 0 && fails && !in.Exhausted()
}

// escapes reports whether a local back-off is handed on, or used in a literal, so
// that others may start it again.
func escapes(r *flow.Region, v *types.Var) bool {
	m, found := r.U.M, false
	// A number, or a copy, leaves the variable alone.
	hands := func(e ast.Expr) bool {
		if m.Object(world.Addressed(e)) != v {
			return false
		}
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			return true
		}
		return world.Addressed(e) != e
	}
	ast.Inspect(r.U.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n != r.U.Node && (n.Pos() > r.U.Node.Pos() && n.End() < r.U.Node.End()) {
				found = found || world.Mentions(r, n, v)
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				found = found || hands(a)
			}
		case *ast.AssignStmt:
			for _, x := range n.Rhs {
				found = found || hands(x)
			}
		case *ast.CompositeLit:
			for _, el := range n.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					el = kv.Value
				}
				found = found || hands(el)
			}
		case *ast.ReturnStmt:
			for _, x := range n.Results {
				found = found || hands(x)
			}
		}
		return !found
	})
	return found
}

// handedBackoff looks at the back-off that a call hands to a retrier: one whose
// library does not start it again lives as long as the process in a field or a
// variable of package level.
func handedBackoff(m *flow.Package, s *site.Site) []Lifetime {
	c, ok := s.Node.(*ast.CallExpr)
	if !ok || s.Retrier == nil || s.Retrier.Pkg() == nil {
		return nil
	}
	var out []Lifetime
	for _, arg := range c.Args {
		v, ok := m.Object(world.Addressed(arg)).(*types.Var)
		if !ok || arg == s.Op || !world.Outlives(m, v) || !madeGrowing(m, v, world.Addressed(arg)) || assignedAgain(m, v) {
			continue
		}
		switch {
		case summary.IsNamed(v.Type(), "github.com/sethvargo/go-retry", "Backoff"):
			out = append(out, Lifetime{Node: arg, Fault: SharedCall, Value: arg})
		case isCenkalti(v.Type()) && sharedBy(m, s.Unit, v, world.Addressed(arg)) && !locks(m, s.Unit.Body, c):
			out = append(out, Lifetime{Node: arg, Fault: SharedCall, Value: arg})
		}
	}
	return out
}

// isCenkalti reports whether a type is a back-off that Retry starts again, and
// that is not safe for concurrent use.
func isCenkalti(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	return knowledge.MakesBackoff(n.Obj()) && n.Obj().Name() == "ExponentialBackOff"
}

// assignedAgain reports whether a statement of the package sets a field or
// variable.
func assignedAgain(m *flow.Package, v *types.Var) bool {
	found := false
	for _, file := range m.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
				for _, l := range a.Lhs {
					found = found || m.Object(l) == v
				}
			}
			return !found
		})
	}
	return found
}

// neverShrinks lists the growing delays of a supervisor's own that no success
// makes short again: the variable grows only where an attempt fails, and is
// nowhere in the loop set to anything else.
func neverShrinks(r *flow.Region, s *site.Site) []Lifetime {
	good := world.Run(r, world.AllGood(r), world.Options{})
	var out []Lifetime
	for _, g := range terms(r.U.M, s) {
		for _, v := range g.vars {
			grows := growthOf(r, v)
			if grows == nil || world.Declares(r, v) || setBack(r, v) || escapes(r, v) {
				continue
			}
			if b := flow.BlockWith(r.Order, grows); b != nil && b != r.Head && !good.Reached[b] {
				out = append(out, Lifetime{Node: grows, Fault: NeverReset, Name: v.Name()})
				break
			}
		}
	}
	return out
}

// growthOf is the statement of the region that makes a variable grow.
func growthOf(r *flow.Region, v types.Object) ast.Node {
	for _, d := range r.U.Definitions()[v] {
		if !r.Contains(d.Node) {
			continue
		}
		switch d.Tok {
		case token.INC, token.ADD_ASSIGN, token.MUL_ASSIGN, token.SHL_ASSIGN:
			return d.Node
		case token.ASSIGN:
			if d.Rhs != nil && world.Mentions(r, d.Rhs, v) {
				return d.Node
			}
		}
	}
	return nil
}

// setBack reports whether the region sets a growing variable to something that is
// not made of it, unless because it has become too great.
func setBack(r *flow.Region, v types.Object) bool {
	for _, d := range r.U.Definitions()[v] {
		if !r.Contains(d.Node) || d.Tok != token.ASSIGN && d.Tok != token.DEFINE {
			continue
		}
		if d.Rhs == nil || world.Mentions(r, d.Rhs, v) {
			continue
		}
		if !heldBy(r, d, v) {
			return true
		}
	}
	return false
}

// heldBy reports whether an assignment sets a variable to what it has been
// compared with: its maximum.
func heldBy(r *flow.Region, d flow.Def, v types.Object) bool {
	m := r.U.M
	limit, isConst := world.ConstFloat(m, d.Rhs)
	for _, cond := range world.Controls(r, d.Node) {
		for _, a := range world.Atoms(cond) {
			b, ok := a.(*ast.BinaryExpr)
			if !ok || !world.IsOrder(b.Op) || !world.Mentions(r, b, v) {
				continue
			}
			for _, side := range [...]ast.Expr{b.X, b.Y} {
				n, ok := world.ConstFloat(m, side)
				if ok && isConst && n == limit || m.Object(side) != nil && m.Object(side) == m.Object(d.Rhs) {
					return true
				}
			}
		}
	}
	return false
}
