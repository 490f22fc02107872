package site

import (
	"go/ast"
	"go/types"
	"math"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// waits lists the waits of a region, those of a whole loop's header included.
func (r *region) waits() []summary.Wait {
	var out []summary.Wait
	for _, w := range r.u.waits() {
		if r.contains(w.Node) || w.Node == r.node {
			out = append(out, w)
		}
	}
	return out
}

// waitBlocks maps waits to the blocks that they stand in.
func (r *region) waitBlocks(waits []summary.Wait) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for i := range waits {
		if b := r.blockOf(waits[i]); b != nil {
			out[b] = true
		}
	}
	return out
}

// blockOf is the block that passes a wait. A select with a timer passes it by
// the case of the timer: the block that all its cases follow.
func (r *region) blockOf(w summary.Wait) *cfg.Block {
	at := w.Node
	if w.Case != nil {
		at = w.Case.Comm
	}
	for _, b := range r.order {
		ofTimer := b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(w.Case) && w.Case != nil
		if !ofTimer && holds(b, at) {
			return b
		}
	}
	return nil
}

// settle sorts the waits: a timer case that ends the loop is a timeout, not a
// wait between attempts. It returns the waits that pass the time, the one on
// the failing path first.
func (r *region) settle(v *verdict, s *Site) {
	leads := r.leads()
	var rest []summary.Wait
	for _, w := range v.waits {
		if w.Case != nil && r.caseLeaves(w.Case, leads) {
			if c, ok := callOf(w.Timer); ok && summary.LastName(c.Fun) == "After" && r.selectGoesOn(w.Select, w.Case, leads) {
				s.Timeouts = append(s.Timeouts, Timeout{Call: c, Select: w.Select})
			}
			continue
		}
		rest = append(rest, r.wakened(w, leads))
	}
	s.Waits = rest
	s.Wait = r.mainWait(v, rest)
}

// wakened looks again at a select that a channel of empty structs can end: if its
// case goes on to another round, it wakes the loop and does not stop it.
func (r *region) wakened(w summary.Wait, leads map[*cfg.Block]bool) summary.Wait {
	if w.Select == nil || w.Cancel&knowledge.Stop == 0 {
		return w
	}
	stops := false
	for _, c := range w.Select.Body.List {
		clause := c.(*ast.CommClause)
		ch := summary.ReceivedFrom(clause)
		if clause == w.Case || ch == nil || r.u.m.sums.IsDone(ch) != nil || slices.Contains(w.Wakes, clause) {
			continue
		}
		if elem, ok := chanElem(r.u.m.info.TypeOf(ch)); ok && summary.IsNamed(elem, "time", "Time") {
			continue
		}
		stops = stops || r.caseLeaves(clause, leads)
	}
	if !stops {
		w.Cancel &^= knowledge.Stop
	}
	return w
}

// caseLeaves reports whether a case of a select ends the region: no way leads
// from it to the head, or it lies behind the last goto of a cycle.
func (r *region) caseLeaves(clause *ast.CommClause, leads map[*cfg.Block]bool) bool {
	if !r.inside(clause.Pos()) {
		return true
	}
	for _, b := range r.order {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(clause) {
			return r.exits(b, leads)
		}
	}
	return false
}

// selectGoesOn reports whether another case of a select leads to another round.
func (r *region) selectGoesOn(s *ast.SelectStmt, but *ast.CommClause, leads map[*cfg.Block]bool) bool {
	for _, c := range s.Body.List {
		if clause := c.(*ast.CommClause); clause != but && !r.caseLeaves(clause, leads) {
			return true
		}
	}
	return false
}

// mainWait picks the wait that a failed attempt passes on its way to the next
// one: where there are several, the one that comes first after the failure.
func (r *region) mainWait(v *verdict, waits []summary.Wait) *summary.Wait {
	if len(waits) == 0 {
		return nil
	}
	best, nearest := 0, farthest
	for _, f := range r.telling(v.failing) {
		start := r.u.graph.Blocks[f.block]
		in := r.runFrom(start, f.node, r.failing(f.call, failure), nil)
		in.reached[start], in.reached[r.head] = true, true
		away := distances(start, in.reached)
		for i, w := range waits {
			b := r.blockOf(w)
			n, ok := away[b]
			switch {
			case !ok:
				continue
			case w.Kind == knowledge.Cond:
				n = farthest - 1 // what brings the time is preferred
			case b == start && w.Node.Pos() < f.call.Pos():
				n = len(r.u.graph.Blocks) // comes last
			}
			if n < nearest || n == nearest && w.Node == waits[best].Node && r.brings(w, start) && !r.brings(waits[best], start) {
				best, nearest = i, n
			}
		}
	}
	return &waits[best]
}

// brings reports whether a wait is a case of a select that leads to the attempt.
func (r *region) brings(w summary.Wait, attempt *cfg.Block) bool {
	for _, b := range r.order {
		if b.Kind == cfg.KindSelectCaseBody && w.Case != nil && b.Stmt == ast.Stmt(w.Case) {
			return r.reaches(b, attempt)
		}
	}
	return false
}

// spreads reports whether every way from a failure to the next attempt passes a
// wait of random length.
func (r *region) spreads(v *verdict, waits []summary.Wait) bool {
	random := map[*cfg.Block]bool{}
	for _, w := range waits {
		if b := r.blockOf(w); b != nil && w.Duration != nil && r.jitter(w.Duration) == knowledge.Yes {
			random[b] = true
		}
	}
	for _, f := range r.telling(v.failing) {
		if r.comesBack(r.u.graph.Blocks[f.block], random) {
			return false
		}
	}
	return len(random) > 0
}

// comesBack reports whether a way leads from a block back to it by none of the
// given ones.
func (r *region) comesBack(start *cfg.Block, but map[*cfg.Block]bool) bool {
	seen := map[*cfg.Block]bool{}
	for stack := []*cfg.Block{start}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] && b == start {
			return true
		}
		if seen[b] || but[b] || !r.blocks[b] {
			continue
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}

// telling picks the calls that tell of a failure, where there are any.
func (r *region) telling(calls []placed) []placed {
	var out []placed
	for _, c := range calls {
		if r.u.m.signals(c.call) {
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
func (r *region) delay(w *summary.Wait) Delay {
	if w == nil {
		return Delay{Shape: knowledge.NoDelay}
	}
	d := Delay{Expr: w.Duration}
	if set := r.reset(w); set != nil {
		d.Expr = set
	}
	e := d.Expr
	if e == nil && w.Timer != nil {
		e = r.timerSource(w.Timer)
	}
	if e == nil {
		return r.delayInside(w)
	}
	if n, ok := r.u.m.constInt(e); ok {
		d.Shape, d.Constant, d.Jitter = knowledge.Constant, n, knowledge.No
		return d
	}
	switch r.exprGrowth(e, nil, 0) {
	case multiplies:
		d.Shape = knowledge.Exponential
	case adds:
		d.Shape = knowledge.Linear
	default:
		d.Shape = r.plainShape(e)
	}
	d.Jitter = r.jitter(e)
	if d.Shape == knowledge.Exponential || d.Shape == knowledge.Linear {
		d.Capped = knowledge.TriOf(r.capped(e))
	}
	return d
}

// reset is the duration that the region sets a timer to before it waits for it
// again.
func (r *region) reset(w *summary.Wait) ast.Expr {
	sel, ok := timerOf(w.Timer)
	if !ok {
		return nil
	}
	timer := r.u.m.object(sel.X)
	for _, p := range r.calls() {
		m, ok := p.call.Fun.(*ast.SelectorExpr)
		if ok && m.Sel.Name == "Reset" && len(p.call.Args) == 1 && timer != nil && r.u.m.object(m.X) == timer {
			return p.call.Args[0]
		}
	}
	return nil
}

// timerOf is the selector of a timer's channel, t.C.
func timerOf(ch ast.Expr) (*ast.SelectorExpr, bool) {
	if ch == nil {
		return nil, false
	}
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	return sel, ok
}

// timerSource finds the call that a timer variable is made by in the region.
func (r *region) timerSource(ch ast.Expr) ast.Expr {
	if sel, ok := ast.Unparen(ch).(*ast.SelectorExpr); ok {
		ch = sel.X
	}
	for _, d := range r.u.definitions()[r.u.m.object(ch)] {
		if c, ok := callOf(d.rhs); ok {
			return c
		}
	}
	return nil
}

// delayInside describes a wait whose length the helper itself knows.
func (r *region) delayInside(w *summary.Wait) Delay {
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
	fn := r.u.m.sums.Callee(w.Call)
	if fn != nil && summary.IsNamed(recvType(fn), "golang.org/x/time/rate", "Limiter") {
		d.Shape, d.Jitter = knowledge.Constant, knowledge.No
	}
	if decl := r.u.m.sums.Decl(fn); decl != nil {
		in := r.u.m.unitOf(r.u.file, decl, fn)
		for _, inner := range r.u.m.sums.Waits(decl.Body) {
			ir := &region{u: in, node: decl, from: decl.Pos(), to: decl.End()}
			got := ir.delay(&inner)
			if got.Shape == knowledge.Constant && inner.Duration != nil && ir.callGrowthOf(decl.Body) == multiplies {
				got.Shape = knowledge.Exponential
				got.Capped = knowledge.TriOf(ir.capped(inner.Duration))
			}
			return got
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
func (r *region) plainShape(e ast.Expr) knowledge.Shape {
	shape := knowledge.Constant
	var visit func(e ast.Node, depth int)
	visit = func(e ast.Node, depth int) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if r.u.m.info.Types[n.Fun].IsType() || r.u.m.isBuiltin(n) {
					return true
				}
				if s := r.callShape(n); s != knowledge.Constant {
					shape = s
				}
				return false
			case *ast.Ident:
				v, ok := r.u.m.info.Uses[n].(*types.Var)
				if !ok || depth > 3 {
					return true
				}
				for _, d := range r.u.definitions()[v] {
					if d.rhs != nil && r.contains(d.node) {
						visit(d.rhs, depth+1)
					}
				}
			}
			return true
		})
	}
	visit(e, 0)
	return shape
}

// callShape is the shape of a delay that a call gives.
func (r *region) callShape(c *ast.CallExpr) knowledge.Shape {
	e := r.u.m.sums.OfCall(c)
	if e.Random {
		return knowledge.Constant // a random number on its own does not grow
	}
	fn := r.u.m.sums.Callee(c)
	name := strings.ToLower(summary.LastName(c.Fun))
	switch {
	case strings.Contains(name, "retryafter"):
		return knowledge.Server
	case fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "time" || fn.Pkg().Path() == "math"):
		return knowledge.Constant
	case r.isBackoffMethod(fn):
		return knowledge.Exponential
	case len(c.Args) == 0 && fn != nil && r.u.m.sums.Decl(fn) != nil:
		return knowledge.Constant // a getter
	}
	return knowledge.Variable
}

// isBackoffMethod reports whether a method gives the next delay of a library's
// exponential backoff.
func (r *region) isBackoffMethod(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "NextBackOff", "Duration", "Step", "Pause", "NextBackoff", "Next", "ForAttempt", "NextDelay":
		return strings.Contains(strings.ToLower(fn.Pkg().Path()), "backoff") || strings.HasSuffix(fn.Pkg().Path(), "util/wait") || strings.Contains(fn.Pkg().Path(), "gax")
	}
	return false
}
