package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// findLost looks for a way out on which the failure gets lost.
func (e *ending) findLost(s *Site) *Lost {
	for _, x := range e.exits {
		if x.again || x.repeats || x.other || len(x.ends) == 0 || !e.allNil(x) {
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
		case !x.tried && x.at == e.r.head && e.mayNotStart():
			if v := e.variable(last); v != nil && e.r.assigned(v) {
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
		if end.ret == nil || end.panic || end.value != isNil || end.expr == nil && end.obj == nil {
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
	tv := e.r.u.m.info.Types[x]
	switch {
	case tv.IsNil():
		return true
	case tv.Value != nil:
		return e.r.u.m.isZero(x) && !e.r.u.m.isFalse(x) || tv.Value.ExactString() == `""`
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
	v, _ := e.r.u.m.object(id).(*types.Var)
	return v
}

// shadow is the variable that got the attempt's error where one of the same name
// is returned.
func (e *ending) shadow(outer *types.Var) *types.Var {
	v, _ := e.r.errorOf(e.attempt)
	if v != nil && v != outer && v.Name() == outer.Name() {
		return v
	}
	return nil
}

// mayNotStart reports whether a loop asks a context before its first round, or a
// backoff that does.
func (e *ending) mayNotStart() bool {
	loop, ok := e.r.node.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return false
	}
	for _, a := range atoms(loop.Cond) {
		if c, ok := callOf(a); ok && e.r.u.m.asksBackoff(c) || e.r.asksLiveContext(a) {
			return true
		}
	}
	return false
}

// asksLiveContext reports whether a condition asks a context that others can
// cancel: not one that was made here and cannot be done yet.
func (r *region) asksLiveContext(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || !r.u.m.isContextErr(c) {
			return !found
		}
		for _, x := range r.u.m.operands(c) {
			found = found || summary.IsContext(r.u.m.info.TypeOf(x)) && r.u.endsOf(x)&knowledge.Ctx != 0
		}
		return !found
	})
	return found
}

// strangers finds an error variable that is asked or returned after a loop but
// gets no error anywhere, while one of the same name inside the loop does.
func (r *region) strangers(list []placed) *Lost {
	for _, p := range list {
		v, _ := r.errorOf(p.call)
		if v == nil || !r.inside(v.Pos()) {
			continue
		}
		for obj, defs := range r.u.definitions() {
			outer, ok := obj.(*types.Var)
			if !ok || outer.Name() != v.Name() || !summary.IsError(outer.Type()) || !r.u.bare(outer, defs) || outer.Pos() > r.from {
				continue
			}
			if at := r.readAfter(outer); at != nil {
				return &Lost{How: LostUnassigned, At: at, Err: p.call, Var: outer, By: v}
			}
		}
	}
	return nil
}

// bare reports whether a variable of this function is declared without a value
// and never given one.
func (u *unit) bare(v *types.Var, defs []def) bool {
	if !declaredIn(u.body, v) || u.hidden()[v] {
		return false
	}
	for _, d := range defs {
		if d.tok != token.VAR {
			return false
		}
	}
	return true
}

// readAfter is the first use of a variable after the region.
func (r *region) readAfter(v *types.Var) ast.Node {
	var at ast.Node
	ast.Inspect(r.u.body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && at == nil && id.Pos() >= r.to && r.u.m.info.Uses[id] == v {
			at = id
		}
		return at == nil
	})
	return at
}

// errorOf is the variable that an attempt's error is assigned to. inline is set
// where it is compared with nil on the spot.
func (r *region) errorOf(c *ast.CallExpr) (v *types.Var, inline bool) {
	p, ok := r.placedCall(c)
	if !ok {
		return nil, false
	}
	node := r.u.graph.Blocks[p.block].Nodes[p.node]
	if a, ok := node.(*ast.AssignStmt); ok && len(a.Rhs) == 1 && ast.Unparen(a.Rhs[0]) == ast.Expr(c) {
		v, _ := r.u.m.object(a.Lhs[len(a.Lhs)-1]).(*types.Var)
		return v, false
	}
	walkNode(node, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && r.isNilTest(b) && (ast.Unparen(b.X) == ast.Expr(c) || ast.Unparen(b.Y) == ast.Expr(c)) {
			inline = true
		}
		return true
	})
	return nil, inline
}

// drops says where a loop that gives up returns another error than that of an
// attempt, which nobody ever looks at but to see that it is there.
func (e *ending) drops(s *Site) *Lost {
	v, inline := e.r.errorOf(e.attempt)
	if e.r.u.m.asksThere(e.attempt) || v == nil && !inline || v != nil && !summary.IsError(v.Type()) {
		return nil
	}
	if v != nil && (v.IsField() || v.Parent() == e.r.u.m.pass.Pkg.Scope()) {
		return nil // kept
	}
	if v != nil && e.r.oneClass(v) {
		return nil // what is tried again is an error of one class: nothing more is to be told
	}
	live := map[*cfg.Block]bool{e.r.head: true}
	for b := range e.leads {
		live[b] = true
	}
	var at ast.Node
	untold := false
	for _, x := range e.exits {
		if !x.tried || !x.decided && !e.givesUp(s, x) && !e.timesOut(x) {
			continue
		}
		if x.again || x.repeats || x.other || len(x.ends) == 0 {
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
			if end.ret == nil || end.expr == nil || end.value != notNil && !e.asksContext(end.expr) {
				return nil
			}
			if at == nil || end.ret.Pos() < at.Pos() {
				at = end.ret
			}
		}
	}
	if at == nil && !untold || v != nil && e.r.looksAt(v, live) {
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
func (e *ending) endsUntold(s *Site, x *exit) bool {
	sig := e.r.u.signature()
	if s.Kind == Poll || sig == nil || sig.Results().Len() > 1 || knowledge.Disposes(summary.LastName(e.attempt.Fun)) {
		return false
	}
	for b := range x.blocks {
		if anyNode(b.Nodes, does) {
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
	tv := e.r.u.m.info.Types[x]
	return tv.IsNil() && !summary.IsError(e.r.u.signature().Results().At(0).Type()) || tv.Value != nil && tv.Value.ExactString() == `""`
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
	c, ok := callOf(x)
	return ok && e.r.u.m.isContextErr(c)
}

// givesUp reports whether an exit is one of the site's own making: its time is
// over, or it has counted far enough.
func (e *ending) givesUp(s *Site, x *exit) bool {
	if x.to.Kind == cfg.KindSelectCaseBody {
		clause, _ := x.to.Stmt.(*ast.CommClause)
		b := e.r.boundOfCase(clause)
		return b&knowledge.Elapsed != 0 || b&knowledge.Ctx != 0 && s.Deadline
	}
	cond, _ := e.r.u.condition(x.at)
	if cond == nil {
		return false
	}
	for _, a := range atoms(cond) {
		if e.r.isClockAtom(a) || e.r.isCounterAtom(a) || s.Deadline && e.r.isCancelAtom(a) {
			return true
		}
	}
	return false
}

// timesOut reports whether an exit by a context of the caller's ends in an error
// that says that the time is up, and nothing of an error.
func (e *ending) timesOut(x *exit) bool {
	clause, ok := x.to.Stmt.(*ast.CommClause)
	if !ok || x.to.Kind != cfg.KindSelectCaseBody || e.r.boundOfCase(clause)&knowledge.Ctx == 0 || len(x.ends) == 0 {
		return false
	}
	for _, end := range x.ends {
		c, ok := callOf(end.expr)
		if !ok {
			return false
		}
		says := false
		for _, arg := range c.Args {
			tv := e.r.u.m.info.Types[arg]
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

// looksAt reports whether an error is used in one of the blocks for more than a
// question about it.
func (r *region) looksAt(v *types.Var, live map[*cfg.Block]bool) bool {
	var stack []ast.Node
	used := false
	ast.Inspect(r.u.root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && r.u.m.info.Uses[id] == v && !r.onlyAsked(stack) && r.runs(id, live) && !r.replacedBefore(id, v) {
			used = true
		}
		return true
	})
	return used
}

// replacedBefore reports whether a variable has been given something else, right
// before one of its uses: err = ErrTimeout; return err.
func (r *region) replacedBefore(use *ast.Ident, v *types.Var) bool {
	for _, b := range r.u.graph.Blocks {
		replaced := false
		for _, n := range b.Nodes {
			if within(use, n) {
				return replaced
			}
			a, ok := n.(*ast.AssignStmt)
			if !ok || len(a.Lhs) != 1 || a.Tok != token.ASSIGN || r.u.m.object(a.Lhs[0]) != v {
				continue
			}
			replaced = !r.mentions(a.Rhs[0], v)
		}
	}
	return false
}

// onlyAsked reports whether an identifier, the top of a stack of nodes, is only
// asked for nil or for what kind of error it is, or assigned to.
func (r *region) onlyAsked(stack []ast.Node) bool {
	if slices.ContainsFunc(stack, r.u.m.whispers) {
		return true
	}
	i := len(stack) - 2
	for i > 0 {
		if _, ok := stack[i].(*ast.ParenExpr); !ok {
			break
		}
		i--
	}
	if sel, ok := stack[i].(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && i > 1 {
		i -= 2 // what is asked is err.Error()
	}
	switch p := stack[i].(type) {
	case *ast.BinaryExpr:
		return p.Op == token.EQL || p.Op == token.NEQ
	case *ast.CallExpr:
		t := r.u.m.info.TypeOf(p)
		b, ok := summary.TypeUnder[*types.Basic](t)
		return ok && b.Info()&types.IsBoolean != 0
	case *ast.SwitchStmt:
		return true
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			if l == stack[i+1] {
				return true
			}
		}
	}
	return false
}

// whispers reports whether a node is a call that logs below the level that is on
// by default: log.Debug(err), log.V(1).Info(err), level.Debug(log).Log(err).
func (m *Package) whispers(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	for range 8 { // calls of a chain
		switch name := summary.LastName(c.Fun); {
		case knowledge.DebugName(name):
			return true
		case name == "V" && len(c.Args) == 1:
			level, ok := m.constInt(c.Args[0])
			return ok && level > 0
		}
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if c, ok = callOf(sel.X); !ok {
			return false
		}
	}
	return false
}

// asksThere reports whether a call asks if a file is there: that it is not is all
// that its error has to say.
func (m *Package) asksThere(c *ast.CallExpr) bool {
	fn := m.sums.Callee(c)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "os" && (fn.Name() == "Stat" || fn.Name() == "Lstat")
}

// runs reports whether a node stands in one of the blocks, or in none, as what a
// literal holds does.
func (r *region) runs(n ast.Node, live map[*cfg.Block]bool) bool {
	b := blockWith(r.u.graph.Blocks, n)
	return b == nil || live[b]
}

// asksBackoff reports whether a call asks a library's backoff, which was given a
// context, if there is to be another attempt. It answers no before the first one
// where the context is done.
func (m *Package) asksBackoff(c *ast.CallExpr) bool {
	fn := m.sums.Callee(c)
	return fn != nil && fn.Name() == "Ongoing" && strings.HasSuffix(knowledge.ReceiverName(fn), "Backoff")
}

// oneClass reports whether only errors of one class, of which an error is asked,
// are tried again.
func (r *region) oneClass(v *types.Var) bool {
	return slices.ContainsFunc(r.classTests(), func(e ast.Expr) bool { return r.mentions(e, v) })
}

// classTests lists the questions that the region leaves by unless the answer is
// one, other than whether an error is nil, and what it switches on.
func (r *region) classTests() []ast.Expr {
	var out []ast.Expr
	leads := r.leads()
	for _, b := range r.order {
		cond, tag := r.u.condition(b)
		if cond == nil {
			continue
		}
		x0, x1 := r.exits(b.Succs[0], leads), r.exits(b.Succs[1], leads)
		if x0 == x1 {
			continue
		}
		if tag != nil {
			if x1 {
				out = append(out, tag)
			}
			continue
		}
		for _, a := range atoms(cond) {
			if !r.isNilTest(a) && r.leavesUnless(cond, x0) {
				out = append(out, a)
			}
		}
	}
	return out
}

// OwnSignal reports whether a loop goes on only after an error of this package's
// own that nobody outside sees. By it the package tells itself that it has to
// begin anew, which it does even when the caller's context is done.
func (s *Site) OwnSignal() bool {
	if s.region == nil {
		return false
	}
	m := s.unit.m
	defer m.ask(s)()
	own := func(e ast.Expr) bool {
		found := false
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				v, ok := m.info.Uses[id].(*types.Var)
				found = found || ok && v.Parent() == m.pass.Pkg.Scope() && !v.Exported() && summary.IsError(v.Type())
			}
			return !found
		})
		return found
	}
	return slices.ContainsFunc(s.region.classTests(), own)
}
