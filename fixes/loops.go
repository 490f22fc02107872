package fixes

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// Loop rewrites a whole loop that counts its attempts, or that only its body and
// the context in reach end, and sleeps at the end of each round. One that does
// nothing but call an operation until it succeeds becomes a call of retry.Do; any
// other a range over retry.Attempts with its body kept. The sleep, the delay and
// the counter that nothing else needs go. What follows the loop runs as it does
// when the attempts are used up. Nil if the loop is of another shape.
func (f *Fixer) Loop(s *site.Site) []analysis.SuggestedFix {
	if s.Reach.Kind == knowledge.Stop || s.Reach.Background || outcome.OwnSignal(s) {
		return none
	}
	return f.loop(s, false)
}

// loop is Loop. With capped, a loop that nothing ends gets an end, and no context
// is asked for.
func (f *Fixer) loop(s *site.Site, capped bool) []analysis.SuggestedFix {
	if !site.WithRuntime(f.model.Package) || s.Kind != site.Retry || len(s.Waits) != 1 {
		return none
	}
	p := f.at(s.File, s.Waits[0].Node)
	if p == nil || !f.language(s.File, retryVersion) {
		return none
	}
	loop, _ := p.loop(s).(ast.Stmt)
	b := bare(f, p, &s.Waits[0])
	if loop == nil || b == nil || !b.sleep || p.isDeferred() || p.detached(s) {
		return none
	}
	r := rewrite{p: p, site: s, loop: loop, ctx: s.Reach.Expr}
	if !r.header() || r.times == nil && r.ctx == "" && !(capped && endless(s)) || !r.endsRound() || !r.pace(b.duration) {
		return none
	}
	r.plain = r.readPlain()
	answers := r.answer()
	if l := r.plain; l != nil && (!answers || r.err != nil && r.err != l.err || r.compared(l.err)) {
		r.plain = nil
	}
	end := ""
	switch {
	case r.ctx == "" && r.times != nil:
		r.err = nil // the attempts are used up as they were before
	case !answers:
		return none
	case r.ctx == "":
		end = ", for 15 minutes at most"
	}
	if fix := f.offerAll(p.src, "let retry.Do repeat the call"+end, r.call()); fix != nil {
		return fix
	}
	return f.offerAll(p.src, "let retry.Attempts count, wait and end"+end, r.edits())
}

// endless reports whether nothing ends a site while its operation fails.
func endless(s *site.Site) bool {
	return s.Bound == 0 && !s.Deadline && !s.OnAnswer && !s.Otherwise
}

// offerAll is offer where there are edits.
func (f *Fixer) offerAll(src *source, message string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	if edits == nil {
		return none
	}
	return f.offer(src, message, edits)
}

// rewrite is a loop on the way to a call of package retry.
type rewrite struct {
	p       *place
	site    *site.Site
	loop    ast.Stmt
	ctx     string // "" if there is none
	plain   *plain // see do.go; nil if the loop is not plain
	body    *ast.BlockStmt
	times   ast.Expr // the number of attempts; nil if there is none
	number  constant.Value
	counter *ast.Ident // nil if nothing uses it
	base    ast.Expr   // the first delay
	limit   ast.Expr   // the longest, if it grows and has one
	grows   bool       // by doubling
	delay   ast.Stmt   // the declaration of the variable that has the delay
	err     *types.Var // what the error of the last attempt is kept in
	gives   string     // the return statement for giving up, where there is none
	stop    string     // a new variable for what ended the retries
	updates []ast.Stmt // of the delay
	next    ast.Stmt   // the continue that follows the wait, if one does
}

// header reads the loop's header: a constant number of rounds, counted from 0, or
// no end.
func (r *rewrite) header() bool {
	info := r.p.f.pass.TypesInfo
	switch n := r.loop.(type) {
	case *ast.RangeStmt:
		r.body, r.times = n.Body, n.X
		if n.Value != nil || n.Key != nil && n.Tok != token.DEFINE {
			return false
		}
		r.counter, _ = n.Key.(*ast.Ident)
	case *ast.ForStmt:
		if n.Init == nil && n.Cond == nil && n.Post == nil {
			r.body = n.Body
			return true
		}
		init, okInit := n.Init.(*ast.AssignStmt)
		cond, okCond := n.Cond.(*ast.BinaryExpr)
		post, okPost := n.Post.(*ast.IncDecStmt)
		if !okInit || !okCond || !okPost || init.Tok != token.DEFINE || len(init.Lhs) != 1 || cond.Op != token.LSS || post.Tok != token.INC {
			return false
		}
		zero := info.Types[init.Rhs[0]].Value
		x, okX := cond.X.(*ast.Ident)
		step, okStep := post.X.(*ast.Ident)
		r.counter, _ = init.Lhs[0].(*ast.Ident)
		if zero == nil || constant.Sign(zero) != 0 || !okX || !okStep || r.counter == nil {
			return false
		}
		if obj := info.Defs[r.counter]; info.Uses[x] != obj || info.Uses[step] != obj {
			return false
		}
		r.body, r.times = n.Body, cond.Y
	}
	r.number = r.p.fixed(r.times)
	if r.number == nil || r.number.Kind() != constant.Int || constant.Compare(r.number, token.LSS, constant.MakeInt64(2)) {
		return false
	}
	if r.counter == nil || r.counter.Name == "_" {
		r.counter = nil
		return true
	}
	obj := info.Defs[r.counter]
	if !types.Identical(obj.Type(), types.Typ[types.Int]) || r.p.f.changes(r.body, r.counter) {
		return false
	}
	if len(r.uses(obj, r.body)) == 0 {
		r.counter = nil
	}
	return true
}

// uses lists the uses of a variable below a node.
func (r *rewrite) uses(obj types.Object, root ast.Node) []*ast.Ident {
	var out []*ast.Ident
	ast.Inspect(root, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.p.f.pass.TypesInfo.Uses[id] == obj {
			out = append(out, id)
		}
		return true
	})
	return out
}

// fixed is the value of a constant, or of a variable of the function that is given
// a constant and never another value; nil if it may have several.
func (p *place) fixed(e ast.Expr) constant.Value {
	info := p.f.pass.TypesInfo
	id, ok := ast.Unparen(e).(*ast.Ident)
	if v := info.Types[e].Value; v != nil || !ok || p.f.changes(p.body, id) {
		return v
	}
	var value constant.Value
	own(p.body, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && info.Defs[a.Lhs[0].(*ast.Ident)] == info.Uses[id] {
			value = info.Types[a.Rhs[0]].Value
		}
	})
	return value
}

// endsRound reports whether each round that does not leave the loop comes to the
// wait, and nothing follows the wait in the round but updates of the delay.
func (r *rewrite) endsRound() bool {
	if len(r.p.path) < 2 {
		return false
	}
	list := listOf(r.p.path[1])
	r.updates = following(r.p.path[1], r.p.stmt)
	if n := len(r.updates); n > 0 {
		if b, ok := r.updates[n-1].(*ast.BranchStmt); ok && b.Tok == token.CONTINUE && r.leavesLoop(b) {
			r.next, r.updates = b, r.updates[:n-1]
		}
	}
	for _, u := range r.updates {
		plain := true
		own(u, func(n ast.Node) {
			if _, ok := n.(*ast.CallExpr); ok && !r.isMin(n) {
				plain = false
			}
		})
		if !plain {
			return false
		}
	}
	if r.next == nil && (r.p.stmt == list[0] || !r.isLast()) || !r.closes(r.body.List) {
		return false
	}
	return !r.jumps(token.GOTO) && !r.jumps(token.CONTINUE)
}

// isLast reports whether nothing follows the statements with the wait in a round.
func (r *rewrite) isLast() bool {
	for i, n := range r.p.path[1:] {
		if n == ast.Node(r.body) {
			return true
		}
		if s, ok := n.(ast.Stmt); ok && isList(r.p.path[i+2], s) && len(following(r.p.path[i+2], s)) > 0 {
			return false
		}
	}
	return false
}

// closes reports whether whoever comes to the end of some statements of the loop,
// and does not leave it, has waited.
func (r *rewrite) closes(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	if slices.Contains(list, r.p.stmt) {
		return true
	}
	switch s := list[len(list)-1].(type) {
	case *ast.BlockStmt:
		return r.closes(s.List)
	case *ast.IfStmt:
		return s.Else != nil && r.closes(s.Body.List) && r.closes([]ast.Stmt{s.Else})
	case *ast.SwitchStmt:
		return r.closesEach(s.Body)
	case *ast.TypeSwitchStmt:
		return r.closesEach(s.Body)
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && r.leavesLoop(s)
	case *ast.ReturnStmt:
		return true
	}
	return false
}

// closesEach is closes for all cases of a switch.
func (r *rewrite) closesEach(body *ast.BlockStmt) bool {
	whole := false
	for _, s := range body.List {
		c := s.(*ast.CaseClause)
		whole = whole || c.List == nil
		if !r.closes(c.Body) {
			return false
		}
	}
	breaks := false
	own(body, func(n ast.Node) {
		b, ok := n.(*ast.BranchStmt)
		breaks = breaks || ok && b.Tok == token.BREAK && b.Label == nil
	})
	return whole && !breaks
}

// jumps reports whether the body of the loop has a jump of some kind that takes
// effect on the loop itself, other than the continue behind the wait. Each goto
// does, and each jump to a label.
func (r *rewrite) jumps(tok token.Token) bool {
	jumps := false
	own(r.body, func(n ast.Node) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == tok && n != ast.Node(r.next) {
			jumps = jumps || tok == token.GOTO || b.Label != nil || r.leavesLoop(b)
		}
	})
	return jumps
}

// leavesLoop reports whether a break or continue of the body is one of the loop:
// no statement between takes it.
func (r *rewrite) leavesLoop(b *ast.BranchStmt) bool {
	if b.Label != nil {
		l, ok := r.outer().(*ast.LabeledStmt)
		return ok && l.Label.Name == b.Label.Name
	}
	for _, n := range enclosing(r.p.src.file, b) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n == ast.Node(r.loop)
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if b.Tok == token.BREAK {
				return false
			}
		}
	}
	return false
}

func (r *rewrite) isMin(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	b, ok := callee(r.p.f.pass.TypesInfo, c).(*types.Builtin)
	return ok && b.Name() == "min"
}

// pace reads the delay: a constant, or a variable that begins as one and doubles
// up to a maximum, and that nothing else uses.
func (r *rewrite) pace(d ast.Expr) bool {
	info := r.p.f.pass.TypesInfo
	if info.Types[d].Value != nil {
		r.base = d
		return len(r.updates) == 0 && r.above(d)
	}
	id, ok := d.(*ast.Ident)
	if !ok {
		return false
	}
	obj, ok := info.Uses[id].(*types.Var)
	if !ok || !isDuration(obj.Type()) {
		return false
	}
	for _, s := range preceding(r.parent(), r.outer()) {
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && info.Defs[a.Lhs[0].(*ast.Ident)] == obj {
			r.delay, r.base = s, a.Rhs[0]
		}
	}
	if r.base == nil || info.Types[r.base].Value == nil || !r.above(r.base) || !r.doubles(obj) {
		return false
	}
	inside := 1
	for _, u := range r.updates {
		inside += len(r.uses(obj, u))
	}
	return len(r.uses(obj, r.p.fn)) == inside
}

func (r *rewrite) above(d ast.Expr) bool {
	return constant.Sign(r.p.f.pass.TypesInfo.Types[d].Value) > 0
}

// outer is the loop with its label.
func (r *rewrite) outer() ast.Stmt { return r.p.labelled(r.loop) }

// labelled is a loop around the place with its label, if it has one.
func (p *place) labelled(loop ast.Stmt) ast.Stmt {
	for i, n := range p.path {
		if n == ast.Node(loop) && i+1 < len(p.path) {
			if l, ok := p.path[i+1].(*ast.LabeledStmt); ok {
				return l
			}
		}
	}
	return loop
}

// parent is what lists the loop.
func (r *rewrite) parent() ast.Node {
	outer := r.outer()
	for i, n := range r.p.path {
		if n == ast.Node(outer) && i+1 < len(r.p.path) {
			return r.p.path[i+1]
		}
	}
	return nil
}

// doubles reads the updates of the delay: d *= 2, also followed by a maximum, or
// d = min(2*d, maximum).
func (r *rewrite) doubles(obj types.Object) bool {
	info := r.p.f.pass.TypesInfo
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && info.Uses[id] == obj
	}
	two := func(e ast.Expr) bool {
		v := info.Types[e].Value
		return v != nil && constant.Compare(constant.ToInt(v), token.EQL, constant.MakeInt64(2))
	}
	if len(r.updates) == 0 {
		return true
	}
	r.grows = true
	first, ok := r.updates[0].(*ast.AssignStmt)
	if !ok || len(first.Lhs) != 1 || !is(first.Lhs[0]) {
		return false
	}
	if first.Tok == token.ASSIGN && len(r.updates) == 1 {
		c, ok := first.Rhs[0].(*ast.CallExpr)
		if !ok || !r.isMin(c) || len(c.Args) != 2 {
			return false
		}
		m, ok := c.Args[0].(*ast.BinaryExpr)
		r.limit = c.Args[1]
		return ok && m.Op == token.MUL && (is(m.X) && two(m.Y) || two(m.X) && is(m.Y)) && info.Types[r.limit].Value != nil && r.above(r.limit)
	}
	if first.Tok != token.MUL_ASSIGN || !two(first.Rhs[0]) {
		return false
	}
	if len(r.updates) == 1 {
		return true
	}
	check, ok := r.updates[1].(*ast.IfStmt)
	if !ok || len(r.updates) > 2 || check.Init != nil || check.Else != nil || len(check.Body.List) != 1 {
		return false
	}
	cond, ok := check.Cond.(*ast.BinaryExpr)
	set, okSet := check.Body.List[0].(*ast.AssignStmt)
	if !ok || !okSet || cond.Op != token.GTR && cond.Op != token.GEQ || !is(cond.X) || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || !is(set.Lhs[0]) {
		return false
	}
	r.limit = set.Rhs[0]
	limit, border := info.Types[r.limit].Value, info.Types[cond.Y].Value
	return limit != nil && border != nil && constant.Compare(limit, token.EQL, border) && r.above(r.limit)
}

// answer finds what the function returns when the attempts are used up. Where
// that is the error that the loop keeps, which no failed round may leave nil, the
// error has to say so too if there was no attempt at all because the context was
// done.
func (r *rewrite) answer() bool {
	info := r.p.f.pass.TypesInfo
	results := r.p.results()
	after := r.p.after(r.outer())
	if r.times == nil && len(after) == 0 {
		return !r.jumps(token.BREAK) && r.endless(results)
	}
	for len(after) > 0 && r.p.logs(after[0]) {
		after = after[1:]
	}
	if len(results) == 0 || len(after) == 0 {
		// What follows a loop without end follows a success.
		return len(results) == 0 && r.times != nil
	}
	ret, ok := after[0].(*ast.ReturnStmt)
	if i, isIf := after[0].(*ast.IfStmt); isIf && i.Init == nil && len(i.Body.List) == 1 {
		ret, ok = i.Body.List[0].(*ast.ReturnStmt)
		cond, isTest := i.Cond.(*ast.BinaryExpr)
		ok = ok && isTest && cond.Op == token.NEQ && info.Types[cond.Y].IsNil()
	}
	if !ok || len(ret.Results) != len(results) {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if !summary.IsError(info.TypeOf(results[len(results)-1])) {
		return r.p.constant(ret) && r.times != nil
	}
	ast.Inspect(last, func(n ast.Node) bool {
		if id, isID := n.(*ast.Ident); isID {
			if v, isVar := info.Uses[id].(*types.Var); isVar && summary.IsError(v.Type()) && v.Parent() != r.p.f.pass.Pkg.Scope() {
				if r.err != nil && r.err != v {
					ok = false
				}
				r.err = v
			}
		}
		return true
	})
	if !ok || r.err == nil || r.err.Pos() > r.loop.Pos() || info.Types[last].IsNil() {
		return false // or an error that says nothing of the attempts: not seen often enough
	}
	return r.setInLoop() && r.p.notNil(r.err, r.body) && !r.compared(r.err)
}

// endless is answer for a loop that is left by a return only: what the function
// returns when the loop gives up there has to be made.
func (r *rewrite) endless(results []ast.Expr) bool {
	if len(results) == 0 {
		// Who calls it may ask the context, which may not be done yet: package
		// retry does not wait beyond its deadline.
		return false
	}
	if !summary.IsError(r.p.f.pass.TypesInfo.TypeOf(results[len(results)-1])) || r.p.owesLater(r.loop) || r.p.holds() {
		return false
	}
	behind := *r.p
	behind.stmt = r.outer()
	before, ok := behind.values(results, r.loop)
	l := leaving{before: before}
	if r.plain != nil {
		r.err = r.plain.err
	} else if r.err = r.kept(); r.err == nil || !r.p.notNil(r.err, r.body) {
		// The error is one of a single round.
		if _, found := behind.precedent(r.site); found {
			return false
		}
		r.err, r.stop = nil, r.p.name(r.loop, "stop", "ended", "gaveUp")
		r.gives = l.statement(r.stop)
		return ok && r.stop != "" && r.ctx != "" && !r.p.owes(r.loop) && !r.p.keepsAnswer(r.loop)
	}
	r.gives = l.statement(r.err.Name())
	return ok && !r.compared(r.err)
}

// kept is the variable from before the loop that the loop keeps its error in, if
// there is just one.
func (r *rewrite) kept() *types.Var {
	var kept *types.Var
	several := false
	own(r.body, func(n ast.Node) {
		a, ok := n.(*ast.AssignStmt)
		if !ok || a.Tok != token.ASSIGN {
			return
		}
		for _, l := range a.Lhs {
			id, _ := l.(*ast.Ident)
			v, ok := r.p.f.pass.TypesInfo.Uses[id].(*types.Var)
			if ok && summary.IsError(v.Type()) && v.Pos() < r.loop.Pos() && v.Parent() != r.p.f.pass.Pkg.Scope() {
				several = several || kept != nil && kept != v
				kept = v
			}
		}
	})
	if several {
		return nil
	}
	return kept
}

// setInLoop reports whether the loop itself sets the error that is returned.
func (r *rewrite) setInLoop() bool {
	set := false
	own(r.body, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && r.p.f.pass.TypesInfo.Uses[id] == r.err {
					set = true
				}
			}
		}
	})
	return set
}

// compared reports whether the function compares an error with another than nil,
// or asks for its type: the error of package retry wraps it.
func (r *rewrite) compared(err *types.Var) bool {
	info := r.p.f.pass.TypesInfo
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && info.Uses[id] == types.Object(err)
	}
	compared := false
	ast.Inspect(r.p.fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if is(n.X) && !info.Types[n.Y].IsNil() || is(n.Y) && !info.Types[n.X].IsNil() {
				compared = true
			}
		case *ast.TypeAssertExpr:
			compared = compared || is(n.X)
		case *ast.SwitchStmt:
			compared = compared || n.Tag != nil && is(n.Tag)
		}
		return true
	})
	return compared
}

// policy is the retry.Policy, as source, or "" if none does what the loop does.
func (r *rewrite) policy(qualifier string) string {
	src := r.p.src
	pkg, ok := r.p.imported("time")
	if !ok {
		return ""
	}
	times := "-1"
	switch {
	case r.times != nil:
		times = src.of(r.times)
	case r.ctx == "":
		times += ", MaxElapsed: 15 * " + join(pkg, "Minute")
	}
	max := ""
	switch {
	case !r.grows:
		// Half of the delay stays, as a constant delay is often how long one is
		// ready to wait for something.
		max = fmt.Sprintf(", MaxDelay: %s, Jitter: %sEqualJitter", src.of(r.base), qualifier)
	case r.limit != nil:
		max = ", MaxDelay: " + src.of(r.limit)
	case r.times == nil:
		// As the fix for a delay without a maximum does.
		if first, _ := constant.Int64Val(r.p.f.pass.TypesInfo.Types[r.base].Value); first > int64(mostStart) {
			return ""
		}
		max = ", MaxDelay: " + join(pkg, "Minute")
	case r.reachesDefault():
		max = ", MaxDelay: -1"
	}
	return fmt.Sprintf("%sPolicy{MaxAttempts: %s, BaseDelay: %s%s}", qualifier, times, src.of(r.base), max)
}

// longestDefault is retry.DefaultMaxDelay.
const longestDefault = 20 * time.Second

// reachesDefault reports whether a delay that grows without a maximum would be
// cut by the one that a Policy has by default.
func (r *rewrite) reachesDefault() bool {
	info := r.p.f.pass.TypesInfo
	longest, ok := constant.Int64Val(info.Types[r.base].Value)
	times, okTimes := constant.Int64Val(r.number)
	for ; times > 2 && longest <= int64(longestDefault); times-- {
		longest *= 2
	}
	return !ok || !okTimes || longest > int64(longestDefault)
}

// context is the context to retry under, as source, and what to add for it.
func (r *rewrite) context() (string, []analysis.TextEdit, bool) {
	if r.ctx != "" {
		return r.ctx, nil, true
	}
	todo, edits, ok := r.p.use("context", "TODO", "context")
	return todo + "()", edits, ok
}

// head is the beginning of a call of package retry, up to the policy, and what to
// add for it.
func (r *rewrite) head(name string) (string, []analysis.TextEdit, bool) {
	called, edits, ok := r.p.use(retryPath, name, "retry", "rvretry")
	if !ok {
		return "", nil, false
	}
	ctx, more, ok := r.context()
	policy := r.policy(strings.TrimSuffix(called, name))
	if !ok || policy == "" {
		return "", nil, false
	}
	return called + "(" + ctx + ", " + spaced(policy, 2), append(edits, more...), true
}

// edits make the loop a range over retry.Attempts.
func (r *rewrite) edits() []analysis.TextEdit {
	p := r.p
	name, end := "Attempts", ""
	switch {
	case r.err != nil:
		name, end = "AttemptsErr", ", &"+r.err.Name()
	case r.stop != "":
		name, end = "AttemptsErr", ", &"+r.stop
	}
	attempts, edits, ok := r.head(name)
	if !ok || r.err != nil && (r.err.Pos() > r.loop.Pos() || p.f.lookup(r.err.Name(), r.loop.Pos()) != types.Object(r.err)) {
		return nil
	}
	head := "for range "
	if r.counter != nil {
		head = "for " + r.counter.Name + " := range "
	}
	edits = append(edits, replace(r.loop.Pos(), r.body.Lbrace, head+attempts+end+") "))
	indent, okIndent := p.src.indent(r.loop.Pos())
	if r.stop != "" {
		edits = append(edits, insert(p.src.above(r.outer()), indent+"var "+r.stop+" error\n"))
	}

	last := p.stmt
	if len(r.updates) > 0 {
		last = r.updates[len(r.updates)-1]
	}
	if p.src.above(p.stmt) != p.src.line(p.stmt.Pos()) || p.src.remark(last) {
		return nil // a comment speaks of the wait
	}
	if r.next != nil {
		edits = append(edits, replace(p.stmt.Pos(), r.next.Pos(), ""))
	} else {
		before := preceding(p.path[1], p.stmt)
		edits = append(edits, replace(before[len(before)-1].End(), last.End(), ""))
	}
	if !okIndent {
		return nil
	}
	if r.gives != "" {
		edits = append(edits, insert(r.loop.End(), "\n"+indent+r.gives))
	}
	return r.without(edits, r.delay)
}

// without drops a statement before the loop, if there is one.
func (r *rewrite) without(edits []analysis.TextEdit, s ast.Stmt) []analysis.TextEdit {
	if s == nil {
		return edits
	}
	if _, ok := r.p.src.indent(s.Pos()); !ok {
		return nil
	}
	return append(edits, replace(r.p.src.line(s.Pos()), r.p.src.line(following(r.parent(), s)[0].Pos()), ""))
}
