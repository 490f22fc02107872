package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Fault is what is wrong with a random number of a delay.
type Fault uint8

const (
	NoFault      Fault = iota
	ConstantSeed       // the same numbers in every process
	CryptoRandom       // numbers that need not be secret, at the price of those that do
	SharedSource       // a source without a lock, used by several goroutines
	MayPanic           // the limit of the draw may be zero
	Rounded            // rounded down to the same number, or to whole units
	Floored            // below the least delay, always
)

// Draw is a random number of a delay with something wrong about it.
type Draw struct {
	Node  ast.Node // the call that draws it, or what loses it
	Fault Fault
	Value ast.Expr // what may be zero, or the source
}

// faultyDraws lists the random numbers of a site's delays that something is wrong with.
func faultyDraws(m *flow.Package, s *site.Site) []Draw {
	var out []Draw
	seen := map[*ast.CallExpr]bool{}
	for _, how := range computed(m, s) {
		for _, c := range how.Calls {
			switch {
			case seen[c.Call]:
			case m.Sums.OfCall(c.Call).Random && m.Sums.Decl(m.Sums.Callee(c.Call)) == nil:
				if d := faultOf(m, s, c.Call); d.Fault != NoFault {
					out = append(out, d)
				}
			default:
				out = append(out, floored(m, c.Call)...)
				if fill := filledSecretly(m, unitOf(m, s, c.Call), c.Call); fill != nil && !seen[fill] {
					seen[fill] = true
					out = append(out, Draw{Node: fill, Fault: CryptoRandom})
				}
			}
			seen[c.Call] = true
		}
		for _, v := range how.Vars {
			out = append(out, raised(m, unitOf(m, s, &ast.Ident{NamePos: v.Pos()}), v)...)
		}
	}
	return out
}

// faultOf says what is wrong with a draw.
func faultOf(m *flow.Package, s *site.Site, c *ast.CallExpr) Draw {
	u, fn := unitOf(m, s, c), m.Sums.Callee(c)
	if u == nil || fn == nil || fn.Pkg() == nil {
		return Draw{}
	}
	if fn.Pkg().Path() == "crypto/rand" {
		return Draw{Node: c, Fault: CryptoRandom}
	}
	if !draws(m, c) {
		return Draw{}
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if ok && m.Info.Selections[sel] != nil {
		if fault := sourceFault(m, u, sel.X, c); fault != NoFault {
			return Draw{Node: c, Fault: fault, Value: sel.X}
		}
	} else if fn.Pkg().Path() == "math/rand" && seededConstantly(m) {
		return Draw{Node: c, Fault: ConstantSeed}
	}
	if zeroLimit(m, s, c) {
		return Draw{Node: c, Fault: MayPanic, Value: c.Args[0]}
	}
	return Draw{}
}

// filledSecretly is the call that fills from crypto/rand the bytes which a number is
// read from, as by binary.BigEndian.Uint64; nil if there is none.
func filledSecretly(m *flow.Package, u *flow.Unit, c *ast.CallExpr) *ast.CallExpr {
	if u == nil {
		return nil
	}
	for _, a := range c.Args {
		bytes := bytesOf(m, a)
		if bytes == nil {
			continue
		}
		var fill *ast.CallExpr
		ast.Inspect(u.Body, func(n ast.Node) bool {
			if n, ok := n.(*ast.CallExpr); ok && n.End() <= c.Pos() && fills(m, n, bytes) {
				fill = n // the last one before
			}
			return true
		})
		if fill != nil && fromCrypto(m, fill) {
			return fill
		}
	}
	return nil
}

// bytesOf is the variable of bytes that an expression is, or is a part of.
func bytesOf(m *flow.Package, e ast.Expr) types.Object {
	if s, ok := ast.Unparen(e).(*ast.SliceExpr); ok {
		e = s.X
	}
	var elem types.Type
	if t, ok := summary.TypeUnder[*types.Slice](m.Info.TypeOf(e)); ok {
		elem = t.Elem()
	} else if t, ok := summary.TypeUnder[*types.Array](m.Info.TypeOf(e)); ok {
		elem = t.Elem()
	}
	if elem == nil || !types.Identical(elem.Underlying(), types.Typ[types.Byte]) {
		return nil
	}
	return m.Object(e)
}

// fills reports whether a call reads from something into bytes: it is their only
// argument, or comes after the reader.
func fills(m *flow.Package, c *ast.CallExpr, bytes types.Object) bool {
	switch summary.LastName(c.Fun) {
	case "Read":
		return len(c.Args) == 1 && bytesOf(m, c.Args[0]) == bytes
	case "ReadFull", "ReadAtLeast":
		return len(c.Args) >= 2 && bytesOf(m, c.Args[1]) == bytes
	}
	return false
}

// fromCrypto reports whether a call reads by a function of crypto/rand, or from its
// Reader.
func fromCrypto(m *flow.Package, c *ast.CallExpr) bool {
	of := []ast.Expr{c.Fun, c.Args[0]}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok {
		of = append(of, sel.X)
	}
	for _, e := range of {
		if obj := m.Object(e); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "crypto/rand" {
			return true
		}
	}
	return false
}

// zeroLimit reports whether the limit of a draw is zero in the first round, as a
// counter of attempts may be.
func zeroLimit(m *flow.Package, s *site.Site, c *ast.CallExpr) bool {
	if len(c.Args) != 1 {
		return false
	}
	if n, ok := world.ConstFloat(m, c.Args[0]); ok {
		return n <= 0
	}
	if s.Region == nil || !s.Region.Contains(c) {
		return false
	}
	first := m.Values().AtRound(c.Args[0], s.Region.Span(), 1)
	return first.Lo == 0 && first.Hi == 0
}

// floored is the greater of a constant and random numbers that never exceed it.
func floored(m *flow.Package, c *ast.CallExpr) []Draw {
	if len(c.Args) != 2 || summary.LastName(c.Fun) != "max" {
		return nil
	}
	var out []Draw
	for i, a := range c.Args {
		if below(m, a, c.Args[1-i]) {
			out = append(out, Draw{Node: c, Fault: Floored, Value: c.Args[1-i]})
		}
	}
	return out
}

// raised is floored for a variable that is set to a constant where it is less than
// one.
func raised(m *flow.Package, u *flow.Unit, v *types.Var) []Draw {
	if u == nil || v.IsField() {
		return nil
	}
	defs := u.Definitions()[v]
	if len(defs) != 2 || defs[0].Tok != token.DEFINE || defs[0].Multi || defs[1].Tok != token.ASSIGN || defs[1].Multi {
		return nil
	}
	cond, ok := site.EnclosingCond(u.Body, defs[1].Node).(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ || m.Object(cond.X) != v {
		return nil
	}
	if _, ok := world.ConstFloat(m, defs[1].Rhs); ok && below(m, defs[0].Rhs, cond.Y) {
		return []Draw{{Node: defs[0].Rhs, Fault: Floored, Value: cond.Y}}
	}
	return nil
}

// below reports whether an expression is random and never more than a constant.
func below(m *flow.Package, e, limit ast.Expr) bool {
	most, ok := world.ConstFloat(m, limit)
	in := m.Values().Bound(e)
	return ok && in.Drawn && in.Lo < in.Hi && in.Hi <= most
}

// looseDraws lists the random durations of the whole package that are lost by
// rounding, or whose draw panics where a parameter is too small. They are wrong
// wherever they stand.
func looseDraws(m *flow.Package) []Draw {
	var out []Draw
	for _, file := range m.Pass.Files {
		if site.Skip(m, file) || !importsRand(file) {
			continue
		}
		for _, root := range world.Roots(m, file) {
			out = append(out, roundedIn(m, root)...)
			out = append(out, dividedIn(m, root)...)
		}
	}
	return out
}

func importsRand(file *ast.File) bool {
	for _, imp := range file.Imports {
		if imp.Path.Value == `"math/rand"` || imp.Path.Value == `"math/rand/v2"` {
			return true
		}
	}
	return false
}

// roundedIn lists the random durations of a function that are rounded down to
// nothing, or to whole units before they are multiplied by one.
func roundedIn(m *flow.Package, u *flow.Unit) []Draw {
	var out []Draw
	product := map[*ast.CallExpr]bool{}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.MUL || !summary.IsNamed(m.Info.TypeOf(n), "time", "Duration") || m.Info.Types[n].Value != nil {
				return true
			}
			for _, sides := range [...][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
				conv, ok := world.CallOf(sides[0])
				if ok && m.Info.Types[conv.Fun].IsType() && len(conv.Args) == 1 && losesDraw(m, conv.Args[0], sides[1]) {
					product[conv] = true
					out = append(out, Draw{Node: n, Fault: Rounded, Value: conv})
				}
			}
		case *ast.CallExpr:
			if product[n] || !m.Info.Types[n.Fun].IsType() || len(n.Args) != 1 || !summary.IsNamed(m.Info.TypeOf(n), "time", "Duration") || !isFloat(m.Info.TypeOf(n.Args[0])) {
				return true
			}
			if in := m.Values().Bound(n.Args[0]); in.Drawn && -1 <= in.Lo && in.Hi <= 1 {
				out = append(out, Draw{Node: n, Fault: Rounded, Value: n})
			}
		}
		return true
	})
	return out
}

// losesDraw reports whether what is random in a number is gone when it is made
// an integer: all of it is less than one unit or, as the factor of another
// duration, it is a fraction.
func losesDraw(m *flow.Package, e, unit ast.Expr) bool {
	in := m.Values().Bound(e)
	if !in.Drawn {
		return false
	}
	float := isFloat(m.Info.TypeOf(e))
	if !math.IsInf(in.Lo, 0) && !math.IsInf(in.Hi, 0) {
		return float && in.Hi-in.Lo <= 1 || !float && in.Lo == in.Hi && in.Lo == 0
	}
	return float && m.Info.Types[unit].Value == nil && isFactor(m, e)
}

// isFactor reports whether a number is something near one plus a random part.
func isFactor(m *flow.Package, e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return false
	}
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		if n, ok := world.ConstFloat(m, side); ok && 0.5 <= n && n <= 2 {
			return true
		}
	}
	return false
}

// draws reports whether a call draws a number by a function or method of math/rand.
func draws(m *flow.Package, c *ast.CallExpr) bool {
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "math/rand", "math/rand/v2":
		switch fn.Name() {
		case "Float32", "Float64", "Int", "Int31", "Int63", "Int32", "Int64", "Uint32", "Uint64", "Uint",
			"Intn", "Int31n", "Int63n", "IntN", "Int32N", "Int64N", "UintN", "Uint32N", "Uint64N", "N":
			return true
		}
	}
	return false
}

func isFloat(t types.Type) bool {
	b, ok := summary.TypeUnder[*types.Basic](t)
	return ok && b.Info()&types.IsFloat != 0
}

// dividedIn lists the draws of durations whose limit is a parameter divided by a
// constant, with nothing that asks whether it is large enough.
func dividedIn(m *flow.Package, u *flow.Unit) []Draw {
	var out []Draw
	ast.Inspect(u.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) != 1 {
			return true
		}
		if !draws(m, c) || !usesTime(m, u) {
			return true
		}
		p, divided := dividedParam(u, c.Args[0], false, 0)
		if p != nil && divided && !guarded(u, p) && mayBeSmall(m, u, p) {
			out = append(out, Draw{Node: c, Fault: MayPanic, Value: c.Args[0]})
		}
		return true
	})
	return out
}

// usesTime reports whether a function is given or gives back a duration.
func usesTime(m *flow.Package, u *flow.Unit) bool {
	if u.Fn == nil {
		return false
	}
	sig := u.Fn.Signature()
	for p := range sig.Params().Variables() {
		if summary.IsNamed(p.Type(), "time", "Duration") {
			return true
		}
	}
	return false
}

// dividedParam is the parameter that a limit is computed from by conversions and
// divisions alone.
func dividedParam(u *flow.Unit, e ast.Expr, divided bool, depth int) (*types.Var, bool) {
	if depth > 6 {
		return nil, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if n, ok := world.ConstFloat(u.M, e.Y); ok && e.Op == token.QUO && n > 1 && !isFloat(u.M.Info.TypeOf(e)) {
			return dividedParam(u, e.X, true, depth+1)
		}
	case *ast.CallExpr:
		if u.M.Info.Types[e.Fun].IsType() {
			return dividedParam(u, e.Args[0], divided, depth+1)
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Nanoseconds" {
			return dividedParam(u, sel.X, divided, depth+1)
		}
	case *ast.Ident:
		v, ok := u.M.Object(e).(*types.Var)
		if !ok || v.IsField() || world.Outlives(u.M, v) {
			return nil, false
		}
		defs := u.Definitions()[v]
		if world.IsParam(u, v) && len(defs) == 0 {
			return v, divided
		}
		if len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi && defs[0].Tok == token.DEFINE && !guarded(u, v) {
			return dividedParam(u, defs[0].Rhs, divided, depth+1)
		}
	}
	return nil, false
}

// guarded reports whether a function compares a variable with anything, or gives
// it to something that may.
func guarded(u *flow.Unit, v *types.Var) bool {
	found := false
	objs := map[types.Object]bool{v: true}
	ast.Inspect(u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if world.IsOrder(n.Op) || n.Op == token.EQL || n.Op == token.NEQ {
				found = found || world.UsesAny(u.M, n, objs)
			}
		case *ast.CallExpr:
			if world.IsBuiltin(u.M, n) {
				found = found || world.UsesAny(u.M, n, objs)
			}
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && world.UsesAny(u.M, n.Tag, objs)
		}
		return !found
	})
	return found
}

// mayBeSmall reports whether somebody may hand a function zero: it is exported,
// or one of its callers gives something else than a positive constant.
func mayBeSmall(m *flow.Package, u *flow.Unit, p *types.Var) bool {
	calls, all := m.Callers(u.Fn)
	if !all {
		return true
	}
	for i := range u.Fn.Signature().Params().Len() {
		if u.Fn.Signature().Params().At(i) != p {
			continue
		}
		for _, c := range calls {
			if i < len(c.Args) && m.Info.Types[c.Args[i]].Value == nil {
				return true
			}
		}
	}
	return false
}
