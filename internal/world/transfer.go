package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Transfer updates the environment by one statement.
func (in *Interp) Transfer(n ast.Node, env []Value) {
	in.effects(n, env)
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			in.added(n.Lhs[0], n.Tok, env)
			return
		}
		in.assign(n.Lhs, n.Rhs, env)
	case *ast.IncDecStmt:
		in.added(n.X, n.Tok, env)
	case *ast.SendStmt:
		if i, ok := in.Tracked[in.tracked(n.Chan)]; ok {
			env[i] = sentValue(in.Eval(n.Value, env))
		}
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, id := range n.Names {
			lhs[i] = id
		}
		if len(n.Values) > 0 {
			in.assign(lhs, n.Values, env)
			return
		}
		for _, id := range n.Names {
			v := ZeroOf(in.R.U.M.Info.TypeOf(id))
			if t := in.R.U.M.Info.TypeOf(id); v == Anything && t != nil && isCount(t) {
				v = Zero
				if summary.IsNamed(t, "sync/atomic", "Bool") {
					v = IsFalse
				}
			}
			in.Set(id, v, env)
		}
	}
}

// added updates a number that is counted up or down.
func (in *Interp) added(x ast.Expr, tok token.Token, env []Value) {
	i, ok := in.Tracked[in.tracked(x)]
	if !ok {
		return
	}
	if tok == token.INC || tok == token.ADD_ASSIGN {
		env[i] = NotZero
		return
	}
	env[i] = Anything
}

// element gives the variables of a range loop over errors the value of one of them.
func (in *Interp) element(b *cfg.Block, env []Value) {
	loop, ok := b.Stmt.(*ast.RangeStmt)
	if !ok {
		return
	}
	for _, e := range [...]ast.Expr{loop.Key, loop.Value} {
		if e == nil {
			continue
		}
		v := Anything
		if summary.IsError(in.R.U.M.Info.TypeOf(e)) {
			switch in.numeric(loop.X, env) {
			case allNil:
				v = IsNil
			case someErr:
				v = NotNil
			}
		}
		in.Set(e, v, env)
	}
}

func (in *Interp) Set(l ast.Expr, v Value, env []Value) {
	if i, ok := in.Tracked[in.tracked(l)]; ok {
		env[i] = v
	}
}

func (in *Interp) assign(lhs, rhs []ast.Expr, env []Value) {
	if len(lhs) == len(rhs) {
		vals := make([]Value, len(rhs))
		for i, e := range rhs {
			vals[i] = in.numeric(e, env)
		}
		for i, l := range lhs {
			in.Set(l, vals[i], env)
		}
		return
	}
	call, _ := ast.Unparen(rhs[0]).(*ast.CallExpr)
	if t, ok := ast.Unparen(rhs[0]).(*ast.TypeAssertExpr); ok && len(lhs) == 2 {
		in.Set(lhs[0], Anything, env)
		in.Set(lhs[1], in.asserted(t, env), env)
		return
	}
	for i, l := range lhs {
		v := Anything
		if call != nil {
			v = in.result(call, i)
			if i == len(lhs)-1 && v == Anything {
				v = in.saysOfNil(call, env)
			}
			if v == Anything && in.wantsMore(l, call) {
				v = IsFalse
			}
		}
		in.Set(l, v, env)
	}
}

// wantsMore reports whether a flag that a successful call gives back beside its
// error says, by its name, that the call should be made again.
func (in *Interp) wantsMore(flag ast.Expr, c *ast.CallExpr) bool {
	m := in.R.U.M
	if b, ok := summary.TypeUnder[*types.Basic](m.Info.TypeOf(flag)); !ok || b.Info()&types.IsBoolean == 0 {
		return false
	}
	sig, ok := Signature(m, c)
	if !ok || in.R.Polls || in.World(c) != Success || summary.FailsBy(sig) != summary.ByError || !knowledge.SaysAgain(summary.LastName(flag)) {
		return false
	}
	in.SaysAgain = true
	return true
}
