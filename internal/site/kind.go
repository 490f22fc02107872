package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// verdict is what the classification of a region found.
type verdict struct {
	kind     Kind
	attempts []world.Attempt
	failing  []flow.Placed // the attempts whose failure leads to another round
	waits    []summary.Wait
	tally
}

// mostSteps bounds what the interpreter does to tell what one region is, all calls
// that may fail taken together.
const mostSteps = 50_000

// tally is what the runs that tell what a region is have in common.
type tally struct {
	steps     int
	saysAgain bool // see Interp.SaysAgain
}

// of counts a run.
func (t *tally) of(in *world.Interp) *world.Interp {
	t.steps += in.Steps
	t.saysAgain = t.saysAgain || in.SaysAgain
	return in
}

// classify says what a region is.
func classify(r *flow.Region) verdict {
	var v verdict
	v.waits = Waits(r)
	good := v.of(world.Run(r, world.AllGood(r), world.Options{}))
	for _, c := range world.Calls(r) {
		if !world.Signals(r.U.M, c.Call) {
			continue
		}
		if failsBack(r, c, &v.tally) {
			v.failing = append(v.failing, c)
		}
		if v.steps > mostSteps {
			return verdict{}
		}
	}
	goesOn := good.Back
	if len(v.failing) > 0 {
		goesOn = goesOnAfter(r, v.failing, &v.tally)
	}
	if v.steps > mostSteps {
		return verdict{}
	}
	switch {
	case !goesOn && len(v.failing) > 0:
		v.kind = again(r, &v)
	case goesOn:
		v.kind = around(r, &v, good)
	default:
		v.failing = awaited(r)
		if len(v.failing) > 0 && len(v.waits) > 0 {
			v.kind = Poll
		}
	}
	if v.kind == Work {
		return v
	}
	if v.attempts == nil {
		for _, c := range v.failing {
			v.attempts = append(v.attempts, world.AttemptOf(r.U, c.Call))
		}
	}
	return v
}

// goesOnAfter reports whether the success of one of the attempts leads to
// another round.
func goesOnAfter(r *flow.Region, attempts []flow.Placed, t *tally) bool {
	for _, c := range attempts {
		if t.of(world.Run(r, world.AllGood(r), world.At(r, c))).Back || t.steps > mostSteps {
			return true
		}
	}
	return false
}

// FailsBack reports whether the failure of one call, all else going well, leads
// to another round although its success would not by itself.
func FailsBack(r *flow.Region, c flow.Placed) bool {
	return failsBack(r, c, &tally{})
}

func failsBack(r *flow.Region, c flow.Placed, t *tally) bool {
	for _, o := range world.Outcomes(r, c.Call) {
		w := world.AllGoodBut(r, c.Call, o)
		if t.of(world.Run(r, w, world.At(r, c))).Back {
			return true
		}
		if o != world.Refused {
			continue
		}
		for _, status := range world.Retried {
			if in := t.of(answered(r, c, w, status)); in.Back && !in.Unsure {
				return true
			}
		}
	}
	return false
}

// awaited lists the calls that are made again after an answer which says that what
// is asked for is not there yet.
func awaited(r *flow.Region) []flow.Placed {
	var out []flow.Placed
	for _, c := range world.Calls(r) {
		if !world.Signals(r.U.M, c.Call) || !world.TellsStatus(r.U.M, c.Call) {
			continue
		}
		w := world.AllGoodBut(r, c.Call, world.Refused)
		if slices.ContainsFunc(world.Awaited[:], func(status int64) bool { return answeredBack(r, c, w, status) }) {
			out = append(out, c)
		}
	}
	return out
}

// answeredBack reports whether an answer of some status, which the loop asks
// about, leads to another round.
func answeredBack(r *flow.Region, c flow.Placed, w world.World, status int64) bool {
	in := answered(r, c, w, status)
	return in.Back && !in.Unsure
}

// answered runs what follows an answer of some status.
func answered(r *flow.Region, c flow.Placed, w world.World, status int64) *world.Interp {
	o := world.At(r, c)
	o.Status = status
	return world.Run(r, w, o)
}

// onlyThrottled reports whether a call is repeated only after an answer of 429,
// which says that the server has not acted.
func onlyThrottled(r *flow.Region, c *ast.CallExpr) bool {
	p, ok := world.PlacedCall(r, c)
	if !ok || !world.TellsStatus(r.U.M, c) || world.Run(r, world.AllGoodBut(r, c, world.Failure), world.At(r, p)).Back {
		return false
	}
	w := world.AllGoodBut(r, c, world.Refused)
	for _, status := range world.Down {
		if answeredBack(r, p, w, status) {
			return false
		}
	}
	return answeredBack(r, p, w, world.TooManyRequests)
}

// again tells a retry from an optimistic update, a search and a loop too thin
// to call either.
func again(r *flow.Region, v *verdict) Kind {
	byError := v.failing[:0:0]
	for _, c := range v.failing {
		sig, _ := world.Signature(r.U.M, c.Call)
		if summary.FailsBy(sig) == summary.ByError {
			byError = append(byError, c)
		}
	}
	if len(byError) > 0 {
		v.failing = byError
	} else if len(v.waits) == 0 {
		return Work // a search by booleans or nils
	}
	if searches(r, v) {
		return Work
	}
	if onConflictOnly(r, v) {
		return CAS
	}
	for _, c := range v.failing {
		v.attempts = append(v.attempts, world.AttemptOf(r.U, c.Call))
	}
	if len(v.waits) == 0 && !placeOf(v.attempts).Leaves() && !counted(r) {
		return Work // nothing but a repetition: parsing, drawing, interrupted calls
	}
	if len(byError) == 0 {
		return Poll
	}
	return Retry
}

// placeOf is where a set of attempts takes effect: remote if any does.
func placeOf(attempts []world.Attempt) knowledge.Place {
	if len(attempts) == 0 {
		return knowledge.PlaceUnknown
	}
	place := knowledge.Local
	for _, a := range attempts {
		place = place.Join(a.Place)
	}
	return place
}

// around classifies a region that goes round although all calls succeed: a
// poll, a supervisor, or work.
func around(r *flow.Region, v *verdict, good *world.Interp) Kind {
	if selectsWork(r) {
		return Work
	}
	if held := stuck(r, v); len(held) > 0 {
		v.failing = held
		return Retry // of each item
	}
	waits := WaitBlocks(r, v.waits)
	answers, states := answers(r, good)
	if len(answers) == 0 && states && len(v.failing) == 0 && idles(r, v, waits) {
		return Poll // of what others change in memory
	}
	if len(answers) == 0 || len(v.waits) == 0 || carries(r, answers) || spins(r, waits) {
		var kind Kind
		kind, v.failing = supervises(r, v, waits)
		return kind
	}
	tells := func(c flow.Placed) bool { return world.Signals(r.U.M, c.Call) }
	if len(v.failing) > 0 && !slices.ContainsFunc(answers, tells) {
		if kind, failing := supervises(r, v, waits); kind == Reconnect {
			v.failing = failing
			return Reconnect // and asks what it has connected to whether to go on
		}
	}
	v.failing = answers
	if allConnect(r, answers) {
		return Retry // what is asked again is no question but an action
	}
	return Poll
}

// allConnect reports whether all calls set up something, by their names.
func allConnect(r *flow.Region, calls []flow.Placed) bool {
	for _, c := range calls {
		if !knowledge.Connects(summary.LastName(c.Call.Fun)) {
			return false
		}
	}
	return len(calls) > 0
}

// spins reports whether a round in which all goes well can pass no wait.
func spins(r *flow.Region, waits map[*cfg.Block]bool) bool {
	if waits[r.Head] {
		return false
	}
	cut := func(b *cfg.Block) bool { return waits[b] }
	return world.Run(r, world.AllGood(r), world.Options{Cut: cut, Later: true}).Back
}

// idles reports whether every round passes a wait and does nothing that may
// fail.
func idles(r *flow.Region, v *verdict, waits map[*cfg.Block]bool) bool {
	for _, c := range world.Calls(r) {
		if world.Signals(r.U.M, c.Call) {
			return false
		}
	}
	return len(v.waits) > 0 && !spins(r, waits)
}

// supervises tells a loop that re-establishes something from work. Both go
// round whatever happens; a supervisor waits only after a failure, or attempts
// something that lives long. Failing are the attempts of what it is.
func supervises(r *flow.Region, v *verdict, waits map[*cfg.Block]bool) (kind Kind, failing []flow.Placed) {
	session := sessions(r)
	if !endless(r) || consumes(r, session) {
		return Work, v.failing
	}
	held := map[*ast.CallExpr]bool{}
	for _, c := range session {
		held[c] = true
	}
	var lives, plain []flow.Placed
	for _, c := range world.Calls(r) {
		if world.IsBuiltin(r.U.M, c.Call) {
			continue
		}
		e := world.Entry(r.U, c.Call)
		name := summary.LastName(c.Call.Fun)
		sig, _ := world.Signature(r.U.M, c.Call)
		switch {
		case world.InEndlessLoop(r, c.Call) || e.Wait != nil || world.MakesError(r.U.M, c.Call):
		case e.Blocks, streams(r, c.Call), (copied(r, c.Call) || held[c.Call]) && spins(r, waits), knowledge.Connects(name) && sig != nil && (summary.FailsBy(sig) == summary.ByError || e.Place.Leaves()):
			lives = append(lives, c)
		case isFailing(r, v, c) && OnlyError(sig):
			plain = append(plain, c)
		}
	}
	if len(lives) > 0 && goesOn(r, lives) && !ticks(r, v, waits) {
		return Reconnect, lives
	}
	if len(plain) > 0 && len(v.waits) > 0 && spins(r, waits) {
		return Reconnect, plain
	}
	return Work, v.failing
}

// ticks reports whether every round, a good one too, waits for a ticker: that is
// periodic work.
func ticks(r *flow.Region, v *verdict, waits map[*cfg.Block]bool) bool {
	for _, w := range v.waits {
		if w.Kind == knowledge.Ticker {
			return !spins(r, waits)
		}
	}
	return false
}

// endless reports whether a loop goes on until it is told to stop: it has no
// condition, or one on a context or flag. A cycle by goto has none.
func endless(r *flow.Region) bool {
	if _, ok := r.Node.(*ast.LabeledStmt); ok {
		return true
	}
	loop, ok := r.Node.(*ast.ForStmt)
	if !ok {
		return false
	}
	if loop.Cond == nil {
		return true
	}
	if loop.Post != nil {
		return false
	}
	for _, a := range world.Atoms(loop.Cond) {
		if !IsCancelAtom(r, a) && !isFlag(r, a) {
			return false
		}
	}
	return true
}

// isFlag reports whether an atom is a plain boolean.
func isFlag(r *flow.Region, e ast.Expr) bool {
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

func OnlyError(sig *types.Signature) bool {
	return sig != nil && sig.Results().Len() == 1 && summary.IsError(sig.Results().At(0).Type())
}

func isFailing(r *flow.Region, v *verdict, c flow.Placed) bool {
	for _, f := range v.failing {
		if f.Call == c.Call {
			return true
		}
	}
	return false
}

// goesOn reports whether the failure of one of the calls leads to another
// round, or the calls cannot fail at all.
func goesOn(r *flow.Region, calls []flow.Placed) bool {
	for _, c := range calls {
		if !world.Signals(r.U.M, c.Call) || FailsBack(r, c) {
			return true
		}
	}
	return false
}

func sortPlaced(list []flow.Placed) []flow.Placed {
	seen := map[*ast.CallExpr]bool{}
	out := list[:0:0]
	for _, p := range list {
		if !seen[p.Call] {
			seen[p.Call] = true
			out = append(out, p)
		}
	}
	for i := range out {
		for j := i; j > 0 && out[j].Call.Pos() < out[j-1].Call.Pos(); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}
