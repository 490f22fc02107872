package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// UnitFault is what is wrong with the unit or the direction of a delay.
type UnitFault uint8

const (
	BareNumber UnitFault = iota + 1 // a number of nanoseconds that was meant to be something else
	NamedUnit                       // a number whose name tells its unit, taken for nanoseconds
	Squared                         // a duration times a duration
	WrongWay                        // the greater of a delay and its maximum
	TinyJitter                      // a random number of nanoseconds added to a delay
)

// Misuse is a delay in the wrong unit or direction.
type Misuse struct {
	Node  ast.Node
	Fault UnitFault
	Value ast.Expr   // the number, the factor, the maximum or the random part
	Site  *site.Site // nil for what is wrong wherever it stands
}

// tooShort is less than any delay that anybody means: the shortest that a timer
// can tell from none is longer.
const tooShort = 1000 // nanoseconds

// misuses lists what is wrong with the units of a site's delays.
func misuses(m *flow.Package, s *site.Site) []Misuse {
	var out []Misuse
	for _, how := range computed(m, s) {
		for _, c := range how.Calls {
			out = append(append(out, named(m, c)...), greater(m, c.Call)...)
		}
		out = append(out, raisedTo(m, regionOf(m, s).Node, how)...)
		for _, fn := range how.Inside {
			out = append(out, raisedTo(m, fn, how)...)
		}
	}
	for i := range s.Waits {
		if e := bareWait(m, s, &s.Waits[i]); e != nil {
			out = append(out, Misuse{Node: e, Fault: BareNumber, Value: e})
		}
	}
	for i := range out {
		out[i].Site = s
	}
	return out
}

// bareWait is the constant of a wait that has no unit.
func bareWait(m *flow.Package, s *site.Site, w *summary.Wait) ast.Expr {
	if s.Kind == site.Poll && !s.Place.Leaves() {
		return nil // a pause that lets others run
	}
	if w.Duration != nil && isBare(m, w.Duration) {
		return w.Duration
	}
	return nil
}

// isBare reports whether a duration is a positive number below tooShort that is
// written without a unit.
func isBare(m *flow.Package, e ast.Expr) bool {
	in := m.Values().Bound(e)
	return in.Lo > 0 && in.Hi < tooShort && !namesUnit(m, e)
}

// namesUnit reports whether an expression mentions one of the units of package
// time.
func namesUnit(m *flow.Package, e ast.Node) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			c, ok := m.Info.Uses[id].(*types.Const)
			found = found || ok && c.Pkg() != nil && c.Pkg().Path() == "time"
		}
		return !found
	})
	return found
}

// bareArgs lists the arguments of a call of a retrier that are durations without
// unit, and the fields of the policies among them.
func bareArgs(m *flow.Package, s *site.Site) []Misuse {
	c, ok := s.Node.(*ast.CallExpr)
	if !ok {
		return nil
	}
	var out []Misuse
	for _, arg := range c.Args {
		if arg == s.Op {
			continue
		}
		ast.Inspect(arg, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BinaryExpr:
				if n.Op == token.MUL && m.Info.Types[n].Value == nil {
					return false // the other factor may be the unit
				}
			}
			if e, ok := n.(ast.Expr); ok && summary.IsNamed(m.Info.TypeOf(e), "time", "Duration") && m.Info.Types[e].Value != nil {
				if isBare(m, e) {
					out = append(out, Misuse{Node: e, Fault: BareNumber, Value: e, Site: s})
				}
				return false
			}
			return true
		})
	}
	return out
}

// named is a number whose name tells its unit and that becomes a duration without
// one.
func named(m *flow.Package, c value.Computing) []Misuse {
	if !c.Plain || !m.Info.Types[c.Call.Fun].IsType() {
		return nil
	}
	arg := ast.Unparen(c.Call.Args[0])
	v, ok := m.Object(arg).(*types.Var)
	if !ok || !world.IsInteger(v.Type()) || !summary.IsNamed(m.Info.TypeOf(c.Call), "time", "Duration") {
		return nil
	}
	if _, isNamed := types.Unalias(v.Type()).(*types.Named); isNamed || !knowledge.NamesTimeUnit(v.Name()) {
		return nil
	}
	return []Misuse{{Node: c.Call, Fault: NamedUnit, Value: arg}}
}

// greater is the greater of a delay and what is called its maximum.
func greater(m *flow.Package, c *ast.CallExpr) []Misuse {
	if name := summary.LastName(c.Fun); len(c.Args) != 2 || name != "max" && name != "Max" {
		return nil
	}
	for i, a := range c.Args {
		if isMaximum(m, a) && !isMaximum(m, c.Args[1-i]) && m.Info.Types[c.Args[1-i]].Value == nil {
			return []Misuse{{Node: c, Fault: WrongWay, Value: a}}
		}
	}
	return nil
}

// isMaximum reports whether an expression is a constant, variable or field that
// is called a maximum.
func isMaximum(m *flow.Package, e ast.Expr) bool {
	if c, ok := world.CallOf(e); ok && len(c.Args) == 1 && m.Info.Types[c.Fun].IsType() {
		return isMaximum(m, c.Args[0])
	}
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return knowledge.NamesMaximum(summary.LastName(e))
	}
	return false
}

// raisedTo lists the comparisons in a function or region that raise a delay to what
// is called its maximum.
func raisedTo(m *flow.Package, root ast.Node, how value.Computation) []Misuse {
	var out []Misuse
	ast.Inspect(root, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || s.Else != nil || len(s.Body.List) != 1 {
			return true
		}
		b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
		a, isAssign := s.Body.List[0].(*ast.AssignStmt)
		if !ok || !isAssign || !world.IsOrder(b.Op) || len(a.Lhs) != 1 || len(a.Rhs) != 1 || a.Tok != token.ASSIGN {
			return true
		}
		low, high := b.X, b.Y
		if b.Op == token.GTR || b.Op == token.GEQ {
			low, high = high, low
		}
		v, isVar := m.Object(low).(*types.Var)
		if isVar && v == m.Object(a.Lhs[0]) && m.Object(high) != nil && m.Object(high) == m.Object(a.Rhs[0]) &&
			isMaximum(m, high) && !isMaximum(m, low) && slices.Contains(how.Vars, v) {
			out = append(out, Misuse{Node: s.Cond, Fault: WrongWay, Value: high})
		}
		return true
	})
	return out
}

// products lists the durations of the package that are multiplied by durations,
// and the random nanoseconds that are added to durations. They are wrong
// wherever they stand.
func products(m *flow.Package) []Misuse {
	var out []Misuse
	for _, file := range m.Pass.Files {
		if site.Skip(m, file) {
			continue
		}
		for _, root := range world.Roots(m, file) {
			out = append(out, productsIn(m, root)...)
		}
	}
	return out
}

func productsIn(m *flow.Package, u *flow.Unit) []Misuse {
	var out []Misuse
	isDuration := func(e ast.Expr) bool {
		return summary.IsNamed(m.Info.TypeOf(e), "time", "Duration")
	}
	divided := map[ast.Expr]bool{} // by a duration, which takes one of two units away
	ast.Inspect(u.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.QUO && isDuration(n.Y) && hasUnit(u, n.Y, 0) == knowledge.Yes {
				divided[ast.Unparen(n.X)] = true
			}
			if !isDuration(n) || m.Info.Types[n].Value != nil {
				return true
			}
			switch n.Op {
			case token.MUL:
				if !divided[n] && hasUnit(u, n.X, 0) == knowledge.Yes && hasUnit(u, n.Y, 0) == knowledge.Yes {
					out = append(out, Misuse{Node: n, Fault: Squared, Value: n.Y})
				}
			case token.ADD, token.SUB:
				for _, sides := range [...][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
					if isTiny(u, sides[0], sides[1]) {
						out = append(out, Misuse{Node: n, Fault: TinyJitter, Value: sides[0]})
						break
					}
				}
			}
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 || len(n.Rhs) != 1 || !isDuration(n.Lhs[0]) {
				return true
			}
			switch n.Tok {
			case token.MUL_ASSIGN:
				if hasUnit(u, n.Lhs[0], 0) == knowledge.Yes && hasUnit(u, n.Rhs[0], 0) == knowledge.Yes {
					out = append(out, Misuse{Node: n, Fault: Squared, Value: n.Rhs[0]})
				}
			case token.ADD_ASSIGN, token.SUB_ASSIGN:
				if isTiny(u, n.Rhs[0], n.Lhs[0]) {
					out = append(out, Misuse{Node: n, Fault: TinyJitter, Value: n.Rhs[0]})
				}
			}
		}
		return true
	})
	return out
}

// isTiny reports whether a random number is less than tooShort, or than a
// thousandth of the duration that it is added to.
func isTiny(u *flow.Unit, random, to ast.Expr) bool {
	in, base := u.M.Values().Bound(random), u.M.Values().Bound(to)
	if !in.Drawn || base.Drawn || in.Hi <= in.Lo {
		return false
	}
	if base.Lo > 0 && (in.Hi-in.Lo)*1000 <= base.Lo {
		return true
	}
	return in.Hi < tooShort && in.Lo > -tooShort && hasUnit(u, to, 0) == knowledge.Yes
}

// millisecond is the least constant that is taken for a duration with a unit.
const millisecond = 1_000_000

// hasUnit reports whether a value of type time.Duration, or a number made of one,
// is a length of time, and not a plain number in the clothes of one as in
// time.Duration(n) * time.Second.
func hasUnit(u *flow.Unit, e ast.Expr, depth int) knowledge.Tri {
	e = ast.Unparen(e)
	if n, ok := world.ConstFloat(u.M, e); ok {
		if n >= millisecond && unitInSight(u.M, e) {
			return knowledge.Yes
		}
		return knowledge.No
	}
	if depth > 6 {
		return knowledge.Unknown
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, y := hasUnit(u, e.X, depth+1), hasUnit(u, e.Y, depth+1)
		switch {
		case e.Op == token.QUO && x == knowledge.Yes && y == knowledge.Yes:
			return knowledge.No
		case e.Op == token.QUO || e.Op == token.SHL || e.Op == token.SHR || e.Op == token.REM:
			return x
		case x == knowledge.Yes || y == knowledge.Yes:
			return knowledge.Yes
		}
		return min(x, y)
	case *ast.CallExpr:
		return callUnit(u, e, depth)
	case *ast.Ident:
		return varUnit(u, e, depth)
	case *ast.UnaryExpr:
		return hasUnit(u, e.X, depth+1)
	}
	return knowledge.Unknown
}

// unitInSight reports whether a constant is of type time.Duration, or names a
// unit.
func unitInSight(m *flow.Package, e ast.Expr) bool {
	if namesUnit(m, e) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		c, ok := m.Object(e).(*types.Const)
		return ok && summary.IsNamed(c.Type(), "time", "Duration")
	}
	return false
}

func callUnit(u *flow.Unit, c *ast.CallExpr, depth int) knowledge.Tri {
	m := u.M
	if m.Info.Types[c.Fun].IsType() {
		t := m.Info.TypeOf(c.Args[0])
		if !world.IsNumeric(t) {
			return knowledge.Unknown
		}
		return hasUnit(u, c.Args[0], depth+1)
	}
	fn := m.Sums.Callee(c)
	switch {
	case world.IsBuiltin(m, c):
		out := knowledge.Unknown
		for _, a := range c.Args {
			out = max(out, hasUnit(u, a, depth+1))
		}
		return out
	case fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time":
		return knowledge.Unknown
	case fn.Name() == "Since" || fn.Name() == "Until" || fn.Name() == "Sub":
		return knowledge.Yes
	}
	return knowledge.Unknown
}

// varUnit answers for a local variable, whose assignments are all in sight.
func varUnit(u *flow.Unit, e *ast.Ident, depth int) knowledge.Tri {
	v, ok := u.M.Object(e).(*types.Var)
	if !ok || v.IsField() {
		return knowledge.Unknown
	}
	if !summary.IsNamed(v.Type(), "time", "Duration") {
		return knowledge.Unknown
	}
	if world.IsParam(u, v) || world.Outlives(u.M, v) {
		return knowledge.Unknown
	}
	out := knowledge.Unknown
	for _, d := range u.Definitions()[v] {
		if d.Tok == token.VAR {
			continue
		}
		if d.Multi || d.Rhs == nil || d.Tok == token.RANGE {
			return knowledge.Unknown
		}
		if d.Tok != token.DEFINE && d.Tok != token.ASSIGN || world.UsesAny(u.M, d.Rhs, map[types.Object]bool{v: true}) {
			continue
		}
		switch hasUnit(u, d.Rhs, depth+1) {
		case knowledge.Yes:
			out = max(out, knowledge.Yes)
		case knowledge.No:
			if n, ok := world.ConstFloat(u.M, d.Rhs); !ok || n != 0 {
				return knowledge.No
			}
		default:
			return knowledge.Unknown
		}
	}
	return out
}
