package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// LastWait keeps a counting loop from waiting in its last round: the wait gets a
// condition.
func (f *Fixer) LastWait(s *site.Site, w *summary.Wait) *Draft {
	return f.Loop(s).Or(func() *Draft { return f.lastWait(s, w) })
}

// lastWait is LastWait for a loop that stays.
func (f *Fixer) lastWait(s *site.Site, w *summary.Wait) *Draft {
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
	edits = append(edits, draft.Insert(p.stmt.Pos(), "if "+more+" {\n"+p.indent+"\t"), draft.Insert(p.stmt.End(), "\n"+p.indent+"}"))
	// A statement of several lines moves to the right.
	if strings.Contains(p.src.Of(p.stmt), "`") {
		return none
	}
	for line := p.src.Tok.Line(p.stmt.Pos()) + 1; line <= p.src.Tok.Line(p.stmt.End()); line++ {
		edits = append(edits, draft.Insert(p.src.Tok.LineStart(line), "\t"))
	}
	return draft.Offer(p.src, "wait only if another attempt follows", edits)
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
		return p.countsOn(n)
	case *ast.RangeStmt:
		return p.rangesOn(n)
	}
	return "", nil
}

// countsOn is anotherRound for a loop with a counter and a limit.
func (p *place) countsOn(n *ast.ForStmt) (string, []analysis.TextEdit) {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || p.f.changes(n.Body, cond.Y) {
		return "", nil
	}
	post, ok := n.Post.(*ast.IncDecStmt)
	if !ok {
		return "", nil
	}
	x, ok := cond.X.(*ast.Ident)
	step, okStep := post.X.(*ast.Ident)
	info := p.f.pass.TypesInfo
	if !ok || !okStep || info.Uses[x] == nil || info.Uses[x] != info.Uses[step] || !p.f.same(cond, p.stmt.Pos()) || p.f.changes(n.Body, x) {
		return "", nil
	}
	switch {
	case cond.Op == token.LSS && post.Tok == token.INC:
		return p.below(x.Name, n, cond.Y, "-1")
	case cond.Op == token.LEQ && post.Tok == token.INC:
		return p.below(x.Name, n, cond.Y, "")
	case cond.Op == token.GTR && post.Tok == token.DEC:
		if v := info.Types[cond.Y].Value; v != nil && v.ExactString() == "0" {
			return x.Name + " > 1", nil
		}
	case cond.Op == token.GEQ && post.Tok == token.DEC:
		return x.Name + " > " + p.src.Of(cond.Y), nil
	}
	return "", nil
}

// rangesOn is anotherRound for a range over a number or a list.
func (p *place) rangesOn(n *ast.RangeStmt) (string, []analysis.TextEdit) {
	if !p.f.same(n.X, p.stmt.Pos()) || p.f.changes(n.Body, n.X) {
		return "", nil
	}
	index, edits := p.index(n)
	if index == "" {
		return "", nil
	}
	cond := ""
	switch p.f.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
	case *types.Basic:
		if p.f.pass.TypesInfo.Types[n.X].Value != nil || isName(n.X) {
			var more []analysis.TextEdit
			cond, more = p.below(index, n, n.X, "-1")
			edits = append(edits, more...)
		}
	case *types.Slice, *types.Array:
		if isName(n.X) && p.f.lookup("len", p.stmt.Pos()) == types.Universe.Lookup("len") {
			cond = index + " < len(" + p.src.Of(n.X) + ")-1"
		}
	}
	return cond, edits
}

// index is the variable that a range counts in, and what to add for it.
func (p *place) index(n *ast.RangeStmt) (string, []analysis.TextEdit) {
	key, _ := n.Key.(*ast.Ident)
	if key != nil && key.Name != "_" {
		if n.Tok != token.DEFINE || p.f.lookup(key.Name, p.stmt.Pos()) != p.f.pass.TypesInfo.Defs[key] || p.f.changes(n.Body, key) {
			return "", nil
		}
		return key.Name, nil
	}
	name := p.free("i", "attempt", "try")
	switch {
	case name == "":
		return "", nil
	case n.Key == nil:
		return name, []analysis.TextEdit{draft.Insert(n.Range, name+" := ")}
	case key != nil && n.Tok == token.DEFINE:
		return name, []analysis.TextEdit{draft.Replace(key.Pos(), key.End(), name)}
	}
	return "", nil
}

// below is a condition that a counter is below the limit of a loop, less what is
// taken from it. A limit in figures gets a name: two numbers that have to be
// changed together would be a trap.
func (p *place) below(counter string, loop ast.Stmt, limit ast.Expr, less string) (string, []analysis.TextEdit) {
	lit, ok := ast.Unparen(limit).(*ast.BasicLit)
	switch {
	case ok && lit.Kind == token.INT:
		name := p.name(loop, "attempts", "maxAttempts", "tries")
		indent, ok := p.src.Indent(loop.Pos())
		if name == "" || !ok {
			return "", nil
		}
		return counter + " < " + name + less, []analysis.TextEdit{
			draft.Insert(p.src.Above(p.labelled(loop)), indent+"const "+name+" = "+lit.Value+"\n"),
			draft.Replace(limit.Pos(), limit.End(), name),
		}
	case less == "" || isName(limit):
		return counter + " < " + p.src.Of(limit) + less, nil
	}
	return counter + " < (" + p.src.Of(limit) + ")" + less, nil
}
