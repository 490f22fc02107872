package pace

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// What happens between the failure of an attempt and the next one.

// unpacedAttempt is a remote attempt of a loop after whose failure the next round
// begins without anything that passes time, nil if there is none. Attempts that
// take their time themselves, and rounds that turn to something else, do not
// count.
func unpacedAttempt(s *site.Site) *world.Attempt {
	r := s.Region
	if r == nil || !s.Kind.Again() && s.Kind != site.Reconnect || pacedByRange(r) {
		return nil
	}
	for _, c := range world.Calls(r) {
		if world.InEndlessLoop(r, c.Call) {
			continue
		}
		if a := silentAttempt(s, c); a != nil {
			return a
		}
		sig, _ := world.Signature(r.U.M, c.Call)
		if !world.Signals(r.U.M, c.Call) || summary.FailsBy(sig) != summary.ByError {
			continue
		}
		if s.Kind == site.Reconnect && inInnerLoop(r, c.Call) {
			continue // an item of this round's, which the next one does not see again
		}
		a := world.AttemptOf(r.U, c.Call)
		if a.Place != knowledge.Remote || a.Entry.Blocks && bodyOf(r.U.M, a.Callee) == nil || retriesInside(s, a.Call) || !site.FailsBack(r, c) {
			continue
		}
		if unpaced(r, c, pauses(r, c.Call, 0)) && !pausesWhen(r.U.M, a.Callee, true, 0) {
			return &a
		}
	}
	return nil
}

// silentAttempt is a call as an attempt if it is one that says nothing of its failure,
// although it may fail at once, as what connects and reads until that fails: nothing in
// the loop passes time, nor does its own body after a failure.
func silentAttempt(s *site.Site, c flow.Placed) *world.Attempt {
	r := s.Region
	for i, a := range s.Attempts {
		sig, ok := world.Signature(r.U.M, c.Call)
		if a.Call != c.Call || a.Place != knowledge.Remote || !ok || summary.FailsBy(sig) != summary.CannotFail {
			continue
		}
		body := bodyOf(r.U.M, a.Callee)
		if body == nil || !failsAtOnce(body, 0) {
			return nil
		}
		start := r.U.Graph.Blocks[c.Block]
		in := world.Run(r, world.AllGood(r), world.At(r, c))
		in.First[start], in.Reached[r.Head] = true, true
		if in.Back && !passes(r, in, start, pauses(r, c.Call, 0)) {
			return &s.Attempts[i]
		}
	}
	return nil
}

// pacedByRange reports whether a loop ranges over an iterator that is known to
// wait before each round but the first.
func pacedByRange(r *flow.Region) bool {
	n, ok := r.Node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	c, ok := world.CallOf(n.X)
	if !ok {
		return false
	}
	policy := site.RetrierOf(r.U.M, r.U.M.Sums.Callee(c))
	return policy != nil && policy.Op == site.LoopBody && policy.Wait != knowledge.NoWait || r.U.M.Sums.OfCall(c).Wait != nil
}

// retriesInside reports whether a call is known to retry by itself, and so to
// wait.
func retriesInside(s *site.Site, c *ast.CallExpr) bool {
	return s.Inner != nil && s.Inner.Call == c
}

// inInnerLoop reports whether a node stands in a loop inside the region.
func inInnerLoop(r *flow.Region, n ast.Node) bool {
	return slices.ContainsFunc(world.InnerLoops(r), func(loop ast.Node) bool { return flow.Within(n, loop) })
}

// unpaced reports whether no round in which a call fails passes time or turns
// to something else.
func unpaced(r *flow.Region, c flow.Placed, pauses map[*cfg.Block]bool) bool {
	for _, o := range world.Outcomes(r, c.Call) {
		start := r.U.Graph.Blocks[c.Block]
		in := world.Run(r, world.Failing(r, c.Call, o), world.Options{Block: start, Node: c.Node, Later: true, Says: world.IsFalse, MayLoad: true})
		in.First[start], in.Reached[r.Head] = true, true
		if in.Back && !passes(r, in, start, pauses) && !world.Turns(r, c, in) {
			return true
		}
	}
	return false
}

// passes reports whether the way from a failure to the next attempt, which
// stands in the block start, may pass time. What stands behind the attempt in
// the next round does not count unless it leads to the attempt.
func passes(r *flow.Region, in *world.Interp, start *cfg.Block, pauses map[*cfg.Block]bool) bool {
	for b := range in.Reached {
		if pauses[b] && world.Reaches(r, b, start) {
			return true
		}
	}
	for b := range in.First {
		if pauses[b] {
			return true
		}
	}
	return false
}

// pauses are the blocks of a region that pass time: waits, whatever blocks, and
// calls that may do so for all that is known. Where an attempt is given, it is
// that one which fails.
func pauses(r *flow.Region, attempt *ast.CallExpr, depth int) map[*cfg.Block]bool {
	pauses := site.WaitBlocks(r, site.Waits(r))
	passes := func(c *ast.CallExpr) bool { return pausesAt(r.U.M, c, c == attempt, depth) }
	for _, b := range r.Order {
		pauses[b] = pauses[b] || pausesIn(r.U, b, passes)
	}
	return pauses
}

// pausesIn reports whether a block waits for something, or calls what passes
// time.
func pausesIn(u *flow.Unit, b *cfg.Block, passes func(*ast.CallExpr) bool) bool {
	if b.Kind == cfg.KindRangeLoop {
		if loop, ok := b.Stmt.(*ast.RangeStmt); ok && site.IsChan(u.M.Info.TypeOf(loop.X)) {
			return true
		}
	}
	found := false
	for _, n := range b.Nodes {
		world.WalkNode(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.DeferStmt:
				return false
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW && !ends(n.X) && !gate(u, n.X) && !polled(u, n)
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
	c, ok := world.CallOf(ch)
	return ok && len(c.Args) == 0 && summary.LastName(c.Fun) == "Done"
}

// gate reports whether a channel is one that the package closes and never sends
// to: once it is open, waiting for it passes no time.
func gate(u *flow.Unit, ch ast.Expr) bool {
	v, ok := u.M.Object(ch).(*types.Var)
	if !ok {
		return false
	}
	if defs := u.Definitions()[v]; !v.IsField() && len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi {
		v, _ = u.M.Object(defs[0].Rhs).(*types.Var)
	}
	return v != nil && world.Outlives(u.M, v) && gates(u.M)[v]
}

// gates are the channels of the package's fields and variables that it only ever
// closes.
func gates(m *flow.Package) map[types.Object]bool {
	if flow.Notes[paceNotes](m).onlyClosed != nil {
		return flow.Notes[paceNotes](m).onlyClosed
	}
	flow.Notes[paceNotes](m).onlyClosed = map[types.Object]bool{}
	copies := map[types.Object][]types.Object{}
	var other []types.Object
	for _, file := range m.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SendStmt:
				other = append(other, m.Object(n.Chan))
			case *ast.AssignStmt:
				for i, x := range n.Rhs {
					if v := m.Object(x); v != nil && site.IsChan(v.Type()) && len(n.Lhs) == len(n.Rhs) {
						copies[m.Object(n.Lhs[i])] = append(copies[m.Object(n.Lhs[i])], v)
					}
				}
			case *ast.CallExpr:
				closes := world.IsBuiltin(m, n) && summary.LastName(n.Fun) == "close"
				for _, a := range n.Args {
					if v := m.Object(a); v != nil && closes {
						flow.Notes[paceNotes](m).onlyClosed[v] = true
					} else if v != nil && site.IsChan(v.Type()) {
						other = append(other, v)
					}
				}
			}
			return true
		})
	}
	for _, v := range other {
		delete(flow.Notes[paceNotes](m).onlyClosed, v)
		for _, of := range copies[v] {
			delete(flow.Notes[paceNotes](m).onlyClosed, of)
		}
	}
	return flow.Notes[paceNotes](m).onlyClosed
}

// polled reports whether a receive is a case of a select that does not wait.
func polled(u *flow.Unit, e ast.Node) bool {
	polled := false
	ast.Inspect(u.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectStmt)
		if !ok || !flow.Within(e, s) {
			return n == nil || flow.Within(e, n)
		}
		var in, defaults bool
		for _, c := range s.Body.List {
			comm := c.(*ast.CommClause).Comm
			defaults = defaults || comm == nil
			in = in || comm != nil && flow.Within(e, comm)
		}
		polled = polled || in && defaults
		return !in
	})
	return polled
}

// pausesAt reports whether a call passes time when it succeeds, or may do so by
// its name where its body is not in sight, and when it fails as well where that
// may be.
func pausesAt(m *flow.Package, c *ast.CallExpr, mayFail bool, depth int) bool {
	if world.IsBuiltin(m, c) || m.Info.Types[c.Fun].IsType() {
		return false
	}
	e := m.Sums.OfCall(c)
	fn := m.Sums.Callee(c)
	inSight := m.Sums.Decl(fn) != nil
	if e.Wait != nil || e.Blocks && !(mayFail && inSight) {
		return true
	}
	if inSight && mayFail {
		return pausesWhen(m, fn, true, depth+1)
	}
	if inSight {
		return pausesWhen(m, fn, false, depth+1)
	}
	return knowledge.Pausing(summary.LastName(c.Fun))
}

// pausesWhen reports whether a function of this package passes time on every way
// on which it fails, or on which it succeeds.
func pausesWhen(m *flow.Package, fn *types.Func, fails bool, depth int) bool {
	r := bodyOf(m, fn)
	if r == nil || depth > 3 {
		return false
	}
	if fails {
		return len(failures(r)) > 0 && !failsAtOnce(r, depth)
	}
	pauses := pauses(r, nil, depth)
	return pauses[r.Head] || !endsUnpaced(r, r.Head, 0, world.AllGood(r), pauses, false)
}

// bodyOf is the body of a function of this package.
func bodyOf(m *flow.Package, fn *types.Func) *flow.Region {
	decl := m.Sums.Decl(fn)
	if decl == nil {
		return nil
	}
	return world.Whole(m, world.UnitOf(m, nil, decl, fn))
}

// failures lists the calls of a body that may fail by an error. Those in an endless
// loop do so when what was set up before has ended.
func failures(r *flow.Region) []flow.Placed {
	var out []flow.Placed
	for _, c := range world.Calls(r) {
		if sig, _ := world.Signature(r.U.M, c.Call); world.Signals(r.U.M, c.Call) && summary.FailsBy(sig) == summary.ByError && !world.InEndlessLoop(r, c.Call) {
			out = append(out, c)
		}
	}
	return out
}

// failsAtOnce reports whether one of the calls that may fail ends a body by its
// failure before anything passed time.
func failsAtOnce(r *flow.Region, depth int) bool {
	others := pauses(r, nil, depth)
	for _, c := range failures(r) {
		at := r.U.Graph.Blocks[c.Block]
		if at != r.Head {
			before := func(b *cfg.Block) bool { return others[b] && b != at }
			if others[r.Head] || !world.Run(r, world.AllGood(r), world.Options{Cut: before}).Reached[at] {
				continue
			}
		}
		pauses := maps.Clone(others)
		pauses[at] = pausesIn(r.U, at, func(x *ast.CallExpr) bool { return pausesAt(r.U.M, x, x == c.Call, depth) })
		from, node := at, c.Node
		if summary.FailsBy(r.U.Fn.Signature()) == summary.ByError {
			from, node = r.Head, 0 // its result tells whether it came to the failure
		}
		for _, o := range world.Outcomes(r, c.Call) {
			if !pauses[at] && endsUnpaced(r, from, node, world.Failing(r, c.Call, o), pauses, true) {
				return true
			}
		}
	}
	return false
}

// endsUnpaced reports whether a body comes to its end, in failure or in success, from
// a node on without passing time.
func endsUnpaced(r *flow.Region, from *cfg.Block, node int, w world.World, pauses map[*cfg.Block]bool, fails bool) bool {
	found := false
	cut := func(b *cfg.Block) bool { return pauses[b] }
	in := world.Run(r, w, world.Options{Block: from, Node: node, Cut: cut, Ended: func(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) {
		said := world.Anything
		if n := len(ret.Results); n > 0 && summary.IsError(r.U.M.Info.TypeOf(ret.Results[n-1])) {
			said = in.Eval(ret.Results[n-1], env)
		}
		found = found || fails && said != world.IsNil || !fails && said != world.NotNil
	}})
	in.Reached[from] = true
	for b := range in.Reached {
		found = found || len(b.Succs) == 0 && b.Return() == nil
	}
	return found
}

// paceNotes is what the questions about pace keep of a package.
type paceNotes struct {
	onlyClosed map[types.Object]bool // see gates
}
