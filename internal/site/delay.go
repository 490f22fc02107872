package site

import (
	"go/ast"
	"go/types"
	"math"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Waits lists the waits of a region, those of a whole loop's header included.
func Waits(r *flow.Region) []summary.Wait {
	var out []summary.Wait
	for _, w := range r.U.Waits() {
		if r.Contains(w.Node) || w.Node == r.Node {
			out = append(out, w)
		}
	}
	return append(out, waitsInLiterals(r)...)
}

// waitsInLiterals lists the waits of function literals that a round runs only to
// wait, as pause := func() { ... }: each stands where the literal is called.
func waitsInLiterals(r *flow.Region) []summary.Wait {
	var out []summary.Wait
	for _, p := range world.Calls(r) {
		lits := world.RunsLiterals(r.U, p.Call)
		if lit := world.Literal(r.U, p.Call.Fun); lit != nil {
			lits = append(lits, lit)
		}
		for _, lit := range lits {
			if world.MayFail(r.U.M, lit) {
				continue
			}
			for _, w := range r.U.M.Sums.Waits(lit.Body) {
				out = append(out, w.At(r.U.M.Info, p.Call, lit))
			}
		}
	}
	return out
}

// WaitBlocks maps waits to the blocks that they stand in.
func WaitBlocks(r *flow.Region, waits []summary.Wait) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for i := range waits {
		if b := blockOf(r, waits[i]); b != nil {
			out[b] = true
		}
	}
	return out
}

// blockOf is the block that passes a wait. A select with a timer passes it by
// the case of the timer: the block that all its cases follow.
func blockOf(r *flow.Region, w summary.Wait) *cfg.Block {
	at := w.Node
	if w.Case != nil {
		at = w.Case.Comm
	}
	for _, b := range r.Order {
		ofTimer := b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(w.Case) && w.Case != nil
		if !ofTimer && flow.Holds(b, at) {
			return b
		}
	}
	return nil
}

// settle sorts the waits: a timer case that ends the loop is a timeout, not a
// wait between attempts. It returns the waits that pass the time, the one on
// the failing path first.
func settle(r *flow.Region, v *verdict, s *Site) {
	leads := r.Leads()
	var rest []summary.Wait
	for _, w := range v.waits {
		if w.Case != nil && caseLeaves(r, w.Case, leads) {
			if c, ok := world.CallOf(w.Timer); ok && summary.LastName(c.Fun) == "After" && selectGoesOn(r, w.Select, w.Case, leads) {
				s.Timeouts = append(s.Timeouts, Timeout{Call: c, Select: w.Select})
			}
			continue
		}
		if b := blockOf(r, w); b != nil && world.Exits(r, b, leads) {
			continue // the loop ends behind it
		}
		rest = append(rest, wakened(r, w, leads))
	}
	s.Waits = rest
	s.Wait = mainWait(r, v, rest)
}

// wakened looks again at what can end a select early. A case that ends the loop wakes
// nobody; one of a channel of empty structs that goes on to another round wakes the
// loop and does not stop it.
func wakened(r *flow.Region, w summary.Wait, leads map[*cfg.Block]bool) summary.Wait {
	w.Wakes = slices.DeleteFunc(slices.Clone(w.Wakes), func(c *ast.CommClause) bool { return caseLeaves(r, c, leads) })
	if w.Select == nil || w.Cancel&knowledge.Stop == 0 {
		return w
	}
	stops := false
	for _, c := range w.Select.Body.List {
		clause := c.(*ast.CommClause)
		ch := summary.ReceivedFrom(clause)
		if clause == w.Case || ch == nil || r.U.M.Sums.IsDone(ch) != nil || slices.Contains(w.Wakes, clause) {
			continue
		}
		if summary.IsTimeChan(r.U.M.Info.TypeOf(ch)) {
			continue
		}
		stops = stops || caseLeaves(r, clause, leads) || endsElsewhere(r, clause, ch, leads)
	}
	if !stops {
		w.Cancel &^= knowledge.Stop
	}
	return w
}

// endsElsewhere reports whether another select of a region receives from the same
// channel by a case that ends the region, as one at the head of the loop does.
func endsElsewhere(r *flow.Region, but *ast.CommClause, ch ast.Expr, leads map[*cfg.Block]bool) bool {
	obj := r.U.M.Object(ch)
	if obj == nil {
		return false
	}
	for _, b := range r.Order {
		clause, ok := b.Stmt.(*ast.CommClause)
		if !ok || b.Kind != cfg.KindSelectCaseBody || clause == but || clause.Comm == nil {
			continue
		}
		if other := summary.ReceivedFrom(clause); other != nil && r.U.M.Object(other) == obj && world.Exits(r, b, leads) {
			return true
		}
	}
	return false
}

// caseLeaves reports whether a case of a select ends the region: no way leads
// from it to the head, or it lies behind the last goto of a cycle.
func caseLeaves(r *flow.Region, clause *ast.CommClause, leads map[*cfg.Block]bool) bool {
	if !r.Inside(clause.Pos()) {
		return true
	}
	for _, b := range r.Order {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(clause) {
			return world.Exits(r, b, leads)
		}
	}
	return false
}

// selectGoesOn reports whether another case of a select leads to another round.
func selectGoesOn(r *flow.Region, s *ast.SelectStmt, but *ast.CommClause, leads map[*cfg.Block]bool) bool {
	for _, c := range s.Body.List {
		if clause := c.(*ast.CommClause); clause != but && !caseLeaves(r, clause, leads) {
			return true
		}
	}
	return false
}

// mainWait picks the wait that a failed attempt passes on its way to the next
// one: where there are several, the one that comes first after the failure.
func mainWait(r *flow.Region, v *verdict, waits []summary.Wait) *summary.Wait {
	if len(waits) == 0 {
		return nil
	}
	best, nearest := 0, farthest
	for _, f := range telling(r, v.failing) {
		start := r.U.Graph.Blocks[f.Block]
		in := world.Run(r, world.Failing(r, f.Call, world.Failure), world.At(r, f))
		in.Reached[start], in.Reached[r.Head] = true, true
		away := distances(start, in.Reached)
		for i, w := range waits {
			b := blockOf(r, w)
			n, ok := away[b]
			switch {
			case !ok:
				continue
			case w.Kind == knowledge.Cond:
				n = farthest - 1 // what brings the time is preferred
			case b == start && w.Node.Pos() < f.Call.Pos():
				n = len(r.U.Graph.Blocks) // comes last
			}
			if n < nearest || n == nearest && w.Node == waits[best].Node && brings(r, w, start) && !brings(r, waits[best], start) {
				best, nearest = i, n
			}
		}
	}
	return &waits[best]
}

// brings reports whether a wait is a case of a select that leads to the attempt.
func brings(r *flow.Region, w summary.Wait, attempt *cfg.Block) bool {
	for _, b := range r.Order {
		if b.Kind == cfg.KindSelectCaseBody && w.Case != nil && b.Stmt == ast.Stmt(w.Case) {
			return world.Reaches(r, b, attempt)
		}
	}
	return false
}

// spreads reports whether every way from a failure to the next attempt passes a
// wait of random length.
func spreads(r *flow.Region, v *verdict, waits []summary.Wait) bool {
	random := map[*cfg.Block]bool{}
	for _, w := range waits {
		if b := blockOf(r, w); b != nil && w.Duration != nil && jitter(r.U, w.Duration) == knowledge.Yes {
			random[b] = true
		}
	}
	for _, f := range telling(r, v.failing) {
		if comesBack(r, r.U.Graph.Blocks[f.Block], random) {
			return false
		}
	}
	return len(random) > 0
}

// comesBack reports whether a way leads from a block back to it by none of the
// given ones.
func comesBack(r *flow.Region, start *cfg.Block, but map[*cfg.Block]bool) bool {
	seen := map[*cfg.Block]bool{}
	for stack := []*cfg.Block{start}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] && b == start {
			return true
		}
		if seen[b] || but[b] || !r.Blocks[b] {
			continue
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}

// telling picks the calls that tell of a failure, where there are any.
func telling(r *flow.Region, calls []flow.Placed) []flow.Placed {
	var out []flow.Placed
	for _, c := range calls {
		if world.Signals(r.U.M, c.Call) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return calls
	}
	return out
}

// farthest is more steps than any function has.
const farthest = math.MaxInt

// distances counts the steps from a block to those that it leads to, by way of
// the given ones alone.
func distances(start *cfg.Block, by map[*cfg.Block]bool) map[*cfg.Block]int {
	away := map[*cfg.Block]int{start: 0}
	for queue := []*cfg.Block{start}; len(queue) > 0; queue = queue[1:] {
		for _, b := range queue[0].Succs {
			if _, ok := away[b]; !ok && by[b] {
				away[b] = away[queue[0]] + 1
				queue = append(queue, b)
			}
		}
	}
	return away
}

// delay describes how long a region waits between attempts.
func delay(r *flow.Region, w *summary.Wait) Delay {
	if w == nil {
		return Delay{Shape: knowledge.NoDelay}
	}
	d := Delay{Expr: w.Duration}
	if set := reset(r, w); set != nil {
		d.Expr = set
	}
	e := d.Expr
	if e == nil && w.Timer != nil {
		e = timerSource(r, w.Timer)
	}
	if e == nil {
		return delayInside(r, w)
	}
	d.describe(r, e, w.Call)
	return d
}

// describe says how a duration develops. It may stand in a function that the region
// calls to wait.
func (d *Delay) describe(r *flow.Region, e ast.Expr, by *ast.CallExpr) {
	if n, ok := world.ConstInt(r.U.M, e); ok {
		d.Shape, d.Constant, d.Jitter = knowledge.Constant, n, knowledge.No
		return
	}
	rec := r.U.M.Values().Recurrence(e, r.Span(), by)
	switch rec.Growth {
	case value.Multiplies:
		d.Shape, d.Capped = knowledge.Exponential, knowledge.TriOf(rec.Hold != value.Free)
	case value.Adds:
		d.Shape, d.Capped = knowledge.Linear, knowledge.TriOf(rec.Hold != value.Free)
	default:
		d.Shape = plainShape(r, rec.Calls)
		if d.Shape == knowledge.Exponential { // of a library's back-off
			d.Capped = knowledge.Yes
		}
	}
	d.Jitter = jitter(r.U, e)
}

// reset is the duration that the region sets a timer to before it waits for it
// again.
func reset(r *flow.Region, w *summary.Wait) ast.Expr {
	sel, ok := TimerOf(w.Timer)
	if !ok {
		return nil
	}
	timer := r.U.M.Object(sel.X)
	for _, p := range world.Calls(r) {
		m, ok := p.Call.Fun.(*ast.SelectorExpr)
		if ok && m.Sel.Name == "Reset" && len(p.Call.Args) == 1 && timer != nil && r.U.M.Object(m.X) == timer {
			return p.Call.Args[0]
		}
	}
	return nil
}

// TimerOf is the selector of a timer's channel, t.C.
func TimerOf(ch ast.Expr) (*ast.SelectorExpr, bool) {
	if ch == nil {
		return nil, false
	}
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	return sel, ok
}

// timerSource finds the call that a timer variable is made by in the region.
func timerSource(r *flow.Region, ch ast.Expr) ast.Expr {
	if sel, ok := ast.Unparen(ch).(*ast.SelectorExpr); ok {
		ch = sel.X
	}
	for _, d := range r.U.Definitions()[r.U.M.Object(ch)] {
		if c, ok := world.CallOf(d.Rhs); ok {
			return c
		}
	}
	return nil
}

// delayInside describes a wait whose length the helper itself knows.
func delayInside(r *flow.Region, w *summary.Wait) Delay {
	d := Delay{Shape: knowledge.Variable, Jitter: knowledge.Unknown}
	switch w.Kind {
	case knowledge.Ticker:
		d.Shape, d.Jitter = knowledge.Constant, knowledge.No
	case knowledge.Library:
		d.Shape = knowledge.LibraryPolicy
	case knowledge.Cond:
		d.Shape = knowledge.NoDelay
	}
	if w.Call == nil {
		return d
	}
	fn := r.U.M.Sums.Callee(w.Call)
	if fn != nil && summary.IsNamed(recvType(fn), "golang.org/x/time/rate", "Limiter") {
		d.Shape, d.Jitter = knowledge.Constant, knowledge.No
	}
	if decl := r.U.M.Sums.Decl(fn); decl != nil {
		in := world.UnitOf(r.U.M, r.U.File, decl, fn)
		for _, inner := range r.U.M.Sums.Waits(decl.Body) {
			if inner.Duration == nil {
				return delay(&flow.Region{U: in, Node: decl, From: decl.Pos(), To: decl.End()}, &inner)
			}
			d.Expr = inner.Duration
			d.describe(r, inner.Duration, w.Call)
			return d
		}
	}
	return d
}

func recvType(fn *types.Func) types.Type {
	if r := fn.Signature().Recv(); r != nil {
		return r.Type()
	}
	return nil
}

// plainShape is the shape of a delay that the region does not change: constant,
// unless it comes from a call.
func plainShape(r *flow.Region, calls []*ast.CallExpr) knowledge.Shape {
	shape := knowledge.Constant
	for _, c := range calls {
		if s := callShape(r, c); s != knowledge.Constant {
			shape = s
		}
	}
	return shape
}

// callShape is the shape of a delay that a call gives which is not in sight.
func callShape(r *flow.Region, c *ast.CallExpr) knowledge.Shape {
	m := r.U.M
	if m.Sums.OfCall(c).Random {
		return knowledge.Constant // a random number on its own does not grow
	}
	fn := m.Sums.Callee(c)
	switch {
	case knowledge.NamesServersWait(summary.LastName(c.Fun)):
		return knowledge.Server
	case isBackoffMethod(fn):
		return knowledge.Exponential
	case m.Sums.OfCall(c).Computed:
		if slices.ContainsFunc(c.Args, func(a ast.Expr) bool { return world.Grows(r, a) }) {
			return knowledge.Linear // at least
		}
		return knowledge.Constant
	}
	return knowledge.Variable
}

// isBackoffMethod reports whether a method gives the next delay of a library's
// exponential backoff.
func isBackoffMethod(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "NextBackOff", "Duration", "Step", "Pause", "NextBackoff", "Next", "ForAttempt", "NextDelay":
		return strings.Contains(strings.ToLower(fn.Pkg().Path()), "backoff") || strings.HasSuffix(fn.Pkg().Path(), "util/wait") || strings.Contains(fn.Pkg().Path(), "gax")
	}
	return false
}
