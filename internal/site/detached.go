package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Detached is what a site runs on a context that nothing cancels, although one
// that somebody can cancel is in scope.
type Detached struct {
	Call *ast.CallExpr // the attempt, or the call of the retrier
	Arg  ast.Expr      // the context that it is given
	Root *ast.CallExpr // context.Background() or context.TODO()
	Ctx  string        // the context in scope at Root, as Go source
}

// Detached lists the attempts of a site that run detached from the context in
// reach, one for each Background or TODO that they come from.
func (m *Package) Detached(s *Site) []Detached {
	defer m.ask(s)()
	if s.unit == nil || !m.imports("context") {
		return nil
	}
	var out []Detached
	seen := map[*ast.CallExpr]bool{}
	add := func(call *ast.CallExpr, ctx ast.Expr) {
		root := s.unit.rootOf(ctx, map[types.Object]bool{})
		if root == nil || seen[root] {
			return
		}
		seen[root] = true
		if expr := m.liveAt(s, call, root); expr != "" {
			out = append(out, Detached{call, ctx, root, expr})
		}
	}
	if r := s.retrier; r != nil && r.Ctx >= 0 && r.Ctx < len(s.Node.(*ast.CallExpr).Args) {
		call := s.Node.(*ast.CallExpr)
		add(call, call.Args[r.Ctx])
	}
	for _, a := range s.Attempts {
		if a.Ctx != nil {
			add(a.Call, a.Ctx)
		}
	}
	return out
}

// rootOf follows a context to the Background or TODO that it is derived from,
// nil if it comes from elsewhere or something else can cancel it.
func (u *unit) rootOf(e ast.Expr, seen map[types.Object]bool) *ast.CallExpr {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := u.m.sums.Callee(e)
		if fn == nil || fn.Pkg() == nil {
			return nil
		}
		if fn.Pkg().Path() == "context" && (fn.Name() == "Background" || fn.Name() == "TODO") {
			return e
		}
		if i := knowledge.Derives(fn); i >= 0 && i < len(e.Args) {
			return u.rootOf(e.Args[i], seen)
		}
	case *ast.Ident:
		v, ok := u.m.object(e).(*types.Var)
		if !ok || v.IsField() || seen[v] || v.Parent() == u.m.pass.Pkg.Scope() {
			return nil
		}
		seen[v] = true
		return u.rootOfVar(v, e.Pos(), seen)
	}
	return nil
}

// rootOfVar is the root of all that a variable is given, or of what a parameter
// is overwritten with on every way to a position.
func (u *unit) rootOfVar(v *types.Var, at token.Pos, seen map[types.Object]bool) *ast.CallExpr {
	var root *ast.CallExpr
	given := !u.isParam(v)
	for _, d := range u.definitions()[v] {
		if d.rhs == nil && d.tok == token.VAR {
			continue
		}
		if d.rhs == nil || d.index != 0 || d.multi && u.cancelledElsewhere(d) {
			return nil
		}
		if d.node.Pos() > at && u.isParam(v) {
			continue
		}
		if c, ok := callOf(d.rhs); ok && len(c.Args) > 0 && u.m.object(c.Args[0]) == v && knowledge.Derives(u.m.sums.Callee(c)) == 0 {
			continue // derived from itself
		}
		got := u.rootOf(d.rhs, seen)
		if got == nil {
			return nil
		}
		root = got
		given = given || u.precedes(d.node, at)
	}
	if !given {
		return nil
	}
	return root
}

// precedes reports whether a statement is run before a position is reached: it
// stands earlier in a block around the position.
func (u *unit) precedes(n ast.Node, at token.Pos) bool {
	path, _ := astutil.PathEnclosingInterval(u.file, n.Pos(), n.End())
	for i, p := range path {
		if p == n && i+1 < len(path) {
			b, ok := path[i+1].(*ast.BlockStmt)
			return ok && n.Pos() < at && b.Pos() <= at && at < b.End()
		}
	}
	return false
}

// cancelledElsewhere reports whether the function that cancels a context is
// handed to somebody, kept, called from another goroutine or where another
// context ends: then somebody can cancel it.
func (u *unit) cancelledElsewhere(d def) bool {
	s, ok := d.node.(*ast.AssignStmt)
	if !ok || len(s.Lhs) < 2 || isBlank(s.Lhs[1]) {
		return false
	}
	cancel := u.m.object(s.Lhs[1])
	if v, ok := cancel.(*types.Var); !ok || v.IsField() {
		return true
	}
	shared := false
	var stack []ast.Node
	ast.Inspect(u.root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && u.m.info.Uses[id] == cancel && !u.ownCancel(id, s, stack) {
			shared = true
		}
		return true
	})
	return shared
}

// ownCancel reports whether a use of a cancel function, below the nodes of stack,
// only cleans up: a call in the function that made it, or one that is deferred.
func (u *unit) ownCancel(id *ast.Ident, made *ast.AssignStmt, stack []ast.Node) bool {
	if len(stack) < 3 {
		return false
	}
	switch p := stack[len(stack)-2].(type) {
	case *ast.AssignStmt:
		return p == made || len(p.Lhs) == 1 && isBlank(p.Lhs[0]) || slices.Contains(p.Lhs, ast.Expr(id))
	case *ast.CallExpr:
		if p.Fun != id {
			return false
		}
	default:
		return false
	}
	for i := len(stack) - 1; i >= 0 && stack[i].Pos() > made.Pos(); i-- {
		switch n := stack[i].(type) {
		case *ast.FuncLit:
			if i < 2 {
				return false
			}
			if _, ok := stack[i-2].(*ast.DeferStmt); !ok {
				return false
			}
		case *ast.CommClause:
			done := u.m.sums.IsDone(summary.ReceivedFrom(n))
			if u.isEndCase(n) && (done == nil || u.m.object(done) != u.m.object(made.Lhs[0])) {
				return false
			}
		}
	}
	return true
}

// isEndCase reports whether a case of a select receives the news of an end.
func (u *unit) isEndCase(c *ast.CommClause) bool {
	ch := summary.ReceivedFrom(c)
	return ch != nil && u.isEnd(ch)
}

// liveAt finds the context that somebody can cancel and that what runs on a root
// could have had, as Go source; "" where there is none or where the code has a
// reason to run on without it.
func (m *Package) liveAt(s *Site, call, root *ast.CallExpr) string {
	u := s.unit
	path, _ := astutil.PathEnclosingInterval(s.File, root.Pos(), root.End())
	for scope := m.pass.Pkg.Scope().Innermost(root.Pos()); scope != nil && scope != m.pass.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || name == "_" || v.Pos() >= root.Pos() && !u.isParam(v) {
				continue
			}
			expr := u.liveVar(v, root.Pos())
			if expr == "" || !m.wants(u, v, path) {
				continue
			}
			if u.afterEnd(call.Pos()) || m.isCleanup(u, call) {
				return ""
			}
			return expr
		}
	}
	return ""
}

// liveVar is the context that a variable offers, if somebody can cancel it: the
// caller's, a request's, or one whose cancel function is somebody else's.
func (u *unit) liveVar(v *types.Var, at token.Pos) string {
	t := v.Type()
	switch {
	case summary.IsContext(t):
		if u.isLive(v, at, map[types.Object]bool{}) {
			return v.Name()
		}
	case summary.IsNamed(t, "net/http", "Request"):
		if u.isParam(v) {
			return v.Name() + ".Context()"
		}
	case u.isReceiver(v):
		if got := fieldSignal(t, v.Name(), 0); got.Kind == knowledge.Ctx && u.selects(got.Expr) {
			return got.Expr
		}
	}
	return ""
}

// selects reports whether the function uses a field, written as an expression.
// The end of a whole object means something to the functions that look for it,
// while others may have to work on when it comes.
func (u *unit) selects(expr string) bool {
	found := false
	ast.Inspect(u.root, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && types.ExprString(sel) == expr {
			found = true
		}
		return !found
	})
	return found
}

// isLive reports whether somebody can cancel the context that a variable holds.
func (u *unit) isLive(v *types.Var, at token.Pos, seen map[types.Object]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	live := u.isParam(v)
	for _, d := range u.definitions()[v] {
		if d.rhs == nil || d.node.Pos() > at {
			continue
		}
		switch {
		case d.multi && d.index == 0 && u.cancelledElsewhere(d):
			live = true
		case u.rootOf(d.rhs, map[types.Object]bool{}) != nil:
			if u.precedes(d.node, at) && d.node.End() <= at {
				live = false
			}
		default:
			live = live || u.isLiveExpr(d.rhs, at, seen)
		}
	}
	return live
}

// isLiveExpr reports whether an expression is a context that somebody can
// cancel.
func (u *unit) isLiveExpr(e ast.Expr, at token.Pos, seen map[types.Object]bool) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := u.m.object(e).(*types.Var)
		return ok && u.isLive(v, at, seen)
	case *ast.CallExpr:
		if summary.LastName(e.Fun) == "Context" && len(e.Args) == 0 {
			return true
		}
		if fn := u.m.sums.Callee(e); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "os/signal" {
			return true
		}
		for _, a := range e.Args {
			if summary.IsContext(u.m.info.TypeOf(a)) && u.isLiveExpr(a, at, seen) {
				return true
			}
		}
	}
	return false
}

// wants reports whether the function literals between a context and what runs on
// a root, innermost first in path, have to do with that context: a literal that
// never names it may run when the context is long over.
func (m *Package) wants(u *unit, v *types.Var, path []ast.Node) bool {
	for i, n := range path {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			continue
		}
		if lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true // the context is the literal's own
		}
		if !m.usesAny(lit, map[types.Object]bool{v: true}) {
			return m.retried(u, lit) && m.wants(u, v, path[i+1:])
		}
	}
	return true
}

// retried reports whether a literal is what a retrier calls again, and so runs
// while the function around it waits.
func (m *Package) retried(u *unit, lit *ast.FuncLit) bool {
	for _, s := range modelOf(m).Sites {
		if s.op != nil && u.literal(s.op) == lit {
			return true
		}
	}
	return false
}

// afterEnd reports whether a place is reached when a context or the function has
// ended: it stands in a deferred literal, in a case that receives the end, or
// behind a wait for it.
func (u *unit) afterEnd(at token.Pos) bool {
	path, _ := astutil.PathEnclosingInterval(u.file, at, at+1)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.DeferStmt:
			return true
		case *ast.CommClause:
			if i > 0 && path[i-1] != n.Comm && u.isEndCase(n) {
				return true
			}
		case *ast.IfStmt:
			if i > 0 && path[i-1] == n.Body && u.asksEnd(n.Cond) {
				return true
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				if s.End() > at {
					break
				}
				if u.awaitsEnd(s) {
					return true
				}
			}
		}
	}
	return false
}

// isEnd reports whether a channel tells of an end: a context's, or a stop
// channel.
func (u *unit) isEnd(ch ast.Expr) bool {
	return u.m.sums.IsDone(ch) != nil || isStop(u.m.info.TypeOf(ch), summary.LastName(ch))
}

// asksEnd reports whether a condition asks a context whether it ended.
func (u *unit) asksEnd(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && u.m.isContextErr(c) {
			found = true
		}
		return !found
	})
	return found
}

// awaitsEnd reports whether a statement goes on only when something ended: a
// receive from such a channel, a select or a loop that nothing else leaves, a
// wait for goroutines.
func (u *unit) awaitsEnd(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		e := ast.Unparen(s.X)
		if r, ok := e.(*ast.UnaryExpr); ok && r.Op == token.ARROW {
			return u.isEnd(r.X)
		}
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			if clause := c.(*ast.CommClause); u.isEndCase(clause) && !leaves(clause.Body) {
				return true
			}
		}
	case *ast.ForStmt:
		return s.Cond == nil && u.selectsEnd(s.Body)
	case *ast.LabeledStmt:
		return u.awaitsEnd(s.Stmt)
	}
	return false
}

// selectsEnd reports whether a loop's body looks for an end.
func (u *unit) selectsEnd(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			found = found || u.isEndCase(n)
		}
		return !found
	})
	return found
}

// isCleanup reports whether a call, or the function that it stands in, gives
// back or ends something by its name, or is deferred by who calls it: it has to
// run although the context is over.
func (m *Package) isCleanup(u *unit, c *ast.CallExpr) bool {
	if knowledge.CleanUpName(summary.LastName(c.Fun)) || knowledge.CleanUpName(u.name) {
		return true
	}
	return u.fn != nil && m.deferred()[u.fn]
}

// deferred lists the functions of the package that a defer statement calls,
// directly or in its literal.
func (m *Package) deferred() map[*types.Func]bool {
	if Notes[cancelNotes](m).defers != nil {
		return Notes[cancelNotes](m).defers
	}
	Notes[cancelNotes](m).defers = map[*types.Func]bool{}
	for _, f := range m.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.DeferStmt)
			if !ok {
				return true
			}
			ast.Inspect(d.Call, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					if fn := m.sums.Callee(c); fn != nil {
						Notes[cancelNotes](m).defers[fn] = true
					}
				}
				return true
			})
			return true
		})
	}
	return Notes[cancelNotes](m).defers
}

// cancelNotes is what the questions about cancellation keep of a package.
type cancelNotes struct {
	defers map[*types.Func]bool // see deferred
}
