package exchange

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/request"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// resends finds requests that a function sends a second time, without a loop,
// where the first answer or its error asked for it: after a lost connection, or
// with a new token. It is too little for a site, but the body is used up all the
// same.
func resends(m *flow.Package, root *flow.Unit) []Reuse {
	sent := map[types.Object][]*ast.CallExpr{}
	for _, c := range callsIn(root.Body) {
		if arg := request.Request(m, world.Attempt{Call: c, Callee: m.Sums.Callee(c)}); arg != nil && m.Object(arg) != nil {
			sent[m.Object(arg)] = append(sent[m.Object(arg)], c)
		}
	}
	if len(sent) == 0 {
		return nil
	}
	var out []Reuse
	ast.Inspect(root.Body, func(n ast.Node) bool {
		again, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		for _, c := range callsIn(again.Body) {
			if r, ok := resend(m, root, sent, again, c); ok {
				out = append(out, r)
				return false
			}
		}
		return true
	})
	return out
}

// resend says what a call uses up that sends, under a condition on the outcome of
// an earlier call, what that one has sent.
func resend(m *flow.Package, u *flow.Unit, sent map[types.Object][]*ast.CallExpr, again *ast.IfStmt, c *ast.CallExpr) (Reuse, bool) {
	arg := request.Request(m, world.Attempt{Call: c, Callee: m.Sums.Callee(c)})
	if arg == nil {
		return Reuse{}, false
	}
	f := &stage{m: m, u: u, node: again.Body, root: again.Body}
	v := f.carried(arg, 0)
	if v == nil {
		return Reuse{}, false
	}
	for _, first := range sent[v] {
		if first.End() > again.Pos() || summary.LastName(first.Fun) != summary.LastName(c.Fun) {
			continue
		}
		onError, onAnswer := dependsOn(m, u, again.Cond, first)
		if !onError && !onAnswer {
			continue
		}
		for _, d := range u.Definitions()[v] {
			if d.Node.Pos() > first.End() && d.Node.Pos() < again.Pos() {
				return Reuse{}, false // another request by now
			}
		}
		made, memory := f.request(c, arg)
		if made == nil || memory && !onError {
			return Reuse{}, false
		}
		return Reuse{Use: arg, Made: made, What: Request, Memory: memory, First: first}, true
	}
	return Reuse{}, false
}

// dependsOn reports whether a condition looks at the error that a call gave back,
// or at its other results.
func dependsOn(m *flow.Package, u *flow.Unit, cond ast.Expr, c *ast.CallExpr) (onError, onAnswer bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		for _, d := range u.Definitions()[m.Object(id)] {
			if dc, ok := world.CallOf(d.Rhs); ok && dc == c {
				if summary.IsError(m.Info.TypeOf(id)) {
					onError = true
				} else {
					onAnswer = true
				}
			}
		}
		return true
	})
	return onError, onAnswer
}
