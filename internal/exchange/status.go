package exchange

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Which answers of a server a loop tries again on.

// refusals are the HTTP statuses by which a server says that the request itself
// is at fault: the same request gets the same answer.
var refusals = [...]int64{400, unauthorized, 403}

// unauthorized is the status by which a server wants to know who asks.
const unauthorized = 401

// unprocessable is the status by which a server says that it understood the
// request and that its content is wrong.
const unprocessable = 422

// overload is the status by which a server says that it had too many requests.
const overload = 429

// Refused says that a loop sends a request again that the server has refused.
type Refused struct {
	Attempt *world.Attempt
	Status  []int64
	// Inverted is set where too many requests end the loop.
	Inverted bool
	// Inside is the question about the status in the function that is attempted,
	// nil where the loop itself asks.
	Inside ast.Node
}

// refusalsIn says whether a loop that has the status of the answers at hand sends
// a request again that the server refused for what it asks.
func refusalsIn(s *site.Site) *Refused {
	r := s.Region
	if r == nil || !s.Kind.Again() || readiness(s) {
		return nil
	}
	for i := range s.Attempts {
		a := &s.Attempts[i]
		p, ok := world.PlacedCall(r, a.Call)
		if !ok {
			continue
		}
		// Refusing who asks alone may be mended by signing in again, but signing in
		// mends no content.
		out := refusalsOf(r, p)
		if len(out) > 0 && out[0] == unauthorized && repeats(r, p, unprocessable) {
			out = append(out, unprocessable)
		}
		if len(out) > 0 && (out[0] != unauthorized || out[len(out)-1] == unprocessable) {
			return &Refused{Attempt: a, Status: out, Inverted: !repeats(r, p, overload)}
		}
		if asked := statusInside(r.U.M, a.Callee); asked != nil && blind(r, p) {
			return &Refused{Attempt: a, Status: refusals[:], Inside: asked}
		}
	}
	return nil
}

// refusalsOf lists the refusals after which a call is made again.
func refusalsOf(r *flow.Region, p flow.Placed) []int64 {
	var out []int64
	for _, status := range refusals {
		if repeats(r, p, status) {
			out = append(out, status)
		}
	}
	return out
}

// repeats reports whether the loop looks at the status of an answer and makes
// the call again where it has this value.
func repeats(r *flow.Region, p flow.Placed, status int64) bool {
	if len(world.Outcomes(r, p.Call)) < 2 {
		return false
	}
	o := world.At(r, p)
	o.Strict, o.Later, o.Status = true, true, status
	in := world.Run(r, world.Failing(r, p.Call, world.Refused), o)
	return in.Back && in.Asked && !world.Turns(r, p, in)
}

// blind reports whether the loop makes a call again whatever its error says.
func blind(r *flow.Region, p flow.Placed) bool {
	o := world.At(r, p)
	o.Strict, o.Later = true, true
	in := world.Run(r, world.Failing(r, p.Call, world.Failure), o)
	return in.Back && !world.Turns(r, p, in)
}

// statusInside is the question about a response's status after which a function
// of this package gives back an error that says nothing more of it; nil if there
// is none.
func statusInside(m *flow.Package, fn *types.Func) ast.Node {
	decl := m.Sums.Decl(fn)
	if decl == nil || summary.FailsBy(fn.Signature()) != summary.ByError || tellsBeside(fn.Signature()) {
		return nil
	}
	sends := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			t := m.Info.TypeOf(c)
			if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
				t = tuple.At(0).Type()
			}
			sends = sends || t != nil && world.IsResponse(t)
		}
		return !sends
	})
	if !sends {
		return nil
	}
	u := world.UnitOf(m, nil, decl, fn)
	var found ast.Node
	for _, b := range u.Cfg().Blocks {
		cond, tag := world.Condition(u, b)
		if cond == nil || !asksStatus(m, cond) && (tag == nil || !asksStatus(m, tag)) {
			continue
		}
		if found != nil || tag != nil {
			return nil // it tells several answers apart
		}
		side := b.Succs[0]
		switch statusTruth(m, cond, unauthorized) {
		case world.IsFalse:
			side = b.Succs[1]
		case world.Anything:
			return nil
		}
		if !plainError(m, side) {
			return nil
		}
		found = cond
	}
	return found
}

// tellsBeside reports whether a function gives back a bool or a number beside its error,
// which may say what the error does not.
func tellsBeside(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if b, ok := summary.TypeUnder[*types.Basic](v.Type()); ok && b.Info()&(types.IsBoolean|types.IsInteger) != 0 {
			return true
		}
	}
	return false
}

// asksStatus reports whether an expression reads the status of a response.
func asksStatus(m *flow.Package, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && readsStatus(m, sel) {
			found = true
		}
		return !found
	})
	return found
}

// statusTruth evaluates a condition for a response of some status.
func statusTruth(m *flow.Package, e ast.Expr, status int64) world.Value {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return world.Not(statusTruth(m, e.X, status))
		}
	case *ast.BinaryExpr:
		x, y := e.X, e.Y
		switch e.Op {
		case token.LAND:
			return world.And(statusTruth(m, x, status), statusTruth(m, y, status))
		case token.LOR:
			return world.Not(world.And(world.Not(statusTruth(m, x, status)), world.Not(statusTruth(m, y, status))))
		}
		if want, ok := world.ConstInt(m, y); ok && readsStatus(m, x) {
			return world.BoolValue(world.CompareInts(status, e.Op, want))
		}
	}
	return world.Anything
}

// readsStatus reports whether an expression is the status of a response.
func readsStatus(m *flow.Package, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "StatusCode" && world.IsResponse(m.Info.TypeOf(sel.X))
}

// plainError reports whether a block returns an error that is made there from
// text.
func plainError(m *flow.Package, b *cfg.Block) bool {
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
	fn := m.Sums.Callee(c)
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
func readiness(s *site.Site) bool {
	for word := range knowledge.Words(s.FuncName[strings.LastIndexByte(s.FuncName, '.')+1:]) {
		if knowledge.Readiness(word) {
			return true
		}
	}
	return false
}
