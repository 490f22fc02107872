package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// What happens between the failure of an attempt and the next one.

// Unpaced is a remote attempt of a loop after whose failure the next round
// begins without anything that passes time, nil if there is none. Attempts that
// take their time themselves, and rounds that turn to something else, do not
// count.
func (s *Site) Unpaced() *Attempt {
	defer s.unit.m.ask(s)()
	r := s.region
	if r == nil || !s.Kind.Again() && s.Kind != Reconnect || r.pacedByRange() {
		return nil
	}
	for _, c := range r.calls() {
		sig, _ := r.u.m.signature(c.call)
		if !r.u.m.signals(c.call) || summary.FailsBy(sig) != summary.ByError || r.streams(c.call) || r.inEndlessLoop(c.call) {
			continue
		}
		if s.Kind == Reconnect && r.inInnerLoop(c.call) {
			continue // an item of this round's, which the next one does not see again
		}
		a := r.u.attempt(c.call)
		if a.Place != knowledge.Remote || a.Entry.Blocks || s.retriesInside(a.Call) || !r.failsBack(c) {
			continue
		}
		if r.unpaced(c, r.pauses(c.call)) && !r.u.m.pausesWhen(a.Callee, true, 0) {
			return &a
		}
	}
	return nil
}

// pacedByRange reports whether a loop ranges over an iterator that is known to
// wait before each round but the first.
func (r *region) pacedByRange() bool {
	n, ok := r.node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	c, ok := callOf(n.X)
	if !ok {
		return false
	}
	policy := r.u.m.retrierOf(r.u.m.sums.Callee(c))
	return policy != nil && policy.Op == loopBody && policy.Wait != knowledge.NoWait || r.u.m.sums.OfCall(c).Wait != nil
}

// retriesInside reports whether a call is known to retry by itself, and so to
// wait.
func (s *Site) retriesInside(c *ast.CallExpr) bool {
	return s.Inner != nil && s.Inner.Call == c
}

// inInnerLoop reports whether a node stands in a loop inside the region.
func (r *region) inInnerLoop(n ast.Node) bool {
	return slices.ContainsFunc(r.innerLoops(), func(loop ast.Node) bool { return within(n, loop) })
}

// unpaced reports whether no round in which a call fails passes time or turns
// to something else.
func (r *region) unpaced(c placed, pauses map[*cfg.Block]bool) bool {
	for _, o := range r.outcomes(c.call) {
		in := r.interp(r.failing(c.call, o))
		in.later, in.says, in.mayLoad = true, isFalse, true
		start := r.u.graph.Blocks[c.block]
		in.walk(in.step(state{block: start, env: in.start()}, c.node, false))
		in.first[start], in.reached[r.head] = true, true
		if in.back && !r.passes(in, start, pauses) && !r.turns(c, in) {
			return true
		}
	}
	return false
}

// passes reports whether the way from a failure to the next attempt, which
// stands in the block start, may pass time. What stands behind the attempt in
// the next round does not count unless it leads to the attempt.
func (r *region) passes(in *interp, start *cfg.Block, pauses map[*cfg.Block]bool) bool {
	for b := range in.reached {
		if pauses[b] && r.reaches(b, start) {
			return true
		}
	}
	for b := range in.first {
		if pauses[b] {
			return true
		}
	}
	return false
}

// reaches reports whether one block leads to another within a round.
func (r *region) reaches(from, to *cfg.Block) bool {
	seen := map[*cfg.Block]bool{}
	stack := []*cfg.Block{from}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == to {
			return true
		}
		if seen[b] || !r.blocks[b] || b == r.head && b != from {
			continue
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}

// failing is the world in which one call fails and all others succeed.
func (r *region) failing(c *ast.CallExpr, how outcome) world {
	return func(x *ast.CallExpr) outcome {
		if x == c {
			return how
		}
		return r.allGood(x)
	}
}

// pauses are the blocks of a region that pass time: waits, whatever blocks, and
// calls that may do so for all that is known. Where an attempt is given, it is
// that one which fails.
func (r *region) pauses(attempt *ast.CallExpr) map[*cfg.Block]bool {
	pauses := r.waitBlocks(r.waits())
	passes := func(c *ast.CallExpr) bool { return r.u.m.pausesAt(c, c == attempt, 0) }
	for _, b := range r.order {
		pauses[b] = pauses[b] || r.u.pausesIn(b, passes)
	}
	return pauses
}

// pausesIn reports whether a block waits for something, or calls what passes
// time.
func (u *unit) pausesIn(b *cfg.Block, passes func(*ast.CallExpr) bool) bool {
	if b.Kind == cfg.KindRangeLoop {
		if loop, ok := b.Stmt.(*ast.RangeStmt); ok && isChan(u.m.info.TypeOf(loop.X)) {
			return true
		}
	}
	found := false
	for _, n := range b.Nodes {
		walkNode(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.DeferStmt:
				return false
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW && !ends(n.X) && !u.gate(n.X) && !u.polled(n)
			case *ast.CallExpr:
				found = found || passes(n)
			}
			return !found
		})
	}
	return found
}

// ends reports whether a channel is one that some object closes at its end, once
// and for all: waiting for that again passes no time.
func ends(ch ast.Expr) bool {
	c, ok := callOf(ch)
	return ok && len(c.Args) == 0 && summary.LastName(c.Fun) == "Done"
}

// gate reports whether a channel is one that the package closes and never sends
// to: once it is open, waiting for it passes no time.
func (u *unit) gate(ch ast.Expr) bool {
	v, ok := u.m.object(ch).(*types.Var)
	if !ok {
		return false
	}
	if defs := u.definitions()[v]; !v.IsField() && len(defs) == 1 && defs[0].rhs != nil && !defs[0].multi {
		v, _ = u.m.object(defs[0].rhs).(*types.Var)
	}
	return v != nil && u.m.outlives(v) && u.m.gates()[v]
}

// gates are the channels of the package's fields and variables that it only ever
// closes.
func (m *Package) gates() map[types.Object]bool {
	if Notes[paceNotes](m).onlyClosed != nil {
		return Notes[paceNotes](m).onlyClosed
	}
	Notes[paceNotes](m).onlyClosed = map[types.Object]bool{}
	copies := map[types.Object][]types.Object{}
	var other []types.Object
	for _, file := range m.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SendStmt:
				other = append(other, m.object(n.Chan))
			case *ast.AssignStmt:
				for i, x := range n.Rhs {
					if v := m.object(x); v != nil && isChan(v.Type()) && len(n.Lhs) == len(n.Rhs) {
						copies[m.object(n.Lhs[i])] = append(copies[m.object(n.Lhs[i])], v)
					}
				}
			case *ast.CallExpr:
				closes := m.isBuiltin(n) && summary.LastName(n.Fun) == "close"
				for _, a := range n.Args {
					if v := m.object(a); v != nil && closes {
						Notes[paceNotes](m).onlyClosed[v] = true
					} else if v != nil && isChan(v.Type()) {
						other = append(other, v)
					}
				}
			}
			return true
		})
	}
	for _, v := range other {
		delete(Notes[paceNotes](m).onlyClosed, v)
		for _, of := range copies[v] {
			delete(Notes[paceNotes](m).onlyClosed, of)
		}
	}
	return Notes[paceNotes](m).onlyClosed
}

// polled reports whether a receive is a case of a select that does not wait.
func (u *unit) polled(e ast.Node) bool {
	polled := false
	ast.Inspect(u.body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectStmt)
		if !ok || !within(e, s) {
			return n == nil || within(e, n)
		}
		var in, defaults bool
		for _, c := range s.Body.List {
			comm := c.(*ast.CommClause).Comm
			defaults = defaults || comm == nil
			in = in || comm != nil && within(e, comm)
		}
		polled = polled || in && defaults
		return !in
	})
	return polled
}

// pausesAt reports whether a call passes time when it succeeds, or may do so by
// its name where its body is not in sight, and when it fails as well where that
// may be.
func (m *Package) pausesAt(c *ast.CallExpr, mayFail bool, depth int) bool {
	if m.isBuiltin(c) || m.info.Types[c.Fun].IsType() {
		return false
	}
	e := m.sums.OfCall(c)
	if e.Wait != nil || e.Blocks {
		return true
	}
	fn := m.sums.Callee(c)
	if m.sums.Decl(fn) != nil {
		mayFail = mayFail && m.signals(c)
		return m.pausesWhen(fn, false, depth+1) && (!mayFail || m.pausesWhen(fn, true, depth+1))
	}
	return knowledge.Pausing(summary.LastName(c.Fun))
}

// pausesWhen reports whether a function of this package passes time on every way
// on which it fails, or on which it succeeds.
func (m *Package) pausesWhen(fn *types.Func, fails bool, depth int) bool {
	decl := m.sums.Decl(fn)
	if decl == nil || depth > 3 {
		return false
	}
	u := m.unitOf(nil, decl, fn)
	graph := u.cfg()
	pauses := map[*cfg.Block]bool{}
	for _, w := range u.waits() {
		for _, b := range graph.Blocks {
			if holds(b, w.Node) {
				pauses[b] = true
			}
		}
	}
	passes := func(c *ast.CallExpr) bool { return m.pausesAt(c, fails, depth) }
	for _, b := range graph.Blocks {
		pauses[b] = pauses[b] || u.pausesIn(b, passes)
	}
	any := false
	for _, p := range pauses {
		any = any || p
	}
	if !any {
		return false
	}
	seen := map[*cfg.Block]bool{}
	stack := []*cfg.Block{graph.Blocks[0]}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] || pauses[b] {
			continue
		}
		seen[b] = true
		if len(b.Succs) == 0 && m.mayEnd(b, fails) {
			return false
		}
		stack = append(stack, b.Succs...)
	}
	return true
}

// mayEnd reports whether a function may end with a block, in failure or in
// success.
func (m *Package) mayEnd(b *cfg.Block, fails bool) bool {
	if len(b.Nodes) == 0 {
		return !fails
	}
	ret, ok := b.Nodes[len(b.Nodes)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return true
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	tv := m.info.Types[last]
	switch {
	case tv.IsNil():
		return !fails
	case !summary.IsError(tv.Type):
		return true
	}
	if c, ok := last.(*ast.CallExpr); ok {
		return fails || !m.makesError(c)
	}
	return fails
}

// turns reports whether the rounds that an interpretation went through do not
// repeat the same thing: something is repaired first, or the next round turns to
// another address, item or name.
func (r *region) turns(c placed, in *interp) bool {
	given := r.given(c.call)
	for _, p := range r.calls() {
		if p.call == c.call || !in.reached[r.u.graph.Blocks[p.block]] || within(c.call, p.call) || within(p.call, c.call) {
			continue
		}
		if r.u.m.asksOfError(p.call) {
			continue
		}
		if knowledge.Turning(summary.LastName(p.call.Fun)) {
			return true
		}
		if p.call.Pos() > c.call.Pos() && (r.repairs(p, c) || r.changes(p.call, given)) {
			return true
		}
	}
	if r.advances(given) || r.indexes() {
		return true
	}
	moving := r.moving()
	for _, arg := range r.u.m.operands(c.call) {
		if summary.IsContext(r.u.m.info.TypeOf(arg)) {
			continue
		}
		if r.random(arg, 0) || r.u.m.usesAny(arg, moving) || r.counts(arg) || r.taken(arg, c) {
			return true
		}
	}
	return false
}

// advances reports whether one of the variables that an attempt is given outlives
// the round and is set anew in it.
func (r *region) advances(given map[types.Object]bool) bool {
	for v := range given {
		if !r.declares(v) && r.assigned(v) && !summary.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// indexes reports whether the rounds pick elements by what moves from round to
// round.
func (r *region) indexes() bool {
	moving := r.moving()
	found := false
	for _, b := range r.order {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				if ix, ok := n.(*ast.IndexExpr); ok && r.u.m.usesAny(ix.Index, moving) {
					found = true
				}
				return !found
			})
		}
	}
	return found
}

// asksOfError reports whether a call is a question about an error.
func (m *Package) asksOfError(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	if !ok || summary.FailsBy(sig) != summary.ByBool {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		return summary.IsError(m.info.TypeOf(arg))
	}) && len(c.Args) == 1
}

// repairs reports whether a call that only the failure of another leads to does
// something that may help: it signs in again, or makes what was missing. To read
// what the failed one gave back, or to clean up, does not help.
func (r *region) repairs(p, c placed) bool {
	result := r.resultOf(c.call)
	if result != nil && r.mentions(p.call, result) || knowledge.CleansUp(summary.LastName(p.call.Fun)) {
		return false
	}
	return r.u.m.signals(p.call) && r.u.entry(p.call).Place != knowledge.Local && r.afterFailure(p, c)
}

// given collects the variables that an attempt is given, by way of others of the
// round too. The receiver does not count: it is often the object that all is
// about.
func (r *region) given(c *ast.CallExpr) map[types.Object]bool {
	given := map[types.Object]bool{}
	var collect func(e ast.Node, depth int)
	collect = func(e ast.Node, depth int) {
		ast.Inspect(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := r.u.m.info.Uses[id].(*types.Var)
			if !ok || v.IsField() || given[v] || summary.IsContext(v.Type()) {
				return true
			}
			given[v] = true
			for _, d := range r.u.definitions()[v] {
				if d.rhs != nil && depth < 3 && r.contains(d.node) {
					collect(d.rhs, depth+1)
				}
			}
			return true
		})
	}
	for _, arg := range c.Args {
		collect(arg, 0)
	}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok {
		if v, ok := r.u.m.object(sel.X).(*types.Var); ok && !v.IsField() && r.declares(v) {
			collect(sel.X, 0)
		}
	}
	return given
}

// changes reports whether a call may change what an attempt is given: it is
// handed a pointer to it.
func (r *region) changes(c *ast.CallExpr, given map[types.Object]bool) bool {
	for _, arg := range c.Args {
		obj := r.u.m.object(addressed(arg))
		if obj == nil || !given[obj] {
			continue
		}
		if _, isPtr := summary.TypeUnder[*types.Pointer](r.u.m.info.TypeOf(arg)); isPtr {
			return true
		}
	}
	return false
}

// counts reports whether a value mentions the loop's own variable.
func (r *region) counts(e ast.Expr) bool {
	loop, ok := r.node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	for _, x := range [...]ast.Expr{loop.Key, loop.Value} {
		if x == nil {
			continue
		}
		if obj := r.u.m.object(x); obj != nil && r.mentions(e, obj) {
			return true
		}
	}
	return false
}

// taken reports whether a value is what another call of the round fetched: a
// round's own item, or what an update is based on.
func (r *region) taken(e ast.Expr, c placed) bool {
	for _, p := range r.sources(e) {
		if p.call == c.call || p.call.Pos() > c.call.Pos() || !r.u.m.signals(p.call) {
			continue
		}
		if r.u.entry(p.call).Place != knowledge.Local {
			return true
		}
	}
	filled := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := r.u.m.info.Uses[id].(*types.Var)
			filled = filled || ok && !v.IsField() && r.declares(v) && len(r.fillers(v)) > 0
		}
		return !filled
	})
	return filled
}

// afterFailure reports whether a call stands where only the failure of another
// leads.
func (r *region) afterFailure(p, c placed) bool {
	good := r.runFrom(r.u.graph.Blocks[c.block], c.node, r.allGood, nil)
	return !good.reached[r.u.graph.Blocks[p.block]]
}

// within reports whether one node is a part of another.
func within(n, of ast.Node) bool { return of.Pos() <= n.Pos() && n.End() <= of.End() }

// holds reports whether a node stands in a block of a control-flow graph.
func holds(b *cfg.Block, n ast.Node) bool {
	return slices.ContainsFunc(b.Nodes, func(x ast.Node) bool { return within(n, x) })
}

// blockWith is the first of the blocks that a node stands in, or nil.
func blockWith(blocks []*cfg.Block, n ast.Node) *cfg.Block {
	if i := slices.IndexFunc(blocks, func(b *cfg.Block) bool { return holds(b, n) }); i >= 0 {
		return blocks[i]
	}
	return nil
}

// random reports whether a value is drawn anew each round.
func (r *region) random(e ast.Expr, depth int) bool {
	if depth > 3 {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || r.u.m.sums.OfCall(n).Random || strings.Contains(strings.ToLower(summary.LastName(n.Fun)), "rand")
		case *ast.Ident:
			v, ok := r.u.m.info.Uses[n].(*types.Var)
			if !ok || v.IsField() {
				return true
			}
			for _, d := range r.u.definitions()[v] {
				if d.rhs != nil && d.rhs != e && r.contains(d.node) {
					found = found || r.random(d.rhs, depth+1)
				}
			}
		}
		return !found
	})
	return found
}

// paceNotes is what the questions about pace keep of a package.
type paceNotes struct {
	onlyClosed map[types.Object]bool // see gates
}
