package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Deadline is an end of a constant time that a function sets.
type Deadline struct {
	Node  ast.Node
	Name  string // of the context, or the time.Time
	After time.Duration

	what types.Object
}

// DeadlineOf is the one that ends a site: of the context that its attempts are given or
// its wait listens to, or of the time that its condition looks at. The function sets it
// before the site. The shortest counts.
func DeadlineOf(s *site.Site) *Deadline {
	var found *Deadline
	for obj := range ends(s) {
		for _, def := range s.Unit.Definitions()[obj] {
			a, ok := def.Node.(*ast.AssignStmt)
			if !ok || a.Pos() < s.Body.Pos() || a.Pos() >= s.Pos() {
				continue
			}
			d := sets(s.Unit.M, a)
			if d == nil || d.what != obj || elsewhere(s, a) {
				continue
			}
			if found == nil || d.After < found.After || d.After == found.After && d.Node.Pos() < found.Node.Pos() {
				found = d
			}
		}
	}
	if found != nil && setAgain(s, found) {
		return nil
	}
	return found
}

// elsewhere reports whether a statement of a site's function stands in a literal that
// ends before the site.
func elsewhere(s *site.Site, a *ast.AssignStmt) bool {
	return slices.ContainsFunc(s.Unit.Stack(a), func(n ast.Node) bool {
		_, ok := n.(*ast.FuncLit)
		return ok && s.Body.Pos() <= n.Pos() && n.End() < s.Pos()
	})
}

// ends are the variables that end a site: contexts and times.
func ends(s *site.Site) map[types.Object]bool {
	m := s.Unit.M
	used := map[types.Object]bool{}
	note := func(e ast.Expr) {
		if c, ok := world.CallOf(e); ok { // ctx.Done()
			if sel, isSel := ast.Unparen(c.Fun).(*ast.SelectorExpr); isSel && m.Sums.IsDone(c) != nil {
				e = sel.X
			}
		}
		if id, ok := e.(*ast.Ident); ok {
			used[m.Info.ObjectOf(id)] = true
		}
	}
	for _, a := range s.Attempts {
		note(a.Ctx)
	}
	if s.Wait != nil {
		note(s.Wait.CancelExpr)
	}
	if c, ok := s.Node.(*ast.CallExpr); ok && s.Known != nil && s.Known.Ctx >= 0 && s.Known.Ctx < len(c.Args) {
		note(c.Args[s.Known.Ctx])
	}
	if loop, ok := s.Node.(*ast.ForStmt); ok && loop.Cond != nil {
		ast.Inspect(loop.Cond, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && summary.IsNamed(m.Info.TypeOf(id), "time", "Time") {
				note(id)
			}
			return true
		})
	}
	return used
}

// sets recognises ctx, cancel := context.WithTimeout(parent, d) and
// end := time.Now().Add(d) with a constant d.
func sets(m *flow.Package, a *ast.AssignStmt) *Deadline {
	if len(a.Rhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	var d ast.Expr
	switch {
	case len(call.Args) > 1 && (calls(m, call, "context", "WithTimeout") || calls(m, call, "context", "WithTimeoutCause")):
		d = call.Args[1]
	case calls(m, call, "time", "Add") && len(call.Args) == 1:
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		now, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok || !calls(m, now, "time", "Now") {
			return nil
		}
		d = call.Args[0]
	default:
		return nil
	}
	after, ok := world.ConstInt(m, d)
	if !ok || after <= 0 {
		return nil
	}
	return &Deadline{a, id.Name, time.Duration(after), m.Info.ObjectOf(id)}
}

func calls(m *flow.Package, call *ast.CallExpr, pkg, name string) bool {
	fn := m.Sums.Callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Name() == name
}

// setAgain reports whether the variable of a deadline is given another value, in the
// site or after the deadline was set.
func setAgain(s *site.Site, d *Deadline) bool {
	return slices.ContainsFunc(s.Unit.Definitions()[d.what], func(def flow.Def) bool {
		return def.Tok == token.ASSIGN && def.Node != d.Node && flow.Within(def.Node, s.Body)
	})
}

// Timeouts lists the deadlines that single attempts of a site are given in it, by a
// context of a constant time that is derived from another one, from which.
func Timeouts(s *site.Site) (list []*Deadline, from []*ast.Ident) {
	m := s.Unit.M
	ast.Inspect(s.Node, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		d := sets(m, a)
		if d == nil {
			return true
		}
		call := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		if len(call.Args) > 1 {
			id, _ := call.Args[0].(*ast.Ident)
			d.Node = call
			list, from = append(list, d), append(from, id)
		}
		return true
	})
	return list, from
}

// Ends reports whether an expression names the context or time of a deadline.
func (d *Deadline) Ends(m *flow.Package, e ast.Expr) bool { return m.Object(e) == d.what }
