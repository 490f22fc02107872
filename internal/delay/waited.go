package delay

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// waited is how long a site waits at most that adds up its delays and ends when the
// sum exceeds a constant, in nanoseconds; 0 if it does not.
//
//	for try() != nil {
//		time.Sleep(pause)
//		if waited += pause; waited > time.Second {
//			return
//		}
//		pause *= 2
//	}
func waited(m *flow.Package, s *site.Site) float64 {
	delay := m.Object(s.Delay.Expr)
	if delay == nil {
		return 0
	}
	sums := map[types.Object]bool{}
	ast.Inspect(s.Region.Node, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && a.Tok == token.ADD_ASSIGN && m.Object(a.Rhs[0]) == delay && s.Region.Contains(a) {
			sums[m.Object(a.Lhs[0])] = true
		}
		return true
	})
	if len(sums) == 0 {
		return 0
	}
	limit := 0.0
	ast.Inspect(s.Region.Node, func(n ast.Node) bool {
		i, ok := n.(*ast.IfStmt)
		if !ok || !hasReturn(i.Body) {
			return true
		}
		for _, a := range either(i.Cond) {
			b, ok := ast.Unparen(a).(*ast.BinaryExpr)
			if ok && (b.Op == token.GTR || b.Op == token.GEQ) && sums[m.Object(b.X)] {
				limit, _ = world.ConstFloat(m, b.Y)
			}
		}
		return true
	})
	sum := 0.0
	for round := int64(1); limit > 0 && round <= mostSummed; round++ {
		n := inRound(m, s.Region, s.Delay.Expr, round)
		if n == 0 {
			return 0
		}
		if sum += n; sum > limit {
			return sum
		}
	}
	return 0
}

// either lists the conditions of which one is enough.
func either(cond ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && b.Op == token.LOR {
		return append(either(b.X), either(b.Y)...)
	}
	return []ast.Expr{cond}
}
