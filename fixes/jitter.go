package fixes

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// Jitter draws the duration that a site waits at random: between nothing and
// the delay where the delay grows (full jitter), and around the delay where it
// is constant, because a constant delay times the number of attempts is often
// how long one is ready to wait for something.
func (f *Fixer) Jitter(s *site.Site) []analysis.SuggestedFix {
	if fix := f.Loop(s); fix != nil {
		return fix
	}
	d := s.Delay.Expr
	if d == nil || !isDuration(f.pass.TypesInfo.TypeOf(d)) || s.File.FileStart > d.Pos() || d.Pos() > s.File.FileEnd {
		return none
	}
	p := f.at(s.File, d)
	if p == nil {
		return none
	}
	j := jitter{p: p, delay: d, even: s.Delay.Shape == knowledge.Constant}
	if j.call = p.waiting(s, d); j.call == nil {
		return none
	}
	if !j.number() {
		return none
	}
	j.positive = j.isPositive(s)
	if !j.positive && !f.language(s.File, "go1.21") { // for max
		return none
	}
	if edits := j.logged(); edits != nil {
		return f.offer(p.src, j.message(), append(edits, j.imports...))
	}
	edits := j.around()
	if j.isOdd() {
		edits = j.named(s)
	}
	if edits != nil {
		if fix := f.offer(p.src, j.message(), append(edits, j.imports...)); fix != nil {
			return fix
		}
	}
	value, before := j.drawn()
	if value == "" {
		return none
	}
	edits = append(j.imports, replace(d.Pos(), d.End(), value))
	if before != "" {
		edits = append(edits, insert(p.stmt.Pos(), before+"\n"+p.indent))
	}
	return f.offer(p.src, j.message(), edits)
}

// jitter is a delay on the way to be drawn at random.
type jitter struct {
	p        *place
	delay    ast.Expr
	call     *ast.CallExpr // that waits for the delay, or sets the timer
	even     bool          // around the delay, and not between nothing and it
	positive bool          // the delay is above zero whatever happens
	random   string
	old      bool // random takes an int64
	imports  []analysis.TextEdit
}

func (j *jitter) message() string {
	if j.even {
		return "wait for between half and one and a half of the delay"
	}
	return "wait for between nothing and the delay"
}

// number finds what draws the number: rand.N, or rand.Int63n below Go 1.22 and
// where the file uses the older package already.
func (j *jitter) number() bool {
	p := j.p
	var ok bool
	if _, imports := p.imported(randV2Path); !imports {
		if _, imports := p.imported(randPath); imports || !p.f.since(p.src.file, "go1.22") {
			if !p.f.since(p.src.file, "go1.20") { // below, every process draws the same
				return false
			}
			j.old = true
			j.random, j.imports, ok = p.use(randPath, "Int63n", "rand", "mathrand")
			return ok
		}
	}
	if !p.f.since(p.src.file, "go1.22") {
		return false
	}
	j.random, j.imports, ok = p.use(randV2Path, "N", "rand", "mathrand", "randv2")
	return ok
}

// draw is a random number below a delay.
func (j *jitter) draw(delay string) string {
	if !j.positive {
		delay = "max(" + delay + ", 1)"
	}
	if j.old {
		return j.duration() + "(" + j.random + "(int64(" + delay + ")))"
	}
	return j.random + "(" + delay + ")"
}

// duration is the type time.Duration as the file writes it.
func (j *jitter) duration() string {
	q, _ := j.p.imported("time")
	return join(q, "Duration")
}

// around puts what draws the number around the delay, which stays, so that it
// goes together with what another fix does at the same place.
func (j *jitter) around() []analysis.TextEdit {
	d := j.p.src.of(j.delay)
	tight, ok := j.p.respaced(j.delay)
	if !ok || j.even && !isName(j.delay) && !isProduct(j.delay) {
		return nil
	}
	const mark = "DELAY"
	value := j.draw(mark)
	if j.even {
		half := d + "/2"
		if isProduct(j.delay) {
			whole, by := j.figures(j.p.f.pass.TypesInfo.Types[j.delay].Value)
			if whole != d && !site.WithRuntime(j.p.f.model.Package) {
				return nil // it can be written better, and nothing else changes it
			}
			half = by
		}
		value = half + " + " + value
	} else if j.positive && !j.old && len(j.call.Args) == 1 {
		tight = nil
	}
	head, tail, _ := strings.Cut(spaced(value, len(j.call.Args)), mark)
	return append(tight, insert(j.delay.Pos(), head), insert(j.delay.End(), tail))
}

// isOdd reports whether a delay in figures would stand twice: it has no half in
// its unit.
func (j *jitter) isOdd() bool {
	if !j.even || !isProduct(j.delay) {
		return false
	}
	whole, half := j.figures(j.p.f.pass.TypesInfo.Types[j.delay].Value)
	return strings.Contains(whole, "*") && half == whole+"/2"
}

// named gives a delay in figures a name, above the loop: two numbers that have to
// be changed together would be a trap.
func (j *jitter) named(s *site.Site) []analysis.TextEdit {
	p := j.p
	at, top := p.stmt, p.stmt
	if loop, ok := p.loop(s).(ast.Stmt); ok {
		at, top = loop, p.labelled(loop)
	}
	indent, ok := p.src.indent(at.Pos())
	name := p.name(p.stmt, "delay", "pause", "interval", "wait", "period")
	if !ok || name == "" {
		return nil
	}
	// The space between stays, as another fix may have to change it.
	figures := ast.Unparen(j.delay).(*ast.BinaryExpr)
	return []analysis.TextEdit{
		insert(p.src.above(top), indent+"const "+name+" = "+p.src.of(figures.X)+" * "+p.src.of(figures.Y)+"\n"),
		replace(figures.X.Pos(), figures.X.End(), name+"/2"),
		replace(figures.OpPos, figures.OpPos+1, "+"),
		replace(figures.Y.Pos(), figures.Y.End(), j.draw(name)),
	}
}

// drawn is the duration to wait for, and a statement that must stand before.
func (j *jitter) drawn() (value, before string) {
	d := j.p.src.of(j.delay)
	if strings.Contains(d, "\n") {
		return "", ""
	}
	if !j.even {
		return spaced(j.draw(d), len(j.call.Args)), ""
	}
	half := d + "/2"
	if v := j.p.f.pass.TypesInfo.Types[j.delay].Value; v != nil && isProduct(j.delay) && !j.isOdd() {
		d, half = j.figures(v)
	} else if !isName(j.delay) {
		name := j.p.free("delay", "pause", "interval", "wait")
		if name == "" {
			return "", ""
		}
		before, d, half = name+" := "+d, name, name+"/2"
	}
	return spaced(half+" + "+j.draw(d), len(j.call.Args)), before
}

// figures writes a constant delay and its half.
func (j *jitter) figures(v constant.Value) (whole, half string) {
	n, _ := constant.Int64Val(v)
	pkg := ""
	if q, ok := j.p.imported("time"); ok && q != "" {
		pkg = q + "."
	}
	whole = figures(time.Duration(n), pkg)
	half = figures(time.Duration(n/2), pkg)
	if n%2 != 0 || unitOf(half) != unitOf(whole) {
		half = whole + "/2"
	}
	return whole, half
}

// unitOf is the part of a duration that says its unit.
func unitOf(figures string) string { return figures[strings.LastIndexByte(figures, ' ')+1:] }

// isProduct reports whether a constant is written in figures: 5 * time.Second.
func isProduct(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.MUL {
		return false
	}
	x, number := ast.Unparen(b.X).(*ast.BasicLit)
	y, name := ast.Unparen(b.Y).(*ast.SelectorExpr)
	if !number || !name {
		return false
	}
	_, pkg := y.X.(*ast.Ident)
	return pkg && x.Kind == token.INT
}

// isName reports whether an expression is the name of a variable, constant or
// field, which can be written twice.
func isName(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isName(e.X)
	}
	return false
}

// logged handles a delay that a statement before the wait writes to a log: what
// is drawn gets a name, so that the log tells the truth.
func (j *jitter) logged() []analysis.TextEdit {
	id, ok := ast.Unparen(j.delay).(*ast.Ident)
	if !ok {
		return nil
	}
	obj, ok := j.p.f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || len(j.p.path) < 2 {
		return nil
	}
	var first ast.Stmt
	var uses []*ast.Ident
	for _, s := range preceding(j.p.path[1], j.p.stmt) {
		if j.assigns(s, obj) {
			first, uses = nil, nil // what came before is another delay
			continue
		}
		if in := j.mentions(s, obj); len(in) > 0 {
			if first == nil {
				first = s
			}
			uses = append(uses, in...)
		}
	}
	if first == nil {
		first = j.p.stmt
	}
	if isNewTimer(j.p.stmt) {
		for _, s := range following(j.p.path[1], j.p.stmt) {
			if _, wait := s.(*ast.SelectStmt); wait || j.assigns(s, obj) {
				break
			}
			uses = append(uses, j.mentions(s, obj)...)
		}
	}
	if len(uses) == 0 {
		return nil
	}
	indent, ok := j.p.src.indent(first.Pos())
	name := j.p.free("jittered", "pause", "wait")
	if name == "" || !ok {
		return nil
	}
	value := j.draw(id.Name)
	if j.even {
		value = id.Name + "/2 + " + value
	}
	edits := []analysis.TextEdit{
		insert(first.Pos(), name+" := "+value+"\n"+indent),
		replace(id.Pos(), id.End(), name),
	}
	for _, u := range uses {
		edits = append(edits, replace(u.Pos(), u.End(), name))
	}
	return edits
}

// isNewTimer reports whether a statement only makes the timer that a later one
// waits for.
func isNewTimer(s ast.Stmt) bool {
	_, ok := s.(*ast.AssignStmt)
	return ok
}

// mentions lists the uses of a variable as an argument in statements that only
// call something.
func (j *jitter) mentions(s ast.Stmt, obj types.Object) []*ast.Ident {
	var out []*ast.Ident
	own(s, func(n ast.Node) {
		e, ok := n.(*ast.ExprStmt)
		if !ok {
			return
		}
		own(e, func(n ast.Node) {
			if id, ok := n.(*ast.Ident); ok && j.p.f.pass.TypesInfo.Uses[id] == obj {
				out = append(out, id)
			}
		})
	})
	return out
}

func (j *jitter) assigns(s ast.Stmt, obj types.Object) bool {
	assigns := false
	ast.Inspect(s, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && (j.p.f.pass.TypesInfo.Uses[id] == obj || j.p.f.pass.TypesInfo.Defs[id] == obj) {
					assigns = true
				}
			}
		}
		return true
	})
	return assigns
}

// preceding lists what stands before a statement in its parent's list.
func preceding(parent ast.Node, s ast.Stmt) []ast.Stmt {
	list := listOf(parent)
	if i := slices.Index(list, s); i >= 0 {
		return list[:i]
	}
	return nil
}

// waiting is the call that is given a delay to wait for: of time.Sleep,
// time.After, time.NewTimer or a timer's Reset, or of a helper that waits.
func (p *place) waiting(s *site.Site, d ast.Expr) *ast.CallExpr {
	path := enclosing(p.src.file, d)
	if len(path) < 2 {
		return nil
	}
	c, ok := path[1].(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || ast.Unparen(c.Args[len(c.Args)-1]) != d {
		return nil
	}
	fn, ok := callee(p.f.pass.TypesInfo, c).(*types.Func)
	if !ok {
		return nil
	}
	switch fn.FullName() {
	case "time.Sleep", "time.After", "time.NewTimer", "(*time.Timer).Reset":
		return c
	}
	if s.Wait == nil || s.Wait.Call != c || s.Wait.Kind == knowledge.Ticker || s.Wait.Duration != c.Args[len(c.Args)-1] {
		return nil
	}
	return c
}

// isPositive reports whether the delay is above zero whatever happens.
func (j *jitter) isPositive(s *site.Site) bool {
	grows := s.Delay.Shape != knowledge.Constant
	safe := !grows || s.Delay.Capped == knowledge.Yes || 0 < s.Max && s.Max <= doublings
	return j.above(j.delay, safe, map[types.Object]bool{})
}

// doublings is how often a delay may double before it overflows: from an hour
// on, that is 21 times.
const doublings = 20

// above reports whether an expression is above zero. A variable is, if all that
// it is ever given in this file is; safe says that growing does not overflow.
func (j *jitter) above(e ast.Expr, safe bool, seen map[types.Object]bool) bool {
	info := j.p.f.pass.TypesInfo
	e = ast.Unparen(e)
	if v := info.Types[e].Value; v != nil {
		return (v.Kind() == constant.Int || v.Kind() == constant.Float) && constant.Sign(v) > 0
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.MUL, token.ADD:
			return safe && j.above(e.X, safe, seen) && j.above(e.Y, safe, seen)
		}
	case *ast.CallExpr:
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		if !ok {
			return false
		}
		if b, ok := info.Uses[id].(*types.Builtin); !ok || b.Name() != "min" && b.Name() != "max" {
			return false
		}
		for _, a := range e.Args {
			if !j.above(a, safe, seen) {
				return false
			}
		}
		return true
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok || !j.isLocal(v) {
			return false
		}
		if seen[v] {
			return true
		}
		seen[v] = true
		return j.alwaysAbove(v, safe, seen)
	}
	return false
}

// isLocal reports whether a variable is declared in the function.
func (j *jitter) isLocal(v *types.Var) bool {
	return !v.IsField() && j.p.body.Pos() < v.Pos() && v.Pos() < j.p.body.End()
}

// alwaysAbove reports whether all that a local variable is given is above zero.
func (j *jitter) alwaysAbove(v *types.Var, safe bool, seen map[types.Object]bool) bool {
	info := j.p.f.pass.TypesInfo
	good := true
	ast.Inspect(j.p.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok || info.Uses[id] != v && info.Defs[id] != v {
					continue
				}
				switch {
				case len(n.Lhs) != len(n.Rhs):
					good = false
				case n.Tok == token.ASSIGN, n.Tok == token.DEFINE:
					good = good && j.above(n.Rhs[i], safe, seen)
				case n.Tok == token.MUL_ASSIGN:
					good = good && safe && j.above(n.Rhs[i], safe, seen)
				case n.Tok == token.ADD_ASSIGN:
					good = good && safe && j.above(dividend(n.Rhs[i]), safe, seen)
				default:
					good = false
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok && info.Uses[id] == v {
				good = good && n.Tok == token.INC
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if info.Defs[id] == v {
					good = good && i < len(n.Values) && len(n.Values) == len(n.Names) && j.above(n.Values[i], safe, seen)
				}
			}
		case *ast.RangeStmt:
			for _, e := range [...]ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && (info.Uses[id] == v || info.Defs[id] == v) {
					good = false
				}
			}
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND && info.Uses[id] == v {
				good = false // somebody else may change it
			}
		}
		return good
	})
	return good
}

// dividend is what an expression divides by a number: half of what is above zero
// is at least zero, so that it can be added to what is above zero.
func dividend(e ast.Expr) ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.QUO {
		if lit, ok := b.Y.(*ast.BasicLit); ok && lit.Kind == token.INT {
			return b.X
		}
	}
	return e
}

// isDuration reports whether a type is time.Duration itself.
func isDuration(t types.Type) bool { return summary.IsNamed(t, "time", "Duration") }

// spaced is an expression with gofmt's spaces, as the last of n arguments of a
// call.
func spaced(expr string, n int) string {
	head, tail := "package p\n\nvar _ = f("+strings.Repeat("x, ", n-1), ")\n"
	out, err := format.Source([]byte(head + expr + tail))
	if err != nil {
		return expr
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(out), head), tail)
}

// figures is a duration as one writes it in Go: 5 * time.Second. pkg is package
// time's name with a dot.
func figures(d time.Duration, pkg string) string {
	for _, unit := range [...]struct {
		of   time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {1, "Nanosecond"}} {
		switch {
		case d%unit.of != 0:
		case d == unit.of:
			return pkg + unit.name
		default:
			return fmt.Sprintf("%d * %s%s", d/unit.of, pkg, unit.name)
		}
	}
	return "0"
}
