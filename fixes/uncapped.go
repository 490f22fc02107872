package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
)

// Bound lets the context or stop channel in reach end a retry that nothing ends:
// at its wait if it has one, else before each attempt. Where nothing is in reach
// it gives the retry a limit of time, if the function can say that it gave up.
//
// A limit that the author did not choose should change as little as it can: it is
// a time, which fits any pace and length of an attempt, and it is 15 minutes, the
// limit that cenkalti/backoff has for those who choose none.
func (f *Fixer) Bound(s *site.Site) *Draft {
	if s.Reach.Kind == 0 {
		return f.loop(s, true)
	}
	if s.Reach.Background || s.Bound&(knowledge.Ctx|knowledge.Stop) != 0 {
		return none
	}
	if s.Wait != nil && s.Wait.Cancel == 0 {
		return f.Wait(s, s.Wait).Or(func() *Draft { return f.before(s) })
	}
	return f.before(s)
}

// before has the context end the retry before each attempt.
func (f *Fixer) before(s *site.Site) *Draft {
	loop, ok := s.Node.(*ast.ForStmt)
	if !ok || len(loop.Body.List) == 0 || s.Reach.Kind != knowledge.Ctx {
		return none
	}
	p := f.at(s.File, loop.Body.List[0])
	if p == nil || p.stmt != loop.Body.List[0] {
		return none
	}
	l, ok := p.leaveAtHead(s, loop)
	if !ok || l.whole == "" {
		return none
	}
	in := "\n" + p.indent
	text := "if " + s.Reach.Expr + ".Err() != nil {" + in + "\t" + l.whole + in + "}" + in
	if l.err == s.Reach.Expr+".Err()" {
		text = "if err := " + l.err + "; err != nil {" + in + "\t" + l.statement("err") + in + "}" + in
	}
	return draft.Offer(p.src, "end the retry when "+s.Reach.Expr+" is done", []analysis.TextEdit{draft.Insert(p.stmt.Pos(), text)})
}
