package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// Calls lists the calls of a region in source order, with the block and node
// that each stands in. Those in a function literal are part of the round if it
// runs the literal, and then stand where it does; those in go and defer statements
// are not, unless the round waits for the goroutines.
func Calls(r *flow.Region) []flow.Placed {
	if r.ByCall != nil {
		return r.All
	}
	r.ByCall = map[*ast.CallExpr]flow.Placed{}
	add := func(list ...flow.Placed) {
		for _, p := range list {
			if _, ok := r.ByCall[p.Call]; !ok {
				r.All = append(r.All, p)
				r.ByCall[p.Call] = p
			}
		}
	}
	for _, b := range r.Order {
		if !b.Live {
			continue
		}
		for i, n := range b.Nodes {
			if !r.Contains(n) {
				continue
			}
			WalkNode(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					if joins(r) {
						add(runInRound(r, flow.Placed{Call: n.Call, Block: b.Index, Node: i}, 0)...)
					}
					return false
				case *ast.DeferStmt:
					return false
				case *ast.CallExpr:
					if !r.U.M.Info.Types[n.Fun].IsType() {
						p := flow.Placed{Call: n, Block: b.Index, Node: i}
						add(p)
						add(runInRound(r, p, 0)...)
					}
				}
				return true
			})
		}
	}
	return r.All
}

// joins reports whether the rounds of a region wait for goroutines that they start:
// by the Wait of a group, or by receiving what a literal sends.
func joins(r *flow.Region) bool {
	m := r.U.M
	sent := map[types.Object]bool{}
	got := map[types.Object]bool{}
	waits := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			sent[m.Object(n.Chan)] = true
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				got[m.Object(n.X)] = true
			}
		case *ast.RangeStmt:
			if _, ok := summary.TypeUnder[*types.Chan](m.Info.TypeOf(n.X)); ok {
				got[m.Object(n.X)] = true
			}
		case *ast.CallExpr:
			fn := m.Sums.Callee(n)
			waits = waits || fn != nil && fn.Name() == "Wait" && isGroup(fn)
		}
		return !waits
	})
	for ch := range got {
		waits = waits || ch != nil && sent[ch]
	}
	return waits
}

// RunInRound lists the calls in function literals that a round runs by calls which
// do not tell of their failure by an error of their own, each with the call that
// runs it.
func runInRound(r *flow.Region, p flow.Placed, depth int) []flow.Placed {
	u := r.U
	if depth > mostInline {
		return nil
	}
	var lits []*ast.FuncLit
	if lit := Literal(u, p.Call.Fun); lit != nil {
		if sig, ok := Signature(u.M, p.Call); ok && summary.FailsBy(sig) == summary.ByError {
			return nil
		}
		lits = append(lits, lit)
	}
	lits = append(lits, RunsLiterals(u, p.Call)...)
	var out []flow.Placed
	for _, lit := range lits {
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
				return false
			case *ast.CallExpr:
				if !u.M.Info.Types[n.Fun].IsType() {
					inner := flow.Placed{Call: n, Block: p.Block, Node: p.Node}
					out = append(out, inner)
					out = append(out, runInRound(r, inner, depth+1)...)
				}
			}
			return true
		})
	}
	return out
}

// RunsLiterals lists the function literals among a call's arguments that the call
// runs before it returns, or whose end the caller awaits: those handed to a function
// of this package that calls its parameter, or to the Go of a group.
func RunsLiterals(u *flow.Unit, c *ast.CallExpr) []*ast.FuncLit {
	m := u.M
	var out []*ast.FuncLit
	for i, a := range c.Args {
		lit := Literal(u, a)
		if lit == nil {
			continue
		}
		fn := m.Sums.Callee(c)
		if fn == nil {
			continue
		}
		if decl := m.Sums.Decl(fn); decl != nil && callsParam(m, fn, decl, i) || isGroup(fn) && (fn.Name() == "Go" || fn.Name() == "TryGo") {
			out = append(out, lit)
		}
	}
	return out
}

// callsParam reports whether a function calls its i-th parameter itself, once and
// outside of loops: what calls it again and again is a retrier or goes over a list.
func callsParam(m *flow.Package, fn *types.Func, decl *ast.FuncDecl, i int) bool {
	sig := fn.Signature()
	if i >= sig.Params().Len() {
		return false
	}
	param := sig.Params().At(i)
	if _, ok := summary.TypeUnder[*types.Signature](param.Type()); !ok {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.CallExpr:
			found = found || m.Object(n.Fun) == types.Object(param)
		}
		return !found
	})
	return found
}

// isGroup reports whether a function is a method of a group of goroutines.
func isGroup(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	t := recv.Type()
	return summary.IsNamed(deref(t), "sync", "WaitGroup") || summary.IsNamed(deref(t), "golang.org/x/sync/errgroup", "Group")
}

// mostInline is how many bodies deep calls are run.
const mostInline = 3

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
