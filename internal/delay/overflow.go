package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"sort"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// Overflow is a random draw whose limit overflows while the attempts go on: the
// draw panics, which no maximum that is applied to its result can prevent.
type Overflow struct {
	Draw    *ast.CallExpr
	Attempt int // the one after whose failure the draw panics, counted from 1
}

// mostAttempts is how far an overflow is looked for. A delay that doubles from a
// nanosecond on overflows after 63 attempts, one that grows by half after 108.
const mostAttempts = 128

// overflow is the first draw of a site's delays whose limit overflows within the
// attempts that the site makes; nil if there is none.
func overflow(m *flow.Package, s *site.Site) *Overflow {
	if s.Region == nil {
		return nil
	}
	last := int64(mostAttempts)
	if most := site.MostAttempts(m, s); most > 0 {
		last = min(last, most-1)
	}
	for _, how := range computed(m, s) {
		for _, c := range how.Calls {
			d := c.Call
			if len(d.Args) != 1 || !draws(m, d) || !s.Region.Contains(d) || notPositive(m, s, d) {
				continue
			}
			beyond := func(attempt int) bool {
				most := m.Values().AtRound(d.Args[0], s.Region.Span(), attempt).Hi
				return most > math.MaxInt64 && !math.IsInf(most, 1)
			}
			// Growth goes one way, so that the first attempt can be searched for.
			if n := 1 + sort.Search(int(last), func(i int) bool { return beyond(i + 1) }); int64(n) <= last {
				return &Overflow{Draw: d, Attempt: n}
			}
		}
	}
	return nil
}

// notPositive reports whether the rounds ask, before a draw, whether what its limit is
// computed from is still above zero.
func notPositive(m *flow.Package, s *site.Site, draw *ast.CallExpr) bool {
	objs := map[types.Object]bool{}
	ast.Inspect(draw.Args[0], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := m.Info.Uses[id].(*types.Var); ok {
				objs[v] = true
			}
		}
		return true
	})
	found := false
	ast.Inspect(s.Region.Node, func(n ast.Node) bool {
		if found || n == nil || n.Pos() > draw.Pos() {
			return false
		}
		b, ok := n.(*ast.BinaryExpr)
		if ok && (world.IsOrder(b.Op) || b.Op == token.EQL) {
			of, n, known := b.X, 0.0, false
			if n, known = world.ConstFloat(m, b.Y); !known {
				of = b.Y
				n, known = world.ConstFloat(m, b.X)
			}
			found = known && n <= 1 && world.UsesAny(m, of, objs)
		}
		return !found
	})
	return found
}
