package fixes

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Jitter draws the duration that a site waits at random: between nothing and
// the delay where the delay grows (full jitter), and around the delay where it
// is constant, because a constant delay times the number of attempts is often
// how long one is ready to wait for something.
func (f *Fixer) Jitter(s *site.Site) *Draft {
	return f.Loop(s).Or(func() *Draft { return f.jitter(s) })
}

// jitter is Jitter for a loop that stays.
func (f *Fixer) jitter(s *site.Site) *Draft {
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
	edits, ok := j.logged(s)
	if !ok {
		return none
	}
	if edits != nil {
		return j.offer(edits)
	}
	edits = j.around()
	if j.isOdd() {
		edits = j.named(s)
	}
	return j.offer(edits).Or(func() *Draft {
		value, before := j.drawn(len(j.call.Args))
		if value == "" {
			return none
		}
		edits := []analysis.TextEdit{draft.Replace(d.Pos(), d.End(), value)}
		if before != "" {
			edits = append(edits, draft.Insert(p.stmt.Pos(), before+"\n"+p.indent))
		}
		return j.offer(edits)
	})
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

// offer makes a draft of edits, with the imports that they need.
func (j *jitter) offer(edits []analysis.TextEdit) *Draft {
	if edits == nil {
		return none
	}
	return draft.Offer(j.p.src, j.message(), slices.Concat(edits, j.imports))
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
	if _, imports := p.imported(draft.RandV2Path); !imports {
		if _, imports := p.imported(draft.RandPath); imports || !p.f.since(p.src.File, "go1.22") {
			if !p.f.since(p.src.File, "go1.20") { // below, every process draws the same
				return false
			}
			j.old = true
			j.random, j.imports, ok = p.use(draft.RandPath, "Int63n", "rand", "mathrand")
			return ok
		}
	}
	if !p.f.since(p.src.File, "go1.22") {
		return false
	}
	j.random, j.imports, ok = p.use(draft.RandV2Path, "N", "rand", "mathrand", "randv2")
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
	d := j.p.src.Of(j.delay)
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
	return append(tight, draft.Insert(j.delay.Pos(), head), draft.Insert(j.delay.End(), tail))
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
	indent, ok := p.src.Indent(at.Pos())
	name := p.name(p.stmt, "delay", "pause", "interval", "wait", "period")
	if !ok || name == "" {
		return nil
	}
	// The space between stays, as another fix may have to change it.
	figures := ast.Unparen(j.delay).(*ast.BinaryExpr)
	return []analysis.TextEdit{
		draft.Insert(p.src.Above(top), indent+"const "+name+" = "+p.src.Of(figures.X)+" * "+p.src.Of(figures.Y)+"\n"),
		draft.Replace(figures.X.Pos(), figures.X.End(), name+"/2"),
		draft.Replace(figures.OpPos, figures.OpPos+1, "+"),
		draft.Replace(figures.Y.Pos(), figures.Y.End(), j.draw(name)),
	}
}

// drawn is the duration to wait for, as the last of n arguments of a call, and a
// statement that must stand before.
func (j *jitter) drawn(n int) (value, before string) {
	d := j.p.src.Of(j.delay)
	if strings.Contains(d, "\n") {
		return "", ""
	}
	if !j.even {
		return spaced(j.draw(d), n), ""
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
	return spaced(half+" + "+j.draw(d), n), before
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

// waiting is the call that is given a delay to wait for: of time.Sleep,
// time.After, time.NewTimer or a timer's Reset, or of a helper that waits.
func (p *place) waiting(s *site.Site, d ast.Expr) *ast.CallExpr {
	path := syntax.Enclosing(p.src.File, d)
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
