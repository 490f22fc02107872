package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// EndsItself reports whether nothing ends a context before a place but this function: by
// a deadline that it gives it, or when it returns. What it hands the cancel function to
// further down cannot have called it yet. Who makes the context may be a function that is
// given the time, and nothing else to make it of.
func EndsItself(u *flow.Unit, v *types.Var, at token.Pos) bool {
	defs := firsts(u, v)
	if IsParam(u, v) || len(defs) != 1 {
		return false
	}
	a, ok := defs[0].Node.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return false
	}
	c, ok := CallOf(a.Rhs[0])
	if !ok || len(c.Args) == 0 {
		return false
	}
	if timed(u, c) {
		return !u.M.Sums.HandedOn(a.Lhs[1], at)
	}
	if !IsBackground(u, c.Args[0]) {
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

// firsts are the definitions of a context variable but for those that make it of itself,
// as those do that add a value to it.
func firsts(u *flow.Unit, v types.Object) []flow.Def {
	return slices.DeleteFunc(slices.Clone(u.Definitions()[v]), func(d flow.Def) bool {
		from, ok := derived(u, d.Rhs)
		return ok && !d.Multi && u.M.Object(from) == v
	})
}

// derived is the context that a call makes another one of, and nothing else.
func derived(u *flow.Unit, e ast.Expr) (from ast.Expr, ok bool) {
	c, ok := CallOf(e)
	if !ok || !summary.IsContext(u.M.Info.TypeOf(c)) {
		return nil, false
	}
	for _, arg := range c.Args {
		switch {
		case !summary.IsContext(u.M.Info.TypeOf(arg)):
		case from != nil:
			return nil, false
		default:
			from = arg
		}
	}
	return from, from != nil
}

// timed reports whether a call makes a context, and its cancel function, of a duration
// and nothing that could hold another context: what a method is called on could, and
// so could what a literal captures.
func timed(u *flow.Unit, c *ast.CallExpr) bool {
	fn := u.M.Sums.Callee(c)
	if fn == nil || fn.Signature().Recv() != nil {
		return false
	}
	duration := false
	for _, arg := range c.Args {
		t := u.M.Info.TypeOf(arg)
		if _, plain := summary.TypeUnder[*types.Basic](t); !plain {
			return false
		}
		duration = duration || summary.IsNamed(t, "time", "Duration")
	}
	return duration
}

// Endless reports whether a context is one that nothing can cancel, or made of one by
// functions that are given no other, as those are that add values. Such a function might
// make it end all the same, so this is a reason for silence only.
func Endless(u *flow.Unit, e ast.Expr) bool { return endless(u, e, 0) }

// EndlessVar reports that of a local variable, whatever it holds.
func EndlessVar(u *flow.Unit, v *types.Var) bool { return endlessVar(u, v, 0) }

func endless(u *flow.Unit, e ast.Expr, depth int) bool {
	if depth > 5 {
		return false
	}
	if IsBackground(u, e) {
		return true
	}
	if from, ok := derived(u, e); ok {
		return endless(u, from, depth+1)
	}
	v, ok := u.M.Object(e).(*types.Var)
	return ok && endlessVar(u, v, depth)
}

func endlessVar(u *flow.Unit, v *types.Var, depth int) bool {
	if v.IsField() || IsParam(u, v) {
		return false
	}
	defs := firsts(u, v)
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d flow.Def) bool {
		return d.Rhs == nil || d.Multi || !endless(u, d.Rhs, depth+1)
	})
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

// IsBackground reports whether a context expression is one that nothing can
// cancel.
func IsBackground(u *flow.Unit, e ast.Expr) bool {
	return isBackground(u, e, map[types.Object]bool{})
}

// isBackground is IsBackground of what the variables that were seen are set to: a
// context with a value is often kept in the variable that it is made of.
func isBackground(u *flow.Unit, e ast.Expr, seen map[types.Object]bool) bool {
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
			return isBackground(u, e.Args[0], seen)
		}
	case *ast.Ident:
		obj := u.M.Object(e)
		if v, ok := obj.(*types.Var); !ok || v.IsField() || IsParam(u, v) {
			return false
		}
		if seen[obj] {
			return true // the others decide
		}
		seen[obj] = true
		defs := u.Definitions()[obj]
		for _, d := range defs {
			if d.Rhs == nil || d.Multi || !isBackground(u, d.Rhs, seen) || d.Tok == token.RANGE {
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
