package world

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// Lists says whether a variable of package level lists a number; anything if it
// lists nothing that is known.
func Lists(m *flow.Package, e ast.Expr, status int64) Value {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return BoolValue(LiteralLists(m, lit, status))
	}
	v, ok := m.Object(e).(*types.Var)
	if !ok || v.Pkg() != m.Pass.Pkg || v.Parent() != v.Pkg().Scope() {
		return Anything
	}
	for _, init := range m.Info.InitOrder {
		if len(init.Lhs) == 1 && init.Lhs[0] == v {
			if lit, ok := ast.Unparen(init.Rhs).(*ast.CompositeLit); ok {
				return BoolValue(LiteralLists(m, lit, status))
			}
		}
	}
	return Anything
}

// LiteralLists reports whether a list, or a map's keys, hold a number.
func LiteralLists(m *flow.Package, lit *ast.CompositeLit, status int64) bool {
	t := m.Info.TypeOf(lit)
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
	default:
		return false
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Key
			if v := m.Info.Types[kv.Value]; v.Value != nil && v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value) {
				continue
			}
		}
		if n, ok := ConstInt(m, el); ok && n == status {
			return true
		}
	}
	return false
}

// bad is the status of a bad response.
func (in *Interp) bad() int64 {
	switch {
	case in.Status != 0:
		return in.Status
	case in.Code != 0:
		return in.Code
	}
	return badStatus
}

// statusIn is the number that a variable has that holds a status: a parameter
// that was given one, or a local that is only ever assigned resp.StatusCode.
func (in *Interp) statusIn(id *ast.Ident, env []Value) (int64, bool) {
	m := in.R.U.M
	v, ok := m.Object(id).(*types.Var)
	if !ok || v.IsField() {
		return 0, false
	}
	if in.statuses[v] {
		return in.Status, true
	}
	if IsParam(in.R.U, v) {
		return 0, false
	}
	defs := in.R.U.Definitions()[v]
	if len(defs) != 1 || defs[0].Rhs == nil || defs[0].Multi {
		return 0, false
	}
	if sel, ok := ast.Unparen(defs[0].Rhs).(*ast.SelectorExpr); ok && sel.Sel.Name == "StatusCode" {
		return in.statusOf(sel, env)
	}
	return 0, false
}

// Judged answers a question that is asked of a bad response or of its status by
// looking into the function of this package that is asked.
func (in *Interp) Judged(c *ast.CallExpr, env []Value) (Value, bool) {
	m := in.R.U.M
	resp, status := -1, -1
	for i, a := range c.Args {
		if t := m.Info.TypeOf(a); t != nil && IsResponse(t) {
			switch in.Eval(a, env) {
			case badResponse, goodResponse:
				resp = i
			}
			continue
		}
		if n, ok := in.statusOf(a, env); ok && n == in.Status && isNumber(m, a) {
			status = i
		}
	}
	if resp < 0 && status < 0 {
		return Anything, false
	}
	if status >= 0 {
		for _, a := range c.Args {
			if v := Lists(m, a, in.Status); v != Anything {
				return v, true
			}
		}
	}
	fn := BodyOf(m, m.Sums.Callee(c))
	if fn == nil {
		for _, a := range c.Args {
			if v := Lists(m, a, in.Status); v != Anything && resp >= 0 {
				return v, true
			}
		}
		if in.Status == GoodStatus {
			return Anything, false // as ever: no question is answered yes for a good response
		}
		in.Unsure = true
		return Anything, true
	}
	return in.answerOf(fn, resp, status), true
}

func isNumber(m *flow.Package, e ast.Expr) bool {
	t := m.Info.TypeOf(e)
	return t != nil && IsNumeric(t)
}

// answerOf is what a function that gives back a boolean says of a status.
func (in *Interp) answerOf(fn *types.Func, resp, status int) Value {
	m := in.R.U.M
	sig := fn.Signature()
	r := Whole(m, UnitOf(m, in.R.U.File, m.Sums.Decl(fn), fn))
	if r == nil || in.depth > 2 || sig.Variadic() || max(resp, status) >= sig.Params().Len() {
		in.Unsure = true
		return Anything
	}
	sub := NewInterp(r, func(*ast.CallExpr) Outcome { return Success })
	sub.Status, sub.depth = in.Status, in.depth+1
	env := sub.Start()
	sub.given = map[types.Object]Value{}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		switch {
		case i == resp && in.Status == GoodStatus:
			sub.given[p] = goodResponse
		case i == resp:
			sub.given[p] = badResponse
		case i == status:
			sub.statuses = map[types.Object]bool{p: true}
		case summary.IsError(p.Type()):
			sub.given[p] = IsNil
		}
	}
	yes, no := false, false
	sub.Ended = func(ret *ast.ReturnStmt, env []Value) {
		if len(ret.Results) == 0 {
			yes, no = true, true
			return
		}
		switch sub.Truth(ret.Results[0], env) {
		case IsTrue:
			yes = true
		case IsFalse:
			no = true
		default:
			yes, no = true, true
		}
	}
	sub.Walk([]State{{Block: r.Head, Env: env}})
	in.Unsure = in.Unsure || sub.Unsure || sub.Exhausted()
	switch {
	case sub.Exhausted():
	case yes && !no:
		return IsTrue
	case no && !yes:
		return IsFalse
	}
	return Anything
}

// isStatus reports whether an expression is resp.StatusCode, or a variable that
// holds it.
func isStatus(m *flow.Package, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "StatusCode"
	case *ast.Ident:
		return true
	}
	return false
}

// listed is whether a set that is looked up by a status has it.
func (in *Interp) listed(set, index ast.Expr, env []Value) Value {
	if _, ok := in.statusOf(index, env); !ok {
		return Anything
	}
	v := Lists(in.R.U.M, set, in.Status)
	if v == Anything {
		in.Unsure = true
	}
	return v
}
