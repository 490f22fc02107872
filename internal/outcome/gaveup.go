package outcome

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// endsOuter reports whether the retry inside a site's attempt gives up with an error
// that ends the site: one that it does not try again, or looks for.
func endsOuter(m *site.Model, s *site.Site) bool {
	if s.Inner == nil || s.Region == nil || !s.Inner.Pos.IsValid() {
		return false
	}
	p, ok := world.PlacedCall(s.Region, s.Inner.Call)
	if !ok {
		return false
	}
	for _, in := range m.Sites {
		if in.Pos() != s.Inner.Pos || in.Func == nil || in.Func != m.Sums.Callee(s.Inner.Call) {
			continue
		}
		errs := gaveUp(in)
		for _, err := range errs {
			if triesAgain(s.Region, p, err) {
				return false
			}
		}
		return len(errs) > 0
	}
	return false
}

// gaveUp lists what errors a loop's function returns when the loop gives up: package
// variables that it returns then, or those by which it tells what to try again. None
// if it may be others.
func gaveUp(s *site.Site) []*types.Var {
	if s.Region == nil || len(s.Attempts) == 0 {
		return nil
	}
	m, r, a := s.Unit.M, s.Region, s.Attempts[0]
	e := followFrom(around(r), s, a.Call, world.Failure, map[*ast.CallExpr]bool{a.Call: true})
	if e == nil {
		return nil
	}
	var out []*types.Var
	for _, x := range e.exits {
		if !x.decided {
			continue
		}
		for _, end := range x.ends {
			switch v, _ := m.Object(end.expr).(*types.Var); {
			case v == nil:
				return nil
			case world.IsSentinel(v):
				out = append(out, v)
			default:
				p, ok := world.PlacedCall(r, a.Call)
				if !ok {
					return nil
				}
				classes := retried(r, p)
				if classes == nil {
					return nil
				}
				out = append(out, classes...)
			}
		}
	}
	return out
}

// retried lists the errors that a loop tries again, where those are all: the package
// variables that it names, of which a nameless error is none.
func retried(r *flow.Region, p flow.Placed) []*types.Var {
	var out []*types.Var
	other := types.NewVar(r.Node.Pos(), r.U.M.Pass.Pkg, "_", types.Universe.Lookup("error").Type())
	if triesAgain(r, p, other) {
		return nil
	}
	seen := map[*types.Var]bool{}
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			world.WalkNode(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if v, ok := r.U.M.Object(id).(*types.Var); ok && world.IsSentinel(v) && !seen[v] {
						seen[v] = true
						if triesAgain(r, p, v) {
							out = append(out, v)
						}
					}
				}
				return true
			})
		}
	}
	return out
}

// triesAgain reports whether a call that fails with an error leads to the next round.
func triesAgain(r *flow.Region, p flow.Placed, err *types.Var) bool {
	o := world.At(r, p)
	o.Is = err
	return world.Run(r, world.Failing(r, p.Call, world.Failure), o).Back
}
