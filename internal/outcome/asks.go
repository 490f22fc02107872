package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// replacedBefore reports whether a variable has been given something else, right
// before one of its uses: err = ErrTimeout; return err.
func replacedBefore(r *flow.Region, use *ast.Ident, v *types.Var) bool {
	b := r.U.BlockOf(use)
	if b == nil {
		return false
	}
	replaced := false
	for _, n := range b.Nodes {
		if flow.Within(use, n) {
			break
		}
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || a.Tok != token.ASSIGN || r.U.M.Object(a.Lhs[0]) != v {
			continue
		}
		replaced = !world.Mentions(r, a.Rhs[0], v)
	}
	return replaced
}

// onlyAsked reports whether an identifier, the top of a stack of nodes, is only
// asked for nil or for what kind of error it is, or assigned to.
func onlyAsked(r *flow.Region, stack []ast.Node) bool {
	if slices.ContainsFunc(stack, func(n ast.Node) bool { return whispers(r.U.M, n) }) {
		return true
	}
	i := len(stack) - 2
	for i > 0 {
		if _, ok := stack[i].(*ast.ParenExpr); !ok {
			break
		}
		i--
	}
	if sel, ok := stack[i].(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && i > 1 {
		i -= 2 // what is asked is err.Error()
	}
	switch p := stack[i].(type) {
	case *ast.BinaryExpr:
		return p.Op == token.EQL || p.Op == token.NEQ
	case *ast.CallExpr:
		t := r.U.M.Info.TypeOf(p)
		b, ok := summary.TypeUnder[*types.Basic](t)
		return ok && b.Info()&types.IsBoolean != 0
	case *ast.SwitchStmt:
		return true
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			if l == stack[i+1] {
				return true
			}
		}
	}
	return false
}

// whispers reports whether a node is a call that logs below the level that is on
// by default: log.Debug(err), log.V(1).Info(err), level.Debug(log).Log(err).
func whispers(m *flow.Package, n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	for range 8 { // calls of a chain
		switch name := summary.LastName(c.Fun); {
		case knowledge.DebugName(name):
			return true
		case name == "V" && len(c.Args) == 1:
			level, ok := world.ConstInt(m, c.Args[0])
			return ok && level > 0
		}
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if c, ok = world.CallOf(sel.X); !ok {
			return false
		}
	}
	return false
}

// asksThere reports whether a call asks if a file is there: that it is not is all
// that its error has to say.
func asksThere(m *flow.Package, c *ast.CallExpr) bool {
	fn := m.Sums.Callee(c)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "os" && (fn.Name() == "Stat" || fn.Name() == "Lstat")
}

// asksBackoff reports whether a call asks a library's backoff, which was given a
// context, if there is to be another attempt. It answers no before the first one
// where the context is done.
func asksBackoff(m *flow.Package, c *ast.CallExpr) bool {
	fn := m.Sums.Callee(c)
	return fn != nil && fn.Name() == "Ongoing" && strings.HasSuffix(knowledge.ReceiverName(fn), "Backoff")
}

// oneClass reports whether only errors of one class, of which an error is asked,
// are tried again.
func oneClass(r *flow.Region, v *types.Var) bool {
	return slices.ContainsFunc(classTests(r), func(e ast.Expr) bool { return world.Mentions(r, e, v) })
}

// classTests lists the questions that the region leaves by unless the answer is
// one, other than whether an error is nil, and what it switches on.
func classTests(r *flow.Region) []ast.Expr {
	var out []ast.Expr
	leads := r.Leads()
	for _, b := range r.Order {
		cond, tag := world.Condition(r.U, b)
		if cond == nil {
			continue
		}
		x0, x1 := world.Exits(r, b.Succs[0], leads), world.Exits(r, b.Succs[1], leads)
		if x0 == x1 {
			continue
		}
		if tag != nil {
			if x1 {
				out = append(out, tag)
			}
			continue
		}
		for _, a := range world.Atoms(cond) {
			if !world.IsNilTest(r, a) && site.LeavesUnless(r, cond, x0) {
				out = append(out, a)
			}
		}
	}
	return out
}
