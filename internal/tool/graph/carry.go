package graph

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// mostRuns is how many calls of one function are followed by the interpreter, for what
// it does must not grow with the square of the function's size. The failures of more
// are taken to come out.
const mostRuns = 60

// carries reports whether the failure of a call may be one of the function that it
// stands in.
func (v *visitor) carries(u *flow.Unit, c *ast.CallExpr) bool {
	sig, ok := world.Signature(u.M, c)
	if !ok || summary.FailsBy(sig) == summary.CannotFail {
		return false
	}
	if answer, known := atOnce(u, c); known {
		return answer
	}
	if v.runs++; v.runs > mostRuns {
		return true
	}
	r := flow.Whole(u)
	block, node := placeOf(r, c)
	if len(r.Order) > flow.TooLarge || block == nil {
		return true
	}
	return comesOut(r, c, block, node)
}

// comesOut reports whether the function returns somewhere with what may be an error in
// the world in which a call fails and all else goes well.
func comesOut(r *flow.Region, c *ast.CallExpr, block *cfg.Block, node int) bool {
	out := false
	in := world.Run(r, world.AllGoodBut(r, c, world.Failure), world.Options{Block: block, Node: node, Ended: func(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) {
		for _, e := range failureResults(r.U, ret) {
			switch in.Eval(e, env) {
			case world.IsNil, world.IsTrue, world.Zero:
			default:
				out = true
			}
		}
	}})
	return out || in.Exhausted()
}

// failureResults are the expressions of a return by which the caller learns that the
// function failed: the errors, or else the last one.
func failureResults(u *flow.Unit, ret *ast.ReturnStmt) []ast.Expr {
	results := ret.Results
	if len(results) == 0 && u.Typ.Results != nil {
		for _, f := range u.Typ.Results.List {
			for _, id := range f.Names {
				results = append(results, id)
			}
		}
	}
	var errs []ast.Expr
	for _, e := range results {
		if summary.IsError(u.M.Info.TypeOf(e)) || u.M.Info.Types[e].IsNil() && e == results[len(results)-1] {
			errs = append(errs, e)
		}
	}
	if len(errs) == 0 && len(results) > 0 {
		errs = results[len(results)-1:]
	}
	return errs
}

// placeOf is where a call stands in the graph.
func placeOf(r *flow.Region, c *ast.CallExpr) (*cfg.Block, int) {
	for _, b := range r.Order {
		for i, n := range b.Nodes {
			if flow.Within(c, n) {
				return b, i
			}
		}
	}
	return nil, 0
}

// atOnce answers where the statement of a call tells: it returns what the call gives,
// throws it away, or asks and returns in the next one.
func atOnce(u *flow.Unit, c *ast.CallExpr) (answer, known bool) {
	stack := u.Stack(c)
	for i := len(stack) - 2; i >= 0; i-- {
		switch s := stack[i].(type) {
		case *ast.ReturnStmt:
			return true, true
		case *ast.ExprStmt:
			return false, s.X == c
		case *ast.AssignStmt:
			if len(s.Rhs) != 1 || ast.Unparen(s.Rhs[0]) != c {
				return false, false
			}
			last, ok := s.Lhs[len(s.Lhs)-1].(*ast.Ident)
			if !ok {
				return false, false
			}
			if last.Name == "_" {
				return false, true
			}
			return asked(u, s, last, stack[i-1])
		case *ast.ParenExpr, *ast.CallExpr, *ast.KeyValueExpr, *ast.CompositeLit:
		default:
			return false, false
		}
	}
	return false, false
}

// asked looks at the question behind a call: if err != nil { return … }.
func asked(u *flow.Unit, s *ast.AssignStmt, v *ast.Ident, around ast.Node) (answer, known bool) {
	var test *ast.IfStmt
	switch p := around.(type) {
	case *ast.IfStmt:
		if p.Init == s {
			test = p
		}
	case *ast.BlockStmt:
		for i, x := range p.List {
			if x == s && i+1 < len(p.List) {
				test, _ = p.List[i+1].(*ast.IfStmt)
			}
		}
	}
	if test == nil || test.Else != nil || len(test.Body.List) == 0 {
		return false, false
	}
	b, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || u.M.Object(b.X) == nil || u.M.Object(b.X) != u.M.Object(v) || !u.M.Info.Types[b.Y].IsNil() {
		return false, false
	}
	if len(test.Body.List) > 3 {
		return false, false
	}
	ret, ok := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false, false
	}
	for _, x := range test.Body.List[:len(test.Body.List)-1] {
		if _, plain := x.(*ast.ExprStmt); !plain {
			return false, false // something more is decided
		}
	}
	last := ret.Results[len(ret.Results)-1]
	if u.M.Info.Types[last].IsNil() {
		return false, true
	}
	return true, summary.IsError(u.M.Info.TypeOf(last))
}
