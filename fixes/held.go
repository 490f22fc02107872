package fixes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// owes reports whether something that the loop holds at the wait is given back
// later in the same round.
func (p *place) owes(loop ast.Node) bool {
	for _, s := range p.rest(loop) {
		owes := false
		syntax.Own(s, func(n ast.Node) { owes = owes || p.settles(n) })
		if owes {
			return true
		}
	}
	return false
}

// holds reports whether a lock is held at the place that no defer gives back.
func (p *place) holds() bool {
	held := map[string]int{}
	for _, n := range p.handling() {
		if d, ok := n.(*ast.DeferStmt); ok {
			if on, locks := lock(d.Call); on != "" && !locks {
				held[on] += 2 // once for itself, once for the visit of its call
			}
		}
		if c, ok := n.(*ast.CallExpr); ok && c.Pos() < p.stmt.Pos() {
			switch on, locks := lock(c); {
			case on == "":
			case locks:
				held[on]--
			default:
				held[on]++
			}
		}
	}
	for _, n := range held {
		if n < 0 {
			return true
		}
	}
	return false
}

// lock says which lock a call takes or gives back.
func lock(c *ast.CallExpr) (on string, locks bool) {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	switch sel.Sel.Name {
	case "Lock", "RLock", "Acquire":
		return types.ExprString(sel.X), true
	case "Unlock", "RUnlock", "Release":
		return types.ExprString(sel.X), false
	}
	return "", false
}

// owesLater reports whether the function gives something back, by a statement
// that no defer runs, which it got before the loop: a return at the wait would
// keep it. In a function without results that includes what others wait to be
// sent.
func (p *place) owesLater(loop ast.Node) bool {
	owes := false
	deferred := map[ast.Node]bool{}
	for _, n := range p.handling() {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred[d.Call] = true
		}
		if n.Pos() < loop.Pos() || deferred[n] || !p.settles(n) {
			continue
		}
		if n.Pos() > loop.End() || !p.madeIn(n, loop) {
			owes = true
		}
	}
	return owes
}

// handling lists, once a function, what takes locks and gives things back in it, and
// what it defers.
func (p *place) handling() []ast.Node {
	list, known := p.f.handling[p.body]
	if !known {
		syntax.Own(p.body, func(n ast.Node) {
			on := ""
			if c, ok := n.(*ast.CallExpr); ok {
				on, _ = lock(c)
			}
			if _, defers := n.(*ast.DeferStmt); defers || on != "" || p.settles(n) {
				list = append(list, n)
			}
		})
		p.f.handling[p.body] = list
	}
	return list
}

// madeIn reports whether what a statement gives back was made within the loop.
func (p *place) madeIn(n, loop ast.Node) bool {
	if send, ok := n.(*ast.SendStmt); ok {
		return !p.beforeReturn(send)
	}
	made := false
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			obj := p.f.pass.TypesInfo.Uses[id]
			if v, ok := obj.(*types.Var); ok && !v.IsField() {
				made = loop.Pos() <= v.Pos() && v.Pos() < loop.End()
				return false
			}
		}
		return true
	})
	return made
}

// beforeReturn reports whether a statement stands before a return: what is sent
// then is the function's answer.
func (p *place) beforeReturn(s ast.Stmt) bool {
	path := syntax.Enclosing(p.src.File, s)
	if len(path) < 2 {
		return true
	}
	for _, l := range syntax.Following(path[1], s) {
		switch l := l.(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.BranchStmt:
			return l.Tok != token.CONTINUE
		}
	}
	return false
}

// settles reports whether a node gives something back that was taken: a lock, a
// connection, a place in a wait group, a channel that others wait on.
func (p *place) settles(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt:
		return len(p.results()) == 0
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.Ident:
			return f.Name == "close" || f.Name == "cancel" || f.Name == "release" || f.Name == "unlock"
		case *ast.SelectorExpr:
			switch f.Sel.Name {
			case "Lock", "RLock", "Unlock", "RUnlock", "Close", "Done", "Release", "Free", "Put", "Rollback", "Shutdown", "Disconnect", "Cancel", "Signal", "Broadcast":
				return !summary.IsContext(p.f.pass.TypesInfo.TypeOf(f.X)) // ctx.Done()
			case "Stop":
				return !p.isTimer(f.X)
			}
		}
	}
	return false
}

// rest lists the statements that follow the place in each list of statements
// around it within the loop, the loop's post statement included.
func (p *place) rest(loop ast.Node) []ast.Stmt {
	var out []ast.Stmt
	for i, n := range p.path {
		if n == loop || i+1 == len(p.path) || n == p.fn {
			break
		}
		s, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		for _, l := range syntax.Following(p.path[i+1], s) {
			if b, ok := l.(*ast.BranchStmt); ok && b.Tok == token.CONTINUE && b.Label == nil {
				return out
			}
			out = append(out, l)
		}
	}
	if l, ok := loop.(*ast.ForStmt); ok && l.Post != nil {
		if _, plain := l.Post.(*ast.IncDecStmt); !plain {
			out = append(out, l.Post)
		}
	}
	return out
}

// keepsAnswer reports whether a response that the loop looks at is still open at
// the wait: whoever gets an error does not close it.
func (p *place) keepsAnswer(loop ast.Node) bool {
	keeps := false
	syntax.Own(loop, func(n ast.Node) {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return
		}
		for _, l := range a.Lhs {
			id, ok := l.(*ast.Ident)
			if ok && summary.IsNamed(p.f.pass.TypesInfo.TypeOf(id), "net/http", "Response") {
				looked, closed := p.handles(loop, p.f.pass.TypesInfo.ObjectOf(id))
				keeps = keeps || looked && !closed
			}
		}
	})
	return keeps
}

// handles says what a loop does with a response before the wait: whether it
// looks at its status or hands it on, and whether it closes its body.
func (p *place) handles(loop ast.Node, resp types.Object) (looked, closed bool) {
	isResp := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && p.f.pass.TypesInfo.Uses[id] == resp
	}
	syntax.Own(loop, func(n ast.Node) {
		if n.Pos() > p.stmt.Pos() {
			return
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			looked = looked || n.Sel.Name == "StatusCode" && isResp(n.X)
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
				if body, ok := sel.X.(*ast.SelectorExpr); ok && isResp(body.X) {
					closed = true
				}
			}
			for _, arg := range n.Args {
				name := summary.LastName(n.Fun)
				body, ok := arg.(*ast.SelectorExpr)
				if !isResp(arg) && (!ok || !isResp(body.X)) {
					continue
				}
				looked = true
				closed = closed || knowledge.DrainsBody(name) && !knowledge.Logs(name)
			}
		}
	})
	return looked, closed
}
