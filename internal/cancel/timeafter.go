package cancel

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// TimeAfter is a select in a loop that receives from time.After or time.Tick,
// beside other cases.
type TimeAfter struct {
	Call *ast.CallExpr // time.After or time.Tick
	From ast.Expr      // what the case receives from: Call, or a call of a helper that returns its channel
	// Restarts is set where the timeout ends the loop, but a case that comes
	// first at its own pace, a ticker or a default, makes a new one each round.
	Restarts bool
	// Leaks is set where the timer of a round that another case won is kept until
	// it fires, and a ticker for ever: below Go 1.23. That case leads to the next
	// round: one that leaves the loop leaves a single timer, and nothing piles up.
	Leaks bool
}

// timeAfters lists the uses of time.After in loops, whether or not the loop is a
// site.
func timeAfters(m *flow.Package) []TimeAfter {
	if !world.Imports(m, "time") {
		return nil
	}
	var out []TimeAfter
	for _, file := range m.Pass.Files {
		old := syntax.KeepsTimers(m.Pass.Pkg, file)
		loops := []ast.Node{nil} // the innermost loop around the node, by depth
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			loops = loops[:len(stack)+1]
			loop := loops[len(stack)]
			switch n := n.(type) {
			case *ast.FuncLit:
				loop = nil
			case *ast.ForStmt, *ast.RangeStmt:
				loop = n
			case *ast.SelectStmt:
				if loop == nil {
					break
				}
				if t, ok := timeAfter(m, enclosing(m, file, stack), loop, n, old); ok {
					out = append(out, t)
				}
			}
			loops = append(loops, loop)
			return true
		})
	}
	return out
}

// enclosing is the declared function around a node, nil at package level.
func enclosing(m *flow.Package, file *ast.File, stack []ast.Node) *flow.Unit {
	if len(stack) > 1 {
		if decl, ok := stack[1].(*ast.FuncDecl); ok {
			fn, _ := m.Info.Defs[decl.Name].(*types.Func)
			return world.UnitOf(m, file, decl, fn)
		}
	}
	return nil
}

// timeAfter looks at one select.
func timeAfter(m *flow.Package, u *flow.Unit, loop ast.Node, sel *ast.SelectStmt, old bool) (TimeAfter, bool) {
	var t TimeAfter
	own := timeoutCase(m, u, sel)
	if own == nil {
		return t, false
	}
	t.From = clauseChan(own)
	t.Call = timerBehind(m, u, t.From)
	paced, again := false, false
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		ch := clauseChan(clause)
		if clause == own || leaves(clause.Body) || closesRanged(m, loop, clause) || endsLoop(m, loop, clause) {
			continue
		}
		again = true
		if clause.Comm == nil || ch != nil && summary.IsTimeChan(m.Info.TypeOf(ch)) {
			paced = true
		}
	}
	if !again {
		return t, false
	}
	t.Restarts = paced && leaves(own.Body)
	t.Leaks = old && !syntax.IsZero(m.Info, t.Call.Args[0])
	return t, t.Restarts || t.Leaks
}

// timeoutCase is the case of a select that receives from time.After: one that
// ends the loop before one that does not.
func timeoutCase(m *flow.Package, u *flow.Unit, sel *ast.SelectStmt) *ast.CommClause {
	var first *ast.CommClause
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		if timerBehind(m, u, clauseChan(clause)) == nil {
			continue
		}
		if leaves(clause.Body) {
			return clause
		}
		if first == nil {
			first = clause
		}
	}
	return first
}

func clauseChan(clause *ast.CommClause) ast.Expr {
	if clause.Comm == nil {
		return nil
	}
	return summary.ReceivedFrom(clause)
}

// timerBehind is the call of time.After or time.Tick whose channel an expression is:
// itself, or within a helper of this package or a closure of this function that
// returns it.
func timerBehind(m *flow.Package, u *flow.Unit, ch ast.Expr) *ast.CallExpr {
	if c := afterCall(m, ch); c != nil {
		return c
	}
	c, ok := world.CallOf(ch)
	if !ok || !summary.IsTimeChan(m.Info.TypeOf(ch)) {
		return nil
	}
	if decl := m.Sums.Decl(m.Sums.Callee(c)); decl != nil {
		return returnedTimer(m, decl.Body)
	}
	if u != nil {
		if lit := world.Literal(u, c.Fun); lit != nil {
			return returnedTimer(m, lit.Body)
		}
	}
	return nil
}

// returnedTimer is the only call of time.After in a body, nil if there is none
// or another timer may be returned.
func returnedTimer(m *flow.Package, body *ast.BlockStmt) *ast.CallExpr {
	var found *ast.CallExpr
	several := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if afterCall(m, n) != nil {
				several = several || found != nil
				found = n
			} else {
				several = several || summary.IsTimeChan(m.Info.TypeOf(n))
			}
		case *ast.SelectorExpr:
			several = several || summary.IsTimeChan(m.Info.TypeOf(n))
		}
		return true
	})
	if several {
		return nil
	}
	return found
}

// afterCall is the call of time.After or time.Tick that a case receives from, or nil.
func afterCall(m *flow.Package, ch ast.Expr) *ast.CallExpr {
	c, ok := world.CallOf(ch)
	if !ok {
		return nil
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || len(c.Args) != 1 {
		return nil
	}
	if fn.Name() != "After" && fn.Name() != "Tick" {
		return nil
	}
	return c
}

// leaves reports whether the statements of a case end the loop: by a return, a
// jump to a label, or a panic, on all ways if there are several.
func leaves(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.GOTO || s.Tok == token.BREAK && s.Label != nil
	case *ast.ExprStmt:
		c, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch summary.LastName(c.Fun) {
		case "panic", "Exit", "Fatal", "Fatalf", "Fatalln", "FailNow":
			return true
		}
	case *ast.BlockStmt:
		return leaves(s.List)
	case *ast.IfStmt:
		return s.Else != nil && leaves(s.Body.List) && leaves([]ast.Stmt{s.Else})
	case *ast.SelectStmt:
		return allLeave(s.Body)
	}
	return false
}

// allLeave reports whether each case of a select ends the loop around it.
func allLeave(cases *ast.BlockStmt) bool {
	for _, c := range cases.List {
		clause := c.(*ast.CommClause)
		if !leaves(clause.Body) || breaks(clause) {
			return false
		}
	}
	return len(cases.List) > 0
}

// breaks reports whether a case may end its select early.
func breaks(clause *ast.CommClause) bool {
	found := false
	ast.Inspect(clause, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK && n.Label == nil
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// closesRanged reports whether a case closes the channel that the loop ranges over,
// by which it is the last round.
func closesRanged(m *flow.Package, loop ast.Node, clause *ast.CommClause) bool {
	rs, ok := loop.(*ast.RangeStmt)
	if !ok {
		return false
	}
	for _, s := range clause.Body {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		c, ok := e.X.(*ast.CallExpr)
		if ok && len(c.Args) == 1 && world.IsBuiltin(m, c) && summary.LastName(c.Fun) == "close" && m.Object(c.Args[0]) != nil && m.Object(c.Args[0]) == m.Object(rs.X) {
			return true
		}
	}
	return false
}

// endsLoop reports whether a case sets the flag that is all the condition of the loop.
func endsLoop(m *flow.Package, loop ast.Node, clause *ast.CommClause) bool {
	f, ok := loop.(*ast.ForStmt)
	if !ok || f.Cond == nil {
		return false
	}
	flag, ends := ast.Unparen(f.Cond), "false"
	if not, ok := flag.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		flag, ends = ast.Unparen(not.X), "true"
	}
	id, ok := flag.(*ast.Ident)
	if !ok {
		return false
	}
	for _, s := range clause.Body {
		a, ok := s.(*ast.AssignStmt)
		if ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 && m.Object(a.Lhs[0]) == m.Object(id) {
			v := m.Info.Types[a.Rhs[0]].Value
			return v != nil && v.String() == ends
		}
	}
	return false
}
