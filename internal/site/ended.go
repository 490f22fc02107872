package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/summary"
)

// What a loop does once its context has ended: the interpreter runs it in a
// world in which contexts say that they ended, whatever is handed one fails, and
// every select takes its Done case. Where the code asks something that cannot be
// answered, the loop is taken to end.

// Slip is a place where a loop notices that its context ended, or lets a call
// notice, and goes on to the next attempt all the same.
type Slip struct {
	Node    ast.Node // the case's receive, or the call that waits
	Ctx     ast.Expr // the context
	Case    ast.Node // the case, nil for a call
	Break   ast.Node // the break that leaves the select but not the loop
	Attempt *Attempt // what is attempted again
}

// Slips lists the slips of a loop.
func (s *Site) Slips() []Slip {
	defer s.unit.m.ask(s)()
	r := s.region
	if r == nil || s.Kind == Helper || s.Kind == Recursive {
		return nil
	}
	var out []Slip
	attempts := r.attemptBlocks(s)
	if len(attempts) == 0 {
		return nil
	}
	for _, w := range r.doneCases() {
		b := r.caseBlock(w.clause)
		if b == nil || !r.leads()[b] {
			continue
		}
		if a := r.goesOnEnded(b, 0, attempts); a != nil {
			out = append(out, Slip{Node: w.clause.Comm, Ctx: w.ctx, Case: w.clause, Break: lastBreak(w.clause), Attempt: a})
		}
	}
	for _, w := range r.waits() {
		if w.Call == nil || w.CancelExpr == nil || !r.live(w.CancelExpr) {
			continue
		}
		p, ok := r.placedCall(w.Call)
		if !ok {
			continue
		}
		if a := r.goesOnEnded(r.u.graph.Blocks[p.block], p.node, attempts); a != nil {
			out = append(out, Slip{Node: w.Call, Ctx: w.CancelExpr, Attempt: a})
		}
	}
	return out
}

// attemptBlocks maps the blocks of a site's attempts to them.
func (r *region) attemptBlocks(s *Site) map[*cfg.Block]*Attempt {
	out := map[*cfg.Block]*Attempt{}
	for i := range s.Attempts {
		if p, ok := r.placedCall(s.Attempts[i].Call); ok && out[r.u.graph.Blocks[p.block]] == nil {
			out[r.u.graph.Blocks[p.block]] = &s.Attempts[i]
		}
	}
	return out
}

// goesOnEnded is an attempt whose failure leads from a node to that node again,
// and so on, although the contexts have ended; nil if there is none.
func (r *region) goesOnEnded(b *cfg.Block, node int, attempts map[*cfg.Block]*Attempt) *Attempt {
	for _, at := range r.order {
		a := attempts[at]
		if a == nil {
			continue
		}
		in := r.interp(r.endedWorld(a))
		in.cancelled, in.later = true, true
		in.walk(in.step(state{block: b, env: in.start()}, node, false))
		if in.back && (in.reached[at] || at == r.head) && (in.reached[b] || b == r.head) {
			return a
		}
	}
	return nil
}

// endedWorld is the one in which contexts have ended and an attempt fails.
func (r *region) endedWorld(a *Attempt) world {
	return func(c *ast.CallExpr) outcome {
		if c == a.Call || r.u.sent(c) == a.Call {
			return failure
		}
		for _, arg := range r.u.m.operands(c) {
			if summary.IsContext(r.u.m.info.TypeOf(arg)) && !r.u.isBackground(arg) {
				return failure
			}
		}
		return r.allGood(c)
	}
}

// doneCase is a case of a select that receives from a context's Done.
type doneCase struct {
	clause *ast.CommClause
	ctx    ast.Expr
}

// doneCases lists the cases of a region that receive the end of a context which
// was there before the loop.
func (r *region) doneCases() []doneCase {
	var out []doneCase
	for _, b := range r.order {
		if b.Kind != cfg.KindSelectCaseBody {
			continue
		}
		clause, ok := b.Stmt.(*ast.CommClause)
		if !ok {
			continue
		}
		if ctx := r.doneOf(clause); ctx != nil && r.live(ctx) {
			out = append(out, doneCase{clause, ctx})
		}
	}
	return out
}

// doneOf is the context whose end a case receives, or nil.
func (r *region) doneOf(clause *ast.CommClause) ast.Expr {
	if clause.Comm == nil {
		return nil
	}
	ch := summary.ReceivedFrom(clause)
	if ch == nil {
		return nil
	}
	return r.u.m.sums.IsDone(ch)
}

// caseBlock is the block with which a case begins.
func (r *region) caseBlock(clause *ast.CommClause) *cfg.Block {
	for _, b := range r.order {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(clause) {
			return b
		}
	}
	return nil
}

// live reports whether a context lives as long as the loop and can be cancelled:
// nothing in the loop makes it or what it belongs to.
func (r *region) live(ctx ast.Expr) bool {
	if !summary.IsContext(r.u.m.info.TypeOf(ctx)) || r.u.isBackground(ctx) {
		return false
	}
	alive := true
	ast.Inspect(ctx, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.u.m.object(id).(*types.Var); ok && r.assigned(v) {
				alive = false
			}
		}
		return alive
	})
	return alive
}

// inherits reports whether a context ends at the latest when one does that lives
// as long as the loop: it is that, or made from it.
func (r *region) inherits(ctx ast.Expr, depth int) bool {
	if r.live(ctx) {
		return true
	}
	d, ok := r.origin(ctx)
	c, isCall := callOf(d.rhs)
	if !ok || !isCall || depth > 3 || summary.LastName(c.Fun) == "WithoutCancel" {
		return false
	}
	for _, arg := range c.Args {
		if summary.IsContext(r.u.m.info.TypeOf(arg)) && r.inherits(arg, depth+1) {
			return true
		}
	}
	return false
}

// lastBreak is the break with which a case ends, if it leaves the select only.
func lastBreak(clause *ast.CommClause) ast.Node {
	if len(clause.Body) == 0 {
		return nil
	}
	b, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	if !ok || b.Tok != token.BREAK || b.Label != nil {
		return nil
	}
	return b
}

// endedBranch decides the branch at the end of a block where contexts have
// ended: a select takes its Done case, and a question without an answer ends
// the loop.
func (in *interp) endedBranch(b *cfg.Block) value {
	r := in.r
	if b.Succs[0].Kind == cfg.KindSelectCaseBody {
		clause, _ := b.Succs[0].Stmt.(*ast.CommClause)
		switch {
		case clause == nil:
			return anything
		case r.doneOf(clause) != nil:
			return isTrue
		case r.laterDone(clause):
			return isFalse
		}
		return anything
	}
	return in.unanswered(b)
}

// laterDone reports whether the select that a case belongs to has a Done case
// behind it.
func (r *region) laterDone(clause *ast.CommClause) bool {
	found := false
	ast.Inspect(r.u.body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectStmt)
		if !ok || !slices.Contains(s.Body.List, ast.Stmt(clause)) {
			return !found
		}
		for _, c := range s.Body.List {
			if c.Pos() > clause.Pos() && r.doneOf(c.(*ast.CommClause)) != nil {
				found = true
			}
		}
		return false
	})
	return found
}

// unanswered takes the way out of the loop at a branch whose condition is not
// known, unless the condition is a counter's, the clock's or about the answer
// of an attempt.
func (in *interp) unanswered(b *cfg.Block) value {
	r := in.r
	leads := r.leads()
	x0, x1 := r.exits(b.Succs[0], leads), r.exits(b.Succs[1], leads)
	if x0 == x1 || isLoopHead(b) && b != r.head || b.Succs[0].Kind == cfg.KindSelectCaseBody {
		return anything
	}
	if cond, tag := r.u.condition(b); cond != nil && tag == nil && in.neutral(cond) {
		return anything
	}
	return boolValue(x0)
}

// neutral reports whether a condition says nothing of why an attempt failed.
func (in *interp) neutral(cond ast.Expr) bool {
	r := in.r
	for _, a := range atoms(cond) {
		switch {
		case r.isNilTest(a), r.isCounterAtom(a):
			continue
		case r.cancelBound(a) != 0:
			return false
		case r.isClockAtom(a):
			continue
		case r.asksError(a):
			return false
		}
		calls := r.sources(a)
		if len(calls) == 0 && (in.cancelled || !r.unmoved(a)) {
			return false
		}
		for _, c := range calls {
			if in.world(c.call) != failure || r.u.attempt(c.call).Ctx != nil {
				return false
			}
		}
	}
	return true
}

// unmoved reports whether a value is one that the loop leaves alone: it only
// names variables that are not assigned there, and constants.
func (r *region) unmoved(e ast.Expr) bool {
	unmoved := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.SelectorExpr:
			unmoved = false
		case *ast.Ident:
			if v, ok := r.u.m.info.Uses[n].(*types.Var); ok && r.assigned(v) {
				unmoved = false
			}
		}
		return unmoved
	})
	return unmoved
}

// reachesAny reports whether a walk came to one of some blocks, such as a wait
// that only the last round passes by.
func reachesAny(reached, blocks map[*cfg.Block]bool) bool {
	for b := range reached {
		if blocks[b] {
			return true
		}
	}
	return false
}

// Spins is an attempt that a loop makes over and over once the context that the
// attempt is given has ended, since nothing asks for that and nothing waits; nil
// if there is none.
func (s *Site) Spins() *Attempt {
	defer s.unit.m.ask(s)()
	r := s.region
	if r == nil || !s.Kind.Again() && s.Kind != Reconnect || s.Max == 1 || s.Max == 2 || r.pacedByRange() {
		return nil
	}
	attempts := r.attemptBlocks(s)
	pauses := r.pauses(nil)
	for _, b := range r.order {
		a := attempts[b]
		if a == nil || a.Ctx == nil || !r.inherits(a.Ctx, 0) {
			continue
		}
		p, _ := r.placedCall(a.Call)
		in := r.interp(r.endedWorld(a))
		in.cancelled = true
		in.walk(in.step(state{block: b, env: in.start()}, p.node, false))
		if in.back && !pauses[b] && !pauses[r.head] && !reachesAny(in.reached, pauses) {
			return a
		}
	}
	return nil
}
