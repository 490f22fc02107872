package residue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// PileKind is what piles up.
type PileKind uint8

const (
	Defers     PileKind = iota // deferred calls, which run when the function returns
	Contexts                   // contexts that are never cancelled
	Goroutines                 // goroutines that end with the context, not with the attempt
	Watchers                   // the same, once for each call of the function
	Senders                    // goroutines whose result nobody takes any more
	Timers                     // timers and tickers that are never stopped
	Resources                  // connections and the like that are not closed
	Kept                       // what an attempt got of several things, and opens again with the others
)

// Pile is something that each attempt of a site adds to, and that nothing takes
// away before the next.
type Pile struct {
	Kind   PileKind
	Node   ast.Node      // what is added, or the attempt that adds it
	Made   *ast.CallExpr // of Resources: the call that opens one; of Contexts and Timers: what makes one
	Name   string        // of the variable that holds it, or of the list
	Failed *ast.CallExpr // of Resources: the later step whose failure leaves it open, nil where nothing closes it
	In     string        // of Resources: the function that opens it, if that is not the site's
	Until  string        // of Goroutines: the context that they wait for
}

// piles lists what the attempts of a site pile up.
func piles(m *flow.Package, s *site.Site) []Pile {
	var out []Pile
	if r := s.Region; r != nil {
		out = append(out, defers(r)...)
		out = append(out, unreleased(r, s)...)
		out = append(out, goroutines(r)...)
		out = append(out, watchers(r, s)...)
		out = append(out, held(r)...)
		out = append(out, kept(r, s)...)
	}
	if u := opUnit(m, s); u != nil && starts(m, u.Body) {
		r := flow.Whole(u)
		out = append(out, goroutines(r)...)
		out = append(out, heldInside(r, s)...)
	}
	for _, a := range s.Attempts {
		if u := calleeUnit(m, s, a); u != nil && starts(m, u.Body) {
			out = append(out, inside(m, s, a, flow.Whole(u))...)
		}
	}
	return out
}

// starts reports whether a body starts a goroutine or opens a connection. Most do
// not, and need no graph.
func starts(m *flow.Package, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			found = found || dials(m, n)
		}
		return !found
	})
	return found
}

// inside lists what an attempt piles up in the body of what it calls.
func inside(m *flow.Package, s *site.Site, a world.Attempt, r *flow.Region) []Pile {
	var out []Pile
	for _, p := range goroutines(r) {
		if p.Kind == Senders {
			out = append(out, p)
		}
	}
	for _, p := range heldInside(r, s) {
		if a.Literal == nil {
			p.Node, p.In = a.Call, knowledge.FuncName(a.Callee)
		}
		out = append(out, p)
	}
	return out
}

// opUnit is the body of the function that a site hands to its retrier, if that
// is a literal or a function of this package.
func opUnit(m *flow.Package, s *site.Site) *flow.Unit {
	op := s.Op
	if op == nil {
		return nil
	}
	if c, ok := world.CallOf(op); ok && len(c.Args) == 1 {
		op = c.Args[0] // a wrapper that gives the operation back
	}
	if lit := world.Literal(s.Unit, op); lit != nil {
		return s.Unit.Literal(lit)
	}
	fn, _ := m.Object(op).(*types.Func)
	return world.DeclUnit(m, fn)
}

// calleeUnit is the body of what an attempt calls, if it is declared in this
// package.
func calleeUnit(m *flow.Package, s *site.Site, a world.Attempt) *flow.Unit {
	if s.Region != nil && a.Literal != nil {
		if lit := world.Literal(s.Unit, a.Call.Fun); lit != nil {
			return s.Unit.Literal(lit)
		}
	}
	return world.DeclUnit(m, a.Callee)
}

// defers lists the defer statements of the region after which another round can
// come: each round adds one, and none runs before the function returns.
func defers(r *flow.Region) []Pile {
	var out []Pile
	for _, b := range r.Order {
		for i, n := range b.Nodes {
			if d, ok := n.(*ast.DeferStmt); ok && r.Contains(d) && !onlyOnce(r, d) && roundsFrom(r, b, i, nil) {
				out = append(out, Pile{Kind: Defers, Node: d})
			}
		}
	}
	return out
}

// onlyOnce reports whether a statement stands under a condition on something that
// is set beside it: if t == nil { t = time.NewTimer(d); defer t.Stop() }.
func onlyOnce(r *flow.Region, n ast.Node) bool {
	found := false
	ast.Inspect(r.U.Body, func(m ast.Node) bool {
		s, ok := m.(*ast.IfStmt)
		if !ok || found || !r.Contains(s) || !flow.Within(n, s.Body) {
			return !found
		}
		ast.Inspect(s.Body, func(m ast.Node) bool {
			as, ok := m.(*ast.AssignStmt)
			if ok && as.Tok == token.ASSIGN {
				for _, l := range as.Lhs {
					if v := r.U.M.Object(l); v != nil && world.Mentions(r, s.Cond, v) {
						found = true
					}
				}
			}
			return !found
		})
		return !found
	})
	return found
}

// roundsFrom reports whether another round can follow from a node of a block
// when one call fails, or when all goes well, without passing the
// blocks that cut names.
func roundsFrom(r *flow.Region, b *cfg.Block, node int, cut func(*cfg.Block) bool) bool {
	if !r.Leads()[b] && b != r.Head {
		return false
	}
	o := world.Options{Block: b, Node: node, Cut: cut}
	if in := world.Run(r, world.AllGood(r), o); in.Back {
		return !in.Exhausted()
	}
	for _, c := range world.Calls(r) {
		if !world.Signals(r.U.M, c.Call) {
			continue
		}
		for _, end := range world.Outcomes(r, c.Call) {
			if in := world.Run(r, world.AllGoodBut(r, c.Call, end), o); in.Back {
				return !in.Exhausted()
			}
		}
	}
	return false
}

// unreleased lists the contexts, timers and tickers that a round makes and
// that another round can follow without their release.
func unreleased(r *flow.Region, s *site.Site) []Pile {
	var out []Pile
	m := r.U.M
	old := syntax.KeepsTimers(m.Pass.Pkg, s.File)
	for _, b := range r.Order {
		for i, n := range b.Nodes {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || !r.Contains(as) {
				continue
			}
			c, ok := world.CallOf(as.Rhs[0])
			if !ok {
				continue
			}
			kind, at := Contexts, 1
			switch fn := m.Sums.Callee(c); {
			case makesCancel(fn) && len(as.Lhs) == 2:
			case old && world.IsTimeFunc(fn, "NewTicker", "NewTimer") && len(as.Lhs) == 1:
				kind, at = Timers, 0
			default:
				continue
			}
			if flow.IsBlank(as.Lhs[at]) {
				if kind == Contexts && roundsFrom(r, b, i, nil) {
					out = append(out, Pile{Kind: kind, Node: c, Made: c})
				}
				continue
			}
			id, ok := as.Lhs[at].(*ast.Ident)
			if !ok {
				continue
			}
			v, ok := m.Object(id).(*types.Var)
			if !ok || !r.Inside(v.Pos()) {
				continue
			}
			releases := func(n ast.Node) bool { return names(m, n, v) }
			if kind == Timers {
				releases = func(n ast.Node) bool { return !isCase(r, n) && stops(m, n, v) }
			}
			if flow.AnyNode(b.Nodes[i+1:], releases) {
				continue
			}
			cut := func(b *cfg.Block) bool {
				clause, ok := b.Stmt.(*ast.CommClause)
				fired := ok && kind == Timers && b.Kind == cfg.KindSelectCaseBody && stops(m, clause.Comm, v)
				return fired || flow.AnyNode(b.Nodes, releases)
			}
			if roundsFrom(r, b, i, cut) {
				out = append(out, Pile{Kind: kind, Node: c, Made: c, Name: v.Name()})
			}
		}
	}
	return out
}

// isCase reports whether a node is what a case of a select waits for. The graph
// has all of them before the select, though only one is taken.
func isCase(r *flow.Region, n ast.Node) bool {
	found := false
	ast.Inspect(r.U.Body, func(m ast.Node) bool {
		c, ok := m.(*ast.CommClause)
		found = found || ok && c.Comm == n
		return !found
	})
	return found
}

// makesCancel reports whether a function returns a context with the function
// that cancels it.
func makesCancel(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return false
	}
	res := fn.Signature().Results()
	return res.Len() == 2 && summary.IsContext(res.At(0).Type())
}

// names reports whether a node names a variable, in function literals too.
func names(m *flow.Package, n ast.Node, v *types.Var) bool {
	return world.UsesAny(m, n, map[types.Object]bool{v: true})
}

// stops reports whether a node stops a timer, takes its time or hands it on.
func stops(m *flow.Package, n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if m.Object(n.X) == v {
				found = found || n.Sel.Name == "Stop"
				return false
			}
		case *ast.UnaryExpr:
			if sel, ok := ast.Unparen(n.X).(*ast.SelectorExpr); ok && n.Op == token.ARROW && m.Object(sel.X) == v && summary.IsNamed(v.Type(), "time", "Timer") {
				found = true
			}
		case *ast.Ident:
			found = found || m.Info.Uses[n] == v
		}
		return !found
	})
	return found
}

// dials reports whether a call opens what has to be closed: a connection or a
// listener, by its name and the type of its result.
func dials(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := world.Signature(m, c)
	if !ok || sig.Results().Len() != 2 || !summary.IsError(sig.Results().At(1).Type()) {
		return false
	}
	t := sig.Results().At(0).Type()
	return knowledge.OpensName(summary.LastName(c.Fun)) && closer(t) && !summary.IsNamed(t, "os", "File") && !summary.IsContext(t)
}

// closer reports whether values of a type are closed after use.
func closer(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	_, ok := obj.(*types.Func)
	return ok
}
