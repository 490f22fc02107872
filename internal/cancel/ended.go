package cancel

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// What a loop does once its context has ended: the interpreter runs it in a
// world in which contexts say that they ended, whatever is handed one fails, and
// every select takes its Done case. Where the code asks something that cannot be
// answered, the loop is taken to end.

// Slip is a place where a loop notices that its context ended, or lets a call
// notice, and goes on to the next attempt all the same.
type Slip struct {
	Node    ast.Node       // the case's receive, or the call that waits
	Ctx     ast.Expr       // the context
	Case    ast.Node       // the case, nil for a call
	Break   ast.Node       // the break that leaves the select but not the loop
	Attempt *world.Attempt // what is attempted again
}

// slips lists the slips of a loop.
func slips(s *site.Site) []Slip {
	r := s.Region
	if r == nil || s.Kind == site.Helper || s.Kind == site.Recursive {
		return nil
	}
	var out []Slip
	attempts := site.AttemptBlocks(r, s)
	if len(attempts) == 0 {
		return nil
	}
	for _, w := range doneCases(r) {
		b := caseBlock(r, w.clause)
		if b == nil || !r.Leads()[b] {
			continue
		}
		if a := goesOnEnded(r, b, 0, attempts); a != nil {
			out = append(out, Slip{Node: w.clause.Comm, Ctx: w.ctx, Case: w.clause, Break: lastBreak(w.clause), Attempt: a})
		}
	}
	for _, w := range site.Waits(r) {
		if w.Call == nil || w.CancelExpr == nil || !world.Live(r, w.CancelExpr) {
			continue
		}
		p, ok := world.PlacedCall(r, w.Call)
		if !ok {
			continue
		}
		if a := goesOnEnded(r, r.U.Graph.Blocks[p.Block], p.Node, attempts); a != nil {
			out = append(out, Slip{Node: w.Call, Ctx: w.CancelExpr, Attempt: a})
		}
	}
	return out
}

// goesOnEnded is an attempt whose failure leads from a node to that node again,
// and so on, although the contexts have ended; nil if there is none.
func goesOnEnded(r *flow.Region, b *cfg.Block, node int, attempts map[*cfg.Block]*world.Attempt) *world.Attempt {
	for _, at := range r.Order {
		a := attempts[at]
		if a == nil {
			continue
		}
		in := world.Run(r, world.EndedWorld(r, a), world.Options{Block: b, Node: node, Later: true,
			Cancelled: true, Detached: a.Ctx != nil && world.IsBackground(r.U, a.Ctx)})
		if in.Back && (in.Reached[at] || at == r.Head) && (in.Reached[b] || b == r.Head) {
			return a
		}
	}
	return nil
}

// doneCase is a case of a select that receives from a context's Done.
type doneCase struct {
	clause *ast.CommClause
	ctx    ast.Expr
}

// doneCases lists the cases of a region that receive the end of a context which
// was there before the loop.
func doneCases(r *flow.Region) []doneCase {
	var out []doneCase
	for _, b := range r.Order {
		if b.Kind != cfg.KindSelectCaseBody {
			continue
		}
		clause, ok := b.Stmt.(*ast.CommClause)
		if !ok {
			continue
		}
		if ctx := world.DoneOf(r, clause); ctx != nil && world.Live(r, ctx) {
			out = append(out, doneCase{clause, ctx})
		}
	}
	return out
}

// caseBlock is the block with which a case begins.
func caseBlock(r *flow.Region, clause *ast.CommClause) *cfg.Block {
	for _, b := range r.Order {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(clause) {
			return b
		}
	}
	return nil
}

// lastBreak is the break with which a case ends, if it leaves the select only.
func lastBreak(clause *ast.CommClause) ast.Node {
	if len(clause.Body) == 0 {
		return nil
	}
	b, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	if !ok || b.Tok != token.BREAK || b.Label != nil {
		return nil
	}
	return b
}

// asksDone reports whether a site compares a context's Done with nil, which it is where
// nothing can cancel the context: by itself, or as a variable that was given it.
func asksDone(s *site.Site) bool {
	found := false
	isDone := func(e ast.Expr) bool {
		if s.Unit.M.Sums.IsDone(e) != nil {
			return true
		}
		defs := s.Unit.Definitions()[s.Unit.M.Object(e)]
		return len(defs) == 1 && defs[0].Rhs != nil && s.Unit.M.Sums.IsDone(defs[0].Rhs) != nil
	}
	ast.Inspect(s.Node, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.EQL || b.Op == token.NEQ) && s.Unit.M.Info.Types[b.Y].IsNil() {
			found = found || isDone(b.X)
		}
		return !found
	})
	return found
}
