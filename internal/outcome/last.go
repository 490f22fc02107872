package outcome

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Last is what a site does once its last permitted attempt failed.
type Last struct {
	// Wait is passed after that attempt although nothing is attempted after it;
	// nil if there is none.
	Wait *summary.Wait
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

// Lost is a way in which a failure gets lost.
type Lost struct {
	How LostHow
	At  ast.Node      // the return that loses it; nil for LostUntold
	Var *types.Var    // the variable that is returned without an error in it
	By  *types.Var    // the variable of the same name that has the error
	Err *ast.CallExpr // the attempt whose error is lost
	// Taken is the call whose empty result its caller takes for one; of
	// LostTrusted.
	Taken *ast.CallExpr
}

// LostHow is how a failure gets lost.
type LostHow uint8

const (
	LostNil        LostHow = iota + 1 // nil is returned after the last attempt failed
	LostShadowed                      // the variable returned is not the one that got the error
	LostUnstarted                     // no attempt was made, and the variable for its error is returned
	LostUnassigned                    // what is asked after the loop is a variable that nothing is assigned to
	LostReplaced                      // another error is returned, and nothing ever looks at this one
	LostSwallowed                     // a retried function returns nil on an error
	LostInverted                      // the same, by a question that is asked the wrong way round
	LostUntold                        // a function that returns nothing gives up, and nothing ever looks at the error
	LostForgotten                     // a condition that is asked again says "not yet" on an error, and nobody ever looks at it
	LostTrusted                       // only an empty result says that the last attempt failed, and a caller uses that
)

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
	for _, p := range list {
		for _, o := range world.Outcomes(r, p.Call) {
			if s.Kind == site.Poll && last.Wait == nil {
				if e := followFrom(near, s, p.Call, world.Free, tries); e != nil {
					e.findWait(s, last)
				}
			}
			if s.Kind == site.Poll && o != world.Failure || !failsAs(r, p, o) {
				continue
			}
			e := followFrom(near, s, p.Call, o, tries)
			if e == nil {
				continue
			}
			if last.Wait == nil {
				e.findWait(s, last)
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

// followFrom follows what happens when a call ends as given each time, from the
// function's start.
func followFrom(near *vicinity, s *site.Site, c *ast.CallExpr, o world.Outcome, tries map[*ast.CallExpr]bool) *ending {
	e := follow(near, s, c, o, tries, world.Success, mostRounds(s))
	if e != nil && !e.entered { // the region is for what went wrong before it
		e = follow(near, s, c, o, tries, world.Free, mostRounds(s))
	}
	if e == nil && mostRounds(s) > rounds { // the count goes on, as its limit is not understood
		e = follow(near, s, c, o, tries, world.Success, rounds)
	}
	return e
}

// failsAs reports whether one way of failing of a call leads to another round.
func failsAs(r *flow.Region, c flow.Placed, o world.Outcome) bool {
	return world.Run(r, fails(r, c.Call, o, world.Success), world.At(r, c)).Back
}

// first reports whether a call is the first attempt of a loop that makes the
// others, such as c, where a round ends: for err := f(); err != nil; err = f().
func first(r *flow.Region, x, c *ast.CallExpr) bool {
	loop, ok := r.Node.(*ast.ForStmt)
	return ok && loop.Init != nil && flow.Within(x, loop.Init) && types.ExprString(x.Fun) == types.ExprString(c.Fun)
}

// fails is the world in which one call ends as given, the others of the region go
// well, and those before it end as given, too.
func fails(r *flow.Region, c *ast.CallExpr, o, before world.Outcome) world.World {
	return func(x *ast.CallExpr) world.Outcome {
		switch {
		case x == c, first(r, x, c):
			return o
		case x.Pos() < r.From:
			return before
		case !r.Inside(x.Pos()):
			return world.Free
		}
		return world.AllGood(r)(x)
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

// proceeds reports whether something is done after a way out, other than what makes the
// next item ready.
func (e *ending) proceeds(x *exit) bool {
	found, items := false, e.items()
	for b := range x.blocks {
		for _, n := range b.Nodes {
			if items != nil && items.Pos() <= n.Pos() && n.Pos() < e.r.Node.Pos() {
				continue
			}
			world.WalkNode(n, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				found = found || ok && !world.IsBuiltin(e.r.U.M, c) && !e.r.U.M.Info.Types[c.Fun].IsType() && !aside(c)
				return !found
			})
		}
	}
	return found
}

// logs reports whether a line is logged after a way out.
func (e *ending) logs(x *exit) bool {
	for b := range x.blocks {
		for _, n := range b.Nodes {
			if s, ok := n.(*ast.ExprStmt); ok {
				if c, ok := world.CallOf(s.X); ok && aside(c) {
					return true
				}
			}
		}
	}
	return false
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

// aside reports whether a call only logs or guards what others do, by its name.
func aside(c *ast.CallExpr) bool {
	switch name := summary.LastName(c.Fun); name {
	case "Lock", "Unlock", "RLock", "RUnlock", "Gosched", "Helper":
		return true
	default:
		return knowledge.Logs(name)
	}
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
