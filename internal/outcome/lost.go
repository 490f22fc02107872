package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

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

// findLost looks for a way out on which the failure gets lost.
func (e *ending) findLost(s *site.Site) *Lost {
	for _, x := range e.exits {
		if x.again || x.beyond || x.repeats || x.other || len(x.ends) == 0 || !e.allNil(x) {
			continue
		}
		last := x.ends[0]
		switch {
		case x.decided && x.tried && !e.unclear:
			l := &Lost{How: LostNil, At: last.ret, Err: e.attempt}
			if v := e.variable(last); v != nil {
				l.Var, l.By = v, e.shadow(v)
				if l.By != nil {
					l.How = LostShadowed
				}
			}
			return l
		case !x.tried && (x.at == e.r.Head && e.mayNotStart() || e.endedFirst(x)):
			if v := e.variable(last); v != nil && world.Assigned(e.r, v) {
				return &Lost{How: LostUnstarted, At: last.ret, Err: e.attempt, Var: v}
			}
		}
	}
	return nil
}

// allNil reports whether the function returns no error and no other result
// wherever it goes after an exit.
func (e *ending) allNil(x *exit) bool {
	for _, end := range x.ends {
		if end.ret == nil || end.panic || end.value != world.IsNil || end.expr == nil && end.obj == nil {
			return false
		}
		if n := len(end.ret.Results); n > 1 {
			for _, other := range end.ret.Results[:n-1] {
				if !e.empty(other) {
					return false
				}
			}
		}
	}
	return true
}

// empty reports whether a result says nothing: it is nil or zero, but not false,
// which says that something did not succeed.
func (e *ending) empty(x ast.Expr) bool {
	x = ast.Unparen(x)
	tv := e.r.U.M.Info.Types[x]
	switch {
	case tv.IsNil():
		return true
	case tv.Value != nil:
		return syntax.IsZero(e.r.U.M.Info, x) && !syntax.IsFalse(e.r.U.M.Info, x) || tv.Value.ExactString() == `""`
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		return len(x.Elts) == 0
	case *ast.Ident:
		return true
	}
	return false
}

// variable is the variable that a function returns as its error.
func (e *ending) variable(x end) *types.Var {
	if x.expr == nil {
		v, _ := x.obj.(*types.Var)
		return v
	}
	id, ok := ast.Unparen(x.expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := e.r.U.M.Object(id).(*types.Var)
	return v
}

// shadow is the variable that got the attempt's error where one of the same name
// is returned.
func (e *ending) shadow(outer *types.Var) *types.Var {
	v, _ := errorOf(e.r, e.attempt)
	if v != nil && v != outer && v.Name() == outer.Name() {
		return v
	}
	return nil
}

// endedFirst reports whether an exit is the case of a select that receives the end of
// a context which others can cancel.
func (e *ending) endedFirst(x *exit) bool {
	if x.to.Kind != cfg.KindSelectCaseBody {
		return false
	}
	clause, ok := x.to.Stmt.(*ast.CommClause)
	if !ok {
		return false
	}
	ctx := world.DoneOf(e.r, clause)
	return ctx != nil && world.EndsOf(e.r.U, ctx)&knowledge.Ctx != 0
}

// mayNotStart reports whether a loop asks a context before its first round, or a
// backoff that does.
func (e *ending) mayNotStart() bool {
	loop, ok := e.r.Node.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return false
	}
	for _, a := range world.Atoms(loop.Cond) {
		if c, ok := world.CallOf(a); ok && asksBackoff(e.r.U.M, c) || asksLiveContext(e.r, a) {
			return true
		}
	}
	return false
}

// asksLiveContext reports whether a condition asks a context that others can
// cancel: not one that was made here and cannot be done yet.
func asksLiveContext(r *flow.Region, cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || !world.IsContextErr(r.U.M, c) {
			return !found
		}
		for _, x := range world.Operands(r.U.M, c) {
			found = found || summary.IsContext(r.U.M.Info.TypeOf(x)) && world.EndsOf(r.U, x)&knowledge.Ctx != 0
		}
		return !found
	})
	return found
}

// strangers finds an error variable that is asked or returned after a loop but
// gets no error anywhere, while one of the same name inside the loop does.
func strangers(r *flow.Region, list []flow.Placed) *Lost {
	for _, p := range list {
		v, _ := errorOf(r, p.Call)
		if v == nil || !r.Inside(v.Pos()) {
			continue
		}
		for _, outer := range bareErrors(r.U)[v.Name()] {
			if outer.Pos() > r.From {
				continue
			}
			if at := readAfter(r, outer, p.Call.End()); at != nil {
				return &Lost{How: LostUnassigned, At: at, Err: p.Call, Var: outer, By: v}
			}
		}
	}
	return nil
}

// bare reports whether a variable of this function is declared without a value
// and never given one.
func bare(u *flow.Unit, v *types.Var, defs []flow.Def) bool {
	if !declaredIn(u.Body, v) || hidden(u)[v] {
		return false
	}
	for _, d := range defs {
		if d.Tok != token.VAR {
			return false
		}
	}
	return true
}

// readAfter is the first use of a variable behind a place of the region.
func readAfter(r *flow.Region, v *types.Var, from token.Pos) ast.Node {
	for _, id := range r.U.Uses(v) {
		if id.Pos() >= from && id.Pos() < r.U.Body.End() {
			return id
		}
	}
	return nil
}

// errorOf is the variable that an attempt's error is assigned to. inline is set
// where it is compared with nil on the spot.
func errorOf(r *flow.Region, c *ast.CallExpr) (v *types.Var, inline bool) {
	p, ok := world.PlacedCall(r, c)
	if !ok {
		return nil, false
	}
	node := r.U.Graph.Blocks[p.Block].Nodes[p.Node]
	if a, ok := node.(*ast.AssignStmt); ok && len(a.Rhs) == 1 && ast.Unparen(a.Rhs[0]) == ast.Expr(c) {
		v, _ := r.U.M.Object(a.Lhs[len(a.Lhs)-1]).(*types.Var)
		return v, false
	}
	world.WalkNode(node, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && world.IsNilTest(r, b) && (ast.Unparen(b.X) == ast.Expr(c) || ast.Unparen(b.Y) == ast.Expr(c)) {
			inline = true
		}
		return true
	})
	return nil, inline
}

// drops says where a loop that gives up returns another error than that of an
// attempt, which nobody ever looks at but to see that it is there.
func (e *ending) drops(s *site.Site) *Lost {
	v, inline := errorOf(e.r, e.attempt)
	if asksThere(e.r.U.M, e.attempt) || v == nil && !inline || v != nil && !summary.IsError(v.Type()) {
		return nil
	}
	if v != nil && (v.IsField() || v.Parent() == e.r.U.M.Pass.Pkg.Scope()) {
		return nil // kept
	}
	if v != nil && oneClass(e.r, v) {
		return nil // what is tried again is an error of one class: nothing more is to be told
	}
	live := map[*cfg.Block]bool{e.r.Head: true}
	for b := range e.leads {
		live[b] = true
	}
	var at ast.Node
	untold := false
	for _, x := range e.exits {
		if !x.tried || !x.decided && !e.givesUp(s, x) && !e.timesOut(x) {
			continue
		}
		if x.again || x.beyond || x.repeats || x.other || len(x.ends) == 0 {
			return nil
		}
		for b := range x.blocks {
			live[b] = true
		}
		if e.endsUntold(s, x) {
			untold = true
			continue
		}
		for _, end := range x.ends {
			if end.ret == nil || end.expr == nil || end.value != world.NotNil && !e.asksContext(end.expr) {
				return nil
			}
			if at == nil || end.ret.Pos() < at.Pos() {
				at = end.ret
			}
		}
	}
	if at == nil && !untold || v != nil && looksAt(e.r, v, live) {
		return nil
	}
	if untold {
		return &Lost{How: LostUntold, Err: e.attempt, Var: v}
	}
	return &Lost{How: LostReplaced, At: at, Err: e.attempt, Var: v}
}

// endsUntold reports whether a function that cannot say by its results that it
// failed, or only by an empty one, ends right after an exit. To clean up as well
// as it goes is another matter.
func (e *ending) endsUntold(s *site.Site, x *exit) bool {
	sig := signature(e.r.U)
	if s.Kind == site.Poll || sig == nil || sig.Results().Len() > 1 || knowledge.Disposes(summary.LastName(e.attempt.Fun)) {
		return false
	}
	for b := range x.blocks {
		if flow.AnyNode(b.Nodes, does) {
			return false
		}
	}
	for _, end := range x.ends {
		switch {
		case end.panic:
			return false
		case sig.Results().Len() == 0:
		case end.ret == nil || len(end.ret.Results) != 1 || !e.saysNothing(end.ret.Results[0]):
			return false
		}
	}
	return true
}

// saysNothing reports whether a result is nil, though no error, or an empty string.
func (e *ending) saysNothing(x ast.Expr) bool {
	tv := e.r.U.M.Info.Types[x]
	return tv.IsNil() && !summary.IsError(signature(e.r.U).Results().At(0).Type()) || tv.Value != nil && tv.Value.ExactString() == `""`
}

// does reports whether a node calls something, sends or assigns.
func does(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.SendStmt, *ast.AssignStmt, *ast.IncDecStmt:
			found = true
		}
		return !found
	})
	return found
}

func (e *ending) asksContext(x ast.Expr) bool {
	c, ok := world.CallOf(x)
	return ok && world.IsContextErr(e.r.U.M, c)
}

// givesUp reports whether an exit is one of the site's own making: its time is
// over, or it has counted far enough.
func (e *ending) givesUp(s *site.Site, x *exit) bool {
	if x.to.Kind == cfg.KindSelectCaseBody {
		clause, _ := x.to.Stmt.(*ast.CommClause)
		b := site.BoundOfCase(e.r, clause)
		return b&knowledge.Elapsed != 0 || b&knowledge.Ctx != 0 && s.Deadline
	}
	cond, _ := world.Condition(e.r.U, x.at)
	if cond == nil {
		return false
	}
	for _, a := range world.Atoms(cond) {
		if world.IsClockAtom(e.r, a) || world.IsCounterAtom(e.r, a) || s.Deadline && site.IsCancelAtom(e.r, a) {
			return true
		}
	}
	return false
}

// timesOut reports whether an exit by a context of the caller's ends in an error
// that says that the time is up, and nothing of an error.
func (e *ending) timesOut(x *exit) bool {
	clause, ok := x.to.Stmt.(*ast.CommClause)
	if !ok || x.to.Kind != cfg.KindSelectCaseBody || site.BoundOfCase(e.r, clause)&knowledge.Ctx == 0 || len(x.ends) == 0 {
		return false
	}
	for _, end := range x.ends {
		c, ok := world.CallOf(end.expr)
		if !ok {
			return false
		}
		says := false
		for _, arg := range c.Args {
			tv := e.r.U.M.Info.Types[arg]
			if summary.IsError(tv.Type) {
				return false
			}
			says = says || tv.Value != nil && knowledge.SaysTimeout(tv.Value.ExactString())
		}
		if !says {
			return false
		}
	}
	return true
}

// OwnSignal reports whether a loop goes on only after an error of this package's
// own that nobody outside sees. By it the package tells itself that it has to
// begin anew, which it does even when the caller's context is done.
func OwnSignal(s *site.Site) bool {
	if s.Region == nil {
		return false
	}
	m := s.Unit.M
	own := func(e ast.Expr) bool {
		found := false
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				v, ok := m.Info.Uses[id].(*types.Var)
				found = found || ok && v.Parent() == m.Pass.Pkg.Scope() && !v.Exported() && summary.IsError(v.Type())
			}
			return !found
		})
		return found
	}
	return slices.ContainsFunc(classTests(s.Region), own)
}
