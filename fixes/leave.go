package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// leaving is how a function is left when a wait is cancelled.
type leaving struct {
	// before are the values of a return statement in front of the error.
	before []string
	// err is set where an error is returned last: ctx.Err() or what stands for it.
	err string
	// whole is the return statement, or "" where the wait only ends and the
	// loop's own condition does the rest.
	whole string
}

// statement is the return statement that hands on an error.
func (l *leaving) statement(err string) string {
	return "return " + strings.Join(append(slices.Clone(l.before), err), ", ")
}

// leave says how to leave the function at a wait of a site when a context or
// stop channel ends the wait: as the function does already where it notices
// that, else with its zero values and the context's error, else as it gives up.
// It fails where leaving would skip something that must still be done.
func (p *place) leave(s *site.Site, loop ast.Node) (leaving, bool) {
	if p.owes(loop) || p.keepsAnswer(loop) {
		return leaving{}, false
	}
	if p.loopAsks(s, loop) {
		return leaving{}, true
	}
	return p.leaveAtHead(s, loop)
}

// leaveAtHead is leave for the beginning of a round.
func (p *place) leaveAtHead(s *site.Site, loop ast.Node) (leaving, bool) {
	if p.isDeferred() || p.detached(s) || p.holds() {
		return leaving{}, false
	}
	if whole, found := p.precedent(s); found {
		return leaving{whole: whole}, whole != ""
	}
	if p.owesLater(loop) {
		return leaving{}, false
	}
	results := p.results()
	switch {
	case len(results) == 0:
		return leaving{whole: "return"}, !p.goesOn(loop)
	case summary.IsError(p.f.pass.TypesInfo.TypeOf(results[len(results)-1])):
		return p.leaveWithError(s, loop, results)
	}
	giveUp := p.giveUp(loop)
	if giveUp == nil || !p.constant(giveUp) {
		return leaving{}, false
	}
	return leaving{whole: p.src.of(giveUp)}, true
}

// leaveWithError returns the context's error. What a stop channel ended returns
// what the loop returns when it gives up: the error of the last attempt.
func (p *place) leaveWithError(s *site.Site, loop ast.Node, results []ast.Expr) (leaving, bool) {
	if s.Reach.Kind != knowledge.Ctx {
		giveUp := p.giveUp(loop)
		if giveUp == nil || !s.Kind.Again() || s.OnAnswer || !p.f.same(giveUp, p.stmt.Pos()) || !p.failed(giveUp, loop) {
			return leaving{}, false
		}
		return leaving{whole: p.src.of(giveUp)}, true
	}
	before, ok := p.values(results, loop)
	l := leaving{before: before, err: s.Reach.Expr + ".Err()"}
	if cause := p.cause(); cause != "" {
		l.err = cause + "(" + s.Reach.Expr + ")"
	}
	l.whole = l.statement(l.err)
	return l, ok
}

// values are what to return in front of an error: what the function returns there
// already, or else zero values.
func (p *place) values(results []ast.Expr, loop ast.Node) (values []string, ok bool) {
	for i, typ := range results[:len(results)-1] {
		value := p.usual(i, len(results), loop)
		if value == "" {
			value = p.zero(typ)
		}
		if value == "" {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// results are the types of the function's results.
func (p *place) results() []ast.Expr {
	var out []ast.Expr
	if p.typ.Results == nil {
		return nil
	}
	for _, field := range p.typ.Results.List {
		for range max(1, len(field.Names)) {
			out = append(out, field.Type)
		}
	}
	return out
}

// zero is the zero value of a type as one writes it.
func (p *place) zero(typ ast.Expr) string {
	t := p.f.pass.TypesInfo.TypeOf(typ)
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "*new(" + p.src.of(typ) + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "nil" // unsafe.Pointer
	case *types.Struct, *types.Array:
		if _, literal := typ.(*ast.StructType); literal {
			return ""
		}
		return p.src.of(typ) + "{}"
	}
	return "nil"
}

// returns lists the return statements of the function itself.
func (p *place) returns() []*ast.ReturnStmt {
	var out []*ast.ReturnStmt
	own(p.body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			out = append(out, r)
		}
	})
	return out
}

// own walks a body without the function literals in it.
func own(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && n != body {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// usual is what all returns that hand on an error have for a result, where that
// is the same plain value everywhere; "" if they differ, or if it is what the
// last attempt gave back, which has a zero value of nil.
func (p *place) usual(i, n int, loop ast.Node) string {
	usual := ""
	for _, r := range p.returns() {
		if len(r.Results) != n || p.f.pass.TypesInfo.Types[r.Results[n-1]].IsNil() {
			continue
		}
		if tv := p.f.pass.TypesInfo.Types[r.Results[i]]; tv.Value != nil && !p.f.same(r.Results[i], p.stmt.Pos()) {
			return ""
		}
		switch e := ast.Unparen(r.Results[i]).(type) {
		case *ast.BasicLit, *ast.UnaryExpr:
			if p.f.pass.TypesInfo.Types[e].Value == nil {
				return ""
			}
		case *ast.Ident:
			if !p.f.same(e, p.stmt.Pos()) || p.isAnswer(e, loop) {
				return ""
			}
		case *ast.CompositeLit:
			if len(e.Elts) > 0 || !p.f.same(e.Type, p.stmt.Pos()) {
				return ""
			}
		default:
			return ""
		}
		text := p.src.of(r.Results[i])
		if usual != "" && usual != text {
			return ""
		}
		usual = text
	}
	return usual
}

// isAnswer reports whether a variable holds what an attempt in the loop gave
// back by reference: a half of an answer is not to be returned with an error.
func (p *place) isAnswer(id *ast.Ident, loop ast.Node) bool {
	obj := p.f.pass.TypesInfo.Uses[id]
	if obj == nil {
		return false
	}
	switch obj.Type().Underlying().(type) {
	case *types.Basic, *types.Struct, *types.Array:
		return false
	}
	if _, ok := types.Unalias(obj.Type()).(*types.TypeParam); ok {
		return false
	}
	set := false
	own(loop, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && p.f.pass.TypesInfo.Uses[id] == obj {
					set = true
				}
			}
		}
	})
	return set
}

// keepsAnswer reports whether a response that the loop looks at is still open at
// the wait: whoever gets an error does not close it.
func (p *place) keepsAnswer(loop ast.Node) bool {
	keeps := false
	own(loop, func(n ast.Node) {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return
		}
		for _, l := range a.Lhs {
			id, ok := l.(*ast.Ident)
			if ok && summary.IsNamed(p.f.pass.TypesInfo.TypeOf(id), "net/http", "Response") {
				looked, closed := p.handles(loop, p.f.pass.TypesInfo.ObjectOf(id))
				keeps = keeps || looked && !closed
			}
		}
	})
	return keeps
}

// handles says what a loop does with a response before the wait: whether it
// looks at its status or hands it on, and whether it closes its body.
func (p *place) handles(loop ast.Node, resp types.Object) (looked, closed bool) {
	isResp := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && p.f.pass.TypesInfo.Uses[id] == resp
	}
	own(loop, func(n ast.Node) {
		if n.Pos() > p.stmt.Pos() {
			return
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			looked = looked || n.Sel.Name == "StatusCode" && isResp(n.X)
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
				if body, ok := sel.X.(*ast.SelectorExpr); ok && isResp(body.X) {
					closed = true
				}
			}
			for _, arg := range n.Args {
				name := strings.ToLower(summary.LastName(n.Fun))
				body, ok := arg.(*ast.SelectorExpr)
				if !isResp(arg) && (!ok || !isResp(body.X)) {
					continue
				}
				looked = true
				closed = closed || strings.Contains(name, "close") || strings.Contains(name, "drain") || strings.Contains(name, "discard")
			}
		}
	})
	return looked, closed
}

// cause is how the file writes context.Cause, if it never asks a context's Err.
func (p *place) cause() string {
	cause, err := "", false
	ast.Inspect(p.src.file, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		switch {
		case !ok:
		case sel.Sel.Name == "Cause" && p.isPackage(sel.X, "context") && p.f.same(sel.X, p.stmt.Pos()):
			cause = p.src.of(sel)
		case sel.Sel.Name == "Err" && summary.IsContext(p.f.pass.TypesInfo.TypeOf(sel.X)):
			err = true
		}
		return true
	})
	if err {
		return ""
	}
	return cause
}

// isPackage reports whether an expression is the name of an imported package.
func (p *place) isPackage(e ast.Expr, path string) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := p.f.pass.TypesInfo.Uses[id].(*types.PkgName)
	return ok && pkg.Imported().Path() == path
}

// giveUp is the return statement that follows a loop, by which the function
// gives up.
func (p *place) giveUp(loop ast.Node) *ast.ReturnStmt {
	for _, s := range p.after(loop) {
		if r, ok := s.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
			return r
		}
		if !p.logs(s) {
			return nil
		}
	}
	return nil
}

// constant reports whether a return statement returns nothing but plain values.
func (p *place) constant(r *ast.ReturnStmt) bool {
	for _, e := range r.Results {
		tv := p.f.pass.TypesInfo.Types[e]
		if tv.Value == nil && !tv.IsNil() || !p.f.same(e, p.stmt.Pos()) {
			return false
		}
	}
	return true
}

// failed reports whether the error that a return statement hands on cannot be nil
// at the wait.
func (p *place) failed(r *ast.ReturnStmt, loop ast.Node) bool {
	id, ok := r.Results[len(r.Results)-1].(*ast.Ident)
	return ok && p.notNil(p.f.pass.TypesInfo.Uses[id], loop)
}

// notNil reports whether a test in the loop keeps an error that is nil from the
// place: one around it, or one before it that leaves.
func (p *place) notNil(err types.Object, loop ast.Node) bool {
	tested := false
	own(loop, func(n ast.Node) {
		if n.Pos() > p.stmt.Pos() {
			return
		}
		inside := n.End() >= p.stmt.End()
		switch n := n.(type) {
		case *ast.IfStmt:
			inside = inside && n.Body.Pos() <= p.stmt.Pos() && p.stmt.End() <= n.Body.End()
			switch op := p.nilTest(n.Cond, err); {
			case op == token.NEQ:
				tested = tested || inside
			case op == token.EQL && !inside:
				tested = tested || n.Else == nil && leaves(n.Body)
			}
		case *ast.SwitchStmt:
			for _, c := range n.Body.List {
				clause := c.(*ast.CaseClause)
				if n.Tag == nil && !inside && len(clause.List) == 1 && p.nilTest(clause.List[0], err) == token.EQL && leaves(&ast.BlockStmt{List: clause.Body}) {
					b, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
					tested = tested || !ok || b.Label != nil || b.Tok == token.CONTINUE
				}
			}
		}
	})
	return tested
}

// nilTest is the operator by which a condition compares a variable with nil,
// token.ILLEGAL if it does anything else.
func (p *place) nilTest(cond ast.Expr, v types.Object) token.Token {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || !p.f.pass.TypesInfo.Types[b.Y].IsNil() {
		return token.ILLEGAL
	}
	if x, ok := b.X.(*ast.Ident); !ok || p.f.pass.TypesInfo.Uses[x] != v {
		return token.ILLEGAL
	}
	return b.Op
}

// leaves reports whether a block ends by a jump out of it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// loopAsks reports whether the loop's own condition asks the context, and the
// round ends at the wait: then it is enough that the wait ends early, and what
// follows the loop deals with the cancellation.
func (p *place) loopAsks(s *site.Site, loop ast.Node) bool {
	l, ok := loop.(*ast.ForStmt)
	if !ok || l.Cond == nil || len(p.rest(loop)) > 0 {
		return false
	}
	return p.asksErr(l.Cond, s.Reach.Expr, token.EQL)
}

// asksErr reports whether a conjunction has a part ctx.Err() == nil, or != nil.
func (p *place) asksErr(cond ast.Expr, ctx string, op token.Token) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if b.Op == token.LAND && op == token.EQL {
		return p.asksErr(b.X, ctx, op) || p.asksErr(b.Y, ctx, op)
	}
	return b.Op == op && p.f.pass.TypesInfo.Types[b.Y].IsNil() && p.src.of(b.X) == ctx+".Err()"
}

// precedent is the return statement by which the function already leaves where
// it finds the same context or channel done. found is set, and the text empty,
// where it does more than that.
func (p *place) precedent(s *site.Site) (text string, found bool) {
	var body []ast.Stmt
	own(p.body, func(n ast.Node) {
		if found {
			return
		}
		switch n := n.(type) {
		case *ast.CommClause:
			if n.Comm == nil {
				return
			}
			if ch := summary.ReceivedFrom(n); ch != nil && p.src.of(ch) == channel(s.Reach) {
				body, found = n.Body, true
			}
		case *ast.IfStmt:
			if n.Init == nil && s.Reach.Kind == knowledge.Ctx && p.asksErr(n.Cond, s.Reach.Expr, token.NEQ) {
				body, found = n.Body.List, true
			}
		}
		if found && (len(body) == 0 || !endsInReturn(body)) {
			found = false
		}
	})
	if !found {
		return "", false
	}
	for _, s := range body[:len(body)-1] {
		if !p.logs(s) && !p.stopsTimer(s) {
			return "", true
		}
	}
	r := body[len(body)-1].(*ast.ReturnStmt)
	if !p.f.same(r, p.stmt.Pos()) {
		return "", false
	}
	return p.src.of(r), true
}

func endsInReturn(body []ast.Stmt) bool {
	_, ok := body[len(body)-1].(*ast.ReturnStmt)
	return ok
}

// channel is the channel that tells of a cancellation.
func channel(r site.Reach) string {
	if r.Kind == knowledge.Ctx {
		return r.Expr + ".Done()"
	}
	return r.Expr
}

// logs reports whether a statement only writes a line to a log.
func (p *place) logs(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	name := strings.ToLower(summary.LastName(c.Fun))
	for _, verb := range [...]string{"log", "print", "debug", "info", "warn", "error", "trace", "msg"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}

// stopsTimer reports whether a statement stops a timer or ticker.
func (p *place) stopsTimer(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Stop" && p.isTimer(sel.X)
}

func (p *place) isTimer(e ast.Expr) bool {
	t := p.f.pass.TypesInfo.TypeOf(e)
	if ptr, ok := summary.TypeUnder[*types.Pointer](t); ok {
		t = ptr.Elem()
	}
	return summary.IsNamed(t, "time", "Timer") || summary.IsNamed(t, "time", "Ticker")
}

// rest lists the statements that follow the place in each list of statements
// around it within the loop, the loop's post statement included.
func (p *place) rest(loop ast.Node) []ast.Stmt {
	var out []ast.Stmt
	for i, n := range p.path {
		if n == loop || i+1 == len(p.path) || n == p.fn {
			break
		}
		s, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		for _, l := range following(p.path[i+1], s) {
			if b, ok := l.(*ast.BranchStmt); ok && b.Tok == token.CONTINUE && b.Label == nil {
				return out
			}
			out = append(out, l)
		}
	}
	if l, ok := loop.(*ast.ForStmt); ok && l.Post != nil {
		if _, plain := l.Post.(*ast.IncDecStmt); !plain {
			out = append(out, l.Post)
		}
	}
	return out
}

// after lists the statements that follow a loop in the list that it stands in.
func (p *place) after(loop ast.Node) []ast.Stmt {
	for i, n := range p.path {
		if n == loop && i+1 < len(p.path) {
			s, parent := loop.(ast.Stmt), p.path[i+1]
			if l, ok := parent.(*ast.LabeledStmt); ok && i+2 < len(p.path) {
				s, parent = l, p.path[i+2]
			}
			return following(parent, s)
		}
	}
	return nil
}

// following lists what stands behind a statement in its parent's list.
func following(parent ast.Node, s ast.Stmt) []ast.Stmt {
	list := listOf(parent)
	if i := slices.Index(list, s); i >= 0 {
		return list[i+1:]
	}
	return nil
}

// goesOn reports whether a function without results has something to do behind
// the loop, other than to say in a log that the loop has ended.
func (p *place) goesOn(loop ast.Node) bool {
	inside := false
	for i, n := range p.path {
		inside = inside || n == loop
		if n == p.fn && i+2 < len(p.path) {
			if _, alone := p.path[i+2].(*ast.GoStmt); alone {
				return false // nothing waits for the end of a goroutine by itself
			}
		}
		if !inside || n == p.fn || i+1 == len(p.path) {
			continue
		}
		s, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		for _, l := range following(p.path[i+1], s) {
			if r, ok := l.(*ast.ReturnStmt); ok && len(r.Results) == 0 || p.logs(l) {
				continue
			}
			return true
		}
	}
	return false
}

// isDeferred reports whether the function is one that a defer statement calls:
// cleaning up goes on when the context is done.
func (p *place) isDeferred() bool {
	for i, n := range p.path {
		if n == p.fn && i+2 < len(p.path) {
			_, deferred := p.path[i+2].(*ast.DeferStmt)
			return deferred
		}
	}
	return false
}

// detached reports whether the site means to go on although the signal in reach
// says that all is over: its attempts take no notice of the context on purpose,
// or the function's own purpose is to end something.
func (p *place) detached(s *site.Site) bool {
	name := s.FuncName[strings.LastIndexByte(s.FuncName, '.')+1:]
	if s.Reach.Kind == knowledge.Stop && (summary.StopName(name) || strings.Contains(strings.ToLower(name), "drain")) {
		return true
	}
	for _, a := range s.Attempts {
		if c, ok := a.Ctx.(*ast.CallExpr); ok && summary.LastName(c.Fun) == "WithoutCancel" {
			return true
		}
	}
	return false
}

// owes reports whether something that the loop holds at the wait is given back
// later in the same round.
func (p *place) owes(loop ast.Node) bool {
	for _, s := range p.rest(loop) {
		owes := false
		own(s, func(n ast.Node) { owes = owes || p.settles(n) })
		if owes {
			return true
		}
	}
	return false
}

// holds reports whether a lock is held at the place that no defer gives back.
func (p *place) holds() bool {
	held := map[string]int{}
	own(p.body, func(n ast.Node) {
		if d, ok := n.(*ast.DeferStmt); ok {
			if on, locks := lock(d.Call); on != "" && !locks {
				held[on] += 2 // once for itself, once for the visit of its call
			}
		}
		if c, ok := n.(*ast.CallExpr); ok && c.Pos() < p.stmt.Pos() {
			switch on, locks := lock(c); {
			case on == "":
			case locks:
				held[on]--
			default:
				held[on]++
			}
		}
	})
	for _, n := range held {
		if n < 0 {
			return true
		}
	}
	return false
}

// lock says which lock a call takes or gives back.
func lock(c *ast.CallExpr) (on string, locks bool) {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	switch sel.Sel.Name {
	case "Lock", "RLock", "Acquire":
		return types.ExprString(sel.X), true
	case "Unlock", "RUnlock", "Release":
		return types.ExprString(sel.X), false
	}
	return "", false
}

// owesLater reports whether the function gives something back, by a statement
// that no defer runs, which it got before the loop: a return at the wait would
// keep it. In a function without results that includes what others wait to be
// sent.
func (p *place) owesLater(loop ast.Node) bool {
	owes := false
	deferred := map[ast.Node]bool{}
	own(p.body, func(n ast.Node) {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred[d.Call] = true
		}
		if n.Pos() < loop.Pos() || deferred[n] || !p.settles(n) {
			return
		}
		if n.Pos() > loop.End() || !p.madeIn(n, loop) {
			owes = true
		}
	})
	return owes
}

// madeIn reports whether what a statement gives back was made within the loop.
func (p *place) madeIn(n, loop ast.Node) bool {
	if send, ok := n.(*ast.SendStmt); ok {
		return !p.beforeReturn(send)
	}
	made := false
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			obj := p.f.pass.TypesInfo.Uses[id]
			if v, ok := obj.(*types.Var); ok && !v.IsField() {
				made = loop.Pos() <= v.Pos() && v.Pos() < loop.End()
				return false
			}
		}
		return true
	})
	return made
}

// beforeReturn reports whether a statement stands before a return: what is sent
// then is the function's answer.
func (p *place) beforeReturn(s ast.Stmt) bool {
	path := enclosing(p.src.file, s)
	if len(path) < 2 {
		return true
	}
	for _, l := range following(path[1], s) {
		switch l := l.(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.BranchStmt:
			return l.Tok != token.CONTINUE
		}
	}
	return false
}

// settles reports whether a node gives something back that was taken: a lock, a
// connection, a place in a wait group, a channel that others wait on.
func (p *place) settles(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt:
		return len(p.results()) == 0
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.Ident:
			return f.Name == "close" || f.Name == "cancel" || f.Name == "release" || f.Name == "unlock"
		case *ast.SelectorExpr:
			switch f.Sel.Name {
			case "Lock", "RLock", "Unlock", "RUnlock", "Close", "Done", "Release", "Free", "Put", "Rollback", "Shutdown", "Disconnect", "Cancel", "Signal", "Broadcast":
				return !summary.IsContext(p.f.pass.TypesInfo.TypeOf(f.X)) // ctx.Done()
			case "Stop":
				return !p.isTimer(f.X)
			}
		}
	}
	return false
}
