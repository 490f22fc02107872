// Package request says what is known of the HTTP requests that a call is given.
package request

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Request is the *http.Request that an attempt sends, if it sends one.
func Request(m *flow.Package, a world.Attempt) ast.Expr {
	if a.Callee == nil || a.Callee.Name() != "Do" && a.Callee.Name() != "RoundTrip" {
		return nil
	}
	return RequestAmong(m, a.Call.Args)
}

// RequestAmong is the first argument that is an *http.Request.
func RequestAmong(m *flow.Package, args []ast.Expr) ast.Expr {
	for _, arg := range args {
		if summary.IsNamed(m.Info.TypeOf(arg), "net/http", "Request") {
			return arg
		}
	}
	return nil
}

// Given is the parameter that a request comes from, by itself or as a copy of
// it; nil if the function makes the request.
func Given(u *flow.Unit, req ast.Expr, depth int) *types.Var {
	v, ok := u.M.Object(req).(*types.Var)
	if !ok || v.IsField() || depth > 3 {
		return nil
	}
	if world.IsParam(u, v) {
		return v
	}
	for _, d := range u.Definitions()[v] {
		if d.Rhs == nil || d.Multi {
			continue
		}
		src := d.Rhs
		if c, ok := world.CallOf(src); ok { // req.Clone(ctx), req.WithContext(ctx)
			sel, ok := c.Fun.(*ast.SelectorExpr)
			if !ok || !summary.IsNamed(u.M.Info.TypeOf(sel.X), "net/http", "Request") {
				continue
			}
			src = sel.X
		}
		if u.M.Object(src) == v {
			continue
		}
		if p := Given(u, src, depth+1); p != nil {
			return p
		}
	}
	return nil
}

// MethodOf is the HTTP method that a call sends: a constant, or "" if it is not
// one.
func MethodOf(m *flow.Package, u *flow.Unit, c *ast.CallExpr, meth *knowledge.Method) string {
	if meth.Const != "" {
		return meth.Const
	}
	if meth.Param >= len(c.Args) {
		return ""
	}
	return constString(u, c.Args[meth.Param])
}

// CallersMethod is a method that is unsafe to repeat among those that callers in
// this package give a parameter; "" if all are safe or not known.
func CallersMethod(m *flow.Package, u *flow.Unit, e ast.Expr) string {
	if u.Fn == nil {
		return ""
	}
	i := summary.ParamIndex(m.Info, u.Fn.Signature(), e)
	if i < 0 {
		return ""
	}
	unsafe := ""
	for _, file := range m.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && i < len(c.Args) && m.Sums.Callee(c) == u.Fn {
				switch method := constString(u, c.Args[i]); method {
				case "POST", "PATCH":
					unsafe = method
				}
			}
			return true
		})
	}
	return unsafe
}

// constString is the value of a constant string, or of a local variable that is
// only ever given one; "GET" for an empty one, as net/http has it.
func constString(u *flow.Unit, e ast.Expr) string {
	return stringOf(u, e, map[types.Object]bool{})
}

// stringOf is constString of what the variables that were seen are set to: named results
// can be set to each other.
func stringOf(u *flow.Unit, e ast.Expr, seen map[types.Object]bool) string {
	if tv := u.M.Info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
		if s := constant.StringVal(tv.Value); s != "" {
			return strings.ToUpper(s)
		}
		return "GET"
	}
	defs := u.Definitions()[u.M.Object(e)]
	if v, ok := u.M.Object(e).(*types.Var); ok && !seen[v] && len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi && !world.IsParam(u, v) {
		seen[v] = true
		return stringOf(u, defs[0].Rhs, seen)
	}
	return ""
}

// RequestMethod is the method of a request made in this function.
func RequestMethod(m *flow.Package, u *flow.Unit, req ast.Expr) string {
	return requestMethod(m, u, req, map[types.Object]bool{})
}

// requestMethod is RequestMethod of a request that those seen are copies of.
func requestMethod(m *flow.Package, u *flow.Unit, req ast.Expr, seen map[types.Object]bool) string {
	seen[m.Object(req)] = true
	method := ""
	for _, d := range u.Definitions()[m.Object(req)] {
		c, ok := world.CallOf(d.Rhs)
		if !ok {
			continue
		}
		meth := m.Sums.OfCall(c).Method
		if meth == nil {
			if len(c.Args) == 1 { // req.Clone(ctx), req.WithContext(ctx)
				if sel, ok := c.Fun.(*ast.SelectorExpr); ok && !seen[m.Object(sel.X)] && summary.IsNamed(m.Info.TypeOf(sel.X), "net/http", "Request") {
					return requestMethod(m, u, sel.X, seen)
				}
			}
			continue
		}
		got := MethodOf(m, u, c, meth)
		if method != "" && got != method {
			return ""
		}
		method = got
	}
	return method
}

// LooksAtMethod reports whether a body asks requests for their method, their
// idempotency key or whether they may be replayed.
func LooksAtMethod(m *flow.Package, body ast.Node, reqs map[types.Object]bool, depth int) bool {
	key := asked{body: body, depth: depth}
	for req := range reqs { // requests are known by their type
		if !summary.IsNamed(req.Type(), "net/http", "Request") {
			key.obj = req
		}
	}
	known := flow.Notes[safetyNotes](m)
	if known.asked == nil {
		known.asked = map[asked]bool{}
	}
	if found, ok := known.asked[key]; ok {
		return found
	}
	known.asked[key] = false // while it is asked about itself
	known.asked[key] = looksAtMethod(m, body, reqs, depth)
	return known.asked[key]
}

// safetyNotes is what the questions about safety keep of a package.
type safetyNotes struct {
	asked map[asked]bool // see LooksAtMethod
}

// asked is a body that is asked about requests, or about a variable.
type asked struct {
	body  ast.Node
	obj   types.Object
	depth int
}

func looksAtMethod(m *flow.Package, body ast.Node, reqs map[types.Object]bool, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || isMethodOf(n.X) || isMethodOf(n.Y)
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && isMethodOf(n.Tag)
		case *ast.IndexExpr:
			found = found || isMethodOf(n.Index)
		case *ast.BasicLit:
			found = found || summary.IsIdempotencyKey(strings.Trim(n.Value, "`\""))
		case *ast.CallExpr:
			for _, a := range n.Args {
				found = found || isMethodOf(a) && world.ReturnsBool(m, n)
			}
			if depth < 2 && UsesAnyArg(m, n, reqs) {
				fn := m.Sums.Callee(n)
				if fn != nil && knowledge.NamesIdempotency(fn.Name()) {
					found = true
				}
				if decl := m.Sums.Decl(fn); decl != nil && LooksAtMethod(m, decl.Body, reqs, depth+1) {
					found = true
				}
				if fn == nil && world.ReturnsBool(m, n) {
					found = true // a policy of the caller's decides
				}
			}
		}
		return !found
	})
	return found
}

func UsesAnyArg(m *flow.Package, c *ast.CallExpr, objs map[types.Object]bool) bool {
	for _, a := range c.Args {
		if objs[m.Object(a)] || summary.IsNamed(m.Info.TypeOf(a), "net/http", "Request") {
			return true
		}
	}
	return false
}

func isMethodOf(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Method"
}
