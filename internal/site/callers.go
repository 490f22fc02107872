package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/rounds"
	"github.com/retryvet/retryvet/internal/world"
)

// MostAttempts is the number of attempts of a site: its constant, or the highest
// that the callers of its function give a parameter which limits them.
func MostAttempts(m *flow.Package, s *Site) int64 {
	if again, ok := s.Node.(*ast.CallExpr); ok && s.Kind == Recursive && s.First == s.Unit && s.Func != nil {
		return rounds.Recursion(s.Unit, again, func(i int) (int64, bool) {
			n := mostGiven(m, s.Func, i, again)
			return n, n >= 0
		})
	}
	if s.Max > 0 || s.Region == nil || s.Func == nil || s.InLiteral {
		return s.Max
	}
	sig := s.Func.Signature()
	for i := range sig.Params().Len() {
		if p := sig.Params().At(i); world.IsInteger(p.Type()) && rounds.Limits(s.Region, p) {
			return max(0, mostGiven(m, s.Func, i, nil))
		}
	}
	return 0
}

// mostGiven is the highest constant that callers give a parameter, one call aside; -1
// if one gives anything else, or it is not known who calls.
func mostGiven(m *flow.Package, fn *types.Func, i int, but *ast.CallExpr) int64 {
	calls, all := m.Callers(fn)
	if !all {
		return -1
	}
	most := int64(-1)
	for _, c := range calls {
		if c == but {
			continue
		}
		if i >= len(c.Args) {
			return -1
		}
		n, ok := world.ConstInt(m, c.Args[i])
		if !ok {
			return -1
		}
		most = max(most, n)
	}
	return most
}
