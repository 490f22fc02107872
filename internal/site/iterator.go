package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// A range-over-func iterator can hold the policy of a retry: it yields, waits,
// and yields again for as long as the loop that ranges over it does not leave.
// Such a function is recorded as a retrier whose operation is the loop's body.

// loopBody is the Op of a retrier that is an iterator.
const loopBody = -2

// yields returns the parameter by which a literal or function yields to the
// body of a range-over-func loop, nil if it is no iterator.
func (u *unit) yields() types.Object {
	if u.typ.Results.NumFields() != 0 || u.typ.Params.NumFields() != 1 || len(u.typ.Params.List[0].Names) != 1 {
		return nil
	}
	id := u.typ.Params.List[0].Names[0]
	sig, ok := summary.TypeUnder[*types.Signature](u.m.info.TypeOf(id))
	if !ok || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	return u.m.info.Defs[id]
}

// noteIterator records an iterator that waits between the rounds that it
// yields, by the first loop that does.
func (m *Package) noteIterator(u *unit, loop ast.Stmt) {
	yield := u.yields()
	if yield == nil || u.fn == nil || modelOf(m).retriers[u.fn] != nil {
		return
	}
	r := u.loopRegion(loop)
	if r == nil || len(r.waits()) == 0 {
		return
	}
	v := verdict{kind: Retry, waits: r.waits()}
	for _, c := range r.calls() {
		if m.object(c.call.Fun) == yield {
			v.failing = append(v.failing, c)
		}
	}
	if len(v.failing) == 0 {
		return
	}
	s := m.newSite(u, loop)
	r.settle(&v, s)
	s.Bound = r.bounds(&v) &^ knowledge.ErrorClass
	if s.Bound&knowledge.Attempts != 0 {
		s.Max = r.maximum(&v)
	}
	s.Delay = r.delay(s.Wait)
	policy := policyOf(s)
	modelOf(m).retriers[u.fn] = &knowledge.Retrier{Op: loopBody, Ctx: m.endingParam(u, s), Max: m.maxParam(u, s), Policy: policy}
}

// applyIterators gives the loops that range over an iterator its policy.
func (m *Package) applyIterators() {
	for _, s := range modelOf(m).Sites {
		loop, ok := s.Node.(*ast.RangeStmt)
		if !ok {
			continue
		}
		c, ok := callOf(loop.X)
		if !ok {
			continue
		}
		r := m.retrierOf(m.sums.Callee(c))
		if r == nil || r.Op != loopBody {
			continue
		}
		m.applyIterator(s, c, r)
	}
}

func (m *Package) applyIterator(s *Site, c *ast.CallExpr, r *knowledge.Retrier) {
	s.Bound = s.Bound&^knowledge.Attempts | r.Bound
	s.Max = int64(r.Attempts)
	if r.Max > 0 && r.Max <= len(c.Args) {
		if n, ok := m.constInt(c.Args[r.Max-1]); ok {
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
