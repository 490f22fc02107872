package exchange

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/request"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// rebuilds reports whether the function takes care of the body of a request: it
// names GetBody, gives a request another body in the site, looks at the body to
// decide, or calls something that says that it does.
func (f *stage) rebuilds(v *types.Var) bool {
	key := rebuilder{root: f.u.Root, fn: f.u.Fn, param: world.IsParam(f.u, v)}
	if !summary.IsNamed(v.Type(), "net/http", "Request") { // requests are known by their type
		key.obj = v
	}
	known := notesOf(f.m).rebuilds
	found, ok := known[key]
	if !ok {
		found = f.anyRebuilds(v)
		known[key] = found
	}
	return found || f.setsBody()
}

// setsBody reports whether the body of a request is assigned in what is run again.
func (f *stage) setsBody() bool {
	m := f.m
	found := false
	ast.Inspect(f.root, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || !f.within(a) {
			return !found
		}
		for _, l := range a.Lhs {
			if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" && summary.IsNamed(m.Info.TypeOf(sel.X), "net/http", "Request") {
				found = true
			}
		}
		return !found
	})
	return found
}

// rebuilder is a function that may make a request ready to be sent again.
type rebuilder struct {
	root  ast.Node
	fn    *types.Func
	obj   types.Object
	param bool
}

// anyRebuilds reports whether anything in the function does so that is given a
// request, or the variable.
func (f *stage) anyRebuilds(v *types.Var) bool {
	m := f.m
	found := false
	ast.Inspect(f.u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel.Name == "GetBody" {
				found = true
			}
			if n.Sel.Name == "Body" && world.IsParam(f.u, v) && summary.IsNamed(m.Info.TypeOf(n.X), "net/http", "Request") {
				found = true
			}
		case *ast.CallExpr:
			if !request.UsesAnyArg(m, n, map[types.Object]bool{v: true}) {
				return true
			}
			name := summary.LastName(n.Fun)
			found = found || knowledge.RenewsBody(name) && !knowledge.Logs(name)
			if fn := world.BodyOf(m, m.Sums.Callee(n)); fn != nil && fn != f.u.Fn {
				found = found || looksAtBody(m, m.Sums.Decl(fn).Body, 0)
			}
		}
		return !found
	})
	return found
}

// looksAtBody reports whether a function has to do with the body of a request.
func looksAtBody(m *flow.Package, body ast.Node, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "GetBody" || n.Sel.Name == "Body" && summary.IsNamed(m.Info.TypeOf(n.X), "net/http", "Request")
		case *ast.CallExpr:
			if depth < 2 && request.UsesAnyArg(m, n, nil) {
				if fn := world.BodyOf(m, m.Sums.Callee(n)); fn != nil {
					found = found || looksAtBody(m, m.Sums.Decl(fn).Body, depth+1)
				}
			}
		}
		return !found
	})
	return found
}
