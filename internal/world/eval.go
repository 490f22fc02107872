package world

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Transfer updates the environment by one statement.
func (in *Interp) Transfer(n ast.Node, env []Value) {
	in.effects(n, env)
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			in.added(n.Lhs[0], n.Tok, env)
			return
		}
		in.assign(n.Lhs, n.Rhs, env)
	case *ast.IncDecStmt:
		in.added(n.X, n.Tok, env)
	case *ast.SendStmt:
		if i, ok := in.Tracked[in.tracked(n.Chan)]; ok {
			env[i] = sentValue(in.Eval(n.Value, env))
		}
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
			v := ZeroOf(in.R.U.M.Info.TypeOf(id))
			if t := in.R.U.M.Info.TypeOf(id); v == Anything && t != nil && isCount(t) {
				v = Zero
				if summary.IsNamed(t, "sync/atomic", "Bool") {
					v = IsFalse
				}
			}
			in.Set(id, v, env)
		}
	}
}

// added updates a number that is counted up or down.
func (in *Interp) added(x ast.Expr, tok token.Token, env []Value) {
	i, ok := in.Tracked[in.tracked(x)]
	if !ok {
		return
	}
	if tok == token.INC || tok == token.ADD_ASSIGN {
		env[i] = NotZero
		return
	}
	env[i] = Anything
}

// sentValue is what a channel holds that an error was sent to.
func sentValue(v Value) Value {
	switch v {
	case IsNil:
		return allNil
	case NotNil:
		return someErr
	}
	return Anything
}

// element gives the variables of a range loop over errors the value of one of them.
func (in *Interp) element(b *cfg.Block, env []Value) {
	loop, ok := b.Stmt.(*ast.RangeStmt)
	if !ok {
		return
	}
	for _, e := range [...]ast.Expr{loop.Key, loop.Value} {
		if e == nil {
			continue
		}
		v := Anything
		if summary.IsError(in.R.U.M.Info.TypeOf(e)) {
			switch in.numeric(loop.X, env) {
			case allNil:
				v = IsNil
			case someErr:
				v = NotNil
			}
		}
		in.Set(e, v, env)
	}
}

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

func ZeroOf(t types.Type) Value {
	if t == nil {
		return Anything
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsBoolean != 0 {
			return IsFalse
		}
	case *types.Interface, *types.Pointer:
		return IsNil
	}
	return Anything
}

func (in *Interp) Set(l ast.Expr, v Value, env []Value) {
	if i, ok := in.Tracked[in.tracked(l)]; ok {
		env[i] = v
	}
}

func (in *Interp) assign(lhs, rhs []ast.Expr, env []Value) {
	if len(lhs) == len(rhs) {
		vals := make([]Value, len(rhs))
		for i, e := range rhs {
			vals[i] = in.numeric(e, env)
		}
		for i, l := range lhs {
			in.Set(l, vals[i], env)
		}
		return
	}
	call, _ := ast.Unparen(rhs[0]).(*ast.CallExpr)
	if t, ok := ast.Unparen(rhs[0]).(*ast.TypeAssertExpr); ok && len(lhs) == 2 {
		in.Set(lhs[0], Anything, env)
		in.Set(lhs[1], in.asserted(t, env), env)
		return
	}
	for i, l := range lhs {
		v := Anything
		if call != nil {
			v = in.result(call, i)
			if i == len(lhs)-1 && v == Anything {
				v = in.saysOfNil(call, env)
			}
			if v == Anything && in.wantsMore(l, call) {
				v = IsFalse
			}
		}
		in.Set(l, v, env)
	}
}

// wantsMore reports whether a flag that a successful call gives back beside its
// error says, by its name, that the call should be made again.
func (in *Interp) wantsMore(flag ast.Expr, c *ast.CallExpr) bool {
	m := in.R.U.M
	if b, ok := summary.TypeUnder[*types.Basic](m.Info.TypeOf(flag)); !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	sig, ok := Signature(m, c)
	if !ok || in.R.Polls || in.World(c) != Success || summary.FailsBy(sig) != summary.ByError || !knowledge.SaysAgain(summary.LastName(flag)) {
		return false
	}
	in.SaysAgain = true
	return true
}

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
		if t := m.Info.TypeOf(a); summary.IsError(t) {
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
	if positive(m, c) {
		return Anything
	}
	return IsFalse
}

// asserted is whether a type assertion holds: not for nil.
func (in *Interp) asserted(t *ast.TypeAssertExpr, env []Value) Value {
	if in.Eval(t.X, env) == IsNil || in.NoConflict && t.Type != nil && ConflictName(TypeExprName(t.Type)) {
		return IsFalse
	}
	if t.Type != nil {
		return in.saysOf(t.X, t.Type)
	}
	return Anything
}

// TypeExprName is the name in a type expression, without its pointer.
func TypeExprName(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	return summary.LastName(e)
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
	case Success:
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
	case *ast.SelectorExpr:
		if obj := in.tracked(e); obj != nil {
			if i, ok := in.Tracked[obj]; ok {
				return env[i]
			}
			if v, ok := in.given[obj]; ok {
				return v
			}
		}
		if v, ok := m.Object(e).(*types.Var); ok && IsSentinel(v) {
			return NotNil
		}
		if v := in.Eval(e.X, env); e.Sel.Name == "Body" && (v == goodResponse || v == badResponse) {
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

func BoolValue(b bool) Value {
	if b {
		return IsTrue
	}
	return IsFalse
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
		switch e.Op {
		case token.LAND:
			return And(in.Truth(e.X, env), in.Truth(e.Y, env))
		case token.LOR:
			return Not(And(Not(in.Truth(e.X, env)), Not(in.Truth(e.Y, env))))
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		default:
			return Anything // arithmetic
		}
		return in.compare(e.X, e.Op, e.Y, env)
	case *ast.CallExpr:
		return in.predicate(e, env)
	}
	switch v := in.Eval(e, env); v {
	case IsTrue, IsFalse:
		return v
	}
	return Anything
}

func Not(v Value) Value {
	switch v {
	case IsTrue:
		return IsFalse
	case IsFalse:
		return IsTrue
	}
	return Anything
}

func And(a, b Value) Value {
	switch {
	case a == IsFalse || b == IsFalse:
		return IsFalse
	case a == IsTrue && b == IsTrue:
		return IsTrue
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
		switch {
		case summary.IsError(m.Info.TypeOf(a)):
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
		case good && !positive(m, c):
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
	if in.Says == Anything || in.R.U.M.Info.Types[e].Value != nil || in.R.U.M.Info.Types[e].IsNil() || !AsksError(in.R, e) {
		return Anything
	}
	if v, ok := in.R.U.M.Object(e).(*types.Var); ok && IsSentinel(v) || in.MayLoad && overloads(class) {
		return Anything
	}
	return in.Says
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
func nilKnown(v Value) bool {
	return v == IsNil || v == NotNil || v == goodResponse || v == badResponse
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
		if obj := m.Object(x); obj != nil && GrowsBy(in.R, obj, 0) == Adds {
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

func Flip(op token.Token) token.Token {
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

// ConstInt is the value of a constant integer expression.
func ConstInt(m *flow.Package, e ast.Expr) (int64, bool) {
	tv, ok := m.Info.Types[e]
	if !ok || tv.Value == nil {
		return 0, false
	}
	v := constant.ToInt(tv.Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}
