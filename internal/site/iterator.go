package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/rounds"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// A range-over-func iterator can hold the policy of a retry: it yields, waits,
// and yields again for as long as the loop that ranges over it does not leave.
// Such a function is recorded as a retrier whose operation is the loop's body.

// LoopBody is the Op of a retrier that is an iterator.
const LoopBody = -2

// yields returns the parameter by which a literal or function yields to the
// body of a range-over-func loop, nil if it is no iterator.
func yields(u *flow.Unit) types.Object {
	if u.Typ.Results.NumFields() != 0 || u.Typ.Params.NumFields() != 1 || len(u.Typ.Params.List[0].Names) != 1 {
		return nil
	}
	id := u.Typ.Params.List[0].Names[0]
	sig, ok := summary.TypeUnder[*types.Signature](u.M.Info.TypeOf(id))
	if !ok || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	return u.M.Info.Defs[id]
}

// noteIterator records an iterator that waits between the rounds that it
// yields, by the first loop that does.
func noteIterator(m *flow.Package, u *flow.Unit, loop ast.Stmt) {
	yield := yields(u)
	if yield == nil || u.Fn == nil || ModelOf(m).retriers[u.Fn] != nil {
		return
	}
	r := u.LoopRegion(loop)
	if r == nil || len(Waits(r)) == 0 {
		return
	}
	v := verdict{kind: Retry, waits: Waits(r)}
	for _, c := range world.Calls(r) {
		if m.Object(c.Call.Fun) == yield {
			v.failing = append(v.failing, c)
		}
	}
	if len(v.failing) == 0 {
		return
	}
	s := newSite(m, u, loop)
	settle(r, &v, s)
	s.Bound = bounds(r, &v).of &^ knowledge.ErrorClass
	if s.Bound&knowledge.Attempts != 0 {
		s.Max = rounds.Maximum(r, v.failing)
	}
	s.Delay = delay(r, s.Wait)
	policy := policyOf(s)
	ModelOf(m).retriers[u.Fn] = &knowledge.Retrier{Op: LoopBody, Ctx: endingParam(m, u, s), Max: maxParam(m, u, s), Policy: policy}
}

// applyIterators gives the loops that range over an iterator its policy.
func applyIterators(m *flow.Package) {
	for _, s := range ModelOf(m).Sites {
		loop, ok := s.Node.(*ast.RangeStmt)
		if !ok {
			continue
		}
		c, ok := world.CallOf(loop.X)
		if !ok {
			continue
		}
		r := RetrierOf(m, m.Sums.Callee(c))
		if r == nil || r.Op != LoopBody {
			continue
		}
		applyIterator(m, s, c, r)
	}
}

func applyIterator(m *flow.Package, s *Site, c *ast.CallExpr, r *knowledge.Retrier) {
	s.Bound = s.Bound&^knowledge.Attempts | r.Bound
	s.Max = int64(r.Attempts)
	if r.Max > 0 && r.Max <= len(c.Args) {
		if n, ok := world.ConstInt(m, c.Args[r.Max-1]); ok {
			s.Max = n
		}
	}
	if s.Wait == nil && r.Wait != knowledge.NoWait {
		s.Wait = &summary.Wait{Node: c, Call: c, Kind: r.Wait}
		if r.Cancel {
			s.Wait.Cancel = knowledge.Ctx
		}
		s.Waits = append(s.Waits, *s.Wait)
		s.Delay = Delay{Shape: r.Shape, Capped: r.Capped, Jitter: r.Jitter}
	}
}
