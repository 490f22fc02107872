package world

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// numeric is the abstract value of an expression, numbers and lists included.
func (in *Interp) numeric(e ast.Expr, env []Value) Value {
	m := in.R.U.M
	e = ast.Unparen(e)
	if n, ok := ConstInt(m, e); ok {
		if n == 0 {
			return Zero
		}
		return NotZero
	}
	t := m.Info.TypeOf(e)
	if t == nil { // as in bodies that a driver has not type-checked
		return Anything
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		if isCount(t) {
			if len(x.Elts) == 0 {
				return Zero
			}
			return NotZero
		}
	case *ast.SliceExpr:
		if n, ok := ConstInt(m, x.High); x.High != nil && ok && n == 0 {
			return Zero
		}
		return Anything
	case *ast.UnaryExpr:
		if x.Op == token.ARROW {
			switch in.numeric(x.X, env) {
			case allNil:
				return IsNil
			case someErr:
				return NotNil
			}
			return Anything
		}
	case *ast.CallExpr:
		if IsBuiltin(m, x) {
			switch id(x.Fun) {
			case "append":
				return NotZero
			case "len":
				if v := in.numeric(x.Args[0], env); v == Zero || v == NotZero {
					return v
				}
			case "make":
				if isErrors(t) {
					return Anything
				}
				if n, ok := int64(0), true; len(x.Args) > 1 {
					if n, ok = ConstInt(m, x.Args[1]); !ok || n != 0 {
						return Anything
					}
				}
				return Zero
			}
			return Anything
		}
	case *ast.Ident:
		if m.Info.Types[e].IsNil() && isCount(t) {
			return Zero
		}
	}
	v := in.Eval(e, env)
	if v == IsNil && isCount(t) {
		return Zero
	}
	return v
}

// asserted is whether a type assertion holds: not for nil.
func (in *Interp) asserted(t *ast.TypeAssertExpr, env []Value) Value {
	if in.Eval(t.X, env) == IsNil || in.NoConflict && t.Type != nil && knowledge.Conflict(TypeExprName(t.Type)) {
		return IsFalse
	}
	if t.Type != nil {
		return in.saysOf(t.X, t.Type)
	}
	return Anything
}

// result is the abstract value of the i-th result of a call in this world.
func (in *Interp) result(c *ast.CallExpr, i int) Value {
	m := in.R.U.M
	if got := in.results[c]; i < len(got) {
		return got[i]
	}
	sig, ok := Signature(m, c)
	if !ok || i >= sig.Results().Len() {
		return Anything
	}
	if IsContextErr(m, c) && in.MayEnd {
		return Anything
	}
	if IsContextErr(m, c) {
		if in.Cancelled {
			return NotNil
		}
		return IsNil // the site's world is one in which nothing was cancelled
	}
	t := sig.Results().At(i).Type()
	o := in.World(c)
	if summary.IsError(t) {
		switch o {
		case Success, Refused:
			return IsNil
		case Failure:
			return NotNil
		}
		return Anything
	}
	if isErrors(t) {
		switch o {
		case Success:
			return allNil
		case Failure:
			return someErr
		}
		return Anything
	}
	byError := summary.FailsBy(sig) == summary.ByError
	if AnswersStatus(t) {
		switch o {
		case Success:
			return goodResponse
		case Refused:
			return badResponse
		}
		return Anything
	}
	switch o {
	case Success, Refused:
		if byError && ZeroOf(t) == IsNil {
			return NotNil
		}
	case Failure:
		if _, isPtr := summary.TypeUnder[*types.Pointer](t); byError && (isPtr || in.Nothing && ZeroOf(t) == IsNil) {
			return IsNil // by convention there is no result beside an error
		}
		if byError {
			return Anything
		}
		switch ZeroOf(t) {
		case IsFalse:
			return Anything // which of true and false is the failure is not known
		case IsNil:
			return IsNil
		}
	}
	return Anything
}

// IsResponse reports whether t is *http.Response.
func IsResponse(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Response" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// isBody reports whether an expression is the body of a response.
func isBody(m *flow.Package, e *ast.SelectorExpr) bool {
	return e.Sel.Name == "Body" && IsResponse(m.Info.TypeOf(e.X))
}

// Eval is the abstract value of an expression.
func (in *Interp) Eval(e ast.Expr, env []Value) Value {
	e = ast.Unparen(e)
	m := in.R.U.M
	if tv, ok := m.Info.Types[e]; ok {
		if tv.IsNil() {
			return IsNil
		}
		if tv.Value != nil && tv.Value.Kind() == constant.Bool {
			return BoolValue(constant.BoolVal(tv.Value))
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if i, ok := in.Tracked[m.Object(e)]; ok {
			return env[i]
		}
		if v, ok := in.given[m.Object(e)]; ok {
			return v
		}
		if v, ok := m.Object(e).(*types.Var); ok && IsSentinel(v) {
			return NotNil
		}
	case *ast.IndexExpr:
		if i, ok := in.Tracked[in.tracked(e)]; ok {
			return env[i]
		}
	case *ast.SelectorExpr:
		if obj := in.tracked(e); obj != nil {
			if i, ok := in.Tracked[obj]; ok && (env[i] != Anything || !isBody(m, e)) {
				return env[i]
			}
			if v, ok := in.given[obj]; ok {
				return v
			}
		}
		if v, ok := m.Object(e).(*types.Var); ok && IsSentinel(v) {
			return NotNil
		}
		if isBody(m, e) && in.Eval(e.X, env) != IsNil {
			return NotNil // net/http promises it
		}
	case *ast.CallExpr:
		if got := in.results[e]; len(got) > 0 {
			return got[0]
		}
		if isErrorsJoin(m, e) {
			return in.joined(e, env)
		}
		if MakesError(m, e) {
			return in.wrapped(e, env)
		}
		if t := m.Info.TypeOf(e); t != nil {
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
				return in.Truth(e, env)
			}
		}
		return in.result(e, 0)
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			return NotNil
		case token.ARROW:
			return in.numeric(e, env)
		}
		return in.Truth(e, env)
	case *ast.BinaryExpr:
		return in.Truth(e, env)
	}
	return Anything
}

// joined is the value of a call that makes one error of many.
func (in *Interp) joined(c *ast.CallExpr, env []Value) Value {
	out := IsNil
	for _, a := range c.Args {
		switch in.numeric(a, env) {
		case NotNil, someErr, NotZero:
			return NotNil
		case IsNil, allNil, Zero:
		default:
			out = Anything
		}
	}
	return out
}

// wrapped is the value of a call that makes an error: an error, unless it wraps
// one by a helper that passes nil on.
func (in *Interp) wrapped(c *ast.CallExpr, env []Value) Value {
	if passesNil(in.R.U.M, c) {
		for _, a := range c.Args {
			if summary.IsError(in.R.U.M.Info.TypeOf(a)) {
				return in.Eval(a, env)
			}
		}
	}
	return NotNil
}

// IsSentinel reports whether a variable is an error of package level, such as
// io.EOF.
func IsSentinel(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && summary.IsError(v.Type())
}
