package fixes

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// Wait makes a wait of a site end when the context or stop channel in reach is
// done: the wait becomes a select, or a call of retry.Sleep, which returns as
// the function returns.
func (f *Fixer) Wait(s *site.Site, w *summary.Wait) []analysis.SuggestedFix {
	if fix := f.Loop(s); fix != nil {
		return fix
	}
	p := f.at(s.File, w.Node)
	// What a package makes out with itself gives a result even where ctx is done.
	if p == nil || s.Reach.Hidden || outcome.OwnSignal(s) {
		return none
	}
	loop := p.loop(s)
	if loop == nil {
		return none
	}
	l, ok := p.leave(s, loop)
	if !ok {
		return none
	}
	b := bare(f, p, w)
	if b == nil {
		return none
	}
	if edits := p.byRuntime(s, b, &l); edits != nil {
		if fix := f.offer(p.src, "wait by retry.Sleep, which "+s.Reach.Expr+" ends", edits); fix != nil {
			return fix
		}
	}
	return f.offer(p.src, "let "+s.Reach.Expr+" end the wait", p.bySelect(s, b, &l))
}

// loop is the site's loop where the wait stands in it, or the body of the
// function that repeats itself.
func (p *place) loop(s *site.Site) ast.Node {
	if s.Kind == site.Recursive {
		return nil
	}
	for _, n := range p.path {
		if n == p.fn {
			break
		}
		if n == s.Node {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				return n
			}
		}
	}
	return nil
}

// bareWait is a statement that does nothing but wait.
type bareWait struct {
	sleep    bool     // by time.Sleep or what is nothing else
	duration ast.Expr // of a sleep
	channel  ast.Expr // that is received from
	pkg      string   // package time, as the statement writes it: "time."
	sel      *ast.SelectStmt
}

// bare looks at the statement that a wait stands in; nil if it does anything
// besides.
func bare(f *Fixer, p *place, w *summary.Wait) *bareWait {
	if w.Select != nil {
		if ast.Stmt(w.Select) != p.stmt {
			return nil
		}
		return &bareWait{sel: w.Select}
	}
	e, ok := p.stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	switch x := ast.Unparen(e.X).(type) {
	case *ast.UnaryExpr:
		if ast.Node(x) == w.Node {
			return &bareWait{channel: x.X}
		}
	case *ast.CallExpr:
		if ast.Node(x) != w.Node || len(x.Args) != 1 {
			return nil
		}
		fn, ok := callee(f.pass.TypesInfo, x).(*types.Func)
		if !ok || fn.FullName() != "time.Sleep" {
			return nil
		}
		b := &bareWait{sleep: true, duration: x.Args[0]}
		switch fun := x.Fun.(type) {
		case *ast.SelectorExpr:
			b.pkg = p.src.of(fun.X) + "."
		case *ast.Ident:
			if fn.Pkg() == f.pass.Pkg {
				return nil
			}
		default:
			return nil
		}
		return b
	}
	return nil
}

func callee(info *types.Info, c *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return info.Uses[fun]
	case *ast.SelectorExpr:
		return info.Uses[fun.Sel]
	}
	return nil
}

// bySelect waits in a select on the signal and a timer.
func (p *place) bySelect(s *site.Site, b *bareWait, l *leaving) []analysis.TextEdit {
	in := "\n" + p.indent
	done := "case <-" + channel(s.Reach) + ":"
	leave := ""
	if l.whole != "" {
		leave = in + "\t" + l.whole
	}
	start, end := p.stmt.Pos(), p.stmt.End()
	switch {
	case b.sel != nil:
		first := b.sel.Body.List[0]
		return []analysis.TextEdit{insert(first.Pos(), done+leave+in)}
	case b.channel != nil:
		return []analysis.TextEdit{
			replace(start, b.channel.Pos(), "select {"+in+done+leave+in+"case <-"),
			// The last byte stays, but as a part of the edit: what another fix inserts
			// behind the statement is to come behind the select.
			replace(end-1, end, p.src.between(end-1, end)+":"+in+"}"),
		}
	case p.f.since(p.src.file, "go1.23"):
		return []analysis.TextEdit{
			replace(start, b.duration.Pos(), "select {"+in+done+leave+in+"case <-"+b.pkg+"After("),
			replace(b.duration.End(), end, "):"+in+"}"),
		}
	}
	// Below Go 1.23 a timer lives until it fires, unless it is stopped.
	timer := p.free("timer", "sleep", "delayTimer")
	if timer == "" || l.whole == "" {
		return nil
	}
	return []analysis.TextEdit{
		replace(start, b.duration.Pos(), timer+" := "+b.pkg+"NewTimer("),
		replace(b.duration.End(), end, fmt.Sprintf(")%[1]sselect {%[1]s%[2]s%[1]s\t%[3]s.Stop()%[4]s%[1]scase <-%[3]s.C:%[1]s}", in, done, timer, leave)),
	}
}

// retryVersion is the Go version of the module that package retry belongs to.
const retryVersion = "go1.25"

// byRuntime waits by retry.Sleep.
func (p *place) byRuntime(s *site.Site, b *bareWait, l *leaving) []analysis.TextEdit {
	if !b.sleep || l.whole == "" || s.Reach.Kind != knowledge.Ctx || !site.WithRuntime(p.f.model.Package) || !p.f.language(p.src.file, retryVersion) {
		return nil
	}
	// A delay that is computed in the loop is what the fix for its jitter gives a
	// name.
	computed := s.Delay.Shape == knowledge.Constant && p.f.pass.TypesInfo.Types[b.duration].Value == nil
	tight, ok := p.respaced(b.duration)
	if !ok || computed && len(tight) > 0 {
		return nil
	}
	sleep, edits, ok := p.use(retryPath, "Sleep", "retry", "rvretry")
	if !ok {
		return nil
	}
	edits = append(edits, tight...)
	in := "\n" + p.indent
	head, tail := "if ", " != nil {"
	whole := l.whole
	if l.err != "" && p.canHide("err", b.duration) {
		head, tail = "if err := ", "; err != nil {"
		whole = l.statement("err")
	}
	return append(edits,
		replace(p.stmt.Pos(), b.duration.Pos(), head+sleep+"("+s.Reach.Expr+", "),
		replace(b.duration.End(), p.stmt.End(), ")"+tail+in+"\t"+whole+in+"}"),
	)
}

// respaced closes up a product, as gofmt does where it is one of several
// arguments of a call. It fails for what is not that simple.
func (p *place) respaced(e ast.Expr) ([]analysis.TextEdit, bool) {
	tight := spaced(p.src.of(e), 2)
	if tight == p.src.of(e) {
		return nil, true
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok || p.src.of(b.X)+b.Op.String()+p.src.of(b.Y) != tight {
		return nil, false
	}
	// The operator stays, as another fix may change it.
	return []analysis.TextEdit{
		replace(b.X.End(), b.OpPos, ""),
		replace(b.OpPos+token.Pos(len(b.Op.String())), b.Y.Pos(), ""),
	}, true
}

// canHide reports whether a new variable of a name may hide what has that name
// in a statement that uses some expression.
func (p *place) canHide(name string, in ast.Node) bool {
	uses := false
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		uses = uses || ok && id.Name == name
		return !uses
	})
	return !uses
}
