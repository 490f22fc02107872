package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
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

// Draws lists the random numbers of a site's delays that something is wrong with.
func (m *Package) Draws(s *Site) []Draw {
	defer m.ask(s)()
	if s.Kind == Helper {
		return nil
	}
	t := m.traced(s)
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
	u := d.f.r.u
	fn := t.m.sums.Callee(d.call)
	if fn == nil || fn.Pkg() == nil {
		return Draw{}
	}
	if fn.Pkg().Path() == "crypto/rand" {
		return Draw{Node: d.call, Fault: CryptoRandom}
	}
	if _, ok := u.draws(d.call); !ok {
		return Draw{}
	}
	sel, ok := d.call.Fun.(*ast.SelectorExpr)
	if ok && t.m.info.Selections[sel] != nil {
		if fault := t.m.sourceFault(u, sel.X, d.call); fault != NoFault {
			return Draw{Node: d.call, Fault: fault, Value: sel.X}
		}
	} else if fn.Pkg().Path() == "math/rand" && t.m.seededConstantly() {
		return Draw{Node: d.call, Fault: ConstantSeed}
	}
	if v := t.zeroLimit(d); v != nil {
		return Draw{Node: d.call, Fault: MayPanic, Value: v}
	}
	return Draw{}
}

// sourceFault says what is wrong with the *rand.Rand that a number is drawn
// from.
func (m *Package) sourceFault(u *unit, source ast.Expr, at ast.Node) Fault {
	v, ok := m.object(source).(*types.Var)
	if !ok {
		if c, isCall := callOf(source); isCall {
			return seedFault(m, c)
		}
		return NoFault
	}
	var values []ast.Expr
	switch {
	case v.IsField():
		values = m.optionUses(fieldOf(m, source))
	case v.Parent() == m.pass.Pkg.Scope():
		for _, init := range m.info.InitOrder {
			if len(init.Lhs) == 1 && init.Lhs[0] == v {
				values = append(values, init.Rhs)
			}
		}
	default:
		for _, d := range u.definitions()[v] {
			if d.rhs != nil {
				values = append(values, d.rhs)
			}
		}
	}
	plain := len(values) > 0
	for _, value := range values {
		c, ok := callOf(value)
		if !ok {
			return NoFault
		}
		if seedFault(m, c) == ConstantSeed {
			return ConstantSeed
		}
		plain = plain && plainSource(m, c)
	}
	if plain && m.sharedBy(u, v, source) && !locks(m, u.body, at) {
		return SharedSource
	}
	return NoFault
}

// fieldOf is a field as an option of its type, for optionUses.
func fieldOf(m *Package, e ast.Expr) knowledge.Option {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return knowledge.Option{}
	}
	return knowledge.Option{Name: typeName(m.info.TypeOf(sel.X)) + "." + sel.Sel.Name}
}

// sourceCall is the call that makes a random source, inside rand.New.
func sourceCall(m *Package, c *ast.CallExpr) (*ast.CallExpr, bool) {
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Name() != "New" || len(c.Args) != 1 || fn.Pkg().Path() != "math/rand" && fn.Pkg().Path() != "math/rand/v2" {
		return nil, false
	}
	s, ok := callOf(c.Args[0])
	if !ok {
		return nil, false
	}
	fn = m.sums.Callee(s)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "math/rand" && fn.Pkg().Path() != "math/rand/v2" {
		return nil, false
	}
	return s, true
}

// plainSource reports whether a call makes a *rand.Rand over one of the sources of
// the standard library, which have no lock.
func plainSource(m *Package, c *ast.CallExpr) bool {
	_, ok := sourceCall(m, c)
	return ok
}

func seedFault(m *Package, c *ast.CallExpr) Fault {
	s, ok := sourceCall(m, c)
	if !ok || len(s.Args) == 0 {
		return NoFault
	}
	for _, a := range s.Args {
		if m.info.Types[a].Value == nil {
			return NoFault
		}
	}
	return ConstantSeed
}

// seededConstantly reports whether the package seeds the numbers that all share
// with a constant, and with nothing else.
func (m *Package) seededConstantly() bool {
	if Notes[delayNotes](m).seeds == nil {
		Notes[delayNotes](m).seeds = []*ast.CallExpr{}
		for _, file := range m.pass.Files {
			if m.isTestFile(file) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					if fn := m.sums.Callee(c); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math/rand" && fn.FullName() == "math/rand.Seed" {
						Notes[delayNotes](m).seeds = append(Notes[delayNotes](m).seeds, c)
					}
				}
				return true
			})
		}
	}
	for _, c := range Notes[delayNotes](m).seeds {
		if m.info.Types[c.Args[0]].Value == nil {
			return false
		}
	}
	return len(Notes[delayNotes](m).seeds) > 0
}

// sharedBy reports whether a random source is used by several goroutines: it is
// a variable of package level; or a field, in a method that workers run, or that
// others call of a type which guards other things with a lock.
func (m *Package) sharedBy(u *unit, v *types.Var, source ast.Expr) bool {
	if u.fn == nil || u.fn.Name() == "main" || u.fn.Name() == "init" {
		return false
	}
	if v.Parent() == m.pass.Pkg.Scope() {
		return m.pass.Pkg.Name() != "main"
	}
	sel, ok := ast.Unparen(source).(*ast.SelectorExpr)
	if !ok || !v.IsField() {
		return false
	}
	if m.byWorkers(u.fn) {
		return true
	}
	if !u.fn.Exported() {
		return false
	}
	t := m.info.TypeOf(sel.X)
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
func locks(m *Package, body, at ast.Node) bool {
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
	if n, ok := t.m.constFloat(limit); ok {
		if n <= 0 {
			return limit
		}
		return nil
	}
	home := t.site != nil && d.f.caller == nil && t.site.region != nil
	if home && t.countsFromZero(d.f.r, limit, d.call) {
		return limit
	}
	return nil
}

// countsFromZero reports whether a product of constants and a counter of a
// region is zero in its first round, at a call that the first round reaches.
func (t *tracer) countsFromZero(r *region, e ast.Expr, at ast.Node) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if x.Op != token.MUL {
			return false
		}
		return t.countsFromZero(r, x.X, at) || t.countsFromZero(r, x.Y, at)
	case *ast.CallExpr:
		return t.m.info.Types[x.Fun].IsType() && t.countsFromZero(r, x.Args[0], at)
	case *ast.Ident:
		v, ok := t.m.object(x).(*types.Var)
		if !ok || v.IsField() || r.asked(v) {
			return false
		}
		if rs, ok := r.node.(*ast.RangeStmt); ok && rs.Key != nil && t.m.object(rs.Key) == v {
			return isInteger(t.m.info.TypeOf(rs.X))
		}
		start, step, pos, ok := r.counter(v)
		loop, isFor := r.node.(*ast.ForStmt)
		inPost := isFor && loop.Post != nil && pos == loop.Post.Pos()
		return ok && start == 0 && step > 0 && r.contains(at) && (inPost || pos > at.Pos())
	}
	return false
}

// asked reports whether a condition in the body of a region mentions a variable,
// so that the first round may be another than the rest.
func (r *region) asked(v types.Object) bool {
	found := false
	ast.Inspect(r.u.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			for _, a := range atoms(n.Cond) {
				found = found || r.mentions(a, v) && !r.leavesAt(n)
			}
		case *ast.SwitchStmt:
			found = found || r.mentions(n, v)
		}
		return !found
	})
	return found
}

// leavesAt reports whether an if statement without else ends the region: it asks
// for the last round and not for the first.
func (r *region) leavesAt(s *ast.IfStmt) bool {
	leads := r.leads()
	for _, b := range r.order {
		if c, _ := r.u.condition(b); c == s.Cond {
			return s.Else == nil && r.exits(b.Succs[0], leads)
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
	defs := f.r.u.definitions()[v]
	if len(defs) != 2 || defs[0].tok != token.DEFINE || defs[0].multi || defs[1].tok != token.ASSIGN || defs[1].multi {
		return
	}
	cond, ok := enclosingCond(f.r.u.body, defs[1].node).(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ || t.m.object(cond.X) != v {
		return
	}
	if _, ok := t.m.constFloat(defs[1].rhs); ok && t.below(f, defs[0].rhs, cond.Y) {
		t.floors = append(t.floors, Draw{Node: defs[0].rhs, Fault: Floored, Value: cond.Y})
	}
}

// below reports whether an expression is random and never more than a constant.
func (t *tracer) below(f *frame, e, limit ast.Expr) bool {
	most, ok := t.m.constFloat(limit)
	in, known := f.r.u.between(e, 0)
	return ok && known && in.lo < in.hi && in.hi <= most
}

// LooseDraws lists the random durations of the whole package that are lost by
// rounding, or whose draw panics where a parameter is too small. They are wrong
// wherever they stand.
func (m *Package) LooseDraws() []Draw {
	m.asking.Lock()
	defer m.asking.Unlock()
	var out []Draw
	for _, file := range m.pass.Files {
		if m.Skip(file) || !importsRand(file) {
			continue
		}
		for _, root := range m.roots(file) {
			out = append(out, m.roundedIn(root)...)
			out = append(out, m.dividedIn(root)...)
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
func (m *Package) roundedIn(u *unit) []Draw {
	var out []Draw
	product := map[*ast.CallExpr]bool{}
	ast.Inspect(u.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.MUL || !summary.IsNamed(m.info.TypeOf(n), "time", "Duration") || m.info.Types[n].Value != nil {
				return true
			}
			for _, sides := range [...][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
				conv, ok := callOf(sides[0])
				if ok && m.info.Types[conv.Fun].IsType() && len(conv.Args) == 1 && m.losesDraw(u, conv.Args[0], sides[1]) {
					product[conv] = true
					out = append(out, Draw{Node: n, Fault: Rounded, Value: conv})
				}
			}
		case *ast.CallExpr:
			if product[n] || !m.info.Types[n.Fun].IsType() || len(n.Args) != 1 || !summary.IsNamed(m.info.TypeOf(n), "time", "Duration") || !isFloat(m.info.TypeOf(n.Args[0])) {
				return true
			}
			if in, ok := u.between(n.Args[0], 0); ok && u.hasDraw(n.Args[0]) && -1 <= in.lo && in.hi <= 1 {
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
func (m *Package) losesDraw(u *unit, e, unit ast.Expr) bool {
	if !u.hasDraw(e) {
		return false
	}
	float := isFloat(m.info.TypeOf(e))
	if in, ok := u.between(e, 0); ok {
		return float && in.hi-in.lo <= 1 || !float && in.lo == in.hi && in.lo == 0
	}
	return float && m.info.Types[unit].Value == nil && m.isFactor(u, e)
}

// isFactor reports whether a number is something near one plus a random part.
func (m *Package) isFactor(u *unit, e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return false
	}
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		if n, ok := m.constFloat(side); ok && 0.5 <= n && n <= 2 {
			return true
		}
	}
	return false
}

// dividedIn lists the draws of durations whose limit is a parameter divided by a
// constant, with nothing that asks whether it is large enough.
func (m *Package) dividedIn(u *unit) []Draw {
	var out []Draw
	ast.Inspect(u.body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) != 1 {
			return true
		}
		if _, ok := u.draws(c); !ok || !m.usesTime(u) {
			return true
		}
		p, divided := u.dividedParam(c.Args[0], false, 0)
		if p != nil && divided && !u.guarded(p) && m.mayBeSmall(u, p) {
			out = append(out, Draw{Node: c, Fault: MayPanic, Value: c.Args[0]})
		}
		return true
	})
	return out
}

// usesTime reports whether a function is given or gives back a duration.
func (m *Package) usesTime(u *unit) bool {
	if u.fn == nil {
		return false
	}
	sig := u.fn.Signature()
	for p := range sig.Params().Variables() {
		if summary.IsNamed(p.Type(), "time", "Duration") {
			return true
		}
	}
	return false
}

// dividedParam is the parameter that a limit is computed from by conversions and
// divisions alone.
func (u *unit) dividedParam(e ast.Expr, divided bool, depth int) (*types.Var, bool) {
	if depth > 6 {
		return nil, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if n, ok := u.m.constFloat(e.Y); ok && e.Op == token.QUO && n > 1 && !isFloat(u.m.info.TypeOf(e)) {
			return u.dividedParam(e.X, true, depth+1)
		}
	case *ast.CallExpr:
		if u.m.info.Types[e.Fun].IsType() {
			return u.dividedParam(e.Args[0], divided, depth+1)
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Nanoseconds" {
			return u.dividedParam(sel.X, divided, depth+1)
		}
	case *ast.Ident:
		v, ok := u.m.object(e).(*types.Var)
		if !ok || v.IsField() || u.m.outlives(v) {
			return nil, false
		}
		defs := u.definitions()[v]
		if u.isParam(v) && len(defs) == 0 {
			return v, divided
		}
		if len(defs) == 1 && defs[0].rhs != nil && !defs[0].multi && defs[0].tok == token.DEFINE && !u.guarded(v) {
			return u.dividedParam(defs[0].rhs, divided, depth+1)
		}
	}
	return nil, false
}

// guarded reports whether a function compares a variable with anything, or gives
// it to something that may.
func (u *unit) guarded(v *types.Var) bool {
	found := false
	objs := map[types.Object]bool{v: true}
	ast.Inspect(u.root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if isOrder(n.Op) || n.Op == token.EQL || n.Op == token.NEQ {
				found = found || u.m.usesAny(n, objs)
			}
		case *ast.CallExpr:
			if u.m.isBuiltin(n) {
				found = found || u.m.usesAny(n, objs)
			}
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && u.m.usesAny(n.Tag, objs)
		}
		return !found
	})
	return found
}

// mayBeSmall reports whether somebody may hand a function zero: it is exported,
// or one of its callers gives something else than a positive constant.
func (m *Package) mayBeSmall(u *unit, p *types.Var) bool {
	calls, all := m.callers(u.fn)
	if !all {
		return true
	}
	for i := range u.fn.Signature().Params().Len() {
		if u.fn.Signature().Params().At(i) != p {
			continue
		}
		for _, c := range calls {
			if i < len(c.Args) && m.info.Types[c.Args[i]].Value == nil {
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
