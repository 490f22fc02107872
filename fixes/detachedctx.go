package fixes

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Attach hands the context in reach to an attempt, in the place of one that
// nothing cancels.
func (f *Fixer) Attach(s *site.Site, d cancel.Detached) *Draft {
	p := f.at(s.File, d.Root)
	if p == nil {
		return none
	}
	// Only as an argument, of the attempt or of what makes its context: a variable
	// would only be another name for the context in reach.
	path := syntax.Enclosing(p.src.File, d.Root)
	if _, ok := path[1].(*ast.CallExpr); !ok {
		return none
	}
	return draft.Offer(p.src, "hand on "+d.Ctx, []analysis.TextEdit{draft.Replace(d.Root.Pos(), d.Root.End(), d.Ctx)})
}
