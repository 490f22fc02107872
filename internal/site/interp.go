package site

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// value is what the interpreter knows of a variable.
type value uint8

const (
	anything value = iota
	isNil          // a nil error, pointer or interface
	notNil
	isTrue
	isFalse
	goodResponse // a response whose status is a success
	badResponse  // a response whose status says that the server failed
)

// outcome is what a world says of a call.
type outcome uint8

const (
	free    outcome = iota // anything may happen
	success                // no error; the answer may still be anything
	failure                // an error, or a nil or false result where there is none
	refused                // no error, but a response that says failure
)

// world says how each call of a region ends.
type world func(c *ast.CallExpr) outcome

// maxSteps bounds what the interpreter does for one region, all questions taken
// together. A loop that needs more has more ways and flags than anybody follows,
// and is left alone.
const maxSteps = 50_000

// interp runs a region once around: from a start to the head or out.
type interp struct {
	r       *region
	world   world
	tracked map[types.Object]int
	inner   map[*cfg.Block]int // loops over data inside the region, by their heads
	seen    map[string]bool
	// back is set when the head was reached and its condition may hold again.
	back bool
	// cut stops the walk at these blocks, for questions such as «without
	// passing a wait».
	cut func(b *cfg.Block) bool
	// later interprets a round that is not the first: counters of attempts are
	// high.
	later bool
	// noConflict makes every question about a conflict be answered no.
	noConflict bool
	// cancelled is set in the world in which contexts have ended.
	cancelled bool
	// strict makes questions that cannot be answered end the loop.
	strict bool
	// says answers the questions about errors that are no nil ones, where it is
	// set.
	says value
	// mayLoad leaves those without an answer that ask if a server is overloaded.
	mayLoad bool
	// asked is set when a condition on a response's status was evaluated.
	asked bool
	// count compares integers that count, where that is wanted.
	count func(x ast.Expr, op token.Token, y ast.Expr) value
	// nothing makes a call that fails by an error give back nil beside it, whatever
	// else its type is than a pointer, for which that is taken for granted.
	nothing bool
	// mayEnd lets a context have ended.
	mayEnd bool
	// reached holds the blocks that were entered.
	reached map[*cfg.Block]bool
	// ended is told of every return that is reached, with what is known there.
	ended func(ret *ast.ReturnStmt, env []value)
	// code is what a bad response says, badStatus if it is 0.
	code int64
	// status is like code; where it is set, questions about it are followed into
	// the functions that are asked.
	status int64
	// statuses are the variables that hold it.
	statuses map[types.Object]bool
	// given are the values of parameters.
	given map[types.Object]value
	// unsure is set when a question was asked of the status that cannot be
	// answered.
	unsure bool
	// depth is how many functions lie between the site and this one.
	depth int
	// first holds those that were entered before the head was.
	first map[*cfg.Block]bool
}

// track picks the variables whose values decide conditions of the region:
// errors, flags, responses and pointers that are assigned there.
func (r *region) track() map[types.Object]int {
	if r.tracked != nil {
		return r.tracked
	}
	tracked := map[types.Object]int{}
	r.tracked = tracked
	for _, b := range r.order {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				obj, ok := r.u.m.object(id).(*types.Var)
				if !ok || obj.IsField() || !trackable(obj.Type()) {
					return true
				}
				if _, ok := tracked[obj]; !ok && r.assigned(obj) {
					tracked[obj] = len(tracked)
				}
				return true
			})
		}
	}
	return tracked
}

// assigned reports whether the region assigns a variable.
func (r *region) assigned(obj types.Object) bool {
	for _, d := range r.u.definitions()[obj] {
		if r.contains(d.node) {
			return true
		}
	}
	return false
}

func trackable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// walkNode visits a node of a block without entering function literals.
func walkNode(n ast.Node, f func(ast.Node) bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		return n == nil || f(n)
	})
}

// state is a point of the interpretation: a block about to be run, with what is
// known then. again is set in the second round.
type state struct {
	block *cfg.Block
	env   []value
	again bool
}

// run walks the region from the head with nothing known.
func (r *region) run(w world) *interp {
	return r.runFrom(r.head, 0, w, nil)
}

// interp prepares the interpretation of a region in a world.
func (r *region) interp(w world) *interp {
	in := &interp{r: r, world: w, tracked: r.track(), inner: map[*cfg.Block]int{}, seen: map[string]bool{}, reached: map[*cfg.Block]bool{}, first: map[*cfg.Block]bool{}}
	for _, b := range r.order {
		if b != r.head && overData(b) {
			in.inner[b] = len(in.tracked) + len(in.inner)
		}
	}
	return in
}

// overData reports whether a block is the head of a loop over data or a count.
func overData(b *cfg.Block) bool {
	if loop, ok := b.Stmt.(*ast.ForStmt); ok && b.Kind == cfg.KindForLoop {
		return loop.Post != nil
	}
	return b.Kind == cfg.KindRangeLoop
}

// runFrom walks from a node of a block.
func (r *region) runFrom(b *cfg.Block, node int, w world, cut func(*cfg.Block) bool) *interp {
	in := r.interp(w)
	in.cut = cut
	in.walk(in.step(state{block: b, env: in.start()}, node, b == r.head && node == 0))
	return in
}

// start is an environment in which nothing is known.
func (in *interp) start() []value { return make([]value, len(in.tracked)+len(in.inner)) }

func (in *interp) walk(stack []state) {
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.block == in.r.head {
			if !in.mayEnter(s) {
				continue
			}
			if s.again {
				in.back = true
				continue
			}
			// A loop may look at its last result where a round begins: only the
			// second return to the head shows that it goes on.
			s.again = true
			stack = append(stack, in.step(s, 0, true)...)
			continue
		}
		if !in.r.blocks[s.block] || in.cut != nil && in.cut(s.block) {
			continue
		}
		key := string(encode(s))
		if in.seen[key] {
			continue
		}
		if in.r.steps++; in.r.steps > maxSteps {
			in.back = true
			return
		}
		in.seen[key] = true
		in.reached[s.block] = true
		if !s.again {
			in.first[s.block] = true
		}
		stack = append(stack, in.step(s, 0, false)...)
	}
}

func encode(s state) []byte {
	key := make([]byte, 5, 5+len(s.env))
	key[0], key[1], key[2], key[3] = byte(s.block.Index), byte(s.block.Index>>8), byte(s.block.Index>>16), byte(s.block.Index>>24)
	if s.again {
		key[4] = 1
	}
	for _, v := range s.env {
		key = append(key, byte(v))
	}
	return key
}

// mayEnter reports whether a loop whose head was reached may start another
// round: its condition is not known to be false.
func (in *interp) mayEnter(s state) bool {
	loop, ok := in.r.node.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return true
	}
	later := in.later
	in.later = true
	defer func() { in.later = later }()
	v := in.truth(loop.Cond, s.env)
	if v == anything && (in.cancelled || in.strict) {
		return in.neutral(loop.Cond)
	}
	return v != isFalse
}

// step interprets a block from one of its nodes on and returns what follows.
// At the start of a loop its own condition is taken to hold.
func (in *interp) step(s state, from int, entering bool) []state {
	env := append([]value(nil), s.env...)
	for _, n := range s.block.Nodes[from:] {
		in.transfer(n, env)
	}
	succs := s.block.Succs
	if len(succs) == 0 && in.ended != nil && len(s.block.Nodes) > 0 {
		if ret, ok := s.block.Nodes[len(s.block.Nodes)-1].(*ast.ReturnStmt); ok {
			in.ended(ret, env)
		}
	}
	if len(succs) != 2 {
		out := make([]state, 0, len(succs))
		for _, b := range succs {
			out = append(out, state{b, env, s.again})
		}
		return out
	}
	if i, ok := in.inner[s.block]; ok && env[i] == anything {
		// A loop over data inside the round has data.
		env[i] = isTrue
		return []state{{succs[0], env, s.again}}
	}
	v := in.branch(s.block, env)
	switch {
	case v != anything:
	case in.cancelled:
		v = in.endedBranch(s.block)
	case in.strict:
		v = in.unanswered(s.block)
	}
	switch {
	case entering && isLoopHead(s.block), v == isTrue:
		return []state{{succs[0], env, s.again}}
	case v == isFalse:
		return []state{{succs[1], env, s.again}}
	}
	other := append([]value(nil), env...)
	if cond, tag := in.r.u.condition(s.block); cond != nil && tag == nil {
		in.learn(cond, true, env)
		in.learn(cond, false, other)
	}
	return []state{{succs[0], env, s.again}, {succs[1], other, s.again}}
}

// learn notes what a condition that holds, or does not, says of variables that
// nothing was known of.
func (in *interp) learn(cond ast.Expr, holds bool, env []value) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			in.learn(e.X, !holds, env)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			if holds == (e.Op == token.LAND) {
				in.learn(e.X, holds, env)
				in.learn(e.Y, holds, env)
			}
		case token.EQL, token.NEQ:
			if in.r.u.m.info.Types[e.Y].IsNil() {
				in.know(e.X, nilValue(holds == (e.Op == token.EQL)), env)
			}
		}
	case *ast.Ident:
		in.know(e, boolValue(holds), env)
	}
}

// know sets a variable that nothing is known of.
func (in *interp) know(x ast.Expr, v value, env []value) {
	if i, ok := in.tracked[in.r.u.m.object(x)]; ok && env[i] == anything {
		env[i] = v
	}
}

func nilValue(isIt bool) value {
	if isIt {
		return isNil
	}
	return notNil
}

// isLoopHead reports whether a block ends with a loop's own condition.
func isLoopHead(b *cfg.Block) bool {
	return b.Kind == cfg.KindForLoop || b.Kind == cfg.KindRangeLoop
}

// branch evaluates the condition that ends a block with two successors.
func (in *interp) branch(b *cfg.Block, env []value) value {
	if x, isNilCase := in.r.u.typeCase(b); x != nil {
		if in.noConflict && conflictName(caseName(b)) {
			return isFalse
		}
		switch in.eval(x, env) {
		case isNil:
			return boolValue(isNilCase)
		case notNil, goodResponse, badResponse:
			if isNilCase {
				return isFalse
			}
			return in.saysOf(x, b.Succs[0].Stmt.(*ast.CaseClause).List[0])
		}
		return anything
	}
	cond, tag := in.r.u.condition(b)
	if cond == nil {
		return anything
	}
	if tag != nil {
		return in.compare(tag, token.EQL, cond, env)
	}
	return in.truth(cond, env)
}

// condition returns the expression that decides between a block's two
// successors: the true one comes first. For a case of an expression switch with
// a tag it returns both sides of the comparison.
func (u *unit) condition(b *cfg.Block) (cond, tag ast.Expr) {
	if len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return nil, nil
	}
	last, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !ok {
		return nil, nil
	}
	switch b.Succs[0].Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		return last, nil
	case cfg.KindSwitchCaseBody:
		if cc, ok := b.Succs[0].Stmt.(*ast.CaseClause); ok {
			if sw := u.clause[cc]; sw != nil {
				return last, sw.Tag
			}
		}
	}
	return nil, nil
}

// caseName is the type that a clause of a type switch lists.
func caseName(b *cfg.Block) string {
	return typeExprName(b.Succs[0].Stmt.(*ast.CaseClause).List[0])
}

// typeCase returns what a type switch switches on, where b decides about one of
// its clauses that lists a single type, and whether that is case nil.
func (u *unit) typeCase(b *cfg.Block) (x ast.Expr, isNilCase bool) {
	if len(b.Succs) != 2 || b.Succs[0].Kind != cfg.KindSwitchCaseBody {
		return nil, false
	}
	cc, ok := b.Succs[0].Stmt.(*ast.CaseClause)
	if !ok || len(cc.List) != 1 {
		return nil, false
	}
	return u.typed[cc], u.m.info.Types[cc.List[0]].IsNil()
}

// transfer updates the environment by one statement.
func (in *interp) transfer(n ast.Node, env []value) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		in.assign(n.Lhs, n.Rhs, env)
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, id := range n.Names {
			lhs[i] = id
		}
		if len(n.Values) > 0 {
			in.assign(lhs, n.Values, env)
			return
		}
		for _, id := range n.Names {
			in.set(id, zeroOf(in.r.u.m.info.TypeOf(id)), env)
		}
	}
}

func zeroOf(t types.Type) value {
	if t == nil {
		return anything
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsBoolean != 0 {
			return isFalse
		}
	case *types.Interface, *types.Pointer:
		return isNil
	}
	return anything
}

func (in *interp) set(l ast.Expr, v value, env []value) {
	if i, ok := in.tracked[in.r.u.m.object(l)]; ok {
		env[i] = v
	}
}

func (in *interp) assign(lhs, rhs []ast.Expr, env []value) {
	if len(lhs) == len(rhs) {
		vals := make([]value, len(rhs))
		for i, e := range rhs {
			vals[i] = in.eval(e, env)
		}
		for i, l := range lhs {
			in.set(l, vals[i], env)
		}
		return
	}
	call, _ := ast.Unparen(rhs[0]).(*ast.CallExpr)
	if t, ok := ast.Unparen(rhs[0]).(*ast.TypeAssertExpr); ok && len(lhs) == 2 {
		in.set(lhs[0], anything, env)
		in.set(lhs[1], in.asserted(t, env), env)
		return
	}
	for i, l := range lhs {
		v := anything
		if call != nil {
			v = in.result(call, i)
			if i == 1 && in.asksNil(call, env) || v == anything && in.wantsMore(l, call) {
				v = isFalse
			}
		}
		in.set(l, v, env)
	}
}

// wantsMore reports whether a flag that a successful call gives back beside its
// error says, by its name, that the call should be made again.
func (in *interp) wantsMore(flag ast.Expr, c *ast.CallExpr) bool {
	m := in.r.u.m
	if b, ok := summary.TypeUnder[*types.Basic](m.info.TypeOf(flag)); !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	sig, ok := m.signature(c)
	if !ok || in.r.polls || in.world(c) != success || summary.FailsBy(sig) != summary.ByError || !knowledge.SaysAgain(summary.LastName(flag)) {
		return false
	}
	in.r.saysAgain = true
	return true
}

// asksNil reports whether a call of errors.AsType is given a nil error.
func (in *interp) asksNil(c *ast.CallExpr, env []value) bool {
	fn := in.r.u.m.sums.Callee(c)
	return fn != nil && fn.Name() == "AsType" && fn.Pkg() != nil && fn.Pkg().Path() == "errors" && len(c.Args) == 1 && in.eval(c.Args[0], env) == isNil
}

// asserted is whether a type assertion holds: not for nil.
func (in *interp) asserted(t *ast.TypeAssertExpr, env []value) value {
	if in.eval(t.X, env) == isNil || in.noConflict && t.Type != nil && conflictName(typeExprName(t.Type)) {
		return isFalse
	}
	if t.Type != nil {
		return in.saysOf(t.X, t.Type)
	}
	return anything
}

// typeExprName is the name in a type expression, without its pointer.
func typeExprName(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	return summary.LastName(e)
}

// result is the abstract value of the i-th result of a call in this world.
func (in *interp) result(c *ast.CallExpr, i int) value {
	m := in.r.u.m
	sig, ok := m.signature(c)
	if !ok || i >= sig.Results().Len() {
		return anything
	}
	if m.isContextErr(c) && in.mayEnd {
		return anything
	}
	if m.isContextErr(c) {
		if in.cancelled {
			return notNil
		}
		return isNil // the site's world is one in which nothing was cancelled
	}
	t := sig.Results().At(i).Type()
	o := in.world(c)
	if summary.IsError(t) {
		switch o {
		case success, refused:
			return isNil
		case failure:
			return notNil
		}
		return anything
	}
	byError := summary.FailsBy(sig) == summary.ByError
	if isResponse(t) {
		switch o {
		case success:
			return goodResponse
		case refused:
			return badResponse
		}
		return anything
	}
	switch o {
	case success:
		if byError && zeroOf(t) == isNil {
			return notNil
		}
	case failure:
		if _, isPtr := summary.TypeUnder[*types.Pointer](t); byError && (isPtr || in.nothing && zeroOf(t) == isNil) {
			return isNil // by convention there is no result beside an error
		}
		if byError {
			return anything
		}
		switch zeroOf(t) {
		case isFalse:
			return anything // which of true and false is the failure is not known
		case isNil:
			return isNil
		}
	}
	return anything
}

// isResponse reports whether t is *http.Response.
func isResponse(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Response" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// eval is the abstract value of an expression.
func (in *interp) eval(e ast.Expr, env []value) value {
	e = ast.Unparen(e)
	m := in.r.u.m
	if tv, ok := m.info.Types[e]; ok {
		if tv.IsNil() {
			return isNil
		}
		if tv.Value != nil && tv.Value.Kind() == constant.Bool {
			return boolValue(constant.BoolVal(tv.Value))
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if i, ok := in.tracked[m.object(e)]; ok {
			return env[i]
		}
		if v, ok := in.given[m.object(e)]; ok {
			return v
		}
		if v, ok := m.object(e).(*types.Var); ok && isSentinel(v) {
			return notNil
		}
	case *ast.SelectorExpr:
		if v, ok := m.object(e).(*types.Var); ok && isSentinel(v) {
			return notNil
		}
		if v := in.eval(e.X, env); e.Sel.Name == "Body" && (v == goodResponse || v == badResponse) {
			return notNil // net/http promises it
		}
	case *ast.CallExpr:
		if m.makesError(e) {
			return in.wrapped(e, env)
		}
		if t := m.info.TypeOf(e); t != nil {
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
				return in.truth(e, env)
			}
		}
		return in.result(e, 0)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return notNil
		}
		return in.truth(e, env)
	case *ast.BinaryExpr:
		return in.truth(e, env)
	}
	return anything
}

// wrapped is the value of a call that makes an error: an error, unless it wraps
// one by a helper that passes nil on.
func (in *interp) wrapped(c *ast.CallExpr, env []value) value {
	if in.r.u.m.passesNil(c) {
		for _, a := range c.Args {
			if summary.IsError(in.r.u.m.info.TypeOf(a)) {
				return in.eval(a, env)
			}
		}
	}
	return notNil
}

// isSentinel reports whether a variable is an error of package level, such as
// io.EOF.
func isSentinel(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && summary.IsError(v.Type())
}

func boolValue(b bool) value {
	if b {
		return isTrue
	}
	return isFalse
}

// truth evaluates a condition.
func (in *interp) truth(e ast.Expr, env []value) value {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return not(in.truth(e.X, env))
		}
		return anything
	case *ast.IndexExpr:
		if in.status != 0 {
			return in.listed(e.X, e.Index, env)
		}
		return anything
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return and(in.truth(e.X, env), in.truth(e.Y, env))
		case token.LOR:
			return not(and(not(in.truth(e.X, env)), not(in.truth(e.Y, env))))
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		default:
			return anything // arithmetic
		}
		return in.compare(e.X, e.Op, e.Y, env)
	case *ast.CallExpr:
		return in.predicate(e, env)
	}
	switch v := in.eval(e, env); v {
	case isTrue, isFalse:
		return v
	}
	return anything
}

func not(v value) value {
	switch v {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return anything
}

func and(a, b value) value {
	switch {
	case a == isFalse || b == isFalse:
		return isFalse
	case a == isTrue && b == isTrue:
		return isTrue
	}
	return anything
}

// predicate evaluates a boolean call. A question asked of an error, such as
// errors.Is or isTransient, is answered no for a nil one; so is one asked of a
// good response.
func (in *interp) predicate(c *ast.CallExpr, env []value) value {
	if in.noConflict && conflictTest(c) {
		return isFalse
	}
	m := in.r.u.m
	if in.status != 0 {
		if v, ok := in.judged(c, env); ok {
			return v
		}
	}
	asked, good := false, true
	for _, a := range m.operands(c) {
		switch {
		case summary.IsError(m.info.TypeOf(a)):
			asked = true
			good = good && in.eval(a, env) == isNil
		case m.info.TypeOf(a) != nil && isResponse(m.info.TypeOf(a)):
			asked = true
			v := in.eval(a, env)
			good = good && (v == goodResponse || v == isNil)
		case m.returnsBool(c):
			if status, ok := in.statusOf(a, env); ok && m.isStatus(a) {
				asked = true
				good = good && status == goodStatus
			}
		}
	}
	if asked {
		switch {
		case good && !m.positive(c):
			return isFalse
		case in.cancelled && in.r.cancelBound(c) != 0:
			return isTrue
		case !good:
			return in.saysOf(c, c)
		}
		return anything
	}
	return in.result(c, 0)
}

// compare evaluates a comparison.
func (in *interp) compare(x ast.Expr, op token.Token, y ast.Expr, env []value) value {
	if op != token.EQL && op != token.NEQ && !isOrder(op) {
		return anything // arithmetic
	}
	if op != token.EQL && op != token.NEQ {
		return in.compareStatus(x, op, y, env)
	}
	if in.noConflict && conflictTest(&ast.BinaryExpr{X: x, Op: op, Y: y}) {
		return boolValue(op == token.NEQ)
	}
	a, b := in.eval(x, env), in.eval(y, env)
	var equal value
	switch {
	case a == isNil && b == isNil:
		equal = isTrue
	case nilKnown(a) && nilKnown(b) && (a == isNil) != (b == isNil):
		equal = isFalse
	case (a == isTrue || a == isFalse) && (b == isTrue || b == isFalse):
		equal = boolValue(a == b)
	case in.cancelled && a != isNil && b != isNil && in.r.cancelBound(&ast.BinaryExpr{X: x, Op: op, Y: y}) != 0:
		equal = isTrue
	default:
		if v := in.compareStatus(x, op, y, env); v != anything {
			return v
		}
		if equal = in.saysOf(x, y); equal == anything {
			equal = in.saysOf(y, x)
		}
	}
	if op == token.NEQ {
		return not(equal)
	}
	return equal
}

// saysOf is the answer to a question about an error, where the world gives one:
// whether e is of a class.
func (in *interp) saysOf(e, class ast.Expr) value {
	if in.says == anything || in.r.u.m.info.Types[e].Value != nil || in.r.u.m.info.Types[e].IsNil() || !in.r.asksError(e) {
		return anything
	}
	if v, ok := in.r.u.m.object(e).(*types.Var); ok && isSentinel(v) || in.mayLoad && overloads(class) {
		return anything
	}
	return in.says
}

// overloads reports whether a class of errors is that of a server which cannot
// keep up or is not there, by the names in it.
func overloads(class ast.Expr) bool {
	found := false
	ast.Inspect(class, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && knowledge.Overload(id.Name) {
			found = true
		}
		return !found
	})
	return found
}

// nilKnown reports whether a value is known to be nil or known not to be.
func nilKnown(v value) bool {
	return v == isNil || v == notNil || v == goodResponse || v == badResponse
}

// The statuses that stand for all successes and all failures when a condition
// on a status is evaluated.
const (
	goodStatus = 200
	badStatus  = 503
)

// many is the value of a counter in a later round.
const many = 1000

// compareStatus evaluates resp.StatusCode == 200 and its kin, and
// status.Code(err) == codes.Unavailable for a nil error.
func (in *interp) compareStatus(x ast.Expr, op token.Token, y ast.Expr, env []value) value {
	m := in.r.u.m
	if in.count != nil {
		if v := in.count(x, op, y); v != anything {
			return v
		}
	}
	if _, ok := m.constInt(x); ok {
		x, y, op = y, x, flip(op)
	}
	want, ok := m.constInt(y)
	if !ok {
		return anything
	}
	if in.later && afterFirst(op, want) {
		if obj := m.object(x); obj != nil && in.r.growsBy(obj, 0) == adds {
			return boolValue(compareInts(many, op, want))
		}
	}
	have, ok := in.statusOf(x, env)
	if !ok {
		return anything
	}
	return boolValue(constant.Compare(constant.MakeInt64(have), op, constant.MakeInt64(want)))
}

// afterFirst reports whether a comparison asks a counter if this is the first
// round.
func afterFirst(op token.Token, n int64) bool {
	switch op {
	case token.EQL, token.NEQ, token.GTR:
		return n == 0 || n == 1
	case token.GEQ, token.LSS:
		return n == 1
	}
	return false
}

// statusOf is the number that an expression on a response has in this world.
func (in *interp) statusOf(x ast.Expr, env []value) (int64, bool) {
	m := in.r.u.m
	switch e := ast.Unparen(x).(type) {
	case *ast.SelectorExpr:
		if e.Sel.Name == "StatusCode" {
			switch in.eval(e.X, env) {
			case goodResponse:
				return goodStatus, true
			case badResponse:
				in.asked = true
				return in.bad(), true
			}
		}
	case *ast.Ident:
		return in.statusIn(e, env)
	case *ast.CallExpr:
		// A function from an error to a code: nil has the code 0, OK.
		for _, a := range m.operands(e) {
			if summary.IsError(m.info.TypeOf(a)) && in.eval(a, env) == isNil {
				return 0, true
			}
		}
	case *ast.BinaryExpr:
		n, ok := in.statusOf(e.X, env)
		d, ok2 := m.constInt(e.Y)
		if ok && ok2 && e.Op == token.QUO && d != 0 {
			return n / d, true
		}
	}
	return 0, false
}

func flip(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// constInt is the value of a constant integer expression.
func (m *Model) constInt(e ast.Expr) (int64, bool) {
	tv, ok := m.info.Types[e]
	if !ok || tv.Value == nil {
		return 0, false
	}
	v := constant.ToInt(tv.Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}
