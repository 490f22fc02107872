package deadlinefit

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// finder looks for deadlines in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package
	in   *inspector.Inspector
}

// deadline is an end of a constant time that a function sets.
type deadline struct {
	node  ast.Node
	what  types.Object // the context, or the time.Time
	name  string
	after time.Duration
}

// deadline is the one that ends a site: of the context that its attempts are given or
// its wait listens to, or of the time that its condition looks at. The function sets it
// before the site. The shortest counts.
func (f *finder) deadline(s *site.Site) *deadline {
	used := f.ends(s)
	var found *deadline
	ast.Inspect(s.Body, func(n ast.Node) bool {
		if n == nil || n.Pos() >= s.Pos() {
			return false
		}
		if _, ok := n.(*ast.FuncLit); ok && (n.End() < s.Pos()) {
			return false
		}
		if a, ok := n.(*ast.AssignStmt); ok {
			if d := f.sets(a); d != nil && used[d.what] && (found == nil || d.after < found.after) {
				found = d
			}
		}
		return true
	})
	if found != nil && f.setAgain(s, found) {
		return nil
	}
	return found
}

// ends are the variables that end a site: contexts and times.
func (f *finder) ends(s *site.Site) map[types.Object]bool {
	used := map[types.Object]bool{}
	note := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok {
			used[f.pass.TypesInfo.ObjectOf(id)] = true
		}
	}
	for _, a := range s.Attempts {
		note(a.Ctx)
	}
	if s.Wait != nil {
		note(s.Wait.CancelExpr)
	}
	if loop, ok := s.Node.(*ast.ForStmt); ok && loop.Cond != nil {
		ast.Inspect(loop.Cond, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && summary.IsNamed(f.pass.TypesInfo.TypeOf(id), "time", "Time") {
				note(id)
			}
			return true
		})
	}
	return used
}

// sets recognises ctx, cancel := context.WithTimeout(parent, d) and
// end := time.Now().Add(d) with a constant d.
func (f *finder) sets(a *ast.AssignStmt) *deadline {
	if len(a.Rhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	var d ast.Expr
	switch {
	case len(call.Args) > 1 && (f.calls(call, "context", "WithTimeout") || f.calls(call, "context", "WithTimeoutCause")):
		d = call.Args[1]
	case f.calls(call, "time", "Add") && len(call.Args) == 1:
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		now, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok || !f.calls(now, "time", "Now") {
			return nil
		}
		d = call.Args[0]
	default:
		return nil
	}
	after, ok := phrase.Constant(f.pass, d)
	if !ok || after <= 0 {
		return nil
	}
	return &deadline{a, f.pass.TypesInfo.ObjectOf(id), id.Name, after}
}

func (f *finder) calls(call *ast.CallExpr, pkg, name string) bool {
	fn, _ := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Name() == name
}

// setAgain reports whether the variable of a deadline is given another value, in the
// site or after the deadline was set.
func (f *finder) setAgain(s *site.Site, d *deadline) bool {
	found := false
	ast.Inspect(s.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && a != d.node && a.Tok == token.ASSIGN {
			for _, lhs := range a.Lhs {
				id, ok := lhs.(*ast.Ident)
				found = found || ok && f.pass.TypesInfo.ObjectOf(id) == d.what
			}
		}
		return !found
	})
	return found
}

// withinAttempts lists the timeouts of single attempts that are no shorter than the
// deadline of all, whose context they are derived from.
func (f *finder) withinAttempts(s *site.Site, all *deadline) []*deadline {
	var out []*deadline
	ast.Inspect(s.Node, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		d := f.sets(a)
		if d == nil || d.after < all.after {
			return true
		}
		call := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		if id, ok := call.Args[0].(*ast.Ident); ok && len(call.Args) > 1 && f.pass.TypesInfo.ObjectOf(id) == all.what {
			out = append(out, &deadline{call, d.what, d.name, d.after})
		}
		return true
	})
	return out
}

// poll is a call of a poller whose interval is no shorter than its timeout.
type poll struct {
	call              *ast.CallExpr
	interval, timeout time.Duration
}

// polls lists them.
func (f *finder) polls() []poll {
	var out []poll
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, _ := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != waitPackage {
			continue
		}
		p, ok := pollers[fn.Name()]
		if !ok || len(call.Args) <= p.timeout {
			continue
		}
		interval, ok := phrase.Constant(f.pass, call.Args[p.interval])
		timeout, both := phrase.Constant(f.pass, call.Args[p.timeout])
		if ok && both && timeout > 0 && interval >= timeout {
			out = append(out, poll{call, interval, timeout})
		}
	}
	return out
}
