package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/exchange"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Close closes a response on every way on which nothing else does, behind its
// last use there: or, in a function that closes it late by a defer, it defers
// that earlier.
func (f *Fixer) Close(l exchange.Leak) *Draft {
	p := f.atNode(l.Call)
	if p == nil {
		return none
	}
	a, ok := p.stmt.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(l.Call) || len(a.Lhs) != 2 || !isName(a.Lhs[0]) {
		return none
	}
	c := &closing{place: p, resp: l.Response}
	round := p.round()
	if round == nil || !c.isOwn(round) {
		return none
	}
	rest := syntax.Following(p.path[1], p.stmt)
	err, _ := a.Lhs[1].(*ast.Ident)
	if err == nil {
		return none
	}
	// Behind the question for the error there is a response.
	if n := len(rest); n > 0 && p.leavesOnError(rest[0], err) {
		c.sure = true
		return draft.Offer(p.src, "close the response wherever the function ends", c.deferred(rest, round)).Or(func() *Draft { return c.closed(rest[1:]) })
	}
	if fn, ok := callee(f.pass.TypesInfo, l.Call).(*types.Func); !ok || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" {
		return none
	}
	return c.closed(rest)
}

// closed closes the response on the ways through some statements.
func (c *closing) closed(rest []ast.Stmt) *Draft {
	if c.list(rest, true) != settled {
		return none
	}
	return draft.Offer(c.src, "close the response before the next attempt", c.edits)
}

// round is what an attempt is made in again: the loop whose body lists the
// place, or the function.
func (p *place) round() ast.Node {
	if len(p.path) < 3 || p.path[1] == ast.Node(p.body) {
		return p.fn
	}
	switch loop := p.path[2].(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return loop
	}
	return nil
}

// leavesOnError reports whether a statement leaves where an error is not nil, and
// does nothing else.
func (p *place) leavesOnError(s ast.Stmt, err *ast.Ident) bool {
	n, ok := s.(*ast.IfStmt)
	return ok && n.Init == nil && n.Else == nil && p.nilTest(n.Cond, p.f.pass.TypesInfo.ObjectOf(err)) == token.NEQ && syntax.EndsInJump(n.Body)
}

// closing inserts what closes a response.
type closing struct {
	*place
	resp  *types.Var
	sure  bool // the response is not nil
	edits []analysis.TextEdit
}

// isOwn reports whether nobody outside of a round has to do with the response.
func (c *closing) isOwn(round ast.Node) bool {
	if c.resp.Pos() < c.fn.Pos() || c.resp.Pos() >= c.fn.End() || c.resp.Pos() < c.body.Pos() {
		return false
	}
	own := true
	ast.Inspect(c.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			own = own && !c.mentions(n)
		case *ast.BranchStmt:
			own = own && n.Tok != token.GOTO
		case *ast.Ident:
			outside := n.Pos() < round.Pos() || n.Pos() >= round.End()
			own = own && (!outside || n.Pos() == c.resp.Pos() || c.f.pass.TypesInfo.Uses[n] != c.resp)
		}
		return own
	})
	if loop, ok := round.(*ast.ForStmt); ok {
		for _, n := range [...]ast.Node{loop.Init, loop.Cond, loop.Post} {
			own = own && (isNil(n) || !c.mentions(n))
		}
	}
	return own
}

func isNil(n ast.Node) bool {
	switch n := n.(type) {
	case ast.Expr:
		return n == nil
	case ast.Stmt:
		return n == nil
	}
	return true
}

func (c *closing) mentions(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		id, ok := m.(*ast.Ident)
		found = found || ok && c.f.pass.TypesInfo.Uses[id] == c.resp
		return !found
	})
	return found
}

// way is where a list of statements leads with a response that was open.
type way uint8

const (
	lost    way = iota // nobody can tell
	open               // on, with the response open
	settled            // the response is closed or handed on, or the round is over
)

// list closes the response on the ways through a list of statements. ends is set
// where the round is over behind it.
func (c *closing) list(list []ast.Stmt, ends bool) way {
	ends = ends || syntax.EndsInJump(&ast.BlockStmt{List: list})
	n := len(list)
	for ends && n > 0 && !c.mentions(list[n-1]) {
		n--
	}
	for _, s := range list[:n] {
		if f := c.through(s); f != open {
			return f
		}
	}
	if !ends {
		return open
	}
	if len(list) == 0 {
		return lost
	}
	return c.insert(list, n)
}

// insert closes the response before the nth statement of a list.
func (c *closing) insert(list []ast.Stmt, n int) way {
	near := list[max(n-1, 0)]
	if n < len(list) {
		near = list[n]
	}
	indent, ok := c.src.Indent(near.Pos())
	if !ok {
		return lost
	}
	text := c.resp.Name() + ".Body.Close()"
	if !c.sure {
		text = "if " + c.resp.Name() + " != nil {\n" + indent + "\t" + text + "\n" + indent + "}"
	}
	if n < len(list) {
		c.edits = append(c.edits, draft.Insert(near.Pos(), text+"\n"+indent))
	} else {
		c.edits = append(c.edits, draft.Insert(near.End()+c.src.RestOfLine(near.End()), "\n"+indent+text))
	}
	return settled
}

// through follows one statement.
func (c *closing) through(s ast.Stmt) way {
	switch s := s.(type) {
	case *ast.IfStmt:
		return c.branch(s)
	case *ast.SwitchStmt:
		if !c.asks(s.Init, s.Tag) {
			return lost
		}
		var bodies [][]ast.Stmt
		all := false
		for _, clause := range s.Body.List {
			clause := clause.(*ast.CaseClause)
			all = all || clause.List == nil
			for _, e := range clause.List {
				if !c.asks(nil, e) {
					return lost
				}
			}
			if breaks(clause.Body) {
				return lost
			}
			bodies = append(bodies, clause.Body)
		}
		return c.either(bodies, all)
	case *ast.ReturnStmt:
		if exchange.Settles(c.f.model.Package, s, c.resp) {
			return settled
		}
		if !c.plain(s) || c.reads(s) {
			return lost
		}
		return c.insert([]ast.Stmt{s}, 0)
	case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt, *ast.DeferStmt, *ast.IncDecStmt:
		switch {
		case exchange.Settles(c.f.model.Package, s, c.resp):
			return settled
		case !c.plain(s):
			return lost
		}
		c.sure = c.sure || c.follows(s)
		return open
	}
	if c.mentions(s) || jumps(s) {
		return lost
	}
	return open
}

// branch follows an if statement.
func (c *closing) branch(s *ast.IfStmt) way {
	if !c.asks(s.Init, s.Cond) {
		return lost
	}
	sure := c.sure
	c.sure = sure || c.sureIf(s.Cond)
	yes := c.list(s.Body.List, false)
	c.sure = sure
	no := open
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		no = c.list(e.List, false)
	case *ast.IfStmt:
		no = c.branch(e)
	}
	c.sure = sure
	return merge(yes, syntax.EndsInJump(s.Body), no, s.Else != nil && leavesElse(s.Else))
}

func leavesElse(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return syntax.EndsInJump(s)
	case *ast.IfStmt:
		return s.Else != nil && syntax.EndsInJump(s.Body) && leavesElse(s.Else)
	}
	return false
}

// merge is where two sides of a branch lead: one that leaves does not count.
func merge(a way, aLeaves bool, b way, bLeaves bool) way {
	switch {
	case a == lost || b == lost:
		return lost
	case aLeaves && bLeaves:
		return settled
	case aLeaves:
		return b
	case bLeaves || a == b:
		return a
	}
	return lost
}

// either follows the clauses of a switch. all is set where one of them is taken
// whatever happens.
func (c *closing) either(bodies [][]ast.Stmt, all bool) way {
	out, left := open, all
	if all {
		out = settled
	}
	sure := c.sure
	for _, body := range bodies {
		f := c.list(body, false)
		c.sure = sure
		l := syntax.EndsInJump(&ast.BlockStmt{List: body})
		out, left = merge(out, left, f, l), left && l
	}
	return out
}

// breaks reports whether a clause holds what ends it early, or goes on to the
// next.
func breaks(body []ast.Stmt) bool {
	found := false
	for _, s := range body {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				found = found || n.Label == nil && n.Tok != token.CONTINUE
			}
			return true
		})
	}
	return found
}

// jumps reports whether a statement may leave what it stands in.
func jumps(s ast.Stmt) bool {
	found := false
	syntax.Own(s, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Label != nil || n.Tok == token.CONTINUE
		}
	})
	return found
}

// asks reports whether a condition, and the statement before it, leave the
// response as it is.
func (c *closing) asks(init ast.Stmt, cond ast.Expr) bool {
	for _, n := range [...]ast.Node{init, cond} {
		if !isNil(n) && (exchange.Settles(c.f.model.Package, n, c.resp) || !c.plain(n)) {
			return false
		}
	}
	return true
}

// sureIf reports whether there is a response where a condition holds.
func (c *closing) sureIf(cond ast.Expr) bool {
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok {
		switch b.Op {
		case token.LAND:
			return c.sureIf(b.X) || c.sureIf(b.Y)
		case token.LOR:
			return c.sureIf(b.X) && c.sureIf(b.Y)
		case token.NEQ:
			if c.nilTest(b, c.resp) == token.NEQ {
				return true
			}
		}
	}
	return c.follows(cond)
}

// follows reports whether a node looks into the response, whatever happens.
func (c *closing) follows(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			return m.Op != token.LAND && m.Op != token.LOR
		case *ast.SelectorExpr:
			found = found || c.isResponse(m.X)
		}
		return true
	})
	return found
}

func (c *closing) isResponse(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && c.f.pass.TypesInfo.Uses[id] == c.resp
}

// isStream reports whether an expression is the response or its body.
func (c *closing) isStream(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return c.isResponse(e) || ok && sel.Sel.Name == "Body" && c.isResponse(sel.X)
}

// reads reports whether a node may read the body.
func (c *closing) reads(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if call, ok := m.(*ast.CallExpr); ok {
			found = found || slices.ContainsFunc(call.Args, c.isStream)
		}
		return !found
	})
	return found
}

// plain reports whether what a node makes of the body does not depend on it
// later: a decoder over it would.
func (c *closing) plain(n ast.Node) bool {
	plain := true
	kept := map[ast.Expr]bool{}
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.FuncLit:
			plain = plain && !c.mentions(m)
			return false
		case *ast.AssignStmt:
			for _, l := range m.Lhs {
				plain = plain && !c.isStream(l)
			}
			for _, r := range m.Rhs {
				kept[ast.Unparen(r)] = true
			}
		case *ast.ValueSpec:
			for _, r := range m.Values {
				kept[ast.Unparen(r)] = true
			}
		case *ast.ReturnStmt:
			for _, r := range m.Results {
				kept[ast.Unparen(r)] = true
			}
		case *ast.CallExpr:
			if slices.ContainsFunc(m.Args, c.isStream) && kept[m] {
				plain = plain && c.isDone(c.f.pass.TypesInfo.TypeOf(m))
			}
		}
		return plain
	})
	return plain
}

// isDone reports whether a value of a type cannot hold a reader.
func (c *closing) isDone(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Tuple:
		for v := range u.Variables() {
			if !c.isDone(v.Type()) {
				return false
			}
		}
		return true
	case *types.Basic:
		return true
	case *types.Slice:
		return c.isDone(u.Elem())
	}
	return summary.IsError(t)
}

// deferred closes the response when the function ends. A statement that defers
// that later moves; nothing else may close it or hand it on.
func (c *closing) deferred(rest []ast.Stmt, round ast.Node) []analysis.TextEdit {
	if round != c.fn || len(rest) < 2 {
		return nil
	}
	indent, ok := c.src.Indent(rest[1].Pos())
	if !ok {
		return nil
	}
	text := "defer " + c.resp.Name() + ".Body.Close()"
	for i, s := range rest[1:] {
		if d, ok := s.(*ast.DeferStmt); ok && c.closes(d.Call) {
			line := c.src.Tok.Line(d.Pos())
			if i == 0 || c.src.Tok.Line(d.End()) != line || line == c.src.Tok.LineCount() {
				return nil
			}
			return []analysis.TextEdit{
				draft.Insert(rest[1].Pos(), text+"\n"+indent),
				draft.Replace(c.src.Tok.LineStart(line), c.src.Tok.LineStart(line+1), ""),
			}
		}
		if exchange.Settles(c.f.model.Package, s, c.resp) || !c.plain(s) {
			return nil
		}
	}
	return []analysis.TextEdit{draft.Insert(rest[1].Pos(), text+"\n"+indent)}
}

// closes reports whether a call closes the body of the response.
func (c *closing) closes(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Close" && !c.isResponse(sel.X) && c.isStream(sel.X)
}
