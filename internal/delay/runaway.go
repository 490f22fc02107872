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

// Growth is a term by which a delay is multiplied from round to round: a shift
// or a power by a counter, or a variable that is multiplied.
type Growth struct {
	Node ast.Node      // the shift, the power or the multiplication
	Wait *summary.Wait // the wait whose delay grows; nil for functions on their own
	Func *types.Func   // where it stands: the site's function, or one that it calls
	// Held is set where a maximum holds the delay, or the counter that it is
	// computed from.
	Held bool
	// Late is set where the value may overflow before the maximum is applied, and
	// then be below it.
	Late bool
	// Attempts is how many the site makes at most, by a constant of its own or of
	// its function's callers; 0 if that is not known.
	Attempts int64
	// Highest is the longest delay, in nanoseconds, where the number of rounds
	// and all that it is computed from are constant; 0 where it is not known.
	Highest float64

	float    bool                  // computed in floating point
	acc      *types.Var            // what is multiplied each round, nil for a power
	carriers map[types.Object]bool // the variables between the term and the wait
	steps    map[types.Object]bool // what the exponent is computed from
	clamped  bool                  // the exponent is bounded, or not understood
	counts   bool                  // the exponent counts
	inside   bool                  // a maximum stands in the cycle of acc, or before a conversion to integers
	outside  bool                  // a maximum stands after the term
}

// terms lists the terms by which a site's delay grows, and those of its other
// waits. It follows the delays through variables, fields and functions of the
// package.
func terms(m *flow.Package, s *site.Site) []*Growth {
	return traced(m, s).judge()
}

// traced follows the delays of a site.
func traced(m *flow.Package, s *site.Site) *tracer {
	r := s.Region
	if r == nil {
		r = world.RegionOf(m, s.Unit)
	}
	t := &tracer{m: m, site: s, budget: 400, max: site.MostAttempts(m, s)}
	home := &frame{r: r}
	t.frames = append(t.frames, home)
	t.follow(home, s.Delay.Expr, s.Wait)
	for i := range s.Waits {
		if w := &s.Waits[i]; s.Wait == nil || w.Node != s.Wait.Node {
			t.follow(home, w.Duration, w)
		}
	}
	for _, f := range t.frames[1:] {
		used(m, f.r.U.Node)
	}
	return t
}

// follow looks for the terms of one wait.
func (t *tracer) follow(home *frame, e ast.Expr, w *summary.Wait) {
	if e == nil || w == nil {
		return
	}
	n := len(t.found)
	t.walk(home, e, path{})
	for _, g := range t.found[n:] {
		g.Wait, g.Attempts, g.Highest = w, t.max, t.highest(home, e)
	}
}

// delayFuncs lists the terms by which the delays grow that functions of the
// package compute from a parameter or field, where no site of the package calls
// them: somebody else's does. The delays of all sites must have been followed before.
func delayFuncs(m *flow.Package) []*Growth {
	var out []*Growth
	for _, file := range m.Pass.Files {
		if site.Skip(m, file) {
			continue
		}
		for _, root := range world.Roots(m, file) {
			out = append(out, delaysIn(m, root)...)
		}
	}
	return out
}

// delaysIn looks at a function and the literals in it that compute delays.
func delaysIn(m *flow.Package, root *flow.Unit) []*Growth {
	var out []*Growth
	look := func(u *flow.Unit) {
		if !computesDelay(m, u) || flow.Notes[delayNotes](m).usedDelays[u.Node] || u.Node == u.Root && !handedOut(m, u) {
			return
		}
		if u.Node == u.Root && heldByAskers(m, u.Fn) {
			return
		}
		t := &tracer{m: m, budget: 400}
		f := &frame{r: world.RegionOf(m, u)}
		t.returns(f, path{})
		out = append(out, t.judge()...)
	}
	look(root)
	ast.Inspect(root.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && n != root.Node {
			look(&flow.Unit{M: m, File: root.File, Root: root.Root, Fn: root.Fn, Name: root.Name, Node: lit, Typ: lit.Type, Body: lit.Body})
		}
		return true
	})
	return out
}

// used notes that a site's delay comes from a function.
func used(m *flow.Package, n ast.Node) {
	if flow.Notes[delayNotes](m).usedDelays == nil {
		flow.Notes[delayNotes](m).usedDelays = map[ast.Node]bool{}
	}
	flow.Notes[delayNotes](m).usedDelays[n] = true
}

// computesDelay reports whether a function gives back a duration and shifts or
// raises something to a power, and its names speak of trying again.
func computesDelay(m *flow.Package, u *flow.Unit) bool {
	if u.Typ.Results == nil || len(u.Typ.Results.List) == 0 || !summary.IsNamed(m.Info.TypeOf(u.Typ.Results.List[0].Type), "time", "Duration") {
		return false
	}
	return namedForRetry(u) && raises(m, u.Body)
}

// raises reports whether a body shifts by a variable or calls a power function.
func raises(m *flow.Package, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || n.Op == token.SHL && m.Info.Types[n.Y].Value == nil
		case *ast.CallExpr:
			found = found || isPower(m.Sums.Callee(n))
		}
		return !found
	})
	return found
}

func isPower(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math" && (fn.Name() == "Pow" || fn.Name() == "Exp2")
}

// namedForRetry reports whether the names of a function, its type and its
// parameters say that it computes a delay between attempts.
func namedForRetry(u *flow.Unit) bool {
	if knowledge.SpeaksOfRetry(u.Name) || u.Fn != nil && knowledge.SpeaksOfRetry(knowledge.ReceiverName(u.Fn)) {
		return true
	}
	for _, f := range u.Typ.Params.List {
		for _, name := range f.Names {
			if knowledge.SpeaksOfRetry(name.Name) {
				return true
			}
		}
	}
	return false
}

// handedOut reports whether code that is not in sight can call a function: it
// is exported, a method that an interface may ask for, or used as a value.
func handedOut(m *flow.Package, u *flow.Unit) bool {
	if u.Fn == nil {
		return true
	}
	return u.Fn.Exported() && (u.Fn.Signature().Recv() == nil || ast.IsExported(u.Fn.Name()))
}

// frame is a function in which a delay is computed, with what its parameters
// stand for.
type frame struct {
	r      *flow.Region
	args   map[types.Object]ast.Expr
	caller *frame
}

// link is a variable on the way from a wait to the terms of its delay.
type link struct {
	obj         *types.Var
	mults, mins int
}

// path is the way from a wait to a part of its delay.
type path struct {
	vars   []link
	mults  int      // factors above one
	mins   int      // maxima
	floats int      // those of them in floating point, below the last conversion to an integer
	unit   bool     // a factor is a unit of time
	at     ast.Node // the last assignment followed
}

func (p path) with(v *types.Var) path {
	p.vars = append(p.vars[:len(p.vars):len(p.vars)], link{v, p.mults, p.mins})
	return p
}

// tracer follows a delay to what it is computed from.
type tracer struct {
	m      *flow.Package
	site   *site.Site
	frames []*frame
	found  []*Growth
	budget int
	max    int64 // the site's attempts, 0 if not known

	limited map[types.Object]bool // see held
	drawn   []drawn
	floors  []Draw
	misuses []Misuse
	// advances are the calls that take the next delay from a library's back-off.
	advances []*ast.CallExpr
	passed   map[types.Object]bool // the variables that were followed
}

// walk follows an expression.
func (t *tracer) walk(f *frame, e ast.Expr, p path) {
	if t.budget--; t.budget < 0 || e == nil {
		return
	}
	e = ast.Unparen(e)
	if t.m.Info.Types[e].Value != nil {
		return
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		t.binary(f, e, p)
	case *ast.CallExpr:
		t.call(f, e, p)
	case *ast.Ident:
		t.variable(f, e, p)
	case *ast.SelectorExpr:
		t.variable(f, e, p)
	case *ast.UnaryExpr:
		t.walk(f, e.X, p)
	}
}

func (t *tracer) binary(f *frame, e *ast.BinaryExpr, p path) {
	q := p
	switch e.Op {
	case token.SHL:
		if t.m.Info.Types[e.Y].Value != nil {
			q.mults++
		} else {
			t.power(f, e, e.Y, p)
		}
		t.walk(f, e.X, q)
	case token.MUL:
		if t.multiplies(f, e.X) && t.multiplies(f, e.Y) {
			q.mults++
		}
		q.unit = q.unit || namesUnit(t.m, e)
		t.walk(f, e.X, q)
		t.walk(f, e.Y, q)
	case token.ADD:
		for obj := range variables(t.m, e.X) {
			if world.Mentions(f.r, e.Y, obj) {
				q.mults++ // d + d/2
				break
			}
		}
		t.walk(f, e.X, q)
		t.walk(f, e.Y, q)
	case token.SUB:
		t.walk(f, e.X, p)
		t.walk(f, e.Y, p)
	case token.QUO:
		t.walk(f, e.X, p)
	}
}

// multiplies reports whether a factor is no constant up to one, and no random
// number.
func (t *tracer) multiplies(f *frame, e ast.Expr) bool {
	if n, ok := world.ConstFloat(t.m, e); ok {
		return n > 1
	}
	return site.Random(f.r.U, e, map[types.Object]bool{}, 0) != knowledge.Yes
}

// variables are the variables that an expression mentions.
func variables(m *flow.Package, e ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := m.Info.Uses[id].(*types.Var); ok && world.IsNumeric(v.Type()) {
				out[v] = true
			}
		}
		return true
	})
	return out
}

func (t *tracer) call(f *frame, c *ast.CallExpr, p path) {
	m := t.m
	if m.Info.Types[c.Fun].IsType() {
		if isFloat(m.Info.TypeOf(c.Args[0])) && !isFloat(m.Info.TypeOf(c)) {
			p.floats = 0
		}
		t.named(c, p)
		t.walk(f, c.Args[0], p)
		return
	}
	t.greater(c)
	fn := world.Callee(f.r.U, c)
	if knowledge.RoleOf(fn) == knowledge.Advances && f.caller == nil {
		t.advances = append(t.advances, c)
	}
	if m.Sums.OfCall(c).Random && m.Sums.Decl(fn) == nil {
		t.draw(f, c)
	}
	switch {
	case holdsDown(c):
		p.mins++
		if isFloat(m.Info.TypeOf(c)) {
			p.floats++
		}
		t.walkAll(f, c.Args, p)
	case world.IsBuiltin(m, c): // max
		t.floor(f, c)
		t.walkAll(f, c.Args, p)
	case isPower(fn):
		exp := c.Args[len(c.Args)-1]
		if m.Info.Types[exp].Value == nil {
			t.power(f, c, exp, p)
		} else if n, _ := world.ConstFloat(m, exp); n > 1 {
			p.mults++
		}
		t.walk(f, c.Args[0], p)
	case fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "math" || fn.Pkg().Path() == "time" || m.Sums.OfCall(c).Random && m.Sums.Decl(fn) == nil):
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.Info.Selections[sel] != nil {
			t.walk(f, sel.X, p) // d.Seconds()
		}
		t.walkAll(f, c.Args, p)
	default:
		if !t.enter(f, c, fn, p) {
			p.mins++ // it may do anything to what it is given
			if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.Info.Selections[sel] != nil {
				t.walk(f, sel.X, p)
			}
			t.walkAll(f, c.Args, p)
		}
	}
}

// draw notes a call that draws a random number.
func (t *tracer) draw(f *frame, c *ast.CallExpr) {
	for _, d := range t.drawn {
		if d.call == c {
			return
		}
	}
	t.drawn = append(t.drawn, drawn{c, f})
}

func (t *tracer) walkAll(f *frame, list []ast.Expr, p path) {
	for _, e := range list {
		t.walk(f, e, p)
	}
}

// holdsDown reports whether a call gives the smaller of its arguments, by its
// name.
func holdsDown(c *ast.CallExpr) bool {
	switch summary.LastName(c.Fun) {
	case "min", "Min", "MinDuration", "minDuration", "clamp", "Clamp":
		return true
	}
	return false
}

// enter follows a call into a function of the package or a literal.
func (t *tracer) enter(f *frame, c *ast.CallExpr, fn *types.Func, p path) bool {
	depth := 0
	for g := f; g != nil; g = g.caller {
		depth++
	}
	if depth > 4 {
		return false
	}
	u, typ := f.r.U, (*ast.FuncType)(nil)
	if lit := world.Literal(f.r.U, c.Fun); lit != nil {
		u, typ = &flow.Unit{M: t.m, File: u.File, Root: u.Root, Fn: u.Fn, Name: u.Name, Node: lit, Typ: lit.Type, Body: lit.Body}, lit.Type
	} else if decl := t.m.Sums.Decl(fn); decl != nil {
		u, typ = world.UnitOf(t.m, u.File, decl, fn), decl.Type
	} else {
		return false
	}
	g := &frame{r: world.RegionOf(t.m, u), args: map[types.Object]ast.Expr{}, caller: f}
	i := 0
	for _, field := range typ.Params.List {
		for _, name := range field.Names {
			if i < len(c.Args) {
				g.args[t.m.Info.Defs[name]] = c.Args[i]
			}
			i++
		}
		if len(field.Names) == 0 {
			i++
		}
	}
	t.returns(g, p)
	return true
}

// returns follows what a function gives back first.
func (t *tracer) returns(f *frame, p path) {
	t.frames = append(t.frames, f)
	u := f.r.U
	var named []*ast.Ident
	if u.Typ.Results != nil && len(u.Typ.Results.List) > 0 {
		named = u.Typ.Results.List[0].Names
	}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(n.Results) > 0:
				t.walk(f, n.Results[0], p)
			case len(named) > 0:
				t.walk(f, named[0], p)
			}
		}
		return true
	})
}

// variable follows a variable to its assignments, or to what a parameter stands
// for.
func (t *tracer) variable(f *frame, e ast.Expr, p path) {
	v, ok := t.m.Object(e).(*types.Var)
	if !ok || !world.IsNumeric(v.Type()) && !world.IsDelayType(v.Type()) && !summary.IsNamed(v.Type(), "math/big", "Int") {
		return
	}
	for i, l := range p.vars {
		if l.obj == v {
			if p.mins > l.mins {
				t.held(v)
			}
			if p.mults > l.mults {
				t.product(f, t.kept(f, p.vars[i:]), p.at, p, p.mins > l.mins, l.mins > 0)
			}
			return
		}
	}
	p = p.with(v)
	if t.passed == nil {
		t.passed = map[types.Object]bool{}
	}
	t.passed[v] = true
	t.raised(f, v)
	if arg, ok := f.args[v]; ok {
		t.walk(f.caller, arg, p)
	}
	for _, d := range f.r.U.Definitions()[v] {
		if c, ok := world.CallOf(d.Rhs); ok && d.Multi && t.m.Sums.OfCall(c).Random && t.m.Sums.Decl(t.m.Sums.Callee(c)) == nil {
			t.draw(f, c) // n, err := rand.Int(rand.Reader, most)
		}
		if d.Rhs == nil || d.Multi || d.Tok == token.RANGE {
			continue
		}
		p.at = d.Node
		switch d.Tok {
		case token.MUL_ASSIGN:
			if t.multiplies(f, d.Rhs) {
				t.product(f, v, d.Node, p, false, p.mins > 0)
			}
			t.walk(f, d.Rhs, p)
		case token.SHL_ASSIGN:
			t.product(f, v, d.Node, p, false, p.mins > 0)
		case token.ADD_ASSIGN:
			if world.Mentions(f.r, d.Rhs, v) {
				t.product(f, v, d.Node, p, false, p.mins > 0)
			}
			t.walk(f, d.Rhs, p)
		case token.ASSIGN, token.DEFINE:
			t.walk(f, d.Rhs, p)
		}
	}
}

// held notes a variable that is assigned the smaller of itself and something
// else.
func (t *tracer) held(v *types.Var) {
	if t.limited == nil {
		t.limited = map[types.Object]bool{}
	}
	t.limited[v] = true
}

// product notes a variable that is multiplied each round. It must outlive the
// round.
func (t *tracer) product(f *frame, v *types.Var, at ast.Node, p path, inside, outside bool) {
	g := t.growth(f, at, p)
	g.float = isFloat(v.Type())
	g.acc, g.inside, g.outside = v, inside, outside
	switch {
	case v.IsField() || v.Parent() == t.m.Pass.Pkg.Scope():
	case f.caller == nil && t.site != nil && t.site.Region != nil:
		if !f.r.Contains(at) || world.Declares(f.r, v) {
			return
		}
	default:
		// A loop of the function's own multiplies as often as it goes round.
		loop := enclosingLoop(f.r.U.Body, at)
		if loop == nil {
			return
		}
		g.acc, g.counts = nil, false
		switch loop := loop.(type) {
		case *ast.ForStmt:
			t.exponent(f, loop.Cond, g, 0)
		case *ast.RangeStmt:
			t.exponent(f, loop.X, g, 0)
		}
	}
	t.found = append(t.found, g)
}

// enclosingLoop is the innermost loop around a node.
func enclosingLoop(body, n ast.Node) ast.Stmt {
	var loop ast.Stmt
	ast.Inspect(body, func(m ast.Node) bool {
		if m == nil || m.Pos() > n.Pos() || n.End() > m.End() {
			return false
		}
		switch m := m.(type) {
		case *ast.ForStmt:
			loop = m
		case *ast.RangeStmt:
			loop = m
		}
		return true
	})
	return loop
}

// power notes a shift or a power by a counter.
func (t *tracer) power(f *frame, at ast.Expr, exp ast.Expr, p path) {
	g := t.growth(f, at, p)
	g.float = isFloat(t.m.Info.TypeOf(at))
	g.inside, g.outside = g.float && p.floats > 0, p.mins > 0
	t.exponent(f, exp, g, 0)
	if g.counts || g.clamped {
		t.found = append(t.found, g)
	}
}

func (t *tracer) growth(f *frame, at ast.Node, p path) *Growth {
	g := &Growth{Node: at, Func: f.r.U.Fn, carriers: map[types.Object]bool{}, steps: map[types.Object]bool{}}
	for _, l := range p.vars {
		g.carriers[l.obj] = true
	}
	return g
}

// exponent follows what a power is raised to.
func (t *tracer) exponent(f *frame, e ast.Expr, g *Growth, depth int) {
	if depth > 8 || e == nil {
		g.clamped = true
		return
	}
	e = ast.Unparen(e)
	if t.m.Info.Types[e].Value != nil {
		return
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.LSS, token.LEQ, token.GTR, token.GEQ, token.NEQ:
			t.exponent(f, e.X, g, depth+1)
			t.exponent(f, e.Y, g, depth+1)
			return
		case token.QUO:
			t.exponent(f, e.X, g, depth+1)
			return
		}
	case *ast.CallExpr:
		if t.m.Info.Types[e.Fun].IsType() {
			t.exponent(f, e.Args[0], g, depth+1)
			return
		}
		if holdsDown(e) {
			for _, a := range e.Args {
				t.exponent(f, a, g, depth+1)
			}
		}
	case *ast.Ident, *ast.SelectorExpr:
		if v, ok := t.m.Object(e).(*types.Var); ok {
			t.counter(f, v, g, depth)
			return
		}
	}
	g.clamped = true // a remainder, an element, a call: it may have a limit of its own
}

// counter notes a variable that an exponent is computed from, and whether it
// counts.
func (t *tracer) counter(f *frame, v *types.Var, g *Growth, depth int) {
	if g.steps[v] {
		return
	}
	g.steps[v] = true
	if arg, ok := f.args[v]; ok {
		t.exponent(f.caller, arg, g, depth+1)
	} else if world.IsParam(f.r.U, v) {
		// The next round is another call, by a recursion or by code out of sight.
		g.counts = g.counts || t.site == nil || t.site.Kind == site.Recursive
	}
	if v.IsField() && fields(t.m).Counted[v] {
		g.counts = true
	}
	for _, d := range f.r.U.Definitions()[v] {
		switch d.Tok {
		case token.INC, token.ADD_ASSIGN:
			g.counts = true
		case token.RANGE:
			if t.site != nil && f.caller == nil && d.Node == f.r.Node {
				g.counts = true
			} else {
				g.clamped = true
			}
		case token.ASSIGN, token.DEFINE:
			if d.Multi {
				g.clamped = true
			} else if d.Rhs != nil {
				t.exponent(f, d.Rhs, g, depth+1)
			}
		case token.REM_ASSIGN, token.AND_ASSIGN:
			g.clamped = true
		}
	}
}

// fields indexes, once a package, which fields and variables of package level are
// compared with something in order, and which are counted up.
func fields(m *flow.Package) *flow.FieldUses {
	if m.FieldUse != nil {
		return m.FieldUse
	}
	m.FieldUse = &flow.FieldUses{Compared: map[types.Object]bool{}, Counted: map[types.Object]bool{}}
	note := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok {
				if v, ok := m.Object(x).(*types.Var); ok && world.Outlives(m, v) {
					m.FieldUse.Compared[v] = true
				}
			}
			return true
		})
	}
	for _, file := range m.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if world.IsOrder(n.Op) && !site.IsZero(m, n.X) && !site.IsZero(m, n.Y) {
					note(n.X)
					note(n.Y)
				}
			case *ast.CallExpr:
				if holdsDown(n) {
					for _, a := range n.Args {
						note(a)
					}
				}
			case *ast.IncDecStmt:
				if v, ok := m.Object(n.X).(*types.Var); ok && n.Tok == token.INC {
					m.FieldUse.Counted[v] = true
				}
			case *ast.AssignStmt:
				if n.Tok == token.ADD_ASSIGN {
					if v, ok := m.Object(n.Lhs[0]).(*types.Var); ok {
						m.FieldUse.Counted[v] = true
					}
				}
			}
			return true
		})
	}
	return m.FieldUse
}
