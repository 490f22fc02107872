package fixes

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/retryvet/retryvet/internal/syntax"
)

// pace reads the delay: a constant, or a variable that begins as one and doubles
// up to a maximum, and that nothing else uses.
func (r *rewrite) pace(d ast.Expr) bool {
	info := r.p.f.pass.TypesInfo
	if info.Types[d].Value != nil {
		r.base = d
		return len(r.updates) == 0 && r.above(d)
	}
	id, ok := d.(*ast.Ident)
	if !ok {
		return false
	}
	obj, ok := info.Uses[id].(*types.Var)
	if !ok || !isDuration(obj.Type()) {
		return false
	}
	for _, s := range syntax.Preceding(r.parent(), r.outer()) {
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && info.Defs[a.Lhs[0].(*ast.Ident)] == obj {
			r.delay, r.base = s, a.Rhs[0]
		}
	}
	if r.base == nil || info.Types[r.base].Value == nil || !r.above(r.base) || !r.doubles(obj) {
		return false
	}
	inside := 1
	for _, u := range r.updates {
		inside += len(r.uses(obj, u))
	}
	return len(r.uses(obj, r.p.fn)) == inside
}

func (r *rewrite) above(d ast.Expr) bool {
	return constant.Sign(r.p.f.pass.TypesInfo.Types[d].Value) > 0
}

// doubles reads the updates of the delay: d *= 2, also followed by a maximum, or
// d = min(2*d, maximum).
func (r *rewrite) doubles(obj types.Object) bool {
	info := r.p.f.pass.TypesInfo
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && info.Uses[id] == obj
	}
	two := func(e ast.Expr) bool {
		v := info.Types[e].Value
		return v != nil && constant.Compare(constant.ToInt(v), token.EQL, constant.MakeInt64(2))
	}
	if len(r.updates) == 0 {
		return true
	}
	r.grows = true
	first, ok := r.updates[0].(*ast.AssignStmt)
	if !ok || len(first.Lhs) != 1 || !is(first.Lhs[0]) {
		return false
	}
	if first.Tok == token.ASSIGN && len(r.updates) == 1 {
		c, ok := first.Rhs[0].(*ast.CallExpr)
		if !ok || !r.isMin(c) || len(c.Args) != 2 {
			return false
		}
		m, ok := c.Args[0].(*ast.BinaryExpr)
		r.limit = c.Args[1]
		return ok && m.Op == token.MUL && (is(m.X) && two(m.Y) || two(m.X) && is(m.Y)) && info.Types[r.limit].Value != nil && r.above(r.limit)
	}
	if first.Tok != token.MUL_ASSIGN || !two(first.Rhs[0]) {
		return false
	}
	if len(r.updates) == 1 {
		return true
	}
	check, ok := r.updates[1].(*ast.IfStmt)
	if !ok || len(r.updates) > 2 || check.Init != nil || check.Else != nil || len(check.Body.List) != 1 {
		return false
	}
	cond, ok := check.Cond.(*ast.BinaryExpr)
	set, okSet := check.Body.List[0].(*ast.AssignStmt)
	if !ok || !okSet || cond.Op != token.GTR && cond.Op != token.GEQ || !is(cond.X) || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || !is(set.Lhs[0]) {
		return false
	}
	r.limit = set.Rhs[0]
	limit, border := info.Types[r.limit].Value, info.Types[cond.Y].Value
	return limit != nil && border != nil && constant.Compare(limit, token.EQL, border) && r.above(r.limit)
}

// policy is the retry.Policy, as source, or "" if none does what the loop does.
func (r *rewrite) policy(qualifier string) string {
	src := r.p.src
	pkg, ok := r.p.imported("time")
	if !ok {
		return ""
	}
	times := "-1"
	switch {
	case r.times != nil:
		times = src.Of(r.times)
	case r.ctx == "":
		times += ", MaxElapsed: 15 * " + join(pkg, "Minute")
	}
	max := ""
	switch {
	case !r.grows:
		// Half of the delay stays, as a constant delay is often how long one is
		// ready to wait for something.
		max = fmt.Sprintf(", MaxDelay: %s, Jitter: %sEqualJitter", src.Of(r.base), qualifier)
	case r.limit != nil:
		max = ", MaxDelay: " + src.Of(r.limit)
	case r.times == nil:
		// As the fix for a delay without a maximum does.
		if first, _ := constant.Int64Val(r.p.f.pass.TypesInfo.Types[r.base].Value); first > int64(mostStart) {
			return ""
		}
		max = ", MaxDelay: " + join(pkg, "Minute")
	case r.reachesDefault():
		max = ", MaxDelay: -1"
	}
	return fmt.Sprintf("%sPolicy{MaxAttempts: %s, BaseDelay: %s%s}", qualifier, times, src.Of(r.base), max)
}

// longestDefault is retry.DefaultMaxDelay.
const longestDefault = 20 * time.Second

// reachesDefault reports whether a delay that grows without a maximum would be
// cut by the one that a Policy has by default.
func (r *rewrite) reachesDefault() bool {
	info := r.p.f.pass.TypesInfo
	longest, ok := constant.Int64Val(info.Types[r.base].Value)
	times, okTimes := constant.Int64Val(r.number)
	for ; times > 2 && longest <= int64(longestDefault); times-- {
		longest *= 2
	}
	return !ok || !okTimes || longest > int64(longestDefault)
}

// The maximum of a delay that has none: as long as its check calls short. A delay
// that begins near it has reasons that are not known here.
const (
	most      = time.Minute
	mostStart = 10 * time.Second
)
