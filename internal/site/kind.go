package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// verdict is what the classification of a region found.
type verdict struct {
	kind     Kind
	attempts []Attempt
	failing  []placed // the attempts whose failure leads to another round
	waits    []summary.Wait
}

// classify says what a region is.
func (r *region) classify() verdict {
	var v verdict
	v.waits = r.waits()
	good := r.run(r.allGood)
	for _, c := range r.calls() {
		if !r.u.m.signals(c.call) || !r.failsBack(c) {
			continue
		}
		v.failing = append(v.failing, c)
	}
	goesOn := good.back
	if len(v.failing) > 0 {
		goesOn = r.goesOnAfter(v.failing)
	}
	switch {
	case !goesOn && len(v.failing) > 0:
		v.kind = r.again(&v)
	case goesOn:
		v.kind = r.around(&v, good)
	}
	if r.steps > maxSteps {
		v.kind = Work
	}
	if v.kind == Work {
		return v
	}
	if v.attempts == nil {
		for _, c := range v.failing {
			v.attempts = append(v.attempts, r.u.attempt(c.call))
		}
	}
	return v
}

// goesOnAfter reports whether the success of one of the attempts leads to
// another round.
func (r *region) goesOnAfter(attempts []placed) bool {
	for _, c := range attempts {
		if r.runFrom(r.u.graph.Blocks[c.block], c.node, r.allGood, nil).back {
			return true
		}
	}
	return false
}

// allGood is the world in which every call succeeds. What an inner endless loop
// calls, such as a stream's Recv, ends at some time, so there anything happens.
func (r *region) allGood(c *ast.CallExpr) outcome {
	if r.inEndlessLoop(c) {
		return free
	}
	return success
}

// inEndlessLoop reports whether a node stands in a loop inside the region that
// only its body can end.
func (r *region) inEndlessLoop(n ast.Node) bool {
	in := false
	for _, loop := range r.innerLoops() {
		f, ok := loop.(*ast.ForStmt)
		if ok && f.Post == nil && within(n, f) {
			in = true
		}
	}
	return in
}

// innerLoops lists the loops inside the region.
func (r *region) innerLoops() []ast.Node {
	if r.inner != nil {
		return r.inner
	}
	r.inner = []ast.Node{}
	root := r.node
	if _, isLabel := root.(*ast.LabeledStmt); isLabel {
		root = r.u.body // a goto's cycle goes beyond its label's statement
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			if n != r.node && r.inside(n.Pos()) {
				r.inner = append(r.inner, n)
			}
		}
		return true
	})
	return r.inner
}

// failsBack reports whether the failure of one call, all else going well, leads
// to another round although its success would not by itself.
func (r *region) failsBack(c placed) bool {
	b := r.u.graph.Blocks[c.block]
	for _, o := range r.outcomes(c.call) {
		w := r.allGoodBut(c.call, o)
		if r.runFrom(b, c.node, w, nil).back || o == refused && r.throttledBack(c, w) {
			return true
		}
	}
	return false
}

// throttledBack reports whether the answer 429, which some retry where they give
// up on errors of the server, leads to another round.
func (r *region) throttledBack(c placed, w world) bool {
	in := r.interp(w)
	in.code = tooManyRequests
	b := r.u.graph.Blocks[c.block]
	in.walk(in.step(state{block: b, env: in.start()}, c.node, b == r.head && c.node == 0))
	return in.back
}

// onlyThrottled reports whether a call is repeated only after an answer of 429,
// which says that the server has not acted.
func (r *region) onlyThrottled(c *ast.CallExpr) bool {
	p, ok := r.placedCall(c)
	if !ok || !r.u.m.givesResponse(c) {
		return false
	}
	for _, o := range [...]outcome{failure, refused} {
		if r.runFrom(r.u.graph.Blocks[p.block], p.node, r.allGoodBut(c, o), nil).back {
			return false
		}
	}
	return r.throttledBack(p, r.allGoodBut(c, refused))
}

// allGoodBut is the world in which one call ends in some way and all others
// succeed.
func (r *region) allGoodBut(c *ast.CallExpr, o outcome) world {
	return func(x *ast.CallExpr) outcome {
		if x == c {
			return o
		}
		return r.allGood(x)
	}
}

// outcomes lists the ways in which a call can fail.
func (r *region) outcomes(c *ast.CallExpr) []outcome {
	out := []outcome{failure}
	sig, _ := r.u.m.signature(c)
	for i := range sig.Results().Len() {
		if isResponse(sig.Results().At(i).Type()) {
			out = append(out, refused)
		}
	}
	return out
}

// again tells a retry from an optimistic update, a search and a loop too thin
// to call either.
func (r *region) again(v *verdict) Kind {
	byError := v.failing[:0:0]
	for _, c := range v.failing {
		sig, _ := r.u.m.signature(c.call)
		if summary.FailsBy(sig) == summary.ByError {
			byError = append(byError, c)
		}
	}
	if len(byError) > 0 {
		v.failing = byError
	} else if len(v.waits) == 0 {
		return Work // a search by booleans or nils
	}
	if r.searches(v) {
		return Work
	}
	if r.onConflictOnly(v) {
		return CAS
	}
	for _, c := range v.failing {
		v.attempts = append(v.attempts, r.u.attempt(c.call))
	}
	if len(v.waits) == 0 && placeOf(v.attempts) != knowledge.Remote && !r.counted() {
		return Work // nothing but a repetition: parsing, drawing, interrupted calls
	}
	if len(byError) == 0 {
		return Poll
	}
	return Retry
}

// placeOf is where a set of attempts takes effect: remote if any does.
func placeOf(attempts []Attempt) knowledge.Place {
	place := knowledge.PlaceUnknown
	local := len(attempts) > 0
	for _, a := range attempts {
		if a.Place == knowledge.Remote {
			return knowledge.Remote
		}
		local = local && a.Place == knowledge.Local
	}
	if local {
		place = knowledge.Local
	}
	return place
}

// around classifies a region that goes round although all calls succeed: a
// poll, a supervisor, or work.
func (r *region) around(v *verdict, good *interp) Kind {
	if r.selectsWork() {
		return Work
	}
	waits := r.waitBlocks(v.waits)
	answers, states := r.answers(good)
	if len(answers) == 0 && states && len(v.failing) == 0 && r.idles(v, waits) {
		return Poll // of what others change in memory
	}
	if len(answers) > 0 && len(v.waits) > 0 && !r.carries(answers) {
		if !r.spins(waits) {
			v.failing = answers
			if r.allConnect(answers) {
				return Retry // what is asked again is no question but an action
			}
			return Poll
		}
	}
	return r.supervises(v, waits)
}

// allConnect reports whether all calls set up something, by their names.
func (r *region) allConnect(calls []placed) bool {
	for _, c := range calls {
		if !connects(summary.LastName(c.call.Fun)) {
			return false
		}
	}
	return len(calls) > 0
}

// spins reports whether a round in which all goes well can pass no wait.
func (r *region) spins(waits map[*cfg.Block]bool) bool {
	if waits[r.head] {
		return false
	}
	in := r.interp(r.allGood)
	in.cut, in.later = func(b *cfg.Block) bool { return waits[b] }, true
	in.walk(in.step(state{block: r.head, env: in.start()}, 0, true))
	return in.back
}

// idles reports whether every round passes a wait and does nothing that may
// fail.
func (r *region) idles(v *verdict, waits map[*cfg.Block]bool) bool {
	for _, c := range r.calls() {
		if r.u.m.signals(c.call) {
			return false
		}
	}
	return len(v.waits) > 0 && !r.spins(waits)
}

// exits reports whether a successor leaves the region for good.
func (r *region) exits(b *cfg.Block, leads map[*cfg.Block]bool) bool {
	return b != r.head && !leads[b]
}

// supervises tells a loop that re-establishes something from work. Both go
// round whatever happens; a supervisor waits only after a failure, or attempts
// something that lives long.
func (r *region) supervises(v *verdict, waits map[*cfg.Block]bool) Kind {
	if !r.endless() || r.consumes() {
		return Work
	}
	var lives, plain []placed
	for _, c := range r.calls() {
		if r.u.m.isBuiltin(c.call) {
			continue
		}
		e := r.u.entry(c.call)
		name := summary.LastName(c.call.Fun)
		sig, _ := r.u.m.signature(c.call)
		switch {
		case r.inEndlessLoop(c.call) || e.Wait != nil || r.u.m.makesError(c.call):
		case e.Blocks, r.streams(c.call), connects(name) && sig != nil && (summary.FailsBy(sig) == summary.ByError || e.Place == knowledge.Remote):
			lives = append(lives, c)
		case r.isFailing(v, c) && onlyError(sig):
			plain = append(plain, c)
		}
	}
	if len(lives) > 0 && r.goesOn(lives) && !r.ticks(v, waits) {
		v.failing = lives
		return Reconnect
	}
	if len(plain) > 0 && len(v.waits) > 0 && r.spins(waits) {
		v.failing = plain
		return Reconnect
	}
	return Work
}

// ticks reports whether every round, a good one too, waits for a ticker: that is
// periodic work.
func (r *region) ticks(v *verdict, waits map[*cfg.Block]bool) bool {
	for _, w := range v.waits {
		if w.Kind == knowledge.Ticker {
			return !r.spins(waits)
		}
	}
	return false
}

// endless reports whether a loop goes on until it is told to stop: it has no
// condition, or one on a context or flag.
func (r *region) endless() bool {
	loop, ok := r.node.(*ast.ForStmt)
	if !ok {
		return false
	}
	if loop.Cond == nil {
		return true
	}
	if loop.Post != nil {
		return false
	}
	for _, a := range atoms(loop.Cond) {
		if !r.isCancelAtom(a) && !r.isFlag(a) {
			return false
		}
	}
	return true
}

// isFlag reports whether an atom is a plain boolean.
func (r *region) isFlag(e ast.Expr) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		e = ast.Unparen(u.X)
	}
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

func onlyError(sig *types.Signature) bool {
	return sig != nil && sig.Results().Len() == 1 && summary.IsError(sig.Results().At(0).Type())
}

func (r *region) isFailing(v *verdict, c placed) bool {
	for _, f := range v.failing {
		if f.call == c.call {
			return true
		}
	}
	return false
}

// goesOn reports whether the failure of one of the calls leads to another
// round, or the calls cannot fail at all.
func (r *region) goesOn(calls []placed) bool {
	for _, c := range calls {
		if !r.u.m.signals(c.call) || r.failsBack(c) {
			return true
		}
	}
	return false
}
