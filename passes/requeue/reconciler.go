package requeue

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// reconcilers looks at what reconcilers return to controller-runtime.
func (f *finder) reconcilers() {
	for c := range f.in.Root().Preorder((*ast.ReturnStmt)(nil)) {
		ret := c.Node().(*ast.ReturnStmt)
		n := len(ret.Results)
		if n < 2 {
			continue
		}
		result := f.result(ret.Results[n-2])
		if result == nil {
			continue
		}
		after := f.field(result, "RequeueAfter")
		switch err := ret.Results[n-1]; {
		case after != nil && f.isFailure(err, c):
			f.report.Report(after, fmt.Sprintf("RequeueAfter is ignored beside an error: the controller's rate limiter says when the request is tried again, and not after %s", phrase.Source(after)))
		case after != nil && f.tooShort(after):
			f.report.Report(after, fmt.Sprintf("RequeueAfter of %s is a time.Duration of nanoseconds: the request comes back at once, without the rate limiter", phrase.Source(after)))
		case n == 2 && len(result.Elts) == 0 && f.pass.TypesInfo.Types[err].IsNil():
			if call := f.swallowed(c); call != nil {
				f.report.Report(ret, fmt.Sprintf("the error of %s is dropped here: nil says that all is well, so nothing tries again until something else changes the object",
					phrase.Source(call.Fun)), report.At(call, "what failed"))
			}
		}
	}
}

// result is the reconcile.Result that an expression makes, or makes a pointer to, as
// helpers of reconcilers do; nil if it makes none.
func (f *finder) result(e ast.Expr) *ast.CompositeLit {
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = ast.Unparen(addr.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok || !summary.IsNamed(f.pass.TypesInfo.TypeOf(lit), reconcile, "Result") {
		return nil
	}
	return lit
}

// field is the value that a literal gives to a field, nil if it gives none.
func (f *finder) field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// isFailure reports whether an error that is returned is known not to be nil.
func (f *finder) isFailure(err ast.Expr, c inspector.Cursor) bool {
	switch err := ast.Unparen(err).(type) {
	case *ast.Ident:
		b := syntax.OfFailure(f.pass.TypesInfo, c)
		return b != nil && syntax.Variable(f.pass.TypesInfo, err) == b.Err && !f.assignedIn(b.Body, b.Err)
	case *ast.CallExpr:
		return f.callee(err, "fmt") == "Errorf" || f.callee(err, "errors") == "New"
	}
	return false
}

// assignedIn reports whether a block gives a variable a new value.
func (f *finder) assignedIn(body *ast.BlockStmt, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range a.Lhs {
				found = found || syntax.Variable(f.pass.TypesInfo, lhs) == v
			}
		}
		return !found
	})
	return found
}

// tooShort reports whether a delay is a number whose unit was forgotten.
func (f *finder) tooShort(after ast.Expr) bool {
	d, ok := phrase.Constant(f.pass, after)
	return ok && d > 0 && d < time.Microsecond
}

// swallowed is the write whose failure is the only reason for a return and which
// nothing but the log learns of, nil if there is none.
func (f *finder) swallowed(c inspector.Cursor) *ast.CallExpr {
	b := syntax.OfFailure(f.pass.TypesInfo, c)
	if b == nil || !b.Only || len(b.Body.List) == 0 || b.Body.List[len(b.Body.List)-1] != c.Node() {
		return nil
	}
	if syntax.OfFailure(f.pass.TypesInfo, b.At) != nil {
		return nil // what failed first decides, and a status is told as well as it goes
	}
	call := b.Call(f.pass.TypesInfo)
	if call == nil || !f.writes(call) || f.asks(b) {
		return nil
	}
	return call
}

// writes reports whether a call changes an object of the cluster.
func (f *finder) writes(call *ast.CallExpr) bool {
	return knowledge.TraitOf(typeutil.Callee(f.pass.TypesInfo, call), "writes") != nil
}

// asks reports whether the branch looks at what its error is, or hands it to
// something that may.
func (f *finder) asks(b *syntax.Failure) bool {
	for _, s := range b.Body.List {
		switch s := s.(type) {
		case *ast.ReturnStmt:
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok {
				if fn := f.sums.Callee(call); fn != nil && fn.Pkg() == f.pass.Pkg {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}
