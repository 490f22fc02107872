package fixes

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Loop rewrites a whole loop that counts its attempts, or that only its body and
// the context in reach end, and sleeps at the end of each round. One that does
// nothing but call an operation until it succeeds becomes a call of retry.Do; any
// other a range over retry.Attempts with its body kept. The sleep, the delay and
// the counter that nothing else needs go. What follows the loop runs as it does
// when the attempts are used up. Nil if the loop is of another shape.
func (f *Fixer) Loop(s *site.Site) *Draft {
	if s.Reach.Kind == knowledge.Stop || s.Reach.Background || outcome.OwnSignal(s) {
		return none
	}
	return f.loop(s, false)
}

// loop is Loop. With capped, a loop that nothing ends gets an end, and no context
// is asked for.
func (f *Fixer) loop(s *site.Site, capped bool) *Draft {
	if !site.WithRuntime(f.model.Package) || s.Kind != site.Retry || len(s.Waits) != 1 {
		return none
	}
	p := f.at(s.File, s.Waits[0].Node)
	if p == nil || !f.language(s.File, retryVersion) {
		return none
	}
	loop, _ := p.loop(s).(ast.Stmt)
	b := bare(f, p, &s.Waits[0])
	if loop == nil || b == nil || !b.sleep || p.isDeferred() || p.detached(s) {
		return none
	}
	r := rewrite{p: p, site: s, loop: loop, ctx: s.Reach.Expr}
	if !r.header() || r.times == nil && r.ctx == "" && !(capped && endless(s)) || !r.endsRound() || !r.pace(b.duration) {
		return none
	}
	if r.tells() {
		return none
	}
	r.plain = r.readPlain()
	answers := r.answer()
	if l := r.plain; l != nil && (!answers || r.err != nil && r.err != l.err || r.compared(l.err)) {
		r.plain = nil
	}
	end := ""
	switch {
	case r.ctx == "" && r.times != nil:
		r.err = nil // the attempts are used up as they were before
	case !answers:
		return none
	case r.ctx == "":
		end = ", for 15 minutes at most"
	}
	return draft.Offer(p.src, "let retry.Do repeat the call"+end, r.call()).Or(func() *Draft {
		return draft.Offer(p.src, "let retry.Attempts count, wait and end"+end, r.edits())
	})
}

// endless reports whether nothing ends a site while its operation fails.
func endless(s *site.Site) bool {
	return s.Bound == 0 && !s.Deadline && !s.OnAnswer && !s.Otherwise
}

// edits make the loop a range over retry.Attempts.
func (r *rewrite) edits() []analysis.TextEdit {
	p := r.p
	name, end := "Attempts", ""
	switch {
	case r.err != nil:
		name, end = "AttemptsErr", ", &"+r.err.Name()
	case r.stop != "":
		name, end = "AttemptsErr", ", &"+r.stop
	}
	attempts, edits, ok := r.head(name)
	if !ok || r.err != nil && (r.err.Pos() > r.loop.Pos() || p.f.lookup(r.err.Name(), r.loop.Pos()) != types.Object(r.err)) {
		return nil
	}
	head := "for range "
	if r.counter != nil {
		head = "for " + r.counter.Name + " := range "
	}
	edits = append(edits, draft.Replace(r.loop.Pos(), r.body.Lbrace, head+attempts+end+") "))
	indent, okIndent := p.src.Indent(r.loop.Pos())
	if r.stop != "" {
		edits = append(edits, draft.Insert(p.src.Above(r.outer()), indent+"var "+r.stop+" error\n"))
	}

	last := p.stmt
	if len(r.updates) > 0 {
		last = r.updates[len(r.updates)-1]
	}
	if p.src.Above(p.stmt) != p.src.Line(p.stmt.Pos()) || p.src.Remark(last) {
		return nil // a comment speaks of the wait
	}
	if r.next != nil {
		edits = append(edits, draft.Replace(p.stmt.Pos(), r.next.Pos(), ""))
	} else {
		before := syntax.Preceding(p.path[1], p.stmt)
		edits = append(edits, draft.Replace(before[len(before)-1].End(), last.End(), ""))
	}
	if !okIndent {
		return nil
	}
	if r.gives != "" {
		edits = append(edits, draft.Insert(r.loop.End(), "\n"+indent+r.gives))
	}
	return r.without(edits, r.delay)
}

// tells reports whether a line of a log in the loop tells how long a wait will be
// that is constant, and will be random.
func (r *rewrite) tells() bool {
	if r.grows {
		return false
	}
	j := jitter{p: r.p, delay: r.base}
	for _, line := range r.p.lines(r.body) {
		if says(line, r.p.f.pass.TypesInfo.Types[r.base].Value) || len(j.delaysIn(line)) > 0 {
			return true
		}
	}
	return false
}
