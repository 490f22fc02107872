package fixes

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/syntax"
)

// context is the context to retry under, as source, and what to add for it.
func (r *rewrite) context() (string, []analysis.TextEdit, bool) {
	if r.ctx != "" {
		return r.ctx, nil, true
	}
	todo, edits, ok := r.p.use("context", "TODO", "context")
	return todo + "()", edits, ok
}

// head is the beginning of a call of package retry, up to the policy, and what to
// add for it.
func (r *rewrite) head(name string) (string, []analysis.TextEdit, bool) {
	called, edits, ok := r.p.use(draft.RetryPath, name, "retry", "rvretry")
	if !ok {
		return "", nil, false
	}
	ctx, more, ok := r.context()
	policy := r.policy(strings.TrimSuffix(called, name))
	if !ok || policy == "" {
		return "", nil, false
	}
	return called + "(" + ctx + ", " + spaced(policy, 2), append(edits, more...), true
}

// without drops a statement before the loop, if there is one.
func (r *rewrite) without(edits []analysis.TextEdit, s ast.Stmt) []analysis.TextEdit {
	if s == nil {
		return edits
	}
	if _, ok := r.p.src.Indent(s.Pos()); !ok {
		return nil
	}
	return append(edits, draft.Replace(r.p.src.Line(s.Pos()), r.p.src.Line(syntax.Following(r.parent(), s)[0].Pos()), ""))
}
