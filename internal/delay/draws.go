package delay

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
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
	t := traced(m, s)
	var out []Draw
	for _, d := range t.drawn {
		if got := t.faultOf(d); got.Fault != NoFault {
			out = append(out, got)
		}
	}
	return append(out, t.floors...)
}

// drawn is a call that draws a number, and the function that it stands in.
type drawn struct {
	call *ast.CallExpr
	f    *frame
}

// faultOf says what is wrong with a draw.
func (t *tracer) faultOf(d drawn) Draw {
	u := d.f.r.U
	fn := t.m.Sums.Callee(d.call)
	if fn == nil || fn.Pkg() == nil {
		return Draw{}
	}
	if fn.Pkg().Path() == "crypto/rand" {
		return Draw{Node: d.call, Fault: CryptoRandom}
	}
	if _, ok := draws(u, d.call); !ok {
		return Draw{}
	}
	sel, ok := d.call.Fun.(*ast.SelectorExpr)
	if ok && t.m.Info.Selections[sel] != nil {
		if fault := sourceFault(t.m, u, sel.X, d.call); fault != NoFault {
			return Draw{Node: d.call, Fault: fault, Value: sel.X}
		}
	} else if fn.Pkg().Path() == "math/rand" && seededConstantly(t.m) {
		return Draw{Node: d.call, Fault: ConstantSeed}
	}
	if v := t.zeroLimit(d); v != nil {
		return Draw{Node: d.call, Fault: MayPanic, Value: v}
	}
	return Draw{}
}

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
		values = site.OptionUses(m, fieldOf(m, source))
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
	plain := len(values) > 0
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
	return knowledge.Option{Name: site.TypeName(m.Info.TypeOf(sel.X)) + "." + sel.Sel.Name}
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
			if world.IsTestFile(m, file) {
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
// a variable of package level; or a field, in a method that workers run, or that
// others call of a type which guards other things with a lock.
func sharedBy(m *flow.Package, u *flow.Unit, v *types.Var, source ast.Expr) bool {
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
	t := m.Info.TypeOf(sel.X)
	if p, ok := summary.TypeUnder[*types.Pointer](t); ok {
		t = p.Elem()
	}
	st, ok := summary.TypeUnder[*types.Struct](t)
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

// zeroLimit is the limit of a draw that may be zero: a counter of attempts in its
// first round, or a parameter that is divided.
func (t *tracer) zeroLimit(d drawn) ast.Expr {
	if len(d.call.Args) != 1 {
		return nil
	}
	limit := d.call.Args[0]
	if n, ok := world.ConstFloat(t.m, limit); ok {
		if n <= 0 {
			return limit
		}
		return nil
	}
	home := t.site != nil && d.f.caller == nil && t.site.Region != nil
	if home && t.countsFromZero(d.f.r, limit, d.call) {
		return limit
	}
	return nil
}

// countsFromZero reports whether a product of constants and a counter of a
// region is zero in its first round, at a call that the first round reaches.
func (t *tracer) countsFromZero(r *flow.Region, e ast.Expr, at ast.Node) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if x.Op != token.MUL {
			return false
		}
		return t.countsFromZero(r, x.X, at) || t.countsFromZero(r, x.Y, at)
	case *ast.CallExpr:
		return t.m.Info.Types[x.Fun].IsType() && t.countsFromZero(r, x.Args[0], at)
	case *ast.Ident:
		v, ok := t.m.Object(x).(*types.Var)
		if !ok || v.IsField() || asked(r, v) {
			return false
		}
		if rs, ok := r.Node.(*ast.RangeStmt); ok && rs.Key != nil && t.m.Object(rs.Key) == v {
			return world.IsInteger(t.m.Info.TypeOf(rs.X))
		}
		start, step, pos, ok := world.Counter(r, v)
		loop, isFor := r.Node.(*ast.ForStmt)
		inPost := isFor && loop.Post != nil && pos == loop.Post.Pos()
		return ok && start == 0 && step > 0 && r.Contains(at) && (inPost || pos > at.Pos())
	}
	return false
}

// asked reports whether a condition in the body of a region mentions a variable,
// so that the first round may be another than the rest.
func asked(r *flow.Region, v types.Object) bool {
	found := false
	ast.Inspect(r.U.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			for _, a := range world.Atoms(n.Cond) {
				found = found || world.Mentions(r, a, v) && !leavesAt(r, n)
			}
		case *ast.SwitchStmt:
			found = found || world.Mentions(r, n, v)
		}
		return !found
	})
	return found
}

// leavesAt reports whether an if statement without else ends the region: it asks
// for the last round and not for the first.
func leavesAt(r *flow.Region, s *ast.IfStmt) bool {
	leads := r.Leads()
	for _, b := range r.Order {
		if c, _ := world.Condition(r.U, b); c == s.Cond {
			return s.Else == nil && world.Exits(r, b.Succs[0], leads)
		}
	}
	return false
}

// floor notes the greater of a constant and random numbers that never exceed it.
func (t *tracer) floor(f *frame, c *ast.CallExpr) {
	if len(c.Args) != 2 || summary.LastName(c.Fun) != "max" {
		return
	}
	for i, a := range c.Args {
		if t.below(f, a, c.Args[1-i]) {
			t.floors = append(t.floors, Draw{Node: c, Fault: Floored, Value: c.Args[1-i]})
		}
	}
}

// raised is floor for a variable that is set to a constant where it is less than
// one.
func (t *tracer) raised(f *frame, v *types.Var) {
	defs := f.r.U.Definitions()[v]
	if len(defs) != 2 || defs[0].Tok != token.DEFINE || defs[0].Multi || defs[1].Tok != token.ASSIGN || defs[1].Multi {
		return
	}
	cond, ok := site.EnclosingCond(f.r.U.Body, defs[1].Node).(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ || t.m.Object(cond.X) != v {
		return
	}
	if _, ok := world.ConstFloat(t.m, defs[1].Rhs); ok && t.below(f, defs[0].Rhs, cond.Y) {
		t.floors = append(t.floors, Draw{Node: defs[0].Rhs, Fault: Floored, Value: cond.Y})
	}
}

// below reports whether an expression is random and never more than a constant.
func (t *tracer) below(f *frame, e, limit ast.Expr) bool {
	most, ok := world.ConstFloat(t.m, limit)
	in, known := between(f.r.U, e, 0)
	return ok && known && in.lo < in.hi && in.hi <= most
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
				if ok && m.Info.Types[conv.Fun].IsType() && len(conv.Args) == 1 && losesDraw(m, u, conv.Args[0], sides[1]) {
					product[conv] = true
					out = append(out, Draw{Node: n, Fault: Rounded, Value: conv})
				}
			}
		case *ast.CallExpr:
			if product[n] || !m.Info.Types[n.Fun].IsType() || len(n.Args) != 1 || !summary.IsNamed(m.Info.TypeOf(n), "time", "Duration") || !isFloat(m.Info.TypeOf(n.Args[0])) {
				return true
			}
			if in, ok := between(u, n.Args[0], 0); ok && hasDraw(u, n.Args[0]) && -1 <= in.lo && in.hi <= 1 {
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
func losesDraw(m *flow.Package, u *flow.Unit, e, unit ast.Expr) bool {
	if !hasDraw(u, e) {
		return false
	}
	float := isFloat(m.Info.TypeOf(e))
	if in, ok := between(u, e, 0); ok {
		return float && in.hi-in.lo <= 1 || !float && in.lo == in.hi && in.lo == 0
	}
	return float && m.Info.Types[unit].Value == nil && isFactor(m, u, e)
}

// isFactor reports whether a number is something near one plus a random part.
func isFactor(m *flow.Package, u *flow.Unit, e ast.Expr) bool {
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

// dividedIn lists the draws of durations whose limit is a parameter divided by a
// constant, with nothing that asks whether it is large enough.
func dividedIn(m *flow.Package, u *flow.Unit) []Draw {
	var out []Draw
	ast.Inspect(u.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) != 1 {
			return true
		}
		if _, ok := draws(u, c); !ok || !usesTime(m, u) {
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
	calls, all := site.Callers(m, u.Fn)
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

// delayNotes is what the questions about delays keep of a package.
type delayNotes struct {
	usedDelays map[ast.Node]bool // functions that compute a site's delay, see DelayFuncs
	seeds      []*ast.CallExpr   // see seededConstantly
}
