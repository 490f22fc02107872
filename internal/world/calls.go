package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Signature is the signature of what a call calls.
func Signature(m *flow.Package, c *ast.CallExpr) (*types.Signature, bool) {
	return summary.TypeUnder[*types.Signature](m.Info.TypeOf(c.Fun))
}

// Operands are the arguments of a call and, for a method, its receiver.
func Operands(m *flow.Package, c *ast.CallExpr) []ast.Expr {
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.Info.Selections[sel] != nil {
		return append([]ast.Expr{sel.X}, c.Args...)
	}
	return c.Args
}

// Addressed is the operand of &x, or the expression itself.
func Addressed(e ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return e
}

// errorAt is the error whose address a question is given, which may complete it; all
// other operands are what they are.
func errorAt(m *flow.Package, e ast.Expr) ast.Expr {
	if x := Addressed(e); summary.IsError(m.Info.TypeOf(x)) {
		return x
	}
	return e
}

// IsContextErr reports whether a call asks a context whether it ended.
func IsContextErr(m *flow.Package, c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if ok && sel.Sel.Name == "Err" && len(c.Args) == 0 {
		return summary.IsContext(m.Info.TypeOf(sel.X))
	}
	return ok && sel.Sel.Name == "Cause" && len(c.Args) == 1 && summary.IsContext(m.Info.TypeOf(c.Args[0]))
}

// MakesError reports whether a call only makes or wraps an error: it takes no
// part in what is attempted.
func MakesError(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok || sig.Results().Len() != 1 || !summary.IsError(sig.Results().At(0).Type()) {
		return false
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt", "errors", "github.com/pkg/errors", "golang.org/x/xerrors", "google.golang.org/grpc/status", "github.com/cockroachdb/errors":
		return true
	}
	for _, a := range c.Args {
		if summary.IsError(m.Info.TypeOf(a)) {
			return true // a helper that wraps what it is given
		}
	}
	return fn.Name() == "Unwrap" && sig.Params().Len() == 0 // gives what an error wraps
}

// passesNil reports whether a call that makes an error gives nil for nil.
func passesNil(m *flow.Package, c *ast.CallExpr) bool {
	fn := m.Sums.Callee(c)
	return fn != nil && fn.Name() != "Errorf" && fn.Name() != "New"
}

// positive reports whether a question asked of an error or a response is
// answered yes when there is nothing wrong.
func positive(c *ast.CallExpr) bool {
	return knowledge.SaysSuccess(summary.LastName(c.Fun))
}

// Signals reports whether a call tells by its result that it failed, and is not
// merely a question about a result.
func Signals(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok || IsContextErr(m, c) || MakesError(m, c) || IsBuiltin(m, c) {
		return false
	}
	how := summary.FailsBy(sig)
	if how == summary.CannotFail {
		return false
	}
	for _, a := range Operands(m, c) {
		if how == summary.ByBool {
			a = errorAt(m, a)
		}
		if t := m.Info.TypeOf(a); summary.IsError(t) {
			return false
		}
	}
	if fn := m.Sums.Callee(c); fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "errors", "strings", "bytes", "slices", "maps", "time", "strconv", "fmt", "context", "unicode", "reflect":
			return false
		}
		if m.Sums.Of(fn).Wait != nil {
			return false
		}
	}
	return true
}

func IsBuiltin(m *flow.Package, c *ast.CallExpr) bool {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = m.Info.Uses[id].(*types.Builtin)
	return ok
}

// Literal returns the function literal that a call runs: written in place, or
// the only one ever assigned to the variable that it names.
func Literal(u *flow.Unit, fun ast.Expr) *ast.FuncLit {
	switch f := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		return f
	case *ast.Ident:
		v, ok := u.M.Info.Uses[f].(*types.Var)
		if !ok || v.IsField() || IsParam(u, v) {
			return nil // what a parameter is given by default is not all that it may be
		}
		var lit *ast.FuncLit
		for _, d := range u.Definitions()[v] {
			if d.Rhs == nil {
				continue
			}
			l, ok := ast.Unparen(d.Rhs).(*ast.FuncLit)
			if !ok || lit != nil {
				return nil
			}
			lit = l
		}
		return lit
	}
	return nil
}

// Entry says what a call does.
func Entry(u *flow.Unit, c *ast.CallExpr) knowledge.Entry {
	if lit := Literal(u, c.Fun); lit != nil {
		return knowledge.Entry{Place: PlaceWithin(u, lit.Body), Blocks: blocksWithin(u, lit.Body)}
	}
	if fn := onlyFunction(u, c.Fun); fn != nil {
		return u.M.Sums.Of(fn)
	}
	if sent := Sent(u, c); sent != c {
		return Entry(u, sent)
	}
	e := u.M.Sums.OfCall(c)
	if e.Place == knowledge.Remote {
		return e
	}
	if i := parameter(u, c.Fun); i >= 0 {
		return knowledge.Entry{Place: knowledge.OfParameter, Runs: i + 1}
	}
	if e.Runs > 0 && e.Runs <= len(c.Args) {
		arg := c.Args[e.Runs-1]
		if i := parameter(u, arg); i >= 0 {
			e.Place = knowledge.OfParameter
			e.Runs = i + 1
		} else if lit := Literal(u, arg); lit != nil {
			e.Place = PlaceWithin(u, lit.Body)
		}
	}
	return e
}

// parameter is the index of the parameter of the declared function around u that
// an expression names, -1 if it names none.
func parameter(u *flow.Unit, e ast.Expr) int {
	if u.Fn == nil {
		return -1
	}
	return summary.ParamIndex(u.M.Info, u.Fn.Signature(), e)
}

// onlyFunction is the function or method that a local variable stands for: the only one
// ever assigned to it.
func onlyFunction(u *flow.Unit, fun ast.Expr) *types.Func {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := u.M.Info.Uses[id].(*types.Var)
	if !ok || v.IsField() || IsParam(u, v) {
		return nil
	}
	defs := u.Definitions()[v]
	if len(defs) != 1 || defs[0].Rhs == nil || defs[0].Multi {
		return nil
	}
	fn, _ := u.M.Object(defs[0].Rhs).(*types.Func)
	return fn
}

// Callee is the function that a call names, by a local variable too.
func Callee(u *flow.Unit, c *ast.CallExpr) *types.Func {
	if fn := u.M.Sums.Callee(c); fn != nil {
		return fn
	}
	return onlyFunction(u, c.Fun)
}

// Sent is the call that leaves the process where a chain of methods begins with
// it: client.Get(ctx, key) of client.Get(ctx, key).Result(). It is c itself for
// all others.
func Sent(u *flow.Unit, c *ast.CallExpr) *ast.CallExpr {
	if u.M.Sums.OfCall(c).Place == knowledge.Remote {
		return c
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return c
	}
	inner, ok := CallOf(sel.X)
	if !ok || u.M.Info.Types[inner.Fun].IsType() {
		return c
	}
	if first := Sent(u, inner); u.M.Sums.OfCall(first).Place == knowledge.Remote {
		return first
	}
	return c
}

// PlaceWithin is where the calls of a literal's body take effect.
func PlaceWithin(u *flow.Unit, body ast.Node) knowledge.Place {
	place := knowledge.Local
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if p := placeOnce(u, n); p.Leaves() || Signals(u.M, n) {
				place = place.Join(p)
			}
		}
		return place != knowledge.Remote
	})
	return place
}

// placeOnce is the place of a call by its callee alone, so that literals that
// call each other end.
func placeOnce(u *flow.Unit, c *ast.CallExpr) knowledge.Place {
	if IsBuiltin(u.M, c) || u.M.Info.Types[c.Fun].IsType() {
		return knowledge.Local
	}
	return u.M.Sums.OfCall(c).Place
}

// blocksWithin reports whether a literal's body runs for as long as a
// connection lives.
func blocksWithin(u *flow.Unit, body *ast.BlockStmt) bool {
	blocks := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			blocks = blocks || u.M.Sums.OfCall(n).Blocks
		case *ast.RangeStmt:
			_, isChan := summary.TypeUnder[*types.Chan](u.M.Info.TypeOf(n.X))
			blocks = blocks || isChan
		}
		return !blocks
	})
	return blocks
}

// AttemptOf describes a call as an attempt.
func AttemptOf(u *flow.Unit, c *ast.CallExpr) Attempt {
	c = Sent(u, c)
	a := Attempt{Call: c, Callee: Callee(u, c), Entry: Entry(u, c)}
	if lit := Literal(u, c.Fun); lit != nil {
		a.Literal = lit.Body
	}
	a.Place = a.Entry.Place
	for _, arg := range Operands(u.M, c) {
		if summary.IsContext(u.M.Info.TypeOf(arg)) {
			a.Ctx = arg
			break
		}
	}
	return a
}

// UsesAny reports whether an expression mentions one of the variables.
func UsesAny(m *flow.Package, e ast.Node, objs map[types.Object]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && objs[m.Info.Uses[id]] {
			found = true
		}
		return !found
	})
	return found
}

// IsParam reports whether a variable is a parameter of the declared function or
// of a literal in it: it has no assignment of its own that says where it comes
// from.
func IsParam(u *flow.Unit, v *types.Var) bool {
	params := u.M.Params[u.Root]
	if params == nil {
		params = collectParams(u.M, u.Root)
		u.M.Params[u.Root] = params
	}
	return params[v]
}

// collectParams lists the parameters of a function and of the literals in it.
func collectParams(m *flow.Package, root ast.Node) map[types.Object]bool {
	params := map[types.Object]bool{}
	add := func(ft *ast.FuncType) {
		for _, f := range ft.Params.List {
			for _, name := range f.Names {
				params[m.Info.Defs[name]] = true
			}
		}
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Type)
		case *ast.FuncLit:
			add(n.Type)
		}
		return true
	})
	return params
}

func CallOf(e ast.Expr) (*ast.CallExpr, bool) {
	if e == nil {
		return nil, false
	}
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return c, ok
}
