package cancel

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Detached is what a site runs on a context that nothing cancels, although one
// that somebody can cancel is in scope.
type Detached struct {
	Call *ast.CallExpr // the attempt, or the call of the retrier
	Arg  ast.Expr      // the context that it is given
	Root *ast.CallExpr // context.Background() or context.TODO()
	Ctx  string        // the context in scope at Root, as Go source
}

// detachedIn lists the attempts of a site that run detached from the context in
// reach, one for each Background or TODO that they come from.
func detachedIn(m *flow.Package, s *site.Site) []Detached {
	if s.Unit == nil || !world.Imports(m, "context") {
		return nil
	}
	var out []Detached
	seen := map[*ast.CallExpr]bool{}
	add := func(call *ast.CallExpr, ctx ast.Expr) {
		root := rootOf(s.Unit, ctx, map[types.Object]bool{})
		if root == nil || seen[root] {
			return
		}
		seen[root] = true
		if expr := liveAt(m, s, call, root); expr != "" {
			out = append(out, Detached{call, ctx, root, expr})
		}
	}
	if r := s.Known; r != nil && r.Ctx >= 0 && r.Ctx < len(s.Node.(*ast.CallExpr).Args) {
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
func rootOf(u *flow.Unit, e ast.Expr, seen map[types.Object]bool) *ast.CallExpr {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := u.M.Sums.Callee(e)
		if fn == nil || fn.Pkg() == nil {
			return nil
		}
		if fn.Pkg().Path() == "context" && (fn.Name() == "Background" || fn.Name() == "TODO") {
			return e
		}
		if i := knowledge.Derives(fn); i >= 0 && i < len(e.Args) {
			return rootOf(u, e.Args[i], seen)
		}
	case *ast.Ident:
		v, ok := u.M.Object(e).(*types.Var)
		if !ok || v.IsField() || seen[v] || v.Parent() == u.M.Pass.Pkg.Scope() {
			return nil
		}
		seen[v] = true
		return rootOfVar(u, v, e.Pos(), seen)
	}
	return nil
}

// rootOfVar is the root of all that a variable is given, or of what a parameter
// is overwritten with on every way to a position.
func rootOfVar(u *flow.Unit, v *types.Var, at token.Pos, seen map[types.Object]bool) *ast.CallExpr {
	var root *ast.CallExpr
	given := !world.IsParam(u, v)
	for _, d := range u.Definitions()[v] {
		if d.Rhs == nil && d.Tok == token.VAR {
			continue
		}
		if d.Rhs == nil || d.Index != 0 || d.Multi && cancelledElsewhere(u, d) {
			return nil
		}
		if d.Node.Pos() > at && world.IsParam(u, v) {
			continue
		}
		if c, ok := world.CallOf(d.Rhs); ok && len(c.Args) > 0 && u.M.Object(c.Args[0]) == v && knowledge.Derives(u.M.Sums.Callee(c)) == 0 {
			continue // derived from itself
		}
		got := rootOf(u, d.Rhs, seen)
		if got == nil {
			return nil
		}
		root = got
		given = given || precedes(u, d.Node, at)
	}
	if !given {
		return nil
	}
	return root
}

// precedes reports whether a statement is run before a position is reached: it
// stands earlier in a block around the position.
func precedes(u *flow.Unit, n ast.Node, at token.Pos) bool {
	path, _ := astutil.PathEnclosingInterval(u.File, n.Pos(), n.End())
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
func cancelledElsewhere(u *flow.Unit, d flow.Def) bool {
	s, ok := d.Node.(*ast.AssignStmt)
	if !ok || len(s.Lhs) < 2 || flow.IsBlank(s.Lhs[1]) {
		return false
	}
	cancel := u.M.Object(s.Lhs[1])
	if v, ok := cancel.(*types.Var); !ok || v.IsField() {
		return true
	}
	shared := false
	var stack []ast.Node
	ast.Inspect(u.Root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && u.M.Info.Uses[id] == cancel && !ownCancel(u, id, s, stack) {
			shared = true
		}
		return true
	})
	return shared
}

// ownCancel reports whether a use of a cancel function, below the nodes of stack,
// only cleans up: a call in the function that made it, or one that is deferred.
func ownCancel(u *flow.Unit, id *ast.Ident, made *ast.AssignStmt, stack []ast.Node) bool {
	if len(stack) < 3 {
		return false
	}
	switch p := stack[len(stack)-2].(type) {
	case *ast.AssignStmt:
		return p == made || len(p.Lhs) == 1 && flow.IsBlank(p.Lhs[0]) || slices.Contains(p.Lhs, ast.Expr(id))
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
			done := u.M.Sums.IsDone(summary.ReceivedFrom(n))
			if isEndCase(u, n) && (done == nil || u.M.Object(done) != u.M.Object(made.Lhs[0])) {
				return false
			}
		}
	}
	return true
}

// isEndCase reports whether a case of a select receives the news of an end.
func isEndCase(u *flow.Unit, c *ast.CommClause) bool {
	ch := summary.ReceivedFrom(c)
	return ch != nil && isEnd(u, ch)
}

// liveAt finds the context that somebody can cancel and that what runs on a root
// could have had, as Go source; "" where there is none or where the code has a
// reason to run on without it.
func liveAt(m *flow.Package, s *site.Site, call, root *ast.CallExpr) string {
	u := s.Unit
	path, _ := astutil.PathEnclosingInterval(s.File, root.Pos(), root.End())
	for scope := m.Pass.Pkg.Scope().Innermost(root.Pos()); scope != nil && scope != m.Pass.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || name == "_" || v.Pos() >= root.Pos() && !world.IsParam(u, v) {
				continue
			}
			expr := liveVar(u, v, root.Pos())
			if expr == "" || !wants(m, u, v, path) {
				continue
			}
			if AfterEnd(u, call) || isCleanup(m, u, call) {
				return ""
			}
			return expr
		}
	}
	return ""
}

// liveVar is the context that a variable offers, if somebody can cancel it: the
// caller's, a request's, or one whose cancel function is somebody else's.
func liveVar(u *flow.Unit, v *types.Var, at token.Pos) string {
	t := v.Type()
	switch {
	case summary.IsContext(t):
		if isLive(u, v, at, map[types.Object]bool{}) {
			return v.Name()
		}
	case summary.IsNamed(t, "net/http", "Request"):
		if world.IsParam(u, v) {
			return v.Name() + ".Context()"
		}
	case site.IsReceiver(u, v):
		if got := site.FieldSignal(t, v.Name(), 0); got.Kind == knowledge.Ctx && selects(u, got.Expr) {
			return got.Expr
		}
	}
	return ""
}

// selects reports whether the function uses a field, written as an expression.
// The end of a whole object means something to the functions that look for it,
// while others may have to work on when it comes.
func selects(u *flow.Unit, expr string) bool {
	found := false
	ast.Inspect(u.Root, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && types.ExprString(sel) == expr {
			found = true
		}
		return !found
	})
	return found
}

// isLive reports whether somebody can cancel the context that a variable holds.
func isLive(u *flow.Unit, v *types.Var, at token.Pos, seen map[types.Object]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	live := world.IsParam(u, v)
	for _, d := range u.Definitions()[v] {
		if d.Rhs == nil || d.Node.Pos() > at {
			continue
		}
		switch {
		case d.Multi && d.Index == 0 && cancelledElsewhere(u, d):
			live = true
		case rootOf(u, d.Rhs, map[types.Object]bool{}) != nil:
			if precedes(u, d.Node, at) && d.Node.End() <= at {
				live = false
			}
		default:
			live = live || isLiveExpr(u, d.Rhs, at, seen)
		}
	}
	return live
}

// isLiveExpr reports whether an expression is a context that somebody can
// cancel.
func isLiveExpr(u *flow.Unit, e ast.Expr, at token.Pos, seen map[types.Object]bool) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := u.M.Object(e).(*types.Var)
		return ok && isLive(u, v, at, seen)
	case *ast.CallExpr:
		if summary.LastName(e.Fun) == "Context" && len(e.Args) == 0 {
			return true
		}
		if fn := u.M.Sums.Callee(e); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "os/signal" {
			return true
		}
		for _, a := range e.Args {
			if summary.IsContext(u.M.Info.TypeOf(a)) && isLiveExpr(u, a, at, seen) {
				return true
			}
		}
	}
	return false
}

// wants reports whether the function literals between a context and what runs on
// a root, innermost first in path, have to do with that context: a literal that
// never names it may run when the context is long over.
func wants(m *flow.Package, u *flow.Unit, v *types.Var, path []ast.Node) bool {
	for i, n := range path {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			continue
		}
		if lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true // the context is the literal's own
		}
		if !world.UsesAny(m, lit, map[types.Object]bool{v: true}) {
			return retried(m, u, lit) && wants(m, u, v, path[i+1:])
		}
	}
	return true
}

// retried reports whether a literal is what a retrier calls again, and so runs
// while the function around it waits.
func retried(m *flow.Package, u *flow.Unit, lit *ast.FuncLit) bool {
	for _, s := range site.ModelOf(m).Sites {
		if s.Op != nil && world.Literal(u, s.Op) == lit {
			return true
		}
	}
	return false
}

// AfterEnd reports whether a place is reached when a context or the function has
// ended: it stands in a deferred literal, in a case that receives the end, or
// behind a wait for it.
func AfterEnd(u *flow.Unit, at ast.Node) bool {
	stack := u.Stack(at)
	for i, n := range stack {
		var next ast.Node
		if i+1 < len(stack) {
			next = stack[i+1]
		}
		switch n := n.(type) {
		case *ast.DeferStmt:
			return true
		case *ast.CommClause:
			if next != nil && next != n.Comm && isEndCase(u, n) {
				return true
			}
		case *ast.IfStmt:
			if next == n.Body && asksEnd(u, n.Cond) {
				return true
			}
		case *ast.BlockStmt:
			if end := awaitedIn(u, n); end.IsValid() && end <= at.Pos() {
				return true
			}
		}
	}
	return false
}

// awaitedIn is the end of the first statement of a block that waits for an end.
func awaitedIn(u *flow.Unit, b *ast.BlockStmt) token.Pos {
	notes := flow.Notes[cancelNotes](u.M)
	end, known := notes.awaited[b]
	if known {
		return end
	}
	if i := slices.IndexFunc(b.List, func(s ast.Stmt) bool { return awaitsEnd(u, s) }); i >= 0 {
		end = b.List[i].End()
	}
	if notes.awaited == nil {
		notes.awaited = map[*ast.BlockStmt]token.Pos{}
	}
	notes.awaited[b] = end
	return end
}

// isEnd reports whether a channel tells of an end: a context's, or a stop
// channel.
func isEnd(u *flow.Unit, ch ast.Expr) bool {
	return u.M.Sums.IsDone(ch) != nil || site.IsStop(u.M.Info.TypeOf(ch), summary.LastName(ch))
}

// asksEnd reports whether a condition asks a context whether it ended.
func asksEnd(u *flow.Unit, cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.EQL {
			return false // whether it has not
		}
		if c, ok := n.(*ast.CallExpr); ok && world.IsContextErr(u.M, c) {
			found = true
		}
		return !found
	})
	return found
}

// awaitsEnd reports whether a statement goes on only when something ended: a
// receive from such a channel, a select or a loop that nothing else leaves, a
// wait for goroutines.
func awaitsEnd(u *flow.Unit, s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		e := ast.Unparen(s.X)
		if r, ok := e.(*ast.UnaryExpr); ok && r.Op == token.ARROW {
			return isEnd(u, r.X)
		}
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			if clause := c.(*ast.CommClause); isEndCase(u, clause) && !leaves(clause.Body) {
				return true
			}
		}
	case *ast.ForStmt:
		return s.Cond == nil && selectsEnd(u, s.Body)
	case *ast.LabeledStmt:
		return awaitsEnd(u, s.Stmt)
	}
	return false
}

// selectsEnd reports whether a loop's body looks for an end.
func selectsEnd(u *flow.Unit, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			found = found || isEndCase(u, n)
		}
		return !found
	})
	return found
}

// isCleanup reports whether a call, or the function that it stands in, gives
// back or ends something by its name, or is deferred by who calls it: it has to
// run although the context is over.
func isCleanup(m *flow.Package, u *flow.Unit, c *ast.CallExpr) bool {
	if knowledge.CleanUpName(summary.LastName(c.Fun)) || knowledge.CleanUpName(u.Name) {
		return true
	}
	return u.Fn != nil && deferred(m)[u.Fn]
}

// deferred lists the functions of the package that a defer statement calls,
// directly or in its literal.
func deferred(m *flow.Package) map[*types.Func]bool {
	if flow.Notes[cancelNotes](m).defers != nil {
		return flow.Notes[cancelNotes](m).defers
	}
	flow.Notes[cancelNotes](m).defers = map[*types.Func]bool{}
	for _, f := range m.Pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.DeferStmt)
			if !ok {
				return true
			}
			ast.Inspect(d.Call, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					if fn := m.Sums.Callee(c); fn != nil {
						flow.Notes[cancelNotes](m).defers[fn] = true
					}
				}
				return true
			})
			return true
		})
	}
	return flow.Notes[cancelNotes](m).defers
}

// cancelNotes is what the questions about cancellation keep of a package.
type cancelNotes struct {
	defers  map[*types.Func]bool         // see deferred
	awaited map[*ast.BlockStmt]token.Pos // see awaitedIn
}
