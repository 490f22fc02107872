package site

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/retryvet/retryvet/internal/summary"
)

// onConflictOnly reports whether the loop goes round only when another writer
// came first: without the questions about conflicts no failure leads back.
func (r *region) onConflictOnly(v *verdict) bool {
	asked := false
	for _, b := range r.order {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok && (conflictTest(e) || conflictAssertion(e)) {
					asked = true
				}
				return !asked
			})
		}
		if x, _ := r.u.typeCase(b); x != nil && conflictName(caseName(b)) {
			asked = true
		}
	}
	if !asked {
		return false
	}
	for _, c := range v.failing {
		w := func(x *ast.CallExpr) outcome {
			if x == c.call {
				return failure
			}
			return r.allGood(x)
		}
		in := r.interp(w)
		in.noConflict = true
		in.walk(in.step(state{block: r.u.graph.Blocks[c.block], env: in.start()}, c.node, false))
		if in.back {
			return false
		}
	}
	return true
}

// conflictTest reports whether an expression asks if another writer came first.
func conflictTest(e ast.Expr) bool {
	var name string
	switch e := e.(type) {
	case *ast.CallExpr:
		name = summary.LastName(e.Fun)
		if name == "Is" || name == "As" {
			for _, a := range e.Args[min(1, len(e.Args)):] {
				name += summary.LastName(a)
			}
		}
	case *ast.BinaryExpr:
		if e.Op != token.EQL && e.Op != token.NEQ {
			return false
		}
		name = summary.LastName(e.X) + summary.LastName(e.Y)
	default:
		return false
	}
	return conflictName(name)
}

// conflictAssertion reports whether an expression asserts an error of a conflict.
func conflictAssertion(e ast.Expr) bool {
	t, ok := e.(*ast.TypeAssertExpr)
	return ok && t.Type != nil && conflictName(typeExprName(t.Type))
}

// conflictName reports whether a name speaks of a conflict with another writer.
func conflictName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"conflict", "keyexists", "alreadyexist", "errexist", "isexist", "comparefailed", "stale", "versionmismatch", "serializationfail", "conditionfailed", "preconditionfailed", "outofdate"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}
