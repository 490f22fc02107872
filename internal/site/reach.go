package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// ReachAt finds the cancellation signal in scope at a place.
func ReachAt(u *flow.Unit, at token.Pos) Reach { return reach(u, at, nil) }

// reach finds the cancellation signal in scope at a position of a loop: a context
// first, a stop channel else. One that is made within the loop is that of a single
// attempt, and by the wait it is mostly over. Nil stands for no loop.
func reach(u *flow.Unit, at token.Pos, loop ast.Node) Reach {
	scope := u.M.Pass.Pkg.Scope().Innermost(at)
	own := func(v *types.Var) bool { return loop != nil && loop.Pos() < v.Pos() && v.Pos() < loop.End() }
	var stop, background Reach
	for s := scope; s != nil && s != u.M.Pass.Pkg.Scope(); s = s.Parent() {
		for _, name := range s.Names() {
			v, ok := s.Lookup(name).(*types.Var)
			if !ok || name == "_" || v.Pos() >= at && !world.IsParam(u, v) || own(v) {
				continue
			}
			got := signal(u, v, name, at)
			_, named := scope.LookupParent(name, at)
			got.Hidden = named != v
			switch {
			case got.Kind == 0:
			case got.Background, got.Own:
				background = got
			case got.Kind == knowledge.Ctx:
				return got
			case stop.Kind == 0:
				stop = got
			}
		}
	}
	if stop.Kind != 0 {
		return stop
	}
	if v := packageContext(u, loop); v != nil {
		_, named := scope.LookupParent(v.Name(), at)
		return Reach{Kind: knowledge.Ctx, Expr: v.Name(), Hidden: named != v}
	}
	return background
}

// packageContext is a context of package level that the rounds use and that somebody
// can cancel, nil if there is none.
func packageContext(u *flow.Unit, loop ast.Node) *types.Var {
	if loop == nil {
		loop = u.Body
	}
	var found *types.Var
	ast.Inspect(loop, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && found == nil {
			v, ok := u.M.Info.Uses[id].(*types.Var)
			if ok && v.Parent() == u.M.Pass.Pkg.Scope() && summary.IsContext(v.Type()) && world.SomebodyEnds(u, v) {
				found = v
			}
		}
		return found == nil
	})
	return found
}

// signal says what a variable offers for cancellation at a place: itself, its request's
// context, or a field of it where it is the receiver.
func signal(u *flow.Unit, v *types.Var, name string, at token.Pos) Reach {
	t := v.Type()
	switch {
	case summary.IsContext(t):
		return Reach{Kind: knowledge.Ctx, Expr: name, Background: uncancelled(u, v), Own: world.EndsItself(u, v, at)}
	case summary.IsNamed(t, "net/http", "Request") && world.HasContext(u, v):
		return Reach{Kind: knowledge.Ctx, Expr: name + ".Context()"}
	case IsStop(t, name) && !world.Closes(u, v) && !world.IsNilChan(u, v) && !world.Forwards(u, v):
		return Reach{Kind: knowledge.Stop, Expr: name}
	}
	if !IsReceiver(u, v) {
		return Reach{}
	}
	got := FieldSignal(t, name, 0)
	if got.Kind == knowledge.Stop && (knowledge.CleansUp(u.Name) || remakes(u, got.Expr)) {
		return Reach{} // the method is what gives the signal, or there is none yet
	}
	return got
}

// uncancelled reports whether nothing can cancel the context that a variable holds: because
// of what it is made of, or because all calls of the function hand in such a one.
func uncancelled(u *flow.Unit, v *types.Var) bool {
	if world.EndlessVar(u, v) {
		return true
	}
	if u.Fn == nil {
		return false
	}
	sig := u.Fn.Signature()
	for i := range sig.Params().Len() {
		if sig.Params().At(i) != v || sig.Variadic() {
			continue
		}
		calls, all := u.M.Callers(u.Fn)
		return all && len(calls) > 0 && !slices.ContainsFunc(calls, func(c *ast.CallExpr) bool {
			decl := u.M.CallerOf(c)
			if decl == nil || i >= len(c.Args) {
				return true
			}
			fn, _ := u.M.Info.Defs[decl.Name].(*types.Func)
			return !world.Endless(world.UnitOf(u.M, nil, decl, fn), c.Args[i])
		})
	}
	return false
}

// remakes reports whether a method closes a stop channel of its receiver, or calls a
// method of that receiver which makes it or sets it to nil: what ends is what begins then,
// and until it does the channel is nil, or that of the one before.
func remakes(u *flow.Unit, path string) bool {
	root, _, _ := strings.Cut(path, ".")
	last := strings.LastIndex(path, ".")
	owner, field := path[:last], path[last+1:]
	// What is embedded may be left out of the path.
	names, owners := []string{path, root + "." + field}, []string{owner, root}
	found := false
	ast.Inspect(u.Root, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		if world.IsBuiltin(u.M, c) {
			found = summary.LastName(c.Fun) == "close" && slices.Contains(names, types.ExprString(c.Args[0]))
			return !found
		}
		fn := u.M.Sums.Callee(c)
		sel, isMethod := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if isMethod && fn != nil && fn != u.Fn && fn.Signature().Recv() != nil && slices.Contains(owners, types.ExprString(sel.X)) {
			found = makesField(u.M, fn, field)
		}
		return !found
	})
	return found
}

// makesField reports whether a method puts a new channel into a field of its receiver,
// or none.
func makesField(m *flow.Package, fn *types.Func, field string) bool {
	decl := m.Sums.Decl(fn)
	if decl == nil {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
			return !found
		}
		c, isCall := world.CallOf(a.Rhs[0])
		sel, isField := a.Lhs[0].(*ast.SelectorExpr)
		made := isCall && world.IsBuiltin(m, c) && summary.LastName(c.Fun) == "make"
		found = found || isField && sel.Sel.Name == field && m.Object(sel.X) == fn.Signature().Recv() && (made || m.Info.Types[a.Rhs[0]].IsNil())
		return !found
	})
	return found
}

// IsReceiver reports whether a variable is the receiver of the declared
// function.
func IsReceiver(u *flow.Unit, v *types.Var) bool {
	return u.Fn != nil && u.Fn.Signature().Recv() == v
}

// FieldSignal looks for a context or stop channel among the fields of a
// receiver, embedded structs included.
func FieldSignal(t types.Type, path string, depth int) Reach {
	if p, ok := summary.TypeUnder[*types.Pointer](t); ok {
		t = p.Elem()
	}
	st, ok := summary.TypeUnder[*types.Struct](t)
	if !ok || depth > 2 {
		return Reach{}
	}
	var stop Reach
	for i := range st.NumFields() {
		f := st.Field(i)
		expr := path + "." + f.Name()
		switch {
		case summary.IsContext(f.Type()):
			return Reach{Kind: knowledge.Ctx, Expr: expr}
		case IsStop(f.Type(), f.Name()) && knowledge.General(f.Name()) && stop.Kind == 0:
			stop = Reach{Kind: knowledge.Stop, Expr: expr}
		case f.Embedded():
			if got := FieldSignal(f.Type(), expr, depth+1); got.Kind == knowledge.Ctx || stop.Kind == 0 {
				if got.Kind == knowledge.Ctx {
					return got
				}
				if got.Kind != 0 {
					stop = got
				}
			}
		}
	}
	return stop
}

// IsStop reports whether a variable is a channel that tells of an end.
func IsStop(t types.Type, name string) bool {
	c, ok := summary.TypeUnder[*types.Chan](t)
	if !ok || c.Dir() == types.SendOnly || !knowledge.Ending(name) {
		return false
	}
	switch elem := c.Elem().Underlying().(type) {
	case *types.Struct:
		return elem.NumFields() == 0
	case *types.Basic:
		return elem.Kind() == types.Bool
	case *types.Interface:
		return summary.IsNamed(c.Elem(), "os", "Signal")
	}
	return false
}
