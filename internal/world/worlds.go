package world

import (
	"go/ast"

	"github.com/retryvet/retryvet/internal/flow"
)

// AllGood is the world in which every call succeeds. What an inner endless loop
// calls, such as a stream's Recv, ends at some time, so there anything happens.
func AllGood(r *flow.Region) World {
	return func(c *ast.CallExpr) Outcome {
		if InEndlessLoop(r, c) {
			return Free
		}
		return Success
	}
}

// InEndlessLoop reports whether a node stands in a loop inside the region that
// only its body can end.
func InEndlessLoop(r *flow.Region, n ast.Node) bool {
	in := false
	for _, loop := range InnerLoops(r) {
		f, ok := loop.(*ast.ForStmt)
		if ok && f.Post == nil && flow.Within(n, f) {
			in = true
		}
	}
	return in
}

// InnerLoops lists the loops inside the region.
func InnerLoops(r *flow.Region) []ast.Node {
	if r.Inner != nil {
		return r.Inner
	}
	r.Inner = []ast.Node{}
	root := r.Node
	if _, isLabel := root.(*ast.LabeledStmt); isLabel {
		root = r.U.Body // a goto's cycle goes beyond its label's statement
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			if n != r.Node && r.Inside(n.Pos()) {
				r.Inner = append(r.Inner, n)
			}
		}
		return true
	})
	return r.Inner
}

// AllGoodBut is the world in which one call ends in some way and all others
// succeed.
func AllGoodBut(r *flow.Region, c *ast.CallExpr, o Outcome) World {
	return func(x *ast.CallExpr) Outcome {
		if x == c {
			return o
		}
		return AllGood(r)(x)
	}
}

// Outcomes lists the ways in which a call can fail.
func Outcomes(r *flow.Region, c *ast.CallExpr) []Outcome {
	if TellsStatus(r.U.M, c) {
		return []Outcome{Failure, Refused}
	}
	return []Outcome{Failure}
}
