package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// PlaceOf is where the attempts of a site take effect. Where it attempts what its
// function is given, that is where what the function's callers in this package
// hand in does: it leaves the process if that of one of them does.
func PlaceOf(s *Site) knowledge.Place {
	if s.Place != knowledge.OfParameter {
		return s.Place
	}
	g := handedIn{m: s.Unit.M, seen: map[*types.Func]bool{}}
	place := knowledge.Local
	for _, a := range s.Attempts {
		p := a.Place
		if p == knowledge.OfParameter {
			p = g.place(s.Unit, s.Func, a.Entry.Runs-1)
		}
		place = place.Join(p)
	}
	return place
}

// handedIn follows parameters of function type to what callers hand in.
type handedIn struct {
	m    *flow.Package
	seen map[*types.Func]bool
}

// place is the place of the i-th parameter of a function, u being its body or a
// part of it.
func (g handedIn) place(u *flow.Unit, fn *types.Func, i int) knowledge.Place {
	if fn == nil || g.seen[fn] {
		return knowledge.PlaceUnknown
	}
	g.seen[fn] = true
	calls, all := g.m.Callers(fn)
	place := knowledge.Local
	if !all || len(calls) == 0 {
		place = knowledge.PlaceUnknown
	}
	for _, c := range calls {
		if i < len(c.Args) {
			place = place.Join(g.placeOfArg(c, c.Args[i]))
		}
	}
	for _, d := range u.Definitions()[fn.Signature().Params().At(i)] { // its default
		if d.Rhs != nil && !d.Multi {
			place = place.Join(g.m.Sums.PlaceOfFunc(d.Rhs))
		}
	}
	if place == knowledge.PlaceUnknown && len(calls) == 0 {
		return namedOperation(fn.Signature().Params().At(i).Type())
	}
	return place
}

// placeOfArg is the place of a function that a call hands in: a value, what a local
// variable holds, or a parameter of the function that the call stands in.
func (g handedIn) placeOfArg(c *ast.CallExpr, arg ast.Expr) knowledge.Place {
	if p := g.m.Sums.PlaceOfFunc(arg); p != knowledge.PlaceUnknown {
		return p
	}
	decl := g.m.CallerOf(c)
	if decl == nil {
		return knowledge.PlaceUnknown
	}
	fn, _ := g.m.Info.Defs[decl.Name].(*types.Func)
	u := world.UnitOf(g.m, nil, decl, fn)
	if lit := world.Literal(u, arg); lit != nil {
		return world.PlaceWithin(u, lit.Body)
	}
	if i := summary.ParamIndex(g.m.Info, fn.Signature(), arg); i >= 0 {
		return g.place(u, fn, i)
	}
	return knowledge.PlaceUnknown
}

// namedOperation is the place of a function of a named type that nobody in sight
// hands in: one that takes a context is an operation of some protocol.
func namedOperation(t types.Type) knowledge.Place {
	sig, ok := summary.TypeUnder[*types.Signature](t)
	if _, named := types.Unalias(t).(*types.Named); !named || !ok {
		return knowledge.PlaceUnknown
	}
	if summary.IsOperation(sig) {
		return knowledge.ProbablyRemote
	}
	return knowledge.PlaceUnknown
}
