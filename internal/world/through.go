package world

import (
	"go/ast"
	"go/types"
	"maps"

	"github.com/retryvet/retryvet/internal/flow"
)

// A helper is run for each call that may fail, in each way in which it may, of each
// loop that calls it, and most of these runs are the same. What one found is kept with
// all that it depended on: what held where it began, and what the world said of the
// calls that it came by.

// beginning is what a run of a body begins with, but for what is given to it.
type beginning struct {
	r     *flow.Region
	env   string
	depth int
	well  bool
	inherited
}

// inherited are the options that a body is run with, too.
type inherited struct {
	status                     int64
	cancelled, mayEnd, mayLoad bool
	says                       Value
	is                         *types.Var
}

// passage is a run through a body.
type passage struct {
	given   map[types.Object]Value
	asked   map[*ast.CallExpr]Outcome // what the world said
	ends    [][]Value
	results [][]Value
	steps   int
	unsure  bool
}

// passages are the runs of a package that are kept.
type passages map[beginning][]*passage

// through runs a body from its start. In a world in which it goes well, the ends by
// which it fails are none.
func (in *Interp) through(env []Value, well bool) *passage {
	known := flow.Notes[passages](in.R.U.M)
	from := beginning{in.R, string(encode(state{block: in.R.Head, env: env})), in.depth, well,
		inherited{in.Status, in.Cancelled, in.MayEnd, in.MayLoad, in.Says, in.Is}}
	for _, p := range (*known)[from] {
		if maps.Equal(p.given, in.given) && p.holds(in.World) {
			return p
		}
	}
	p := &passage{given: in.given, asked: map[*ast.CallExpr]Outcome{}}
	says := in.World
	in.World = func(c *ast.CallExpr) Outcome {
		p.asked[c] = says(c)
		return p.asked[c]
	}
	in.Ended = func(_ *Interp, ret *ast.ReturnStmt, env []Value) {
		var vals []Value
		for _, e := range ret.Results {
			vals = append(vals, in.numeric(e, env))
		}
		if well && len(vals) > 0 && vals[len(vals)-1] == NotNil {
			return // it succeeds in this world
		}
		p.ends = append(p.ends, env)
		p.results = append(p.results, vals)
	}
	in.walk([]state{{block: in.R.Head, env: env}})
	p.steps, p.unsure = in.Steps, in.Unsure
	if *known == nil {
		*known = passages{}
	}
	(*known)[from] = append((*known)[from], p)
	return p
}

// holds reports whether a world says the same of all calls that a run came by.
func (p *passage) holds(says World) bool {
	for c, o := range p.asked {
		if says(c) != o {
			return false
		}
	}
	return true
}
