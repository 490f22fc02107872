package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
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

// Piles lists what the attempts of a site pile up.
func (m *Package) Piles(s *Site) []Pile {
	defer m.ask(s)()
	var out []Pile
	if r := s.region; r != nil {
		out = append(out, r.defers()...)
		out = append(out, r.unreleased(s)...)
		out = append(out, r.goroutines()...)
		out = append(out, r.watchers(s)...)
		out = append(out, r.held()...)
		out = append(out, r.kept(s)...)
	}
	if u := m.opUnit(s); u != nil && m.starts(u.body) {
		r := u.whole()
		out = append(out, r.goroutines()...)
		out = append(out, r.heldInside(s)...)
	}
	for _, a := range s.Attempts {
		if u := m.calleeUnit(s, a); u != nil && m.starts(u.body) {
			out = append(out, m.inside(s, a, u.whole())...)
		}
	}
	return out
}

// starts reports whether a body starts a goroutine or opens a connection. Most do
// not, and need no graph.
func (m *Package) starts(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			found = found || m.dials(n)
		}
		return !found
	})
	return found
}

// inside lists what an attempt piles up in the body of what it calls.
func (m *Package) inside(s *Site, a Attempt, r *region) []Pile {
	var out []Pile
	for _, p := range r.goroutines() {
		if p.Kind == Senders {
			out = append(out, p)
		}
	}
	for _, p := range r.heldInside(s) {
		if a.Literal == nil {
			p.Node, p.In = a.Call, knowledge.FuncName(a.Callee)
		}
		out = append(out, p)
	}
	return out
}

// opUnit is the body of the function that a site hands to its retrier, if that
// is a literal or a function of this package.
func (m *Package) opUnit(s *Site) *unit {
	op := s.op
	if op == nil {
		return nil
	}
	if c, ok := callOf(op); ok && len(c.Args) == 1 {
		op = c.Args[0] // a wrapper that gives the operation back
	}
	if lit := s.unit.literal(op); lit != nil {
		return &unit{m: m, file: s.File, root: s.unit.root, fn: s.unit.fn, name: s.unit.name, node: lit, typ: lit.Type, body: lit.Body}
	}
	fn, _ := m.object(op).(*types.Func)
	return m.declUnit(fn)
}

// calleeUnit is the body of what an attempt calls, if it is declared in this
// package.
func (m *Package) calleeUnit(s *Site, a Attempt) *unit {
	if s.region != nil && a.Literal != nil {
		if lit := s.unit.literal(a.Call.Fun); lit != nil {
			return &unit{m: m, file: s.File, root: s.unit.root, fn: s.unit.fn, name: s.unit.name, node: lit, typ: lit.Type, body: lit.Body}
		}
	}
	return m.declUnit(a.Callee)
}

func (m *Package) declUnit(fn *types.Func) *unit {
	if fn == nil {
		return nil
	}
	decl := m.sums.Decl(fn)
	if decl == nil {
		return nil
	}
	for _, f := range m.pass.Files {
		if f.FileStart <= decl.Pos() && decl.Pos() < f.FileEnd {
			return m.unitOf(f, decl, fn)
		}
	}
	return nil
}

// whole is a function's whole body as a region that is run once.
func (u *unit) whole() *region {
	g := u.cfg()
	r := &region{u: u, node: u.node, from: u.body.Pos(), to: u.body.End(), head: g.Blocks[0], blocks: map[*cfg.Block]bool{}}
	for _, b := range g.Blocks {
		if b.Live {
			r.blocks[b] = true
			r.order = append(r.order, b)
		}
	}
	return r
}

// defers lists the defer statements of the region after which another round can
// come: each round adds one, and none runs before the function returns.
func (r *region) defers() []Pile {
	var out []Pile
	for _, b := range r.order {
		for i, n := range b.Nodes {
			if d, ok := n.(*ast.DeferStmt); ok && r.contains(d) && !r.onlyOnce(d) && r.roundsFrom(b, i, nil) {
				out = append(out, Pile{Kind: Defers, Node: d})
			}
		}
	}
	return out
}

// onlyOnce reports whether a statement stands under a condition on something that
// is set beside it: if t == nil { t = time.NewTimer(d); defer t.Stop() }.
func (r *region) onlyOnce(n ast.Node) bool {
	found := false
	ast.Inspect(r.u.body, func(m ast.Node) bool {
		s, ok := m.(*ast.IfStmt)
		if !ok || found || !r.contains(s) || !within(n, s.Body) {
			return !found
		}
		ast.Inspect(s.Body, func(m ast.Node) bool {
			as, ok := m.(*ast.AssignStmt)
			if ok && as.Tok == token.ASSIGN {
				for _, l := range as.Lhs {
					if v := r.u.m.object(l); v != nil && r.mentions(s.Cond, v) {
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
func (r *region) roundsFrom(b *cfg.Block, node int, cut func(*cfg.Block) bool) bool {
	if !r.leads()[b] && b != r.head {
		return false
	}
	if r.runFrom(b, node, r.allGood, cut).back {
		return r.steps <= maxSteps
	}
	for _, c := range r.calls() {
		if !r.u.m.signals(c.call) {
			continue
		}
		for _, o := range r.outcomes(c.call) {
			w := func(x *ast.CallExpr) outcome {
				if x == c.call {
					return o
				}
				return r.allGood(x)
			}
			if r.runFrom(b, node, w, cut).back {
				return r.steps <= maxSteps
			}
		}
	}
	return false
}

// unreleased lists the contexts, timers and tickers that a round makes and
// that another round can follow without their release.
func (r *region) unreleased(s *Site) []Pile {
	var out []Pile
	m := r.u.m
	old := m.keepsTimers(s.File)
	for _, b := range r.order {
		for i, n := range b.Nodes {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || !r.contains(as) {
				continue
			}
			c, ok := callOf(as.Rhs[0])
			if !ok {
				continue
			}
			kind, at := Contexts, 1
			switch fn := m.sums.Callee(c); {
			case makesCancel(fn) && len(as.Lhs) == 2:
			case old && isTimeFunc(fn, "NewTicker", "NewTimer") && len(as.Lhs) == 1:
				kind, at = Timers, 0
			default:
				continue
			}
			if isBlank(as.Lhs[at]) {
				if kind == Contexts && r.roundsFrom(b, i, nil) {
					out = append(out, Pile{Kind: kind, Node: c, Made: c})
				}
				continue
			}
			id, ok := as.Lhs[at].(*ast.Ident)
			if !ok {
				continue
			}
			v, ok := m.object(id).(*types.Var)
			if !ok || !r.inside(v.Pos()) {
				continue
			}
			releases := func(n ast.Node) bool { return m.names(n, v) }
			if kind == Timers {
				releases = func(n ast.Node) bool { return !r.isCase(n) && m.stops(n, v) }
			}
			if anyNode(b.Nodes[i+1:], releases) {
				continue
			}
			cut := func(b *cfg.Block) bool {
				clause, ok := b.Stmt.(*ast.CommClause)
				fired := ok && kind == Timers && b.Kind == cfg.KindSelectCaseBody && m.stops(clause.Comm, v)
				return fired || anyNode(b.Nodes, releases)
			}
			if r.roundsFrom(b, i, cut) {
				out = append(out, Pile{Kind: kind, Node: c, Made: c, Name: v.Name()})
			}
		}
	}
	return out
}

// isCase reports whether a node is what a case of a select waits for. The graph
// has all of them before the select, though only one is taken.
func (r *region) isCase(n ast.Node) bool {
	found := false
	ast.Inspect(r.u.body, func(m ast.Node) bool {
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

func isTimeFunc(fn *types.Func, names ...string) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" {
		return false
	}
	for _, n := range names {
		if fn.Name() == n && fn.Signature().Recv() == nil {
			return true
		}
	}
	return false
}

func anyNode(nodes []ast.Node, f func(ast.Node) bool) bool {
	for _, n := range nodes {
		if f(n) {
			return true
		}
	}
	return false
}

// names reports whether a node names a variable, in function literals too.
func (m *Package) names(n ast.Node, v *types.Var) bool {
	return m.usesAny(n, map[types.Object]bool{v: true})
}

// stops reports whether a node stops a timer, takes its time or hands it on.
func (m *Package) stops(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if m.object(n.X) == v {
				found = found || n.Sel.Name == "Stop"
				return false
			}
		case *ast.UnaryExpr:
			if sel, ok := ast.Unparen(n.X).(*ast.SelectorExpr); ok && n.Op == token.ARROW && m.object(sel.X) == v && summary.IsNamed(v.Type(), "time", "Timer") {
				found = true
			}
		case *ast.Ident:
			found = found || m.info.Uses[n] == v
		}
		return !found
	})
	return found
}

// goroutines lists the goroutines of a round that outlive it: those that only
// end when a context from outside does, and those that wait to send what nobody
// takes.
func (r *region) goroutines() []Pile {
	var out []Pile
	for _, b := range r.order {
		for i, n := range b.Nodes {
			g, ok := n.(*ast.GoStmt)
			if !ok || !r.contains(g) {
				continue
			}
			lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
			if !ok || r.isLoop() && !r.roundsFrom(b, i, nil) {
				continue
			}
			if ctx := r.onlyEnd(lit); ctx != nil {
				out = append(out, Pile{Kind: Goroutines, Node: g, Until: types.ExprString(ctx)})
			}
			if send := r.lateSend(lit); send != nil {
				out = append(out, Pile{Kind: Senders, Node: send})
			}
		}
	}
	return out
}

// isLoop reports whether a region is what a loop or a goto repeats, and not a
// whole function.
func (r *region) isLoop() bool {
	_, ok := r.node.(ast.Stmt)
	return ok
}

// lateSend is the send by which a goroutine gives its result to the round, where
// the round may go on without taking it: the channel has no room, and another
// case of the select that receives from it can come first.
func (r *region) lateSend(lit *ast.FuncLit) *ast.SendStmt {
	m := r.u.m
	var send *ast.SendStmt
	for _, s := range lit.Body.List {
		if x, ok := s.(*ast.SendStmt); ok {
			send = x
		}
	}
	if send == nil {
		return nil
	}
	ch, ok := m.object(send.Chan).(*types.Var)
	if !ok || ch.IsField() || !r.inside(ch.Pos()) {
		return nil
	}
	made := r.onlyCall(ch)
	if made == nil || !m.isBuiltin(made) || len(made.Args) > 2 {
		return nil
	}
	if len(made.Args) == 2 {
		if n, ok := m.constInt(made.Args[1]); !ok || n != 0 {
			return nil
		}
	}
	// The channel is named where it is made, where it is sent to, and in one
	// select: nobody else takes from it.
	uses := 0
	var sel *ast.SelectStmt
	ast.Inspect(r.u.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if m.info.Uses[n] == ch {
				uses++
			}
		case *ast.SelectStmt:
			for _, c := range n.Body.List {
				if x := summary.ReceivedFrom(c.(*ast.CommClause)); x != nil && m.object(x) == ch && len(n.Body.List) > 1 {
					sel = n
				}
			}
		}
		return true
	})
	if uses != 2 || sel == nil || !r.contains(sel) || r.isLoop() && !r.lapses(sel, ch) {
		return nil
	}
	return send
}

// lapses reports whether another round can follow a case of a select other than
// the one that receives from ch.
func (r *region) lapses(sel *ast.SelectStmt, ch *types.Var) bool {
	leads := r.leads()
	for _, b := range r.order {
		clause, ok := b.Stmt.(*ast.CommClause)
		if !ok || b.Kind != cfg.KindSelectCaseBody || !within(clause, sel) {
			continue
		}
		if x := summary.ReceivedFrom(clause); x != nil && r.u.m.object(x) != ch && leads[b] {
			return true
		}
	}
	return false
}

// watchers lists the goroutines that the function starts before its loop and
// that wait for the caller's context only, where the function returns when the
// loop has succeeded.
func (r *region) watchers(s *Site) []Pile {
	list := r.u.body.List
	at := len(list) - 1
	for at >= 0 && list[at] != r.node {
		if _, ok := list[at].(*ast.ReturnStmt); !ok {
			return nil
		}
		at--
	}
	if at < 0 || !s.Kind.Again() {
		return nil
	}
	var out []Pile
	whole := r.u.whole()
	for _, stmt := range list[:at] {
		g, ok := stmt.(*ast.GoStmt)
		if !ok {
			continue
		}
		lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
		if !ok {
			continue
		}
		ctx := whole.onlyEnd(lit)
		if v, ok := r.u.m.object(ctx).(*types.Var); ok && r.u.isParam(v) {
			out = append(out, Pile{Kind: Watchers, Node: g, Until: types.ExprString(ctx)})
		}
	}
	return out
}

// onlyEnd is the context from outside the round that alone lets a goroutine end,
// nil if something else may.
func (r *region) onlyEnd(lit *ast.FuncLit) ast.Expr {
	m := r.u.m
	for _, s := range lit.Body.List {
		switch s := s.(type) {
		case *ast.DeferStmt, *ast.AssignStmt, *ast.DeclStmt:
			continue
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(s.X).(*ast.UnaryExpr)
			if !ok || recv.Op != token.ARROW {
				return nil
			}
			return r.outer(m.sums.IsDone(recv.X))
		case *ast.SelectStmt:
			return r.outerSelect(s, false)
		case *ast.ForStmt:
			if s.Cond != nil || len(s.Body.List) != 1 {
				return nil
			}
			sel, ok := s.Body.List[0].(*ast.SelectStmt)
			if !ok {
				return nil
			}
			return r.outerSelect(sel, true)
		default:
			return nil
		}
	}
	return nil
}

// outerSelect is the context from outside that ends a select, or the loop around
// it: all other cases, in a loop, take the time and go on.
func (r *region) outerSelect(s *ast.SelectStmt, loop bool) ast.Expr {
	m := r.u.m
	var ctx ast.Expr
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		ch := summary.ReceivedFrom(clause)
		if ch == nil {
			return nil
		}
		if done := m.sums.IsDone(ch); done != nil {
			if ctx = r.outer(done); ctx == nil {
				return nil
			}
			continue
		}
		if !loop || !isNamedChanOfTime(m, ch) || leavesAnywhere(clause) {
			return nil
		}
	}
	return ctx
}

// leavesAnywhere reports whether a case can end the loop around its select.
func leavesAnywhere(clause *ast.CommClause) bool {
	found := false
	ast.Inspect(clause, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Label != nil
		}
		return !found
	})
	return found
}

// outer is a context that lives longer than a round: a variable that is declared
// outside and not given anew inside, or a field.
func (r *region) outer(ctx ast.Expr) ast.Expr {
	if ctx == nil {
		return nil
	}
	switch e := ast.Unparen(ctx).(type) {
	case *ast.Ident:
		v, ok := r.u.m.object(e).(*types.Var)
		if !ok || r.inside(v.Pos()) {
			return nil
		}
		for _, d := range r.u.definitions()[v] {
			if r.contains(d.node) {
				return nil
			}
		}
		return e
	case *ast.SelectorExpr:
		if _, ok := e.X.(*ast.Ident); ok && summary.IsContext(r.u.m.info.TypeOf(e)) {
			return e
		}
	}
	return nil
}

// dials reports whether a call opens what has to be closed: a connection or a
// listener, by its name and the type of its result.
func (m *Package) dials(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
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
