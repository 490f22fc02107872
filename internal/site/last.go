package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/summary"
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

// Last says what a site does once its last permitted attempt failed.
func (s *Site) Last() *Last {
	m := s.unit.m
	defer m.ask(s)()
	if s.last == nil {
		s.last = &Last{}
		switch {
		case s.Kind == Helper:
			s.last.Lost = m.swallows(s)
		case s.Kind == Recursive:
			s.last.Lost = m.dropsLast(s)
		case s.region != nil:
			s.region.final(s)
		}
	}
	return s.last
}

// final fills s.last for a loop.
func (r *region) final(s *Site) {
	if s.Kind != Retry && s.Kind != Goto && s.Kind != Poll {
		return
	}
	var list []placed
	var dropped []*Lost
	tries := map[*ast.CallExpr]bool{}
	for _, a := range s.Attempts {
		for _, p := range r.calls() {
			if r.u.sent(p.call) == a.Call {
				list, tries[p.call] = append(list, p), true
			}
		}
	}
	for _, p := range list {
		for _, o := range r.outcomes(p.call) {
			if s.Kind == Poll && s.last.Wait == nil {
				if e := r.followFrom(s, p.call, free, tries); e != nil {
					e.findWait(s)
				}
			}
			if s.Kind == Poll && o != failure || !r.failsAs(p, o) {
				continue
			}
			e := r.followFrom(s, p.call, o, tries)
			if e == nil {
				continue
			}
			if s.last.Wait == nil && s.Kind != Poll {
				e.findWait(s)
			}
			if o != failure {
				continue
			}
			if s.last.Lost == nil && s.Kind != Poll {
				s.last.Lost = e.findLost(s)
			}
			if s.last.Lost == nil && s.Kind != Poll {
				s.last.Lost = e.trusted()
			}
			if l := e.drops(s); l != nil {
				dropped = append(dropped, l)
			}
		}
	}
	if s.last.Lost == nil && s.Kind != Poll {
		s.last.Lost = r.strangers(list)
	}
	if s.last.Lost == nil && len(dropped) > 0 && len(dropped) == len(list) {
		s.last.Lost = dropped[0]
	}
}

// followFrom follows what happens when a call ends as given each time, from the
// function's start.
func (r *region) followFrom(s *Site, c *ast.CallExpr, o outcome, tries map[*ast.CallExpr]bool) *ending {
	e := r.follow(s, c, o, tries, success, mostRounds(s))
	if e != nil && !e.entered { // the region is for what went wrong before it
		e = r.follow(s, c, o, tries, free, mostRounds(s))
	}
	if e == nil && mostRounds(s) > rounds { // the count goes on, as its limit is not understood
		e = r.follow(s, c, o, tries, success, rounds)
	}
	return e
}

// failsAs reports whether one way of failing of a call leads to another round.
func (r *region) failsAs(c placed, o outcome) bool {
	return r.runFrom(r.u.graph.Blocks[c.block], c.node, r.fails(c.call, o, success), nil).back
}

// first reports whether a call is the first attempt of a loop that makes the
// others, such as c, where a round ends: for err := f(); err != nil; err = f().
func (r *region) first(x, c *ast.CallExpr) bool {
	loop, ok := r.node.(*ast.ForStmt)
	return ok && loop.Init != nil && within(x, loop.Init) && types.ExprString(x.Fun) == types.ExprString(c.Fun)
}

// fails is the world in which one call ends as given, the others of the region go
// well, and those before it end as given, too.
func (r *region) fails(c *ast.CallExpr, o, before outcome) world {
	return func(x *ast.CallExpr) outcome {
		switch {
		case x == c, r.first(x, c):
			return o
		case x.Pos() < r.from:
			return before
		case !r.inside(x.Pos()):
			return free
		}
		return r.allGood(x)
	}
}

// findWait looks for a way out that waits after the last attempt.
func (e *ending) findWait(s *Site) {
	if e.unclear || s.Kind == Poll && e.acts() {
		return
	}
	for _, x := range e.exits {
		if !x.decided || !x.tried || x.waited == 0 || x.again || x.repeats || x.other && s.Kind == Poll {
			continue
		}
		if s.last.Grace = e.allTheSame(x); s.last.Grace {
			continue
		}
		if e.unawaited(x) {
			continue
		}
		s.last.Wait = &e.waits[x.waited-1]
		if x.at == e.r.head {
			s.last.Final = e.r.lastRound()
		}
		return
	}
}

// allTheSame reports whether the function does after the last attempt what it
// does after a success, and does not ask which of the two it was: the loop gives
// something time to come up, and the last wait is part of that time.
func (e *ending) allTheSame(x *exit) bool {
	r := e.r
	if !e.proceeds(x) || !r.leavesTo(e.attempt, x.to) {
		return false
	}
	for obj, defs := range r.u.definitions() {
		v, ok := obj.(*types.Var)
		if ok && slices.ContainsFunc(defs, func(d def) bool { return r.contains(d.node) }) && (v.IsField() || r.outlives(v)) {
			return false
		}
	}
	return true
}

// unawaited reports whether a goroutine of the function's own ends with a way out,
// but for a line in the log: nobody waits for it to give up.
func (e *ending) unawaited(x *exit) bool {
	u := e.r.u
	lit, ok := u.node.(*ast.FuncLit)
	if !ok || e.proceeds(x) {
		return false
	}
	started, tells := false, false
	ast.Inspect(u.root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			started = started || n.Call.Fun == ast.Expr(lit)
		case *ast.DeferStmt, *ast.SendStmt: // of a WaitGroup's Done, a result
			tells = tells || within(n, lit)
		case *ast.CallExpr:
			tells = tells || within(n, lit) && u.m.isBuiltin(n) && summary.LastName(n.Fun) == "close"
		}
		return !tells
	})
	return started && !tells
}

// proceeds reports whether something is done after a way out.
func (e *ending) proceeds(x *exit) bool {
	found := false
	for b := range x.blocks {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				found = found || ok && !e.r.u.m.isBuiltin(c) && !aside(c)
				return !found
			})
		}
	}
	return found
}

// leavesTo reports whether the success of a call leaves the region for a block.
func (r *region) leavesTo(c *ast.CallExpr, to *cfg.Block) bool {
	p, ok := r.placedCall(c)
	if !ok {
		return false
	}
	start := r.u.graph.Blocks[p.block]
	in := r.runFrom(start, p.node, r.allGood, nil)
	in.reached[start] = true
	for b := range in.reached {
		if b != r.head && slices.Contains(b.Succs, to) {
			return true
		}
	}
	return false
}

// outlives reports whether a variable is named behind the region, as a result is
// by every return.
func (r *region) outlives(v *types.Var) bool {
	for _, e := range r.u.namedResults() {
		if r.u.m.object(e) == v {
			return true
		}
	}
	found := false
	ast.Inspect(r.u.root, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Pos() > r.to && r.u.m.info.Uses[id] == v
		return !found
	})
	return found
}

// acts reports whether the rounds of a poll do something besides asking: then its
// wait gives that time, and comes after the last one rightly.
func (e *ending) acts() bool {
	for _, b := range e.r.order {
		for _, n := range b.Nodes {
			s, ok := n.(*ast.ExprStmt)
			if !ok || !e.r.contains(s) {
				continue
			}
			c, ok := callOf(s.X)
			if ok && !e.tries[c] && !e.r.u.m.isBuiltin(c) && e.r.u.m.sums.OfCall(c).Wait == nil && !aside(c) {
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
		for _, level := range [...]string{"Log", "Trace", "Debug", "Info", "Notice", "Warn", "Error", "Print", "Fprint"} {
			if strings.HasPrefix(name, level) {
				return true
			}
		}
		return false
	}
}

// lastRound is a condition that holds in the last round of a plain counting loop
// and in no other.
func (r *region) lastRound() string {
	switch n := r.node.(type) {
	case *ast.RangeStmt:
		id, ok := n.Key.(*ast.Ident)
		if !ok || id.Name == "_" {
			return ""
		}
		if isInteger(r.u.m.info.TypeOf(n.X)) {
			return id.Name + " == " + less(n.X)
		}
		return id.Name + " == len(" + types.ExprString(n.X) + ")-1"
	case *ast.ForStmt:
		cond, ok := n.Cond.(*ast.BinaryExpr)
		post, isStep := n.Post.(*ast.IncDecStmt)
		if !ok || !isStep || r.u.m.object(cond.X) == nil || r.u.m.object(cond.X) != r.u.m.object(post.X) {
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
