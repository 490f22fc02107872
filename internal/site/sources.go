package site

import (
	"go/ast"

	"github.com/retryvet/retryvet/internal/flow"
)

func sortPlaced(list []flow.Placed) []flow.Placed {
	seen := map[*ast.CallExpr]bool{}
	out := list[:0:0]
	for _, p := range list {
		if !seen[p.Call] {
			seen[p.Call] = true
			out = append(out, p)
		}
	}
	for i := range out {
		for j := i; j > 0 && out[j].Call.Pos() < out[j-1].Call.Pos(); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}
