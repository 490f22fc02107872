package world

import (
	"go/ast"
	"go/constant"
	"go/token"
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
	if in.Status != 0 {
		return in.Status
	}
	return badStatus
}

// Retried are the statuses after which people make a request again because it
// failed: those of a server that is down, overloaded or slow.
var Retried = [...]int64{503, 429, 500, 502, 504, 408, 425}

// Awaited are the statuses of an answer that will be another one in time: what was
// asked for is still being made, or is not there yet.
var Awaited = [...]int64{202, 404}

// Down are the statuses of a server that is not well. As long as it is not,
// nothing else comes.
var Down = [...]int64{500, 502, 503, 504}

// AnswersStatus reports whether a type is an answer that tells its HTTP status:
// it has a field or a method StatusCode.
func AnswersStatus(t types.Type) bool {
	if IsResponse(t) {
		return true
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(n, true, n.Obj().Pkg(), "StatusCode")
	switch obj := obj.(type) {
	case *types.Var:
		return IsNumeric(obj.Type())
	case *types.Func:
		sig := obj.Signature()
		return sig.Params().Len() == 0 && sig.Results().Len() == 1 && IsNumeric(sig.Results().At(0).Type())
	}
	return false
}

// TellsStatus reports whether the outcome of a call may be told by an HTTP status:
// one of its results is an answer that has one, or is the number itself.
func TellsStatus(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok {
		return false
	}
	for i := range sig.Results().Len() {
		if AnswersStatus(sig.Results().At(i).Type()) {
			return true
		}
	}
	_, ok = statusResult(m, c)
	return ok
}

// statusResult is the result of a call that is the status of an answer, as of
// func get(url string) (int, error). It looks at the functions of this package.
func statusResult(m *flow.Package, c *ast.CallExpr) (int, bool) {
	fn := BodyOf(m, m.Sums.Callee(c))
	if fn == nil {
		return 0, false
	}
	known := flow.Notes[statusNotes](m)
	if at, ok := known.result[fn]; ok {
		return at, at >= 0
	}
	if known.result == nil {
		known.result = map[*types.Func]int{}
	}
	known.result[fn] = -1
	for i := range fn.Signature().Results().Len() {
		if b, ok := summary.TypeUnder[*types.Basic](fn.Signature().Results().At(i).Type()); ok && b.Info()&types.IsInteger != 0 && returnsStatus(m, fn, i) {
			known.result[fn] = i
			return i, true
		}
	}
	return 0, false
}

// statusNotes remembers which functions give back a status.
type statusNotes struct {
	result map[*types.Func]int // -1 for those that do not
}

// returnsStatus reports whether some return of a function gives back the status of
// an answer as its i-th result.
func returnsStatus(m *flow.Package, fn *types.Func, i int) bool {
	found := false
	ast.Inspect(m.Sums.Decl(fn).Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = found || len(n.Results) > i && readsStatus(m, n.Results[i])
		case *ast.AssignStmt:
			for j, l := range n.Lhs {
				named := m.Object(l) == types.Object(fn.Signature().Results().At(i)) && fn.Signature().Results().At(i).Name() != ""
				found = found || named && len(n.Lhs) == len(n.Rhs) && readsStatus(m, n.Rhs[j])
			}
		}
		return !found
	})
	return found
}

// readsStatus reports whether an expression is the status of an answer.
func readsStatus(m *flow.Package, e ast.Expr) bool {
	_, ok := answerWithStatus(m, e)
	return ok
}

// answerWithStatus is the answer whose status an expression reads: resp of
// resp.StatusCode, or of resp.StatusCode() where that is a method.
func answerWithStatus(m *flow.Package, e ast.Expr) (ast.Expr, bool) {
	if c, ok := CallOf(e); ok && len(c.Args) == 0 {
		e = c.Fun
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "StatusCode" {
		return nil, false
	}
	t := m.Info.TypeOf(sel.X)
	if t == nil {
		return nil, false
	}
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr {
		t = types.NewPointer(t)
	}
	return sel.X, AnswersStatus(t)
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
	var only *flow.Def // what it is given, but for a start of zero
	for i, d := range in.R.U.Definitions()[v] {
		if d.Rhs == nil && d.Tok == token.VAR {
			continue
		}
		if only != nil || d.Rhs == nil {
			return 0, false
		}
		only = &in.R.U.Definitions()[v][i]
	}
	if only == nil {
		return 0, false
	}
	if c, ok := CallOf(only.Rhs); ok {
		if at, ok := statusResult(m, c); ok && at == only.Index {
			switch in.World(c) {
			case Success:
				return GoodStatus, true
			case Refused:
				in.Asked = true
				return in.bad(), true
			}
			return 0, false
		}
	}
	if !only.Multi && readsStatus(m, only.Rhs) {
		return in.statusOf(only.Rhs, env)
	}
	return 0, false
}

// Judged answers a question that is asked of a bad response or of its status by
// looking into the function of this package that is asked.
func (in *Interp) Judged(c *ast.CallExpr, env []Value) (Value, bool) {
	m := in.R.U.M
	resp, status := -1, -1
	for i, a := range c.Args {
		if t := m.Info.TypeOf(a); t != nil && AnswersStatus(t) {
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
	sub := prepare(r, func(*ast.CallExpr) Outcome { return Success }, Options{Status: in.Status})
	sub.depth = in.depth + 1
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
	sub.Ended = func(_ *Interp, ret *ast.ReturnStmt, env []Value) {
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
	sub.walk([]state{{block: r.Head, env: env}})
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
	if _, ok := ast.Unparen(e).(*ast.Ident); ok {
		return true
	}
	return readsStatus(m, e)
}

// listed is whether a set that is looked up by a status has it.
func (in *Interp) listed(set, index ast.Expr, env []Value) Value {
	status, ok := in.statusOf(index, env)
	if !ok {
		return Anything
	}
	v := Lists(in.R.U.M, set, status)
	if v == Anything {
		in.Unsure = true
	}
	return v
}

// The statuses that stand for all successes and all failures when a condition
// on a status is evaluated.
const (
	GoodStatus = 200
	badStatus  = 503
)

// many is the value of a counter in a later round.
const many = 1000

// compareStatus evaluates resp.StatusCode == 200 and its kin, and
// status.Code(err) == codes.Unavailable for a nil error.
func (in *Interp) compareStatus(x ast.Expr, op token.Token, y ast.Expr, env []Value) Value {
	m := in.R.U.M
	if in.Count != nil {
		if v := in.Count(x, op, y); v != Anything {
			return v
		}
	}
	if _, ok := ConstInt(m, x); ok {
		x, y, op = y, x, Flip(op)
	}
	want, ok := ConstInt(m, y)
	if !ok {
		return Anything
	}
	if in.Later && afterFirst(op, want) {
		if Counts(in.R, x) {
			return BoolValue(CompareInts(many, op, want))
		}
	}
	have, ok := in.statusOf(x, env)
	if !ok {
		return Anything
	}
	return BoolValue(constant.Compare(constant.MakeInt64(have), op, constant.MakeInt64(want)))
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
func (in *Interp) statusOf(x ast.Expr, env []Value) (int64, bool) {
	m := in.R.U.M
	if answer, ok := answerWithStatus(m, x); ok {
		switch in.Eval(answer, env) {
		case goodResponse:
			return GoodStatus, true
		case badResponse:
			in.Asked = true
			return in.bad(), true
		}
		return 0, false
	}
	switch e := ast.Unparen(x).(type) {
	case *ast.Ident:
		return in.statusIn(e, env)
	case *ast.CallExpr:
		// A function from an error to a code: nil has the code 0, OK.
		for _, a := range Operands(m, e) {
			if summary.IsError(m.Info.TypeOf(a)) && in.Eval(a, env) == IsNil {
				return 0, true
			}
		}
	case *ast.BinaryExpr:
		n, ok := in.statusOf(e.X, env)
		d, ok2 := ConstInt(m, e.Y)
		if ok && ok2 && e.Op == token.QUO && d != 0 {
			return n / d, true
		}
	}
	return 0, false
}
