package rounds

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// Recursion is how often a function attempts something that calls itself again when
// that failed, by a parameter that counts or a flag; 0 if that is not known. first is
// what others give a parameter.
func Recursion(u *flow.Unit, again *ast.CallExpr, first func(param int) (int64, bool)) int64 {
	sig := u.Fn.Signature()
	for i := range min(sig.Params().Len(), len(again.Args)) {
		p := sig.Params().At(i)
		if types.Identical(p.Type(), types.Typ[types.Bool]) && u.M.Info.Types[again.Args[i]].Value != nil && asks(u, again, p) {
			return 2
		}
		step, ok := stepOf(u, again.Args[i], p)
		if !ok || !world.IsInteger(p.Type()) {
			continue
		}
		if n, ok := first(i); ok {
			if made := counted(u, again, p, n, step); made > 0 {
				return made
			}
		}
	}
	return 0
}

// stepOf is by how much an argument is more than the parameter was.
func stepOf(u *flow.Unit, arg ast.Expr, p *types.Var) (int64, bool) {
	if u.M.Object(arg) == p {
		step := int64(0)
		for _, d := range u.Definitions()[p] { // on its way to each call, one of them
			by := map[token.Token]int64{token.INC: 1, token.DEC: -1}[d.Tok]
			if by == 0 || step != 0 && by != step {
				return 0, false
			}
			step = by
		}
		return step, step != 0
	}
	b, ok := ast.Unparen(arg).(*ast.BinaryExpr)
	if !ok || u.M.Object(b.X) != p || b.Op != token.ADD && b.Op != token.SUB {
		return 0, false
	}
	n, ok := world.ConstInt(u.M, b.Y)
	if b.Op == token.SUB {
		n = -n
	}
	return n, ok && n != 0
}

// counted runs a counter through the conditions around the call and those that return
// before it, until one lets the recursion end.
func counted(u *flow.Unit, again *ast.CallExpr, p *types.Var, n, step int64) int64 {
	type test struct {
		op    token.Token
		limit int64
		goOn  bool // it goes on while this holds
	}
	var tests []test
	ast.Inspect(u.Body, func(x ast.Node) bool {
		s, ok := x.(*ast.IfStmt)
		if !ok {
			return true
		}
		goOn := flow.Within(again, s.Body)
		if !goOn && (s.Pos() > again.Pos() || !returns(s.Body)) || goOn && alternatives(s.Cond) {
			return true
		}
		for _, a := range world.Atoms(s.Cond) {
			b, ok := a.(*ast.BinaryExpr)
			if !ok {
				continue
			}
			if limit, ok := world.Constant(u, b.Y); ok && u.M.Object(b.X) == p {
				tests = append(tests, test{b.Op, limit, goOn})
			}
		}
		return true
	})
	if len(tests) == 0 {
		return 0
	}
	const enough = 1 << 20
	for made := int64(1); made < enough; made++ {
		for _, t := range tests {
			if world.CompareInts(n, t.op, t.limit) != t.goOn {
				return made
			}
		}
		n += step
	}
	return 0
}

// returns reports whether a body ends with a return.
func returns(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// asks reports whether the call is made under a condition on a flag.
func asks(u *flow.Unit, again *ast.CallExpr, p *types.Var) bool {
	found := false
	ast.Inspect(u.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if ok && (flow.Within(again, s) || returns(s.Body)) {
			found = found || world.UsesAny(u.M, s.Cond, map[types.Object]bool{p: true})
		}
		return !found
	})
	return found
}
