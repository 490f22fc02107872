package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// LastWait keeps a counting loop from waiting in its last round: the wait gets a
// condition.
func (f *Fixer) LastWait(s *site.Site, w *summary.Wait) []analysis.SuggestedFix {
	if fix := f.Loop(s); fix != nil {
		return fix
	}
	p := f.at(s.File, w.Node)
	if p == nil {
		return none
	}
	loop := p.loop(s)
	if loop == nil || !p.onlyWaits(w) {
		return none
	}
	more, edits := p.anotherRound(loop)
	if more == "" {
		return none
	}
	edits = append(edits, insert(p.stmt.Pos(), "if "+more+" {\n"+p.indent+"\t"), insert(p.stmt.End(), "\n"+p.indent+"}"))
	// A statement of several lines moves to the right.
	if strings.Contains(p.src.of(p.stmt), "`") {
		return none
	}
	for line := p.src.tok.Line(p.stmt.Pos()) + 1; line <= p.src.tok.Line(p.stmt.End()); line++ {
		edits = append(edits, insert(p.src.tok.LineStart(line), "\t"))
	}
	return f.offer(p.src, "wait only if another attempt follows", edits)
}

// onlyWaits reports whether the statement does nothing but wait: it is a sleep, a
// receive, or a select whose case of the timer is empty.
func (p *place) onlyWaits(w *summary.Wait) bool {
	if w.Select != nil {
		return ast.Stmt(w.Select) == p.stmt && w.Case != nil && len(w.Case.Body) == 0
	}
	e, ok := p.stmt.(*ast.ExprStmt)
	return ok && ast.Node(ast.Unparen(e.X)) == w.Node
}

// anotherRound is a condition that holds in all rounds of a loop but the last,
// and what to add for it.
func (p *place) anotherRound(loop ast.Node) (cond string, edits []analysis.TextEdit) {
	switch n := loop.(type) {
	case *ast.ForStmt:
		return p.countsOn(n), nil
	case *ast.RangeStmt:
		return p.rangesOn(n)
	}
	return "", nil
}

// countsOn is anotherRound for a loop with a counter and a limit.
func (p *place) countsOn(n *ast.ForStmt) string {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || p.f.changes(n.Body, cond.Y) {
		return ""
	}
	post, ok := n.Post.(*ast.IncDecStmt)
	if !ok {
		return ""
	}
	x, ok := cond.X.(*ast.Ident)
	step, okStep := post.X.(*ast.Ident)
	info := p.f.pass.TypesInfo
	if !ok || !okStep || info.Uses[x] == nil || info.Uses[x] != info.Uses[step] || !p.f.same(cond, p.stmt.Pos()) || p.f.changes(n.Body, x) {
		return ""
	}
	switch {
	case cond.Op == token.LSS && post.Tok == token.INC:
		return x.Name + " < " + p.minusOne(cond.Y)
	case cond.Op == token.LEQ && post.Tok == token.INC:
		return x.Name + " < " + p.src.of(cond.Y)
	case cond.Op == token.GTR && post.Tok == token.DEC:
		if v := info.Types[cond.Y].Value; v != nil && v.ExactString() == "0" {
			return x.Name + " > 1"
		}
	case cond.Op == token.GEQ && post.Tok == token.DEC:
		return x.Name + " > " + p.src.of(cond.Y)
	}
	return ""
}

// rangesOn is anotherRound for a range over a number or a list.
func (p *place) rangesOn(n *ast.RangeStmt) (string, []analysis.TextEdit) {
	info := p.f.pass.TypesInfo
	last := ""
	switch info.TypeOf(n.X).Underlying().(type) {
	case *types.Basic:
		if info.Types[n.X].Value != nil || isName(n.X) {
			last = p.minusOne(n.X)
		}
	case *types.Slice, *types.Array:
		if isName(n.X) && p.f.lookup("len", p.stmt.Pos()) == types.Universe.Lookup("len") {
			last = "len(" + p.src.of(n.X) + ")-1"
		}
	}
	if last == "" || !p.f.same(n.X, p.stmt.Pos()) || p.f.changes(n.Body, n.X) {
		return "", nil
	}
	key, _ := n.Key.(*ast.Ident)
	if key != nil && key.Name != "_" {
		if n.Tok != token.DEFINE || p.f.lookup(key.Name, p.stmt.Pos()) != info.Defs[key] || p.f.changes(n.Body, key) {
			return "", nil
		}
		return key.Name + " < " + last, nil
	}
	name := p.free("i", "attempt", "try")
	switch {
	case name == "":
		return "", nil
	case n.Key == nil:
		return name + " < " + last, []analysis.TextEdit{insert(n.Range, name+" := ")}
	case key != nil && n.Tok == token.DEFINE:
		return name + " < " + last, []analysis.TextEdit{replace(key.Pos(), key.End(), name)}
	}
	return "", nil
}

// minusOne is one less than a number, as source.
func (p *place) minusOne(e ast.Expr) string {
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok {
		if n, err := strconv.ParseInt(lit.Value, 0, 64); err == nil {
			return strconv.FormatInt(n-1, 10)
		}
	}
	if isName(e) {
		return p.src.of(e) + "-1"
	}
	return "(" + p.src.of(e) + ")-1"
}
