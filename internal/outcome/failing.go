package outcome

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// The worlds that an ending is followed in.

// followFrom follows what happens when a call ends as given each time, from the
// function's start.
func followFrom(near *vicinity, s *site.Site, c *ast.CallExpr, o world.Outcome, tries map[*ast.CallExpr]bool) *ending {
	e := follow(near, s, c, o, tries, world.Success, mostRounds(s))
	if e != nil && !e.entered { // the region is for what went wrong before it
		e = follow(near, s, c, o, tries, world.Free, mostRounds(s))
	}
	if e == nil && mostRounds(s) > rounds { // the count goes on, as its limit is not understood
		e = follow(near, s, c, o, tries, world.Success, rounds)
	}
	return e
}

// failsAs reports whether one way of failing of a call leads to another round.
func failsAs(r *flow.Region, c flow.Placed, o world.Outcome) bool {
	return world.Run(r, fails(r, c.Call, o, world.Success), world.At(r, c)).Back
}

// first reports whether a call is the first attempt of a loop that makes the
// others, such as c, where a round ends: for err := f(); err != nil; err = f().
func first(r *flow.Region, x, c *ast.CallExpr) bool {
	loop, ok := r.Node.(*ast.ForStmt)
	return ok && loop.Init != nil && flow.Within(x, loop.Init) && types.ExprString(x.Fun) == types.ExprString(c.Fun)
}

// fails is the world in which one call ends as given, the others of the region go
// well, and those before it end as given, too.
func fails(r *flow.Region, c *ast.CallExpr, o, before world.Outcome) world.World {
	return func(x *ast.CallExpr) world.Outcome {
		switch {
		case x == c, first(r, x, c):
			return o
		case x.Pos() < r.From:
			return before
		case !r.Inside(x.Pos()):
			return world.Free
		}
		return world.AllGood(r)(x)
	}
}
