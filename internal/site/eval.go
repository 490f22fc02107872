package site

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

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
func (m *Package) constInt(e ast.Expr) (int64, bool) {
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
