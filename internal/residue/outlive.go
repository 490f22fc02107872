package residue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// goroutines lists the goroutines of a round that outlive it: those that only
// end when a context from outside does, and those that wait to send what nobody
// takes.
func goroutines(r *flow.Region) []Pile {
	var out []Pile
	for _, b := range r.Order {
		for i, n := range b.Nodes {
			g, ok := n.(*ast.GoStmt)
			if !ok || !r.Contains(g) {
				continue
			}
			lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
			if !ok || isLoop(r) && !roundsFrom(r, b, i, nil) {
				continue
			}
			if ctx := onlyEnd(r, lit); ctx != nil {
				out = append(out, Pile{Kind: Goroutines, Node: g, Until: types.ExprString(ctx)})
			}
			if send := lateSend(r, lit); send != nil {
				out = append(out, Pile{Kind: Senders, Node: send})
			}
		}
	}
	return out
}

// isLoop reports whether a region is what a loop or a goto repeats, and not a
// whole function.
func isLoop(r *flow.Region) bool {
	_, ok := r.Node.(ast.Stmt)
	return ok
}

// lateSend is the send by which a goroutine gives its result to the round, where
// the round may go on without taking it: the channel has no room, and another
// case of the select that receives from it can come first.
func lateSend(r *flow.Region, lit *ast.FuncLit) *ast.SendStmt {
	m := r.U.M
	var send *ast.SendStmt
	for _, s := range lit.Body.List {
		if x, ok := s.(*ast.SendStmt); ok {
			send = x
		}
	}
	if send == nil {
		return nil
	}
	ch, ok := m.Object(send.Chan).(*types.Var)
	if !ok || ch.IsField() || !r.Inside(ch.Pos()) {
		return nil
	}
	made := world.OnlyCall(r, ch)
	if made == nil || !world.IsBuiltin(m, made) || len(made.Args) > 2 {
		return nil
	}
	if len(made.Args) == 2 {
		if n, ok := world.ConstInt(m, made.Args[1]); !ok || n != 0 {
			return nil
		}
	}
	// The channel is named where it is made, where it is sent to, and in one
	// select: nobody else takes from it.
	uses := 0
	var sel *ast.SelectStmt
	ast.Inspect(r.U.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if m.Info.Uses[n] == ch {
				uses++
			}
		case *ast.SelectStmt:
			for _, c := range n.Body.List {
				if x := summary.ReceivedFrom(c.(*ast.CommClause)); x != nil && m.Object(x) == ch && len(n.Body.List) > 1 {
					sel = n
				}
			}
		}
		return true
	})
	if uses != 2 || sel == nil || !r.Contains(sel) || isLoop(r) && !lapses(r, sel, ch) {
		return nil
	}
	return send
}

// lapses reports whether another round can follow a case of a select other than
// the one that receives from ch.
func lapses(r *flow.Region, sel *ast.SelectStmt, ch *types.Var) bool {
	leads := r.Leads()
	for _, b := range r.Order {
		clause, ok := b.Stmt.(*ast.CommClause)
		if !ok || b.Kind != cfg.KindSelectCaseBody || !flow.Within(clause, sel) {
			continue
		}
		if x := summary.ReceivedFrom(clause); x != nil && r.U.M.Object(x) != ch && leads[b] {
			return true
		}
	}
	return false
}

// watchers lists the goroutines that the function starts before its loop and
// that wait for the caller's context only, where the function returns when the
// loop has succeeded.
func watchers(r *flow.Region, s *site.Site) []Pile {
	list := r.U.Body.List
	at := len(list) - 1
	for at >= 0 && list[at] != r.Node {
		if _, ok := list[at].(*ast.ReturnStmt); !ok {
			return nil
		}
		at--
	}
	if at < 0 || !s.Kind.Again() {
		return nil
	}
	var out []Pile
	whole := flow.Whole(r.U)
	for _, stmt := range list[:at] {
		g, ok := stmt.(*ast.GoStmt)
		if !ok {
			continue
		}
		lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
		if !ok {
			continue
		}
		ctx := onlyEnd(whole, lit)
		if v, ok := r.U.M.Object(ctx).(*types.Var); ok && world.IsParam(r.U, v) {
			out = append(out, Pile{Kind: Watchers, Node: g, Until: types.ExprString(ctx)})
		}
	}
	return out
}

// onlyEnd is the context from outside the round that alone lets a goroutine end,
// nil if something else may.
func onlyEnd(r *flow.Region, lit *ast.FuncLit) ast.Expr {
	m := r.U.M
	for _, s := range lit.Body.List {
		switch s := s.(type) {
		case *ast.DeferStmt, *ast.AssignStmt, *ast.DeclStmt:
			continue
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(s.X).(*ast.UnaryExpr)
			if !ok || recv.Op != token.ARROW {
				return nil
			}
			return outer(r, m.Sums.IsDone(recv.X))
		case *ast.SelectStmt:
			return outerSelect(r, s, false)
		case *ast.ForStmt:
			if s.Cond != nil || len(s.Body.List) != 1 {
				return nil
			}
			sel, ok := s.Body.List[0].(*ast.SelectStmt)
			if !ok {
				return nil
			}
			return outerSelect(r, sel, true)
		default:
			return nil
		}
	}
	return nil
}

// outerSelect is the context from outside that ends a select, or the loop around
// it: all other cases, in a loop, take the time and go on.
func outerSelect(r *flow.Region, s *ast.SelectStmt, loop bool) ast.Expr {
	m := r.U.M
	var ctx ast.Expr
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		ch := summary.ReceivedFrom(clause)
		if ch == nil {
			return nil
		}
		if done := m.Sums.IsDone(ch); done != nil {
			if ctx = outer(r, done); ctx == nil {
				return nil
			}
			continue
		}
		if !loop || !summary.IsTimeChan(m.Info.TypeOf(ch)) || leavesAnywhere(clause) {
			return nil
		}
	}
	return ctx
}

// leavesAnywhere reports whether a case can end the loop around its select.
func leavesAnywhere(clause *ast.CommClause) bool {
	found := false
	ast.Inspect(clause, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Label != nil
		}
		return !found
	})
	return found
}

// outer is a context that lives longer than a round: a variable that is declared
// outside and not given anew inside, or a field.
func outer(r *flow.Region, ctx ast.Expr) ast.Expr {
	if ctx == nil {
		return nil
	}
	switch e := ast.Unparen(ctx).(type) {
	case *ast.Ident:
		v, ok := r.U.M.Object(e).(*types.Var)
		if !ok || r.Inside(v.Pos()) {
			return nil
		}
		for _, d := range r.U.Definitions()[v] {
			if r.Contains(d.Node) {
				return nil
			}
		}
		return e
	case *ast.SelectorExpr:
		if _, ok := e.X.(*ast.Ident); ok && summary.IsContext(r.U.M.Info.TypeOf(e)) {
			return e
		}
	}
	return nil
}
