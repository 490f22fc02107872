package lockedretry

import (
	"go/ast"
	"go/types"
	"iter"
	"maps"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// state is what is held, with the place where it was taken.
type state map[*types.Var]*taken

// flow yields the blocks of a graph with what may be held where each begins. A block
// is looked at again only when more is held than before.
func (f *finder) flow(graph *cfg.CFG) iter.Seq2[*cfg.Block, state] {
	entered := map[*cfg.Block]state{graph.Blocks[0]: {}}
	for todo := []*cfg.Block{graph.Blocks[0]}; len(todo) > 0; {
		b := todo[0]
		todo = todo[1:]
		held := entered[b]
		for _, n := range b.Nodes {
			held = f.step(n, held)
		}
		for _, s := range b.Succs {
			before, seen := entered[s]
			more := maps.Clone(before)
			if more == nil {
				more = state{}
			}
			for what, by := range held {
				if more[what] == nil {
					more[what] = by
				}
			}
			if !seen || len(more) > len(before) {
				entered[s] = more
				todo = append(todo, s)
			}
		}
	}
	return func(yield func(*cfg.Block, state) bool) {
		for _, b := range graph.Blocks {
			if held, ok := entered[b]; ok && !yield(b, held) {
				return
			}
		}
	}
}

// step is what is held after a statement or condition. What a defer statement calls
// gives back too late.
func (f *finder) step(n ast.Node, held state) state {
	if _, ok := n.(*ast.DeferStmt); ok {
		return held
	}
	syntax.Own(n, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		t, takes := f.effect(call)
		if t == nil {
			return
		}
		switch {
		case takes && held[t.what] == nil:
			held = maps.Clone(held)
			held[t.what] = t
		case !takes && held[t.what] != nil:
			held = maps.Clone(held)
			delete(held, t.what)
		}
	})
	return held
}

// waiting is a place that waits between the attempts of a site.
type waiting struct {
	at   ast.Node
	site *site.Site
	via  *types.Func // the function that is called, nil where the site is at hand
}

// waitsAt lists those of a statement: the waits of sites of this function, and the
// calls of functions that have one.
func (f *finder) waitsAt(n ast.Node, body *ast.BlockStmt) []waiting {
	var out []waiting
	for _, s := range f.inBody[body] {
		w := waitOf(s)
		if n.Pos() <= w.Pos() && w.End() <= n.End() || isCaseOf(w, n) {
			out = append(out, waiting{at: w, site: s})
		}
	}
	switch n.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return out
	}
	syntax.Own(n, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			if fn := f.sums.Callee(call); fn != nil {
				if s := f.waits(fn, 0); s != nil {
					out = append(out, waiting{call, s, fn})
				}
			}
		}
	})
	return out
}

// waitOf is the place where a site passes time: what it waits by, or the call of a
// helper that does.
func waitOf(s *site.Site) ast.Node {
	if s.Wait != nil {
		return s.Wait.Node
	}
	return s.Node
}

// isCaseOf reports whether a node is what a case of a select waits for: graphs have
// the cases and not the select.
func isCaseOf(wait, n ast.Node) bool {
	s, ok := wait.(*ast.SelectStmt)
	if !ok {
		return false
	}
	for _, c := range s.Body.List {
		if comm := c.(*ast.CommClause).Comm; comm != nil && comm.Pos() == n.Pos() {
			return true
		}
	}
	return false
}

// deepest is how many calls away a wait may be.
const deepest = 3

// waits is a site that a function of the package runs before it returns, nil if it
// has none.
func (f *finder) waits(fn *types.Func, depth int) *site.Site {
	if s, known := f.leads[fn]; known {
		return s
	}
	decl := f.sums.Decl(fn)
	if decl == nil || decl.Body == nil || depth > deepest {
		return nil
	}
	f.leads[fn] = nil // for those that call themselves
	found := f.inFunc[fn]
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			if callee := f.sums.Callee(n); callee != nil && found == nil && !f.freesAny(fn) {
				found = f.waits(callee, depth+1)
			}
		}
		return found == nil
	})
	f.leads[fn] = found
	return found
}

// freesAny reports whether a function gives back a mutex: it may be one that its
// caller took.
func (f *finder) freesAny(fn *types.Func) bool { return len(f.frees[fn]) > 0 }

// matters reports whether somebody suffers from what is held: another function takes
// the mutex too, or the callers of this one have contexts of their own. It does not
// where the function that waits gives it back itself.
func (f *finder) matters(decl *ast.FuncDecl, typ *ast.FuncType, w waiting, what *types.Var, by *taken) bool {
	if w.via != nil && f.frees[w.via][what] || by.kind == mutex && !what.IsField() && what.Parent() != f.pass.Pkg.Scope() {
		return false
	}
	if by.kind == transaction || len(f.locked[what]) > 1 {
		return true
	}
	for _, field := range typ.Params.List {
		if summary.IsContext(f.pass.TypesInfo.TypeOf(field.Type)) {
			return true
		}
	}
	return false
}
