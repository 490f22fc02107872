package fixes

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// leaving is how a function is left when a wait is cancelled.
type leaving struct {
	// before are the values of a return statement in front of the error.
	before []string
	// err is set where an error is returned last: ctx.Err() or what stands for it.
	err string
	// whole is the return statement, or "" where the wait only ends and the
	// loop's own condition does the rest.
	whole string
}

// statement is the return statement that hands on an error.
func (l *leaving) statement(err string) string {
	return "return " + strings.Join(append(slices.Clone(l.before), err), ", ")
}

// leave says how to leave the function at a wait of a site when a context or
// stop channel ends the wait: as the function does already where it notices
// that, else with its zero values and the context's error, else as it gives up.
// It fails where leaving would skip something that must still be done.
func (p *place) leave(s *site.Site, loop ast.Node) (leaving, bool) {
	if p.owes(loop) || p.keepsAnswer(loop) {
		return leaving{}, false
	}
	if p.loopAsks(s, loop) {
		return leaving{}, true
	}
	return p.leaveAtHead(s, loop)
}

// leaveAtHead is leave for the beginning of a round.
func (p *place) leaveAtHead(s *site.Site, loop ast.Node) (leaving, bool) {
	if p.isDeferred() || p.detached(s) || p.holds() {
		return leaving{}, false
	}
	if whole, found := p.precedent(s); found {
		return leaving{whole: whole}, whole != ""
	}
	if p.owesLater(loop) {
		return leaving{}, false
	}
	results := p.results()
	switch {
	case len(results) == 0:
		return leaving{whole: "return"}, !p.goesOn(loop)
	case summary.IsError(p.f.pass.TypesInfo.TypeOf(results[len(results)-1])):
		return p.leaveWithError(s, loop, results)
	}
	giveUp := p.giveUp(loop)
	if giveUp == nil || !p.constant(giveUp) {
		return leaving{}, false
	}
	return leaving{whole: p.src.Of(giveUp)}, true
}

// leaveWithError returns the context's error. What a stop channel ended returns
// what the loop returns when it gives up: the error of the last attempt.
func (p *place) leaveWithError(s *site.Site, loop ast.Node, results []ast.Expr) (leaving, bool) {
	if s.Reach.Kind != knowledge.Ctx {
		giveUp := p.giveUp(loop)
		if giveUp == nil || !s.Kind.Again() || s.OnAnswer || !p.f.same(giveUp, p.stmt.Pos()) || !p.failed(giveUp, loop) {
			return leaving{}, false
		}
		return leaving{whole: p.src.Of(giveUp)}, true
	}
	before, ok := p.values(results, loop)
	l := leaving{before: before, err: s.Reach.Expr + ".Err()"}
	if cause := p.cause(); cause != "" {
		l.err = cause + "(" + s.Reach.Expr + ")"
	}
	l.whole = l.statement(l.err)
	return l, ok
}

// loopAsks reports whether the loop's own condition asks the context, and the
// round ends at the wait: then it is enough that the wait ends early, and what
// follows the loop deals with the cancellation.
func (p *place) loopAsks(s *site.Site, loop ast.Node) bool {
	l, ok := loop.(*ast.ForStmt)
	if !ok || l.Cond == nil || len(p.rest(loop)) > 0 {
		return false
	}
	return p.asksErr(l.Cond, s.Reach.Expr, token.EQL)
}

// goesOn reports whether a function without results has something to do behind
// the loop, other than to say in a log that the loop has ended.
func (p *place) goesOn(loop ast.Node) bool {
	inside := false
	for i, n := range p.path {
		inside = inside || n == loop
		if n == p.fn && i+2 < len(p.path) {
			if _, alone := p.path[i+2].(*ast.GoStmt); alone {
				return false // nothing waits for the end of a goroutine by itself
			}
		}
		if !inside || n == p.fn || i+1 == len(p.path) {
			continue
		}
		s, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		for _, l := range syntax.Following(p.path[i+1], s) {
			if r, ok := l.(*ast.ReturnStmt); ok && len(r.Results) == 0 || p.logs(l) {
				continue
			}
			return true
		}
	}
	return false
}

// isDeferred reports whether the function is one that a defer statement calls:
// cleaning up goes on when the context is done.
func (p *place) isDeferred() bool {
	for i, n := range p.path {
		if n == p.fn && i+2 < len(p.path) {
			_, deferred := p.path[i+2].(*ast.DeferStmt)
			return deferred
		}
	}
	return false
}

// detached reports whether the site means to go on although the signal in reach
// says that all is over: its attempts take no notice of the context on purpose,
// or the function's own purpose is to end something.
func (p *place) detached(s *site.Site) bool {
	name := s.FuncName[strings.LastIndexByte(s.FuncName, '.')+1:]
	if s.Reach.Kind == knowledge.Stop && (knowledge.Ending(name) || knowledge.CleanUpName(name)) {
		return true
	}
	for _, a := range s.Attempts {
		if c, ok := a.Ctx.(*ast.CallExpr); ok && summary.LastName(c.Fun) == "WithoutCancel" {
			return true
		}
	}
	return false
}
