package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"

	"honnef.co/go/tools/analysis/code"

	"github.com/retryvet/retryvet/internal/summary"
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
	// it fires, and a ticker for ever: below Go 1.23.
	Leaks bool
}

// TimeAfters lists the uses of time.After in loops, whether or not the loop is a
// site.
func (m *Package) TimeAfters() []TimeAfter {
	m.asking.Lock()
	defer m.asking.Unlock()
	if !m.imports("time") {
		return nil
	}
	var out []TimeAfter
	for _, file := range m.pass.Files {
		old := m.keepsTimers(file)
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
				if t, ok := m.timeAfter(m.enclosing(file, stack), n, old); ok {
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
func (m *Package) enclosing(file *ast.File, stack []ast.Node) *unit {
	if len(stack) > 1 {
		if decl, ok := stack[1].(*ast.FuncDecl); ok {
			fn, _ := m.info.Defs[decl.Name].(*types.Func)
			return m.unitOf(file, decl, fn)
		}
	}
	return nil
}

// keepsTimers reports whether a file is built for a Go version whose timers live
// until they fire. It is the version of the standard library that decides, as
// for staticcheck's SA1015: a build tag does not lower it.
func (m *Package) keepsTimers(file *ast.File) bool {
	v := m.Library(file)
	return v != "" && version.Compare(v, "go1.23") < 0
}

// Library is the version of the standard library that a file is built with, ""
// if unknown.
func (m *Package) Library(file *ast.File) string { return code.StdlibVersion(m.pass, file) }

func (m *Package) imports(path string) bool {
	for _, p := range m.pass.Pkg.Imports() {
		if p.Path() == path {
			return true
		}
	}
	return false
}

// timeAfter looks at one select.
func (m *Package) timeAfter(u *unit, sel *ast.SelectStmt, old bool) (TimeAfter, bool) {
	var t TimeAfter
	own := m.timeoutCase(u, sel)
	if own == nil {
		return t, false
	}
	t.From = clauseChan(own)
	t.Call = m.timerBehind(u, t.From)
	paced, other := false, false
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		ch := clauseChan(clause)
		if clause == own {
			continue
		}
		other = true
		if leaves(clause.Body) {
			continue
		}
		if clause.Comm == nil || ch != nil && isNamedChanOfTime(m, ch) {
			paced = true
		}
	}
	if !other {
		return t, false
	}
	t.Restarts = paced && leaves(own.Body)
	t.Leaks = old && !m.isZero(t.Call.Args[0])
	return t, t.Restarts || t.Leaks
}

// timeoutCase is the case of a select that receives from time.After: one that
// ends the loop before one that does not.
func (m *Package) timeoutCase(u *unit, sel *ast.SelectStmt) *ast.CommClause {
	var first *ast.CommClause
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		if m.timerBehind(u, clauseChan(clause)) == nil {
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

func isNamedChanOfTime(m *Package, ch ast.Expr) bool {
	c, ok := chanElem(m.info.TypeOf(ch))
	return ok && summary.IsNamed(c, "time", "Time")
}

// timerBehind is the call of time.After or time.Tick whose channel an expression is:
// itself, or within a helper of this package or a closure of this function that
// returns it.
func (m *Package) timerBehind(u *unit, ch ast.Expr) *ast.CallExpr {
	if c := m.afterCall(ch); c != nil {
		return c
	}
	c, ok := callOf(ch)
	if !ok || !isNamedChanOfTime(m, ch) {
		return nil
	}
	if decl := m.sums.Decl(m.sums.Callee(c)); decl != nil {
		return m.returnedTimer(decl.Body)
	}
	if u != nil {
		if lit := u.literal(c.Fun); lit != nil {
			return m.returnedTimer(lit.Body)
		}
	}
	return nil
}

// returnedTimer is the only call of time.After in a body, nil if there is none
// or another timer may be returned.
func (m *Package) returnedTimer(body *ast.BlockStmt) *ast.CallExpr {
	var found *ast.CallExpr
	several := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if m.afterCall(n) != nil {
				several = several || found != nil
				found = n
			} else {
				several = several || isNamedChanOfTime(m, n)
			}
		case *ast.SelectorExpr:
			several = several || isNamedChanOfTime(m, n)
		}
		return true
	})
	if several {
		return nil
	}
	return found
}

// afterCall is the call of time.After or time.Tick that a case receives from, or nil.
func (m *Package) afterCall(ch ast.Expr) *ast.CallExpr {
	c, ok := callOf(ch)
	if !ok {
		return nil
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || len(c.Args) != 1 {
		return nil
	}
	if fn.Name() != "After" && fn.Name() != "Tick" {
		return nil
	}
	return c
}

// leaves reports whether the statements of a case end the loop: by a return, a
// jump to a label, or a panic.
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
	}
	return false
}
