package delay

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/policy"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// sourceFault says what is wrong with the *rand.Rand that a number is drawn
// from.
func sourceFault(m *flow.Package, u *flow.Unit, source ast.Expr, at ast.Node) Fault {
	v, ok := m.Object(source).(*types.Var)
	if !ok {
		if c, isCall := world.CallOf(source); isCall {
			return seedFault(m, c)
		}
		return NoFault
	}
	var values []ast.Expr
	switch {
	case v.IsField():
		values = policy.OptionUses(m, fieldOf(m, source))
	case v.Parent() == m.Pass.Pkg.Scope():
		for _, init := range m.Info.InitOrder {
			if len(init.Lhs) == 1 && init.Lhs[0] == v {
				values = append(values, init.Rhs)
			}
		}
	default:
		for _, d := range u.Definitions()[v] {
			if d.Rhs != nil {
				values = append(values, d.Rhs)
			}
		}
	}
	// Where the package never sets a field that its goroutines share, nothing says that
	// there is a lock.
	plain := len(values) > 0 || v.IsField() && byWorkers(m, u.Fn)
	for _, value := range values {
		c, ok := world.CallOf(value)
		if !ok {
			return NoFault
		}
		if seedFault(m, c) == ConstantSeed {
			return ConstantSeed
		}
		plain = plain && plainSource(m, c)
	}
	if plain && sharedBy(m, u, v, source) && !locks(m, u.Body, at) {
		return SharedSource
	}
	return NoFault
}

// fieldOf is a field as an option of its type, for optionUses.
func fieldOf(m *flow.Package, e ast.Expr) knowledge.Option {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return knowledge.Option{}
	}
	return knowledge.Option{Name: policy.TypeName(m.Info.TypeOf(sel.X)) + "." + sel.Sel.Name}
}

// sourceCall is the call that makes a random source, inside rand.New.
func sourceCall(m *flow.Package, c *ast.CallExpr) (*ast.CallExpr, bool) {
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Name() != "New" || len(c.Args) != 1 || fn.Pkg().Path() != "math/rand" && fn.Pkg().Path() != "math/rand/v2" {
		return nil, false
	}
	s, ok := world.CallOf(c.Args[0])
	if !ok {
		return nil, false
	}
	fn = m.Sums.Callee(s)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "math/rand" && fn.Pkg().Path() != "math/rand/v2" {
		return nil, false
	}
	return s, true
}

// plainSource reports whether a call makes a *rand.Rand over one of the sources of
// the standard library, which have no lock.
func plainSource(m *flow.Package, c *ast.CallExpr) bool {
	_, ok := sourceCall(m, c)
	return ok
}

func seedFault(m *flow.Package, c *ast.CallExpr) Fault {
	s, ok := sourceCall(m, c)
	if !ok || len(s.Args) == 0 {
		return NoFault
	}
	for _, a := range s.Args {
		if m.Info.Types[a].Value == nil {
			return NoFault
		}
	}
	return ConstantSeed
}

// seededConstantly reports whether the package seeds the numbers that all share
// with a constant, and with nothing else.
func seededConstantly(m *flow.Package) bool {
	if flow.Notes[delayNotes](m).seeds == nil {
		flow.Notes[delayNotes](m).seeds = []*ast.CallExpr{}
		for _, file := range m.Pass.Files {
			if m.IsTestFile(file) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					if fn := m.Sums.Callee(c); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math/rand" && fn.FullName() == "math/rand.Seed" {
						flow.Notes[delayNotes](m).seeds = append(flow.Notes[delayNotes](m).seeds, c)
					}
				}
				return true
			})
		}
	}
	for _, c := range flow.Notes[delayNotes](m).seeds {
		if m.Info.Types[c.Args[0]].Value == nil {
			return false
		}
	}
	return len(flow.Notes[delayNotes](m).seeds) > 0
}

// sharedBy reports whether a random source is used by several goroutines: it is
// a variable of package level; or one that goroutines capture; or a field, in a
// method that workers run, or that others call of a type which guards other things with a lock.
func sharedBy(m *flow.Package, u *flow.Unit, v *types.Var, source ast.Expr) bool {
	if captured(m, v) {
		return true
	}
	if u.Fn == nil || u.Fn.Name() == "main" || u.Fn.Name() == "init" {
		return false
	}
	if v.Parent() == m.Pass.Pkg.Scope() {
		return m.Pass.Pkg.Name() != "main"
	}
	sel, ok := ast.Unparen(source).(*ast.SelectorExpr)
	if !ok || !v.IsField() {
		return false
	}
	if byWorkers(m, u.Fn) {
		return true
	}
	if !u.Fn.Exported() {
		return false
	}
	st, ok := summary.StructUnder(m.Info.TypeOf(sel.X))
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if summary.IsNamed(f.Type(), "sync", "Mutex") || summary.IsNamed(f.Type(), "sync", "RWMutex") {
			return true
		}
	}
	return false
}

// locks reports whether a lock is taken in a body before a node.
func locks(m *flow.Package, body, at ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && c.Pos() < at.Pos() {
			switch summary.LastName(c.Fun) {
			case "Lock", "RLock", "TryLock", "lock":
				found = true
			}
		}
		return !found
	})
	return found
}
