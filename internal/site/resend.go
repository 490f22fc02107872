package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// resends finds requests that a function sends a second time, without a loop,
// where the first answer or its error asked for it: after a lost connection, or
// with a new token. It is too little for a site, but the body is used up all the
// same.
func (m *Package) resends(root *unit) {
	sent := map[types.Object][]*ast.CallExpr{}
	for _, c := range callsIn(root.body) {
		if arg := m.request(Attempt{Call: c, Callee: m.sums.Callee(c)}); arg != nil && m.object(arg) != nil {
			sent[m.object(arg)] = append(sent[m.object(arg)], c)
		}
	}
	if len(sent) == 0 {
		return
	}
	ast.Inspect(root.body, func(n ast.Node) bool {
		again, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		for _, c := range callsIn(again.Body) {
			if r, ok := m.resend(root, sent, again, c); ok {
				Notes[exchangeNotes](m).resent = append(Notes[exchangeNotes](m).resent, r)
				return false
			}
		}
		return true
	})
}

// resend says what a call uses up that sends, under a condition on the outcome of
// an earlier call, what that one has sent.
func (m *Package) resend(u *unit, sent map[types.Object][]*ast.CallExpr, again *ast.IfStmt, c *ast.CallExpr) (Reuse, bool) {
	arg := m.request(Attempt{Call: c, Callee: m.sums.Callee(c)})
	if arg == nil {
		return Reuse{}, false
	}
	f := &stage{m: m, s: &Site{Node: again.Body, unit: u}, u: u, node: again.Body, root: again.Body}
	v := f.carried(arg, 0)
	if v == nil {
		return Reuse{}, false
	}
	for _, first := range sent[v] {
		if first.End() > again.Pos() || summary.LastName(first.Fun) != summary.LastName(c.Fun) {
			continue
		}
		onError, onAnswer := m.dependsOn(u, again.Cond, first)
		if !onError && !onAnswer {
			continue
		}
		for _, d := range u.definitions()[v] {
			if d.node.Pos() > first.End() && d.node.Pos() < again.Pos() {
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
func (m *Package) dependsOn(u *unit, cond ast.Expr, c *ast.CallExpr) (onError, onAnswer bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		for _, d := range u.definitions()[m.object(id)] {
			if dc, ok := callOf(d.rhs); ok && dc == c {
				if summary.IsError(m.info.TypeOf(id)) {
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
