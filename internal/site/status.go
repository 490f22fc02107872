package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Which answers of a server a loop tries again on.

// refusals are the HTTP statuses by which a server says that the request itself
// is at fault: the same request gets the same answer.
var refusals = [...]int64{400, unauthorized, 403}

// unauthorized is the status by which a server wants to know who asks.
const unauthorized = 401

// overload is the status by which a server says that it had too many requests.
const overload = 429

// Refused says that a loop sends a request again that the server has refused.
type Refused struct {
	Attempt *Attempt
	Status  []int64
	// Inverted is set where too many requests end the loop.
	Inverted bool
	// Inside is the question about the status in the function that is attempted,
	// nil where the loop itself asks.
	Inside ast.Node
}

// Refusals says whether a loop that has the status of the answers at hand sends
// a request again that the server refused for what it asks.
func (s *Site) Refusals() *Refused {
	defer s.unit.m.ask(s)()
	r := s.region
	if r == nil || !s.Kind.Again() || readiness(s) {
		return nil
	}
	for i := range s.Attempts {
		a := &s.Attempts[i]
		p, ok := r.placedCall(a.Call)
		if !ok {
			continue
		}
		// Refusing who asks alone may be mended by signing in again.
		if out := r.refusals(p); len(out) > 0 && out[0] != unauthorized {
			return &Refused{Attempt: a, Status: out, Inverted: !r.repeats(p, overload)}
		}
		if asked := r.u.m.statusInside(a.Callee); asked != nil && r.blind(p) {
			return &Refused{Attempt: a, Status: refusals[:], Inside: asked}
		}
	}
	return nil
}

// refusals lists the refusals after which a call is made again.
func (r *region) refusals(p placed) []int64 {
	var out []int64
	for _, status := range refusals {
		if r.repeats(p, status) {
			out = append(out, status)
		}
	}
	return out
}

// repeats reports whether the loop looks at the status of an answer and makes
// the call again where it has this value.
func (r *region) repeats(p placed, status int64) bool {
	if len(r.outcomes(p.call)) < 2 {
		return false
	}
	in := r.interp(r.failing(p.call, refused))
	in.strict, in.later, in.code = true, true, status
	in.walk(in.step(state{block: r.u.graph.Blocks[p.block], env: in.start()}, p.node, false))
	return in.back && in.asked && !r.turns(p, in)
}

// blind reports whether the loop makes a call again whatever its error says.
func (r *region) blind(p placed) bool {
	in := r.interp(r.failing(p.call, failure))
	in.strict, in.later = true, true
	in.walk(in.step(state{block: r.u.graph.Blocks[p.block], env: in.start()}, p.node, false))
	return in.back && !r.turns(p, in)
}

// statusInside is the question about a response's status after which a function
// of this package gives back an error that says nothing more of it; nil if there
// is none.
func (m *Package) statusInside(fn *types.Func) ast.Node {
	decl := m.sums.Decl(fn)
	if decl == nil || summary.FailsBy(fn.Signature()) != summary.ByError {
		return nil
	}
	sends := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			t := m.info.TypeOf(c)
			if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
				t = tuple.At(0).Type()
			}
			sends = sends || t != nil && isResponse(t)
		}
		return !sends
	})
	if !sends {
		return nil
	}
	u := m.unitOf(nil, decl, fn)
	var found ast.Node
	for _, b := range u.cfg().Blocks {
		cond, tag := u.condition(b)
		if cond == nil || !m.asksStatus(cond) && (tag == nil || !m.asksStatus(tag)) {
			continue
		}
		if found != nil || tag != nil {
			return nil // it tells several answers apart
		}
		side := b.Succs[0]
		switch m.statusTruth(cond, unauthorized) {
		case isFalse:
			side = b.Succs[1]
		case anything:
			return nil
		}
		if !m.plainError(side) {
			return nil
		}
		found = cond
	}
	return found
}

// asksStatus reports whether an expression reads the status of a response.
func (m *Package) asksStatus(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && m.readsStatus(sel) {
			found = true
		}
		return !found
	})
	return found
}

// statusTruth evaluates a condition for a response of some status.
func (m *Package) statusTruth(e ast.Expr, status int64) value {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return not(m.statusTruth(e.X, status))
		}
	case *ast.BinaryExpr:
		x, y := e.X, e.Y
		switch e.Op {
		case token.LAND:
			return and(m.statusTruth(x, status), m.statusTruth(y, status))
		case token.LOR:
			return not(and(not(m.statusTruth(x, status)), not(m.statusTruth(y, status))))
		}
		if want, ok := m.constInt(y); ok && m.readsStatus(x) {
			return boolValue(compareInts(status, e.Op, want))
		}
	}
	return anything
}

// readsStatus reports whether an expression is the status of a response.
func (m *Package) readsStatus(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "StatusCode" && isResponse(m.info.TypeOf(sel.X))
}

// plainError reports whether a block returns an error that is made there from
// text.
func (m *Package) plainError(b *cfg.Block) bool {
	if len(b.Nodes) == 0 {
		return false
	}
	ret, ok := b.Nodes[len(b.Nodes)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	c, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt", "errors", "github.com/pkg/errors":
		return true
	}
	return false
}

// readiness reports whether a site waits until a server is there: whatever it
// answers until then is no failure.
func readiness(s *Site) bool {
	for word := range words(s.FuncName[strings.LastIndexByte(s.FuncName, '.')+1:]) {
		if knowledge.Readiness(word) {
			return true
		}
	}
	return false
}
