package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// EndsItself reports whether nothing ends a context before a place but this function: by
// a deadline that it gives it, or when it returns. What it hands the cancel function to
// further down cannot have called it yet.
func EndsItself(u *flow.Unit, v *types.Var, at token.Pos) bool {
	if IsParam(u, v) || len(u.Definitions()[v]) != 1 {
		return false
	}
	a, ok := u.Definitions()[v][0].Node.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return false
	}
	c, ok := CallOf(a.Rhs[0])
	if !ok || len(c.Args) == 0 || !IsBackground(u, c.Args[0]) {
		return false
	}
	switch summary.LastName(c.Fun) {
	case "WithTimeout", "WithDeadline":
		return !u.M.Sums.HandedOn(a.Lhs[1], at)
	case "WithCancel", "WithCancelCause": // a literal may run on when the function around it has returned
		return flow.Within(a, u.Node) && !u.M.Sums.HandedOn(a.Lhs[1], at)
	}
	return false
}

// HasContext reports whether a request carries a context that somebody else may
// cancel: it is a parameter, or was made with one.
func HasContext(u *flow.Unit, req *types.Var) bool {
	if IsParam(u, req) {
		return true
	}
	for _, d := range u.Definitions()[req] {
		c, ok := CallOf(d.Rhs)
		if !ok {
			continue
		}
		for _, arg := range c.Args {
			if summary.IsContext(u.M.Info.TypeOf(arg)) && !IsBackground(u, arg) {
				return true
			}
		}
	}
	return false
}

// SomebodyEnds reports whether a context of package level is given one that can be
// cancelled, where it is declared or later.
func SomebodyEnds(u *flow.Unit, v *types.Var) bool {
	known := flow.Notes[packageContexts](u.M)
	if known.ended == nil {
		known.ended = map[types.Object]bool{}
		given := func(lhs []ast.Expr, rhs []ast.Expr) {
			for i, l := range lhs {
				if obj := u.M.Object(l); obj != nil && summary.IsContext(obj.Type()) && len(rhs) > 0 && !IsBackground(u, rhs[min(i, len(rhs)-1)]) {
					known.ended[obj] = true
				}
			}
		}
		for _, file := range u.M.Pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					given(n.Lhs, n.Rhs)
				case *ast.ValueSpec:
					lhs := make([]ast.Expr, len(n.Names))
					for i, id := range n.Names {
						lhs[i] = id
					}
					given(lhs, n.Values)
				}
				return true
			})
		}
	}
	return known.ended[v]
}

// packageContexts remembers which contexts somebody can cancel.
type packageContexts struct{ ended map[types.Object]bool }

// IsBackgroundVar reports whether a local context can never be cancelled.
func IsBackgroundVar(u *flow.Unit, v *types.Var) bool {
	if IsParam(u, v) {
		return false
	}
	defs := u.Definitions()[v]
	for _, d := range defs {
		if d.Rhs == nil || d.Multi || !IsBackground(u, d.Rhs) {
			return false
		}
	}
	return len(defs) > 0
}

// IsBackground reports whether a context expression is one that nothing can
// cancel.
func IsBackground(u *flow.Unit, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := u.M.Sums.Callee(e)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			return false
		}
		switch fn.Name() {
		case "Background", "TODO", "WithoutCancel":
			return true
		case "WithValue":
			return IsBackground(u, e.Args[0])
		}
	case *ast.Ident:
		obj := u.M.Object(e)
		if v, ok := obj.(*types.Var); !ok || v.IsField() || IsParam(u, v) {
			return false
		}
		defs := u.Definitions()[obj]
		for _, d := range defs {
			if d.Rhs == nil || d.Multi || !IsBackground(u, d.Rhs) || d.Tok == token.RANGE {
				return false
			}
		}
		return len(defs) > 0
	}
	return false
}

// EndsOf says what ends a context: Ctx where somebody else can cancel it,
// Elapsed where this function gives it a deadline.
func EndsOf(u *flow.Unit, ctx ast.Expr) knowledge.Bound {
	if IsBackground(u, ctx) {
		return 0
	}
	ends := knowledge.Ctx
	for _, d := range u.Definitions()[u.M.Object(ctx)] {
		c, ok := CallOf(d.Rhs)
		if !ok || len(c.Args) == 0 {
			continue
		}
		fn := u.M.Sums.Callee(c)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			continue
		}
		if IsBackground(u, c.Args[0]) {
			ends = 0
		}
		if strings.HasPrefix(fn.Name(), "WithTimeout") || strings.HasPrefix(fn.Name(), "WithDeadline") {
			ends |= knowledge.Elapsed
		}
	}
	return ends
}
