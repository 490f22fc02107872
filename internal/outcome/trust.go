package outcome

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// trusted looks for a way out after the last attempt on which the function says
// that it failed by an empty result alone, while a caller goes on with that as
// if it were one. To log the error does not help who goes on.
func (e *ending) trusted() *Lost {
	u := e.r.U
	sig := signature(u)
	if u.Fn == nil || u.Node != u.Root || sig == nil || sig.Results().Len() != 1 {
		return nil
	}
	for _, x := range e.exits {
		if !x.decided || !x.tried || e.unclear || x.again || x.beyond || x.repeats || x.other || len(x.ends) == 0 {
			continue
		}
		for _, end := range x.ends {
			if end.ret == nil || end.panic || len(end.ret.Results) != 1 || !e.saysNothing(end.ret.Results[0]) {
				return nil
			}
		}
		if c := trusting(u.M, u.Fn); c != nil {
			return &Lost{How: LostTrusted, At: x.ends[0].ret, Err: e.attempt, Taken: c}
		}
	}
	return nil
}

// trusting is a call of a function in its package whose result is used without
// a question whether it is empty.
func trusting(m *flow.Package, fn *types.Func) *ast.CallExpr {
	calls, _ := m.Callers(fn)
	for _, c := range calls {
		if decl := declAround(m, c); decl != nil && takenOnTrust(m, decl.Body, c) {
			return c
		}
	}
	return nil
}

// declAround is the declared function that a node stands in.
func declAround(m *flow.Package, n ast.Node) *ast.FuncDecl {
	for _, file := range m.Pass.Files {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && flow.Within(n, fn.Body) {
				return fn
			}
		}
	}
	return nil
}

// takenOnTrust reports whether the result of a call goes to a variable that is
// used, and of which nothing is ever asked. To log it is no use.
func takenOnTrust(m *flow.Package, body *ast.BlockStmt, c *ast.CallExpr) bool {
	v := assignedTo(m, body, c)
	if v == nil {
		return false
	}
	used, asked := false, false
	var stack []ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && m.Info.Uses[id] == v {
			switch useOf(m, stack) {
			case trusts:
				used = true
			case mayAsk:
				asked = true
			}
		}
		return true
	})
	return used && !asked
}

// assignedTo is the variable of a function that a call's result is assigned to,
// if it is given nothing else.
func assignedTo(m *flow.Package, body *ast.BlockStmt, c *ast.CallExpr) *types.Var {
	var v *types.Var
	ast.Inspect(body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && ast.Unparen(a.Rhs[0]) == ast.Expr(c) {
			v, _ = m.Object(a.Lhs[0]).(*types.Var)
		}
		return v == nil
	})
	if v == nil {
		return nil
	}
	again := false
	ast.Inspect(body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && a.Tok != token.DEFINE {
			for _, l := range a.Lhs {
				again = again || m.Object(l) == v
			}
		}
		return !again
	})
	if again {
		return nil
	}
	return v
}

// use is what is done with a result.
type use uint8

const (
	noUse  use = iota
	trusts     // it is handed on, or what it leads to is used
	mayAsk     // something may ask whether it is empty
)

// useOf says what is done with a variable, the top of a stack of nodes.
func useOf(m *flow.Package, stack []ast.Node) use {
	id := stack[len(stack)-1].(*ast.Ident)
	if !isText(m.Info.TypeOf(id)) {
		return useOfPointer(m, stack)
	}
	for i := len(stack) - 2; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.CallExpr:
			switch {
			case logs(p):
				return noUse
			case p.Fun == stack[i+1], world.IsBuiltin(m, p), m.Info.Types[p.Fun].IsType(), world.ReturnsBool(m, p):
				return mayAsk
			}
			return trusts
		case *ast.KeyValueExpr, *ast.CompositeLit, *ast.ParenExpr:
		case *ast.UnaryExpr:
			if p.Op != token.AND || stack[i+1] == ast.Node(id) {
				return mayAsk
			}
		default:
			return mayAsk
		}
	}
	return mayAsk
}

// useOfPointer is useOf for what may be nil: to read what it leads to, or to call
// its methods, takes it for granted that it leads somewhere.
func useOfPointer(m *flow.Package, stack []ast.Node) use {
	sel, ok := stack[len(stack)-2].(*ast.SelectorExpr)
	if !ok {
		return mayAsk
	}
	if s := m.Info.Selections[sel]; s != nil && (s.Kind() == types.FieldVal || types.IsInterface(s.Recv())) {
		return trusts
	}
	return mayAsk
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
