package retrylib

import (
	"go/ast"
	"slices"
	"time"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// briefly is how long retries may go on after a cancellation before somebody notices.
const briefly = time.Second

// untold reports whether a call of a library's retrier leaves out a context that is in
// reach, and how the library could be told.
func untold(s *site.Site, delays *delay.Result) (hint string, ok bool) {
	if s.Kind != site.Helper || s.Known == nil || s.Known.Conflict || s.Known.Ctx >= 0 || s.Wait == nil || s.Wait.Cancel != 0 {
		return "", false
	}
	if s.Reach.Kind&knowledge.Ctx == 0 || s.Reach.Background || s.Reach.Own || s.Reach.Hidden || s.Reach.Expr == "" {
		return "", false
	}
	if s.Retrier == nil || knowledge.Lookup(s.Retrier.Origin()).Retrier == nil || s.Known.Wait == knowledge.NoWait {
		return "", false // the code's own, whose wait is judged where it stands
	}
	if !site.PlaceOf(s).Leaves() || brief(s, delays) || looks(s) || ends(s) {
		return "", false
	}
	for _, o := range s.Known.Options {
		if o.Sets == knowledge.SetsCtx {
			return " (" + o.Local() + " tells it)", true
		}
	}
	return "", true
}

// endless reports whether nothing ends a call of a library's retrier while the
// operation keeps failing.
func endless(s *site.Site) bool {
	if s.Kind != site.Helper || s.Bound != 0 || s.Known == nil || s.Known.Poll || s.Known.Conflict || s.Wait == nil {
		return false
	}
	if s.Func != nil && s.Func.Name() == "main" && s.Func.Pkg().Name() == "main" {
		return false // whoever ends the program ends the retries
	}
	for _, a := range s.Attempts {
		if a.Entry.Blocks {
			return false // what is run for as long as the process lives
		}
	}
	call, ok := s.Node.(*ast.CallExpr)
	if !ok || s.Retrier == nil || knowledge.Lookup(s.Retrier.Origin()).Retrier == nil {
		return false
	}
	return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return e != s.Op && !inSight(s, e, 0) })
}

// inSight reports whether all of a policy is: it is made by functions of libraries that
// retry, in this function.
func inSight(s *site.Site, e ast.Expr, depth int) bool {
	if depth > 5 {
		return false
	}
	m := s.Unit.M
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit, *ast.BasicLit:
		return true
	case *ast.CallExpr:
		fn := m.Sums.Callee(e)
		return fn != nil && fn.Pkg() != nil && knowledge.HasRetriers(fn.Pkg().Path()) &&
			!slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return !inSight(s, arg, depth+1) })
	case *ast.Ident:
		if m.Info.Types[e].Value != nil {
			return true
		}
		defs := s.Unit.Definitions()[m.Object(e)]
		return len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi && inSight(s, defs[0].Rhs, depth+1)
	}
	return m.Info.Types[e].Value != nil
}

// brief reports whether all attempts are over before anybody notices: as far as that
// is known, and with the policies that client-go declares, which wait for milliseconds.
func brief(s *site.Site, delays *delay.Result) bool {
	if total := delays.Of(s).Total; 0 < total && total < float64(briefly) {
		return true
	}
	if s.Delay.Highest > 0 && s.Max > 0 && s.Delay.Highest*float64(s.Max) < float64(briefly) {
		return true
	}
	call, ok := s.Node.(*ast.CallExpr)
	if !ok {
		return true
	}
	for _, arg := range call.Args {
		if sel, ok := ast.Unparen(arg).(*ast.SelectorExpr); ok {
			obj := s.Unit.M.Info.ObjectOf(sel.Sel)
			if obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "k8s.io/client-go/util/retry" {
				return true
			}
		}
	}
	return false
}

// ends reports whether the error of an attempt that was given the ended context ends
// the retries: a poll by any error, others by a predicate that is not always true.
func ends(s *site.Site) bool {
	if s.Bound&knowledge.Ctx == 0 {
		return false
	}
	if s.Known.Poll {
		return true
	}
	call, ok := s.Node.(*ast.CallExpr)
	if !ok || s.Known.Bound&knowledge.ErrorClass == 0 {
		return false
	}
	for _, arg := range call.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok && len(lit.Body.List) == 1 {
			ret, ok := lit.Body.List[0].(*ast.ReturnStmt)
			if ok && len(ret.Results) == 1 {
				if v := s.Unit.M.Info.Types[ret.Results[0]].Value; v != nil && v.ExactString() == "true" {
					return false
				}
			}
		}
	}
	return true
}

// looks reports whether the operation asks a context itself whether it has ended.
func looks(s *site.Site) bool {
	found := false
	ast.Inspect(s.Node, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Err" || sel.Sel.Name == "Done") && summary.IsContext(s.Unit.M.Info.TypeOf(sel.X)) {
			found = true
		}
		return !found
	})
	return found
}

// callee names the retrier that a site calls.
func callee(s *site.Site) string {
	if call, ok := s.Node.(*ast.CallExpr); ok {
		return phrase.Source(call.Fun)
	}
	return "the retrier"
}
