package pace

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// What a loop makes of the class of its attempt's error: the interpreter runs
// it with all questions about the error answered yes, and with all answered no.

// Misjudged says that a loop asks what its error is and then does the wrong
// thing.
type Misjudged struct {
	Attempt  *world.Attempt
	Question *ast.CallExpr
	// Inverted is set where errors that may heal end the loop and others are tried
	// again; it is not set where the question decides about the wait only.
	Inverted bool
	// EndOnly is set where errors that say that a context ended are tried again, and
	// all others end the loop.
	EndOnly bool
}

// misjudges says whether a loop tries errors again that its own question sorts
// out.
func misjudges(s *site.Site) *Misjudged {
	r := s.Region
	if r == nil || !s.Kind.Again() && s.Kind != site.Reconnect {
		return nil
	}
	for i := range s.Attempts {
		a := &s.Attempts[i]
		p, ok := world.PlacedCall(r, a.Call)
		if !ok {
			continue
		}
		yes, no := answered(r, p, world.IsTrue), answered(r, p, world.IsFalse)
		if q := endOnly(r, a, p, no); q != nil {
			return &Misjudged{Attempt: a, Question: q, EndOnly: true}
		}
		if !no.Back {
			continue
		}
		q := questioned(r, yes, no)
		switch {
		case q == nil:
		case !yes.Back && knowledge.AsksIfHeals(summary.LastName(q.Fun)) && lone(r, q):
			return &Misjudged{Attempt: a, Question: q, Inverted: true}
		case yes.Back && a.Place == knowledge.Remote && !retriesInside(s, a.Call) && waitsOnly(r, yes, no) && !world.Turns(r, p, no):
			return &Misjudged{Attempt: a, Question: q}
		}
	}
	return nil
}

// endOnly is the question by which a loop tries an attempt again because its context
// was cancelled, and gives up on all other errors; nil if there is none. Deadlines do
// not count: a client's own timeout says that it exceeded one, too.
func endOnly(r *flow.Region, a *world.Attempt, p flow.Placed, other *world.Interp) *ast.CallExpr {
	if other.Back || a.Ctx == nil || !world.Live(r, a.Ctx) {
		return nil
	}
	o := world.At(r, p)
	o.Cancelled, o.Is = true, canceled(r.U.M.Pass.Pkg)
	if o.Is == nil {
		return nil
	}
	in := world.Run(r, world.EndedWorld(r, a), o)
	if !in.Back {
		return nil
	}
	for _, b := range r.Order {
		cond, _ := world.Condition(r.U, b)
		if cond == nil || !in.Reached[b] && b != o.Block {
			continue
		}
		for _, a := range world.Atoms(cond) {
			if c, ok := a.(*ast.CallExpr); ok && len(c.Args) == 2 && r.U.M.Object(c.Args[1]) == o.Is {
				return c
			}
		}
	}
	return nil
}

// canceled is the error by which a context says that it was cancelled; nil in a
// package that does not import package context.
func canceled(pkg *types.Package) *types.Var {
	for _, p := range pkg.Imports() {
		if p.Path() == "context" {
			v, _ := p.Scope().Lookup("Canceled").(*types.Var)
			return v
		}
	}
	return nil
}

// answered runs a round in which a call fails and the questions about its error
// are answered.
func answered(r *flow.Region, p flow.Placed, says world.Value) *world.Interp {
	o := world.At(r, p)
	o.Later, o.Says = true, says
	in := world.Run(r, world.Failing(r, p.Call, world.Failure), o)
	in.Reached[o.Block] = true
	return in
}

// questioned is the first question about an error that both runs asked.
func questioned(r *flow.Region, yes, no *world.Interp) *ast.CallExpr {
	for _, b := range r.Order {
		cond, tag := world.Condition(r.U, b)
		if cond == nil || tag != nil || !yes.Reached[b] || !no.Reached[b] {
			continue
		}
		for _, a := range world.Atoms(cond) {
			if c, ok := a.(*ast.CallExpr); ok && world.AsksError(r, a) && world.CancelBound(r, a) == 0 {
				return c
			}
		}
	}
	return nil
}

// lone reports whether a question stands alone in its condition, not negated.
func lone(r *flow.Region, q *ast.CallExpr) bool {
	for _, b := range r.Order {
		if cond, _ := world.Condition(r.U, b); cond != nil && ast.Unparen(cond) == ast.Expr(q) {
			return true
		}
	}
	return false
}

// waitsOnly reports whether the rounds differ by the wait: with the answer yes
// time passes, with no it does not.
func waitsOnly(r *flow.Region, yes, no *world.Interp) bool {
	pauses := pauses(r, nil, 0)
	passes := func(in *world.Interp) bool {
		for b := range in.Reached {
			if pauses[b] {
				return true
			}
		}
		return pauses[r.Head]
	}
	return passes(yes) && !passes(no)
}
