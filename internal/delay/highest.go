package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// mostSummed is how many waits are added up one by one; more are taken to be as
// long as the last.
const mostSummed = 100

// total is how long a site waits at most, its last attempt behind it, in
// nanoseconds; 0 where the number of attempts, or what the delay is computed from,
// is not constant.
func total(s *site.Site) float64 {
	m := s.Unit.M
	if s.Kind == site.Helper && s.Max > 1 {
		sum, _ := Waits(s, s.Max)
		return sum
	}
	if s.Region == nil || s.Delay.Expr == nil {
		return 0
	}
	if limit := waited(m, s); limit > 0 {
		return limit
	}
	waits := site.MostAttempts(m, s) - 1
	if waits < 1 {
		return 0
	}
	if _, ok := world.ConstFloat(m, s.Delay.Expr); ok || waits > mostSummed {
		return inRound(m, s.Region, s.Delay.Expr, waits) * float64(waits)
	}
	sum := 0.0
	for round := int64(1); round <= waits; round++ {
		n := inRound(m, s.Region, s.Delay.Expr, round)
		if n == 0 && round == waits {
			return 0
		}
		sum += n
	}
	return sum
}

// inRound is the highest value of a delay in a round of a region, counted from 1,
// in nanoseconds; 0 where what it is computed from is not constant.
func inRound(m *flow.Package, r *flow.Region, delay ast.Expr, round int64) float64 {
	if n, ok := world.ConstFloat(m, delay); ok {
		return n
	}
	most := m.Values().AtRound(delay, r.Span(), int(round)).Hi
	if math.IsInf(most, 1) {
		return 0
	}
	return max(most, 0)
}

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
		if ok && len(a.Rhs) == 1 && adds(m, a, delay) && s.Region.Contains(a) {
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
		if !ok || !leaves(i.Body) {
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

// adds reports whether an assignment adds a variable to another: sum += v, sum = sum + v.
func adds(m *flow.Package, a *ast.AssignStmt, v types.Object) bool {
	if a.Tok == token.ADD_ASSIGN {
		return m.Object(a.Rhs[0]) == v
	}
	b, ok := ast.Unparen(a.Rhs[0]).(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD || a.Tok != token.ASSIGN {
		return false
	}
	x, y, sum := m.Object(b.X), m.Object(b.Y), m.Object(a.Lhs[0])
	return sum != nil && (x == sum && y == v || x == v && y == sum)
}

// leaves reports whether a branch of a loop ends it: by a return, or by a break that no
// loop, switch or select within the branch takes.
func leaves(n ast.Node) bool {
	return leavesFrom(n, false)
}

// leavesFrom is leaves where, inside of another statement, a break without a label ends
// that one only.
func leavesFrom(n ast.Node, inside bool) bool {
	found := false
	ast.Inspect(n, func(n2 ast.Node) bool {
		switch s := n2.(type) {
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || s.Tok == token.BREAK && (s.Label != nil || !inside)
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if n2 != n && !inside {
				found = found || leavesFrom(n2, true)
				return false
			}
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}
