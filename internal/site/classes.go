package site

import (
	"go/ast"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// What a loop makes of the class of its attempt's error: the interpreter runs
// it with all questions about the error answered yes, and with all answered no.

// Misjudged says that a loop asks what its error is and then does the wrong
// thing.
type Misjudged struct {
	Attempt  *Attempt
	Question *ast.CallExpr
	// Inverted is set where errors that may heal end the loop and others are tried
	// again; it is not set where the question decides about the wait only.
	Inverted bool
}

// Misjudges says whether a loop tries errors again that its own question sorts
// out.
func (s *Site) Misjudges() *Misjudged {
	defer s.unit.m.ask(s)()
	r := s.region
	if r == nil || !s.Kind.Again() && s.Kind != Reconnect {
		return nil
	}
	for i := range s.Attempts {
		a := &s.Attempts[i]
		p, ok := r.placedCall(a.Call)
		if !ok {
			continue
		}
		yes, no := r.answered(p, isTrue), r.answered(p, isFalse)
		if !no.back {
			continue
		}
		q := r.questioned(yes, no)
		switch {
		case q == nil:
		case !yes.back && knowledge.AsksIfHeals(summary.LastName(q.Fun)) && r.lone(q):
			return &Misjudged{a, q, true}
		case yes.back && a.Place == knowledge.Remote && !s.retriesInside(a.Call) && r.waitsOnly(yes, no) && !r.turns(p, no):
			return &Misjudged{a, q, false}
		}
	}
	return nil
}

// answered runs a round in which a call fails and the questions about its error
// are answered.
func (r *region) answered(p placed, says value) *interp {
	in := r.interp(r.failing(p.call, failure))
	in.later, in.says = true, says
	b := r.u.graph.Blocks[p.block]
	in.walk(in.step(state{block: b, env: in.start()}, p.node, false))
	in.reached[b] = true
	return in
}

// questioned is the first question about an error that both runs asked.
func (r *region) questioned(yes, no *interp) *ast.CallExpr {
	for _, b := range r.order {
		cond, tag := r.u.condition(b)
		if cond == nil || tag != nil || !yes.reached[b] || !no.reached[b] {
			continue
		}
		for _, a := range atoms(cond) {
			if c, ok := a.(*ast.CallExpr); ok && r.asksError(a) && r.cancelBound(a) == 0 {
				return c
			}
		}
	}
	return nil
}

// lone reports whether a question stands alone in its condition, not negated.
func (r *region) lone(q *ast.CallExpr) bool {
	for _, b := range r.order {
		if cond, _ := r.u.condition(b); cond != nil && ast.Unparen(cond) == ast.Expr(q) {
			return true
		}
	}
	return false
}

// waitsOnly reports whether the rounds differ by the wait: with the answer yes
// time passes, with no it does not.
func (r *region) waitsOnly(yes, no *interp) bool {
	pauses := r.pauses(nil)
	passes := func(in *interp) bool {
		for b := range in.reached {
			if pauses[b] {
				return true
			}
		}
		return pauses[r.head]
	}
	return passes(yes) && !passes(no)
}
