package summary

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// probes reports whether a function does nothing over the network but find out
// whether somebody answers, and says so by an error or a boolean alone.
func (p *Package) probes(f *function) bool {
	res := f.sig.Results()
	if !f.small || res.Len() != 1 || FailsBy(f.sig) > ByBool {
		return false
	}
	asks := false
	for _, c := range f.calls {
		if p.OfCall(c.expr).Place != knowledge.Remote {
			continue
		}
		if !p.Probes(c.expr, f.decl) {
			return false
		}
		asks = true
	}
	return asks
}

// Probes reports whether a remote call only finds out whether somebody answers:
// of the answer nothing is looked at but that it came and its status. It stands
// in a function or a literal of one.
func (p *Package) Probes(c *ast.CallExpr, within ast.Node) bool {
	if p.OfCall(c).Probe {
		return true
	}
	t := p.firstResult(c)
	if !isConn(t) && !(IsNamed(t, "net/http", "Response") && p.onlyReads(c)) {
		return false
	}
	answer := p.assigned(c, within)
	return answer != nil && p.onlySeen(answer, within)
}

// firstResult is the type of the first of a call's results.
func (p *Package) firstResult(c *ast.CallExpr) types.Type {
	t := p.pass.TypesInfo.TypeOf(c)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		return tuple.At(0).Type()
	}
	return t
}

// onlyReads reports whether an HTTP request asks for something and changes
// nothing: its method is GET or HEAD.
func (p *Package) onlyReads(c *ast.CallExpr) bool {
	if p.OfCall(c).Effect == knowledge.Idempotent {
		return true // http.Get, http.Head
	}
	for _, arg := range c.Args {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		if !ok || !IsNamed(p.pass.TypesInfo.TypeOf(arg), "net/http", "Request") {
			continue
		}
		made := p.requestOf(id)
		if made == nil {
			return false
		}
		m := p.OfCall(made).Method
		return m != nil && reads(p.methodOf(made, m))
	}
	return false
}

// methodOf is the HTTP method that a call names.
func (p *Package) methodOf(c *ast.CallExpr, m *knowledge.Method) string {
	if m.Const != "" || m.Param >= len(c.Args) {
		return m.Const
	}
	text, _ := p.text(c.Args[m.Param])
	return text
}

// reads reports whether an HTTP method changes nothing.
func reads(method string) bool { return method == "GET" || method == "HEAD" }

// assigned is the variable that gets the first result of a call.
func (p *Package) assigned(c *ast.CallExpr, within ast.Node) types.Object {
	var obj types.Object
	ast.Inspect(within, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && len(a.Rhs) == 1 && ast.Unparen(a.Rhs[0]) == ast.Expr(c) {
			if id, ok := a.Lhs[0].(*ast.Ident); ok {
				obj = p.pass.TypesInfo.ObjectOf(id)
			}
		}
		return obj == nil
	})
	return obj
}

// onlySeen reports whether nothing is done with an answer but to look at its
// status, to compare it with nil and to close it.
func (p *Package) onlySeen(obj types.Object, within ast.Node) bool {
	if obj.Parent() == p.pass.Pkg.Scope() || obj.Pos() < within.Pos() || within.End() < obj.Pos() {
		return false
	}
	seen := true
	var stack []ast.Node
	ast.Inspect(within, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && p.pass.TypesInfo.Uses[id] == obj {
			seen = seen && p.glance(id, stack)
		}
		stack = append(stack, n)
		return true
	})
	return seen
}

// glance judges one mention of an answer by the nodes around it, the innermost
// last.
func (p *Package) glance(id *ast.Ident, stack []ast.Node) bool {
	around := func(i int) ast.Node {
		if i > len(stack) {
			return nil
		}
		return stack[len(stack)-i]
	}
	switch n := around(1).(type) {
	case *ast.BinaryExpr:
		return true // a comparison with nil
	case *ast.AssignStmt:
		for _, l := range n.Lhs {
			if l == ast.Expr(id) {
				return true
			}
		}
	case *ast.SelectorExpr:
		switch n.Sel.Name {
		case "StatusCode", "Status", "Close":
			return true
		case "Body":
			switch m := around(2).(type) {
			case *ast.SelectorExpr:
				return m.Sel.Name == "Close"
			case *ast.CallExpr: // io.Copy(io.Discard, resp.Body); _, err := io.ReadAll(resp.Body)
				a, ok := around(3).(*ast.AssignStmt)
				return len(m.Args) == 2 && LastName(m.Args[0]) == "Discard" ||
					LastName(m.Fun) == "ReadAll" && ok && LastName(a.Lhs[0]) == "_"
			}
		}
	}
	return false
}
