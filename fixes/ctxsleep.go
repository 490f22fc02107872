package fixes

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// Wait makes a wait of a site end when the context or stop channel in reach is
// done: the wait becomes a select, or a call of retry.Sleep, which returns as
// the function returns.
func (f *Fixer) Wait(s *site.Site, w *summary.Wait) *Draft {
	if givesBack(s) {
		return none
	}
	return f.Loop(s).Or(func() *Draft { return f.wait(s, w) })
}

// givesBack reports whether the function around a site is there to give something back,
// such as a lock: what its context ends must not keep it from that.
func givesBack(s *site.Site) bool {
	return s.Func != nil && knowledge.CleanUpName(s.Func.Name())
}

// wait is Wait for a loop that stays.
func (f *Fixer) wait(s *site.Site, w *summary.Wait) *Draft {
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
	return draft.Offer(p.src, "wait by retry.Sleep, which "+s.Reach.Expr+" ends", p.byRuntime(s, b, &l)).Or(func() *Draft {
		return draft.Offer(p.src, "let "+s.Reach.Expr+" end the wait", p.bySelect(s, b, &l))
	})
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
		return []analysis.TextEdit{draft.Insert(first.Pos(), done+leave+in)}
	case b.channel != nil:
		return []analysis.TextEdit{
			draft.Replace(start, b.channel.Pos(), "select {"+in+done+leave+in+"case <-"),
			// The last byte stays, but as a part of the edit: what another fix inserts
			// behind the statement is to come behind the select.
			draft.Replace(end-1, end, p.src.Between(end-1, end)+":"+in+"}"),
		}
	case p.f.since(p.src.File, "go1.23"):
		return []analysis.TextEdit{
			draft.Replace(start, b.duration.Pos(), "select {"+in+done+leave+in+"case <-"+b.pkg+"After("),
			draft.Replace(b.duration.End(), end, "):"+in+"}"),
		}
	}
	// Below Go 1.23 a timer lives until it fires, unless it is stopped.
	timer := p.free("timer", "sleep", "delayTimer")
	if timer == "" || l.whole == "" {
		return nil
	}
	return []analysis.TextEdit{
		draft.Replace(start, b.duration.Pos(), timer+" := "+b.pkg+"NewTimer("),
		draft.Replace(b.duration.End(), end, fmt.Sprintf(")%[1]sselect {%[1]s%[2]s%[1]s\t%[3]s.Stop()%[4]s%[1]scase <-%[3]s.C:%[1]s}", in, done, timer, leave)),
	}
}

// byRuntime waits by retry.Sleep.
func (p *place) byRuntime(s *site.Site, b *bareWait, l *leaving) []analysis.TextEdit {
	if !b.sleep || l.whole == "" || s.Reach.Kind != knowledge.Ctx || !site.WithRuntime(p.f.model.Package) || !p.f.language(p.src.File, retryVersion) {
		return nil
	}
	// A delay that is computed in the loop is what the fix for its jitter gives a
	// name.
	computed := s.Delay.Shape == knowledge.Constant && p.f.pass.TypesInfo.Types[b.duration].Value == nil
	tight, ok := p.respaced(b.duration)
	if !ok || computed && len(tight) > 0 {
		return nil
	}
	sleep, edits, ok := p.use(draft.RetryPath, "Sleep", "retry", "rvretry")
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
		draft.Replace(p.stmt.Pos(), b.duration.Pos(), head+sleep+"("+s.Reach.Expr+", "),
		draft.Replace(b.duration.End(), p.stmt.End(), ")"+tail+in+"\t"+whole+in+"}"),
	)
}
