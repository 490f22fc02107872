package budgetuse

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// finder looks for budgets in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package
	in   *inspector.Inspector

	gated     map[*types.Var]*site.Site // variables that decide whether a site goes on
	reset     map[*types.Var]bool       // those whose limit something changes
	mentioned map[string]bool           // the methods of limiters that the package calls
}

// find notes which limiters gate a site: by Allow in its loop, or because a function
// that does so is handed them.
func (f *finder) find(sites []*site.Site) {
	f.gated, f.reset, f.mentioned = map[*types.Var]*site.Site{}, map[*types.Var]bool{}, map[string]bool{}
	for _, s := range sites {
		if !s.Kind.Again() {
			continue
		}
		ast.Inspect(s.Node, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && f.callee(call) == "Limiter.Allow" {
				if v := f.limiter(call); v != nil && f.gated[v] == nil {
					f.gated[v] = s
				}
			}
			return true
		})
	}
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		switch f.callee(call) {
		case "Limiter.SetBurst", "Limiter.SetBurstAt":
			f.mentioned["SetBurst"] = true
		case "Limiter.SetLimit", "Limiter.SetLimitAt":
			if v := f.limiter(call); v != nil {
				f.reset[v] = true
			}
		}
		f.handsOn(call)
	}
}

// handsOn notes the limiters that a call hands to a function whose parameter gates a
// site.
func (f *finder) handsOn(call *ast.CallExpr) {
	fn := f.sums.Callee(call)
	if f.sums.Decl(fn) == nil || fn.Signature().Variadic() {
		return
	}
	params := fn.Signature().Params()
	for i := range min(params.Len(), len(call.Args)) {
		if s := f.gated[params.At(i)]; s != nil {
			if v := syntax.Variable(f.pass.TypesInfo, call.Args[i]); v != nil && f.gated[v] == nil {
				f.gated[v] = s
			}
		}
	}
}

// limiter is the variable or field that a method is called on.
func (f *finder) limiter(call *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	return syntax.Variable(f.pass.TypesInfo, sel.X)
}

// callee is the function or method of package rate that a call names.
func (f *finder) callee(call *ast.CallExpr) string {
	fn, _ := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != rate {
		return ""
	}
	return knowledge.FuncName(fn)
}

// perNanosecond recognises rate.Limit(d) of a duration, and says what d is. A
// duration that is divided is a number of times, and so is a quotient of two limits.
func (f *finder) perNanosecond(c inspector.Cursor) (string, bool) {
	call := c.Node().(*ast.CallExpr)
	if tv := f.pass.TypesInfo.Types[call.Fun]; !tv.IsType() || !summary.IsNamed(tv.Type, rate, "Limit") || len(call.Args) != 1 {
		return "", false
	}
	d := ast.Unparen(call.Args[0])
	if !summary.IsNamed(f.pass.TypesInfo.TypeOf(d), "time", "Duration") {
		return "", false
	}
	if b, ok := c.Parent().Node().(*ast.BinaryExpr); ok && (b.Op == token.QUO || b.Op == token.MUL) {
		return "", false
	}
	if n, ok := phrase.Constant(f.pass, d); ok {
		return phrase.Source(d), n >= time.Millisecond
	}
	_, computed := d.(*ast.BinaryExpr)
	return phrase.Source(d), !computed
}

func (f *finder) isZero(e ast.Expr) bool {
	v := f.pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0
}

// isFinite reports whether a limit is known to let something through, if only the
// burst did.
func (f *finder) isFinite(e ast.Expr) bool {
	if f.isInf(e) {
		return false
	}
	if v := f.pass.TypesInfo.Types[e].Value; v != nil {
		return constant.Sign(v) > 0
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && f.callee(call) == "Every"
}

func (f *finder) isInf(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := f.pass.TypesInfo.ObjectOf(sel.Sel)
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == rate && obj.Name() == "Inf"
}

// isBackground reports whether an expression is context.Background() or TODO().
func (f *finder) isBackground(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := f.sums.Callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "context" && (fn.Name() == "Background" || fn.Name() == "TODO")
}

// heldBy is the variable that a call's result is given to.
func (f *finder) heldBy(c inspector.Cursor) *types.Var {
	switch p := c.Parent().Node().(type) {
	case *ast.ValueSpec:
		if len(p.Names) == 1 {
			return syntax.Variable(f.pass.TypesInfo, p.Names[0])
		}
	case *ast.AssignStmt:
		if len(p.Lhs) == 1 {
			return syntax.Variable(f.pass.TypesInfo, p.Lhs[0])
		}
	}
	return nil
}

// ofOneCall reports whether a limiter is a variable of the function that retries,
// and nothing is done with it but to ask it there.
func (f *finder) ofOneCall(v *types.Var, made inspector.Cursor) bool {
	if v.IsField() || v.Parent() == f.pass.Pkg.Scope() {
		return false
	}
	for c := range made.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if s := f.gated[v]; s.Pos() < made.Node().Pos() || s.End() > decl.End() || s.Func == nil || s.InLiteral {
			return false
		}
		for id := range c.Preorder((*ast.Ident)(nil)) {
			if f.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != v {
				continue
			}
			if _, ok := id.Parent().Node().(*ast.SelectorExpr); !ok || inLiteral(id, decl) {
				return false
			}
		}
		return !inLiteral(made, decl)
	}
	return false
}

// inLiteral reports whether a node stands in a function literal of a function.
func inLiteral(c inspector.Cursor, decl *ast.FuncDecl) bool {
	for lit := range c.Enclosing((*ast.FuncLit)(nil)) {
		return lit.Node().Pos() > decl.Pos()
	}
	return false
}

// ownBudgets lists the budgets of package retry that a function makes for a retry of
// its own: they stand in the policy that is handed to it.
func (f *finder) ownBudgets() []ast.Expr {
	var out []ast.Expr
	for c := range f.in.Root().Preorder((*ast.KeyValueExpr)(nil)) {
		kv := c.Node().(*ast.KeyValueExpr)
		if id, ok := kv.Key.(*ast.Ident); !ok || id.Name != "Budget" || !f.makesBudget(kv.Value) {
			continue
		}
		for call := range c.Enclosing((*ast.CallExpr)(nil), (*ast.FuncLit)(nil)) {
			if n, ok := call.Node().(*ast.CallExpr); ok && f.retries(n) {
				out = append(out, kv.Value)
			}
			break
		}
	}
	return out
}

// makesBudget reports whether an expression is &retry.Budget{...} or new(retry.Budget).
func (f *finder) makesBudget(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		return ok && e.Op == token.AND && summary.IsNamed(f.pass.TypesInfo.TypeOf(lit), retry, "Budget")
	case *ast.CallExpr:
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		return ok && id.Name == "new" && summary.IsNamed(f.pass.TypesInfo.TypeOf(e), retry, "Budget")
	}
	return false
}

func (f *finder) retries(call *ast.CallExpr) bool {
	fn := f.sums.Callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == retry && slices.Contains(retries, fn.Name())
}
