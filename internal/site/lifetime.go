package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
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

// Lifetimes lists the back-offs of a site's delays that live too long or too short.
func (m *Package) Lifetimes(s *Site) []Lifetime {
	defer m.ask(s)()
	if s.Kind == Helper {
		return m.handedBackoff(s)
	}
	if s.region == nil {
		return nil
	}
	var out []Lifetime
	t := m.traced(s)
	calls := t.advances
	for i := range s.Waits {
		if c := s.Waits[i].Call; c != nil && knowledge.RoleOf(m.sums.Callee(c)) == knowledge.Advances {
			calls = append(calls, c)
		}
	}
	for _, c := range calls {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && s.region.contains(c) {
			if fault := m.lifeFault(s, sel.X, c); fault != 0 {
				out = append(out, Lifetime{Node: c, Fault: fault, Value: sel.X})
			}
		}
	}
	if s.Kind == Reconnect {
		out = append(out, s.region.neverShrinks(t)...)
	}
	return out
}

// lifeFault says what is wrong with the life of a back-off that a site's wait
// takes its delay from.
func (m *Package) lifeFault(s *Site, backoff ast.Expr, at *ast.CallExpr) LifetimeFault {
	r := s.region
	if c, ok := callOf(backoff); ok {
		if knowledge.MakesBackoff(m.sums.Callee(c)) {
			return Anew
		}
		return 0
	}
	v, ok := m.object(backoff).(*types.Var)
	if !ok {
		return 0
	}
	if alias := r.aliased(v); alias != nil {
		backoff = addressed(r.u.definitions()[v][0].rhs)
		v = alias
	}
	switch {
	case m.outlives(v):
		if m.restarted(v) || !m.madeGrowing(v, backoff) {
			return 0
		}
		if s.Kind == Reconnect {
			return NeverReset
		}
		if s.Kind.Again() {
			return SharedCall
		}
	case r.u.isParam(v):
		return 0
	case r.declares(v):
		if enclosingLoop(r.u.body, at) == r.node && r.makes(v) && !r.escapes(v) {
			return Anew
		}
	case s.Kind == Reconnect:
		if !r.makes(v) || r.escapes(v) {
			return 0
		}
		switch at := r.restarts(v); {
		case len(at) == 0:
			return NeverReset
		case r.noneRun(at):
			return Unreached
		}
	}
	return 0
}

// aliased is the field or variable of package level that a local variable is
// another name for: b := c.backoff, where that is a pointer or an interface.
func (r *region) aliased(v *types.Var) *types.Var {
	if r.u.m.outlives(v) {
		return nil
	}
	defs := r.u.definitions()[v]
	if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi {
		return nil
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return nil
	}
	of, ok := r.u.m.object(addressed(defs[0].rhs)).(*types.Var)
	if !ok || !r.u.m.outlives(of) {
		return nil
	}
	return of
}

// makes reports whether all values of a local variable are back-offs that grow,
// made in this function.
func (r *region) makes(v *types.Var) bool {
	defs := r.u.definitions()[v]
	for _, d := range defs {
		if d.rhs == nil {
			if _, isStruct := summary.TypeUnder[*types.Struct](v.Type()); isStruct && d.tok == token.VAR {
				continue
			}
			return false
		}
		if !r.u.m.growingBackoff(d.rhs) {
			return false
		}
	}
	return len(defs) > 0
}

// growingBackoff reports whether an expression makes a back-off that grows.
func (m *Package) growingBackoff(e ast.Expr) bool {
	found, constant := false, false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := m.info.Uses[id]
			found = found || knowledge.MakesBackoff(obj)
			constant = constant || obj != nil && (obj.Name() == "NewConstantBackOff" || obj.Name() == "NewConstant")
		}
		return true
	})
	return found && !constant
}

// madeGrowing reports whether a field or variable of package level is given
// back-offs that grow, and nothing else.
func (m *Package) madeGrowing(v *types.Var, e ast.Expr) bool {
	var values []ast.Expr
	if v.IsField() {
		for _, value := range m.optionUses(fieldOf(m, e)) {
			values = append(values, value)
		}
	} else {
		for _, init := range m.info.InitOrder {
			if len(init.Lhs) == 1 && init.Lhs[0] == v {
				values = append(values, init.Rhs)
			}
		}
	}
	for _, value := range values {
		if !m.growingBackoff(value) {
			return false
		}
	}
	return len(values) > 0
}

// restarted reports whether anything in the package starts a field or variable
// of package level again, sets it once more, or hands it to what may.
func (m *Package) restarted(v *types.Var) bool {
	found := false
	for _, file := range m.pass.Files {
		if !m.isTestFile(file) {
			found = found || m.restartedIn(file, v)
		}
	}
	return found
}

// restartedIn reports whether a back-off is started again, set or handed on below
// a node.
func (m *Package) restartedIn(root ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && m.object(sel.X) == v {
				found = found || knowledge.RoleOf(m.sums.Callee(n)) != knowledge.Advances
			}
			for _, a := range n.Args {
				found = found || m.object(addressed(a)) == v
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || n.Tok == token.ASSIGN && m.object(l) == v
			}
			for _, x := range n.Rhs {
				found = found || addressed(x) != x && m.object(addressed(x)) == v
			}
		}
		return !found
	})
	return found
}

// restarts lists what starts a back-off again in the region.
func (r *region) restarts(v *types.Var) []ast.Node {
	var out []ast.Node
	for _, p := range r.calls() {
		if sel, ok := p.call.Fun.(*ast.SelectorExpr); ok && r.u.m.object(sel.X) == v && knowledge.RoleOf(r.u.m.sums.Callee(p.call)) == knowledge.Restarts {
			out = append(out, p.call)
		}
	}
	for _, d := range r.u.definitions()[v] {
		if r.contains(d.node) && d.tok == token.ASSIGN {
			out = append(out, d.node)
		}
	}
	return out
}

// noneRun reports whether no node of a list is ever run, as functions fail that
// always do.
func (r *region) noneRun(nodes []ast.Node) bool {
	ends := map[*ast.CallExpr]outcome{}
	for _, p := range r.calls() {
		if r.u.m.alwaysFails(r.u.m.sums.Callee(p.call)) {
			ends[p.call] = failure
		}
	}
	if len(ends) == 0 {
		return false
	}
	in := r.run(func(c *ast.CallExpr) outcome { return ends[c] })
	return r.steps <= maxSteps && !slices.ContainsFunc(nodes, func(n ast.Node) bool {
		b := blockWith(r.order, n)
		return b == nil || in.reached[b]
	})
}

// alwaysFails reports whether a function of this package returns an error
// whenever it returns: it serves until something breaks.
func (m *Package) alwaysFails(fn *types.Func) bool {
	u := m.declUnit(fn)
	if u == nil {
		return false
	}
	res := fn.Signature().Results()
	if n := res.Len(); n == 0 || !summary.IsError(res.At(n-1).Type()) {
		return false
	}
	r := u.whole()
	returns, fails := 0, true
	in := r.interp(func(*ast.CallExpr) outcome { return free })
	in.ended = func(ret *ast.ReturnStmt, env []value) {
		returns++
		n := len(ret.Results)
		fails = fails && n == res.Len() && in.eval(ret.Results[n-1], env) == notNil
	}
	in.walk(in.step(state{block: r.head, env: in.start()}, 0, false))
	return returns > 0 && fails && r.steps <= maxSteps
}

// escapes reports whether a local back-off is handed on, or used in a literal, so
// that others may start it again.
func (r *region) escapes(v *types.Var) bool {
	m, found := r.u.m, false
	// A number, or a copy, leaves the variable alone.
	hands := func(e ast.Expr) bool {
		if m.object(addressed(e)) != v {
			return false
		}
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			return true
		}
		return addressed(e) != e
	}
	ast.Inspect(r.u.root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n != r.u.node && (n.Pos() > r.u.node.Pos() && n.End() < r.u.node.End()) {
				found = found || r.mentions(n, v)
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
func (m *Package) handedBackoff(s *Site) []Lifetime {
	c, ok := s.Node.(*ast.CallExpr)
	if !ok || s.Retrier == nil || s.Retrier.Pkg() == nil {
		return nil
	}
	var out []Lifetime
	for _, arg := range c.Args {
		v, ok := m.object(addressed(arg)).(*types.Var)
		if !ok || arg == s.op || !m.outlives(v) || !m.madeGrowing(v, addressed(arg)) || m.assignedAgain(v) {
			continue
		}
		switch {
		case summary.IsNamed(v.Type(), "github.com/sethvargo/go-retry", "Backoff"):
			out = append(out, Lifetime{Node: arg, Fault: SharedCall, Value: arg})
		case isCenkalti(v.Type()) && m.sharedBy(s.unit, v, addressed(arg)) && !locks(m, s.unit.body, c):
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
func (m *Package) assignedAgain(v *types.Var) bool {
	found := false
	for _, file := range m.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
				for _, l := range a.Lhs {
					found = found || m.object(l) == v
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
func (r *region) neverShrinks(t *tracer) []Lifetime {
	good := r.run(r.allGood)
	var out []Lifetime
	for _, g := range t.judge() {
		vars := map[types.Object]bool{}
		if g.acc != nil {
			vars[g.acc] = true
		} else {
			vars = g.steps
		}
		for v := range vars {
			grows := r.growthOf(v)
			if grows == nil || r.declares(v) || r.u.m.outlives(v.(*types.Var)) || r.setBack(v) || r.escapes(v.(*types.Var)) {
				continue
			}
			if b := blockWith(r.order, grows); b != nil && !good.reached[b] {
				out = append(out, Lifetime{Node: grows, Fault: NeverReset, Name: v.Name()})
				break
			}
		}
	}
	return out
}

// growthOf is the statement of the region that makes a variable grow.
func (r *region) growthOf(v types.Object) ast.Node {
	for _, d := range r.u.definitions()[v] {
		if !r.contains(d.node) {
			continue
		}
		switch d.tok {
		case token.INC, token.ADD_ASSIGN, token.MUL_ASSIGN, token.SHL_ASSIGN:
			return d.node
		case token.ASSIGN:
			if d.rhs != nil && r.mentions(d.rhs, v) {
				return d.node
			}
		}
	}
	return nil
}

// setBack reports whether the region sets a growing variable to something that is
// not made of it, unless because it has become too great.
func (r *region) setBack(v types.Object) bool {
	for _, d := range r.u.definitions()[v] {
		if !r.contains(d.node) || d.tok != token.ASSIGN && d.tok != token.DEFINE {
			continue
		}
		if d.rhs == nil || r.mentions(d.rhs, v) {
			continue
		}
		if !r.heldBy(d, v) {
			return true
		}
	}
	return false
}

// heldBy reports whether an assignment sets a variable to what it has been
// compared with: its maximum.
func (r *region) heldBy(d def, v types.Object) bool {
	m := r.u.m
	limit, isConst := m.constFloat(d.rhs)
	for _, cond := range r.controls(d.node) {
		for _, a := range atoms(cond) {
			b, ok := a.(*ast.BinaryExpr)
			if !ok || !isOrder(b.Op) || !r.mentions(b, v) {
				continue
			}
			for _, side := range [...]ast.Expr{b.X, b.Y} {
				n, ok := m.constFloat(side)
				if ok && isConst && n == limit || m.object(side) != nil && m.object(side) == m.object(d.rhs) {
					return true
				}
			}
		}
	}
	return false
}
