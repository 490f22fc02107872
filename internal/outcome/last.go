package outcome

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Last is what a site does once its last permitted attempt failed.
type Last struct {
	// Wait is passed after that attempt although nothing is attempted after it;
	// nil if there is none.
	Wait *summary.Wait
	// ByError is set where that is known of a last attempt that failed only: what a poll
	// does when the last answer is not the one that it waits for may need the wait.
	ByError bool
	// Final is a condition, as Go source, that holds at Wait in the last round
	// and in no other; empty if it is not known.
	Final string
	// Grace is set where the function does the same after the last attempt as after
	// a success: the site gives something time to come up.
	Grace bool
	// EndsOuter is set where the retry inside the attempt gives up with an error that
	// ends the site.
	EndsOuter bool
	// Lost says how the failure gets lost; nil if it does not.
	Lost *Lost
}

// last says what a site does once its last permitted attempt failed.
func last(s *site.Site) *Last {
	out := &Last{}
	switch {
	case s.Kind == site.Helper:
		out.Lost = swallows(s.Unit.M, s)
	case s.Kind == site.Recursive:
		out.Lost = dropsLast(s.Unit.M, s)
	case s.Region != nil:
		out.final(s.Region, s)
	}
	return out
}

// final is last for a loop.
func (last *Last) final(r *flow.Region, s *site.Site) {
	if s.Kind != site.Retry && s.Kind != site.Goto && s.Kind != site.Poll {
		return
	}
	var list []flow.Placed
	var dropped []*Lost
	tries := map[*ast.CallExpr]bool{}
	for _, a := range s.Attempts {
		for _, p := range world.Calls(r) {
			if world.Sent(r.U, p.Call) == a.Call {
				list, tries[p.Call] = append(list, p), true
			}
		}
	}
	near := around(r)
	if s.Kind == site.Poll {
		for _, p := range list { // of all attempts, before any failure sets ByError
			if last.Wait != nil {
				break
			}
			if e := followFrom(near, s, p.Call, world.Free, tries); e != nil {
				e.findWait(s, last)
			}
		}
	}
	for _, p := range list {
		for _, o := range world.Outcomes(r, p.Call) {
			if s.Kind == site.Poll && o != world.Failure || !failsAs(r, p, o) {
				continue
			}
			e := followFrom(near, s, p.Call, o, tries)
			if e == nil {
				continue
			}
			if last.Wait == nil {
				e.findWait(s, last)
				last.ByError = last.Wait != nil && s.Kind == site.Poll
			}
			if o != world.Failure {
				continue
			}
			if last.Lost == nil && s.Kind != site.Poll {
				last.Lost = e.findLost(s)
			}
			if last.Lost == nil && s.Kind != site.Poll {
				last.Lost = e.trusted()
			}
			if l := e.drops(s); l != nil {
				dropped = append(dropped, l)
			}
		}
	}
	if last.Lost == nil && s.Kind != site.Poll {
		last.Lost = strangers(r, list)
	}
	if last.Lost == nil && len(dropped) > 0 && len(dropped) == len(list) {
		last.Lost = dropped[0]
	}
}

// findWait looks for a way out that waits after the last attempt.
func (e *ending) findWait(s *site.Site, last *Last) {
	if e.unclear || s.Kind == site.Poll && e.acts() {
		return
	}
	for _, x := range e.exits {
		if !x.decided || !x.tried || x.waited == 0 || x.repeats || x.other && s.Kind == site.Poll {
			continue
		}
		if (x.again || x.beyond && e.r.U.Cyclic(x.to, e.r.Head)) && e.items() == nil {
			continue // the wait serves the attempts that follow
		}
		if last.Grace = e.allTheSame(s, x); last.Grace {
			continue
		}
		if e.unawaited(x) {
			continue
		}
		last.Wait = &e.waits[x.waited-1]
		if x.at == e.r.Head {
			last.Final = lastRound(e.r)
		}
		return
	}
}

// unawaited reports whether a goroutine of the function's own ends with a way out,
// but for a line in the log: nobody waits for it to give up.
func (e *ending) unawaited(x *exit) bool {
	u := e.r.U
	lit, ok := u.Node.(*ast.FuncLit)
	if !ok || e.proceeds(x) {
		return false
	}
	started, tells := false, false
	ast.Inspect(u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			started = started || n.Call.Fun == ast.Expr(lit)
		case *ast.DeferStmt, *ast.SendStmt: // of a WaitGroup's Done, a result
			tells = tells || flow.Within(n, lit)
		case *ast.CallExpr:
			tells = tells || flow.Within(n, lit) && world.IsBuiltin(u.M, n) && summary.LastName(n.Fun) == "close"
		}
		return !tells
	})
	return started && !tells
}

// acts reports whether the rounds of a poll do something besides asking: then its
// wait gives that time, and comes after the last one rightly.
func (e *ending) acts() bool {
	for _, b := range e.r.Order {
		for _, n := range b.Nodes {
			s, ok := n.(*ast.ExprStmt)
			if !ok || !e.r.Contains(s) {
				continue
			}
			c, ok := world.CallOf(s.X)
			if ok && !e.tries[c] && !world.IsBuiltin(e.r.U.M, c) && e.r.U.M.Sums.OfCall(c).Wait == nil && !aside(c) {
				return true
			}
		}
	}
	return false
}

// lastRound is a condition that holds in the last round of a plain counting loop
// and in no other.
func lastRound(r *flow.Region) string {
	switch n := r.Node.(type) {
	case *ast.RangeStmt:
		id, ok := n.Key.(*ast.Ident)
		if !ok || id.Name == "_" {
			return ""
		}
		if world.IsInteger(r.U.M.Info.TypeOf(n.X)) {
			return id.Name + " == " + less(n.X)
		}
		return id.Name + " == len(" + types.ExprString(n.X) + ")-1"
	case *ast.ForStmt:
		cond, ok := n.Cond.(*ast.BinaryExpr)
		post, isStep := n.Post.(*ast.IncDecStmt)
		if !ok || !isStep || r.U.M.Object(cond.X) == nil || r.U.M.Object(cond.X) != r.U.M.Object(post.X) {
			return ""
		}
		name := types.ExprString(cond.X)
		switch {
		case cond.Op == token.LSS && post.Tok == token.INC:
			return name + " == " + less(cond.Y)
		case cond.Op == token.LEQ && post.Tok == token.INC, cond.Op == token.GEQ && post.Tok == token.DEC:
			return name + " == " + types.ExprString(cond.Y)
		}
	}
	return ""
}

// less is one less than an expression, as source.
func less(e ast.Expr) string {
	if _, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		return "(" + types.ExprString(ast.Unparen(e)) + ")-1"
	}
	return types.ExprString(e) + "-1"
}
