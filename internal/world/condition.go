package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// saysOfNil is the last result, a boolean, of a call that asks a question about an
// error which is nil: the answer is no, unless the body of what is called says yes.
func (in *Interp) saysOfNil(c *ast.CallExpr, env []Value) Value {
	m := in.R.U.M
	sig, ok := Signature(m, c)
	if !ok || sig.Results().Len() == 0 || summary.FailsBy(sig) != summary.ByBool {
		return Anything
	}
	asked := 0
	for _, a := range Operands(m, c) {
		a = errorAt(m, a)
		if t := m.Info.TypeOf(a); summary.IsError(t) {
			if isClass(m, a) {
				continue
			}
			if in.Eval(a, env) != IsNil {
				return Anything
			}
			asked++
		} else if t != nil && IsResponse(t) {
			return Anything
		}
	}
	if asked == 0 {
		return Anything
	}
	switch m.Sums.OfNil(c) {
	case knowledge.Yes:
		if asked == 1 {
			return IsTrue
		}
	case knowledge.No:
		return IsFalse
	}
	if positive(c) {
		return Anything
	}
	return IsFalse
}

// isClass reports whether an operand of a question about an error is what the error
// is compared with: errors.Is(err, ErrBusy).
func isClass(m *flow.Package, e ast.Expr) bool {
	v, ok := m.Object(e).(*types.Var)
	return ok && IsSentinel(v)
}

// Truth evaluates a condition.
func (in *Interp) Truth(e ast.Expr, env []Value) Value {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return Not(in.Truth(e.X, env))
		}
		return Anything
	case *ast.IndexExpr:
		return in.listed(e.X, e.Index, env)
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LAND:
			return And(in.Truth(e.X, env), in.Truth(e.Y, env))
		case e.Op == token.LOR:
			return Not(And(Not(in.Truth(e.X, env)), Not(in.Truth(e.Y, env))))
		case syntax.IsComparison(e.Op):
			return in.compare(e.X, e.Op, e.Y, env)
		}
		return Anything // arithmetic
	case *ast.CallExpr:
		return in.predicate(e, env)
	}
	switch v := in.Eval(e, env); v {
	case IsTrue, IsFalse:
		return v
	}
	return Anything
}

// predicate evaluates a boolean call. A question asked of an error, such as
// errors.Is or isTransient, is answered no for a nil one; so is one asked of a
// good response.
func (in *Interp) predicate(c *ast.CallExpr, env []Value) Value {
	if got := in.results[c]; len(got) > 0 && got[0] != Anything {
		return got[0]
	}
	if in.NoConflict && ConflictTest(c) {
		return IsFalse
	}
	m := in.R.U.M
	if in.Status != 0 {
		if v, ok := in.Judged(c, env); ok {
			return v
		}
	}
	if v := in.saysOfNil(c, env); v != Anything {
		return v
	}
	asked, good := false, true
	for _, a := range Operands(m, c) {
		a = errorAt(m, a)
		switch {
		case summary.IsError(m.Info.TypeOf(a)):
			if isClass(m, a) {
				continue
			}
			asked = true
			good = good && in.Eval(a, env) == IsNil
		case m.Info.TypeOf(a) != nil && AnswersStatus(m.Info.TypeOf(a)):
			asked = true
			v := in.Eval(a, env)
			good = good && (v == goodResponse || v == IsNil)
		case ReturnsBool(m, c):
			if status, ok := in.statusOf(a, env); ok && isStatus(m, a) {
				asked = true
				good = good && status == GoodStatus
			}
		}
	}
	if asked {
		switch {
		case good && !positive(c):
			return IsFalse
		case in.Cancelled && CancelBound(in.R, c) != 0:
			return IsTrue
		case !good:
			return in.saysOf(c, c)
		}
		return Anything
	}
	return in.result(c, 0)
}

// compare evaluates a comparison.
func (in *Interp) compare(x ast.Expr, op token.Token, y ast.Expr, env []Value) Value {
	if op != token.EQL && op != token.NEQ && !IsOrder(op) {
		return Anything // arithmetic
	}
	if op != token.EQL && op != token.NEQ {
		if v := in.compareEmpty(x, op, y, env); v != Anything {
			return v
		}
		return in.compareStatus(x, op, y, env)
	}
	if in.NoConflict && ConflictTest(&ast.BinaryExpr{X: x, Op: op, Y: y}) {
		return BoolValue(op == token.NEQ)
	}
	if v := in.compareEmpty(x, op, y, env); v != Anything {
		return v
	}
	a, b := in.Eval(x, env), in.Eval(y, env)
	var equal Value
	switch {
	case a == IsNil && b == IsNil:
		equal = IsTrue
	case nilKnown(a) && nilKnown(b) && (a == IsNil) != (b == IsNil):
		equal = IsFalse
	case (a == IsTrue || a == IsFalse) && (b == IsTrue || b == IsFalse):
		equal = BoolValue(a == b)
	case in.Cancelled && a != IsNil && b != IsNil && CancelBound(in.R, &ast.BinaryExpr{X: x, Op: op, Y: y}) != 0:
		equal = IsTrue
	default:
		if v := in.compareStatus(x, op, y, env); v != Anything {
			return v
		}
		if equal = in.saysOf(x, y); equal == Anything {
			equal = in.saysOf(y, x)
		}
	}
	if op == token.NEQ {
		return Not(equal)
	}
	return equal
}

// compareEmpty evaluates a comparison of a count or a list with none: n == 0,
// len(errs) > 0, errs != nil.
func (in *Interp) compareEmpty(x ast.Expr, op token.Token, y ast.Expr, env []Value) Value {
	m := in.R.U.M
	if _, ok := ConstInt(m, x); ok || m.Info.Types[x].IsNil() {
		x, y, op = y, x, Flip(op)
	}
	want, isInt := ConstInt(m, y)
	if !isInt && !m.Info.Types[y].IsNil() {
		return Anything
	}
	if isInt && want == 1 { // n >= 1 is n > 0
		switch op {
		case token.GEQ:
			want, op = 0, token.GTR
		case token.LSS:
			want, op = 0, token.LEQ
		}
	}
	if want != 0 {
		return Anything
	}
	switch in.numeric(x, env) {
	case Zero:
		return BoolValue(op == token.EQL || op == token.LEQ || op == token.GEQ)
	case NotZero: // counts and lengths are not negative
		return BoolValue(op == token.NEQ || op == token.GTR || op == token.GEQ)
	}
	return Anything
}

// saysOf is the answer to a question about an error, where the world gives one:
// whether e is of a class.
func (in *Interp) saysOf(e, class ast.Expr) Value {
	if in.Is != nil {
		return in.isClass(e, class)
	}
	if in.Says == Anything || in.R.U.M.Info.Types[e].Value != nil || in.R.U.M.Info.Types[e].IsNil() || !AsksError(in.R, e) {
		return Anything
	}
	if v, ok := in.R.U.M.Object(e).(*types.Var); ok && IsSentinel(v) || in.MayLoad && overloads(class) {
		return Anything
	}
	return in.Says
}

// isClass is saysOf where it is known which error e is: whether it is the one that the
// comparison, or errors.Is, names.
func (in *Interp) isClass(e, class ast.Expr) Value {
	if c, ok := CallOf(class); ok {
		if fn := in.R.U.M.Sums.Callee(c); fn == nil || fn.FullName() != "errors.Is" {
			return Anything
		}
		e, class = c.Args[0], c.Args[1]
	}
	named := func(e ast.Expr) *types.Var {
		if v, ok := in.R.U.M.Object(e).(*types.Var); ok && IsSentinel(v) {
			return v
		}
		return nil
	}
	if v := named(class); v != nil && named(e) == nil {
		return BoolValue(v == in.Is)
	}
	return Anything
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
