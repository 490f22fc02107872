package world

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// AsksState reports whether a call may answer differently next time: not a
// question about an error, nor arithmetic on what is at hand.
func AsksState(r *flow.Region, c *ast.CallExpr) bool {
	m := r.U.M
	for _, a := range Operands(m, c) {
		if summary.IsError(m.Info.TypeOf(a)) {
			return false
		}
	}
	if IsContextErr(m, c) || m.Sums.OfCall(c).Wait != nil {
		return false
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "time", "errors", "fmt", "strings", "bytes", "strconv", "math", "math/rand", "math/rand/v2", "slices", "maps", "context", "sort":
		return false
	}
	return true
}

// alwaysYes reports whether a question about an error is a function of this package
// that says yes of whatever error it is given.
func alwaysYes(m *flow.Package, c *ast.CallExpr) bool {
	fn := BodyOf(m, m.Sums.Callee(c))
	if fn == nil || !ReturnsBool(m, c) {
		return false
	}
	known := flow.Notes[notes](m)
	if yes, ok := known.alwaysYes[fn]; ok {
		return yes
	}
	if known.alwaysYes == nil {
		known.alwaysYes = map[*types.Func]bool{}
	}
	known.alwaysYes[fn] = false // while it asks itself
	yes := saysYes(m, fn)
	known.alwaysYes[fn] = yes
	return yes
}

// saysYes reports whether all ways through a function that is given errors return
// true, whatever its other parameters are and its calls give back.
func saysYes(m *flow.Package, fn *types.Func) bool {
	r := Whole(m, UnitOf(m, nil, m.Sums.Decl(fn), fn))
	if r == nil {
		return false
	}
	in := prepare(r, func(*ast.CallExpr) Outcome { return Free }, Options{})
	in.given = map[types.Object]Value{}
	for p := range fn.Signature().Params().Variables() {
		if summary.IsError(p.Type()) {
			in.given[p] = NotNil
		}
	}
	yes, other := false, len(in.Inner) > 0 // of a loop over data it is not known that there is any
	in.Ended = func(in *Interp, ret *ast.ReturnStmt, env []Value) {
		if len(ret.Results) == 1 && in.Truth(ret.Results[0], env) == IsTrue {
			yes = true
		} else {
			other = true
		}
	}
	in.walk([]state{{block: r.Head, env: in.Start()}})
	return yes && !other && !in.Exhausted()
}
