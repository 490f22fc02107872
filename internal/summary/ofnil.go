package summary

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// ofNil is what a function that answers a question about an error says of a nil
// one, by its body.
func (p *Package) ofNil(decl *ast.FuncDecl, sig *types.Signature) knowledge.Tri {
	if !isBool(lastResult(sig)) {
		return knowledge.Unknown
	}
	q := nilQuestion{p: p}
	for i := range sig.Params().Len() {
		if v := sig.Params().At(i); IsError(v.Type()) {
			if q.err != nil {
				return knowledge.Unknown // about two
			}
			q.err = v
		}
	}
	if q.err == nil {
		return knowledge.Unknown
	}
	answer, _ := q.block(decl.Body.List)
	return answer
}

func lastResult(sig *types.Signature) types.Type {
	if n := sig.Results().Len(); n > 0 {
		return sig.Results().At(n - 1).Type()
	}
	return nil
}

func isBool(t types.Type) bool {
	b, ok := TypeUnder[*types.Basic](t)
	return ok && b.Info()&types.IsBoolean != 0
}

// nilQuestion evaluates a body for a nil error: what its parameter err is.
type nilQuestion struct {
	p   *Package
	err *types.Var
}

// block is what statements return; ends reports whether they do so for certain.
func (q *nilQuestion) block(list []ast.Stmt) (answer knowledge.Tri, ends bool) {
	for _, s := range list {
		answer, ends, known := q.stmt(s)
		if !known {
			return knowledge.Unknown, true
		}
		if ends {
			return answer, true
		}
	}
	return knowledge.Unknown, false
}

// stmt is what a statement returns, if it ends the function; known is false where
// that cannot be told.
func (q *nilQuestion) stmt(s ast.Stmt) (answer knowledge.Tri, ends, known bool) {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			return knowledge.Unknown, true, true
		}
		return q.truth(s.Results[len(s.Results)-1]), true, true
	case *ast.IfStmt:
		return q.branch(s)
	case *ast.SwitchStmt:
		return q.cases(s)
	case *ast.DeclStmt, *ast.ExprStmt:
		return knowledge.Unknown, false, true
	case *ast.AssignStmt:
		for _, l := range s.Lhs {
			if object(q.p.pass.TypesInfo, l) == q.err {
				return knowledge.Unknown, false, false
			}
		}
		return knowledge.Unknown, false, true
	case *ast.BlockStmt:
		answer, ends = q.block(s.List)
		return answer, ends, true
	}
	return knowledge.Unknown, false, false
}

func (q *nilQuestion) branch(s *ast.IfStmt) (answer knowledge.Tri, ends, known bool) {
	switch q.condition(s) {
	case knowledge.Yes:
		answer, ends = q.block(s.Body.List)
		return answer, ends, true
	case knowledge.No:
		if s.Else == nil {
			return knowledge.Unknown, false, true
		}
		return q.stmt(s.Else)
	}
	// Either way the same: if a, ok := ...; cond { return false }; return false
	return knowledge.Unknown, false, false
}

// condition is whether an if's body runs. What its statement before asks of the
// error, as in _, ok := err.(T), is answered no.
func (q *nilQuestion) condition(s *ast.IfStmt) knowledge.Tri {
	if a, ok := s.Init.(*ast.AssignStmt); ok {
		if len(a.Lhs) == 2 && len(a.Rhs) == 1 && q.asks(a.Rhs[0]) {
			if flag := object(q.p.pass.TypesInfo, a.Lhs[1]); flag != nil && object(q.p.pass.TypesInfo, s.Cond) == flag {
				return knowledge.No
			}
		}
	}
	return q.truth(s.Cond)
}

func (q *nilQuestion) cases(s *ast.SwitchStmt) (answer knowledge.Tri, ends, known bool) {
	var otherwise *ast.CaseClause
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			otherwise = c
		}
		for _, e := range c.List {
			holds := knowledge.Unknown
			if s.Tag == nil {
				holds = q.truth(e)
			} else if q.isErr(s.Tag) {
				holds = knowledge.TriOf(q.p.pass.TypesInfo.Types[e].IsNil())
			}
			switch holds {
			case knowledge.Yes:
				answer, ends = q.block(c.Body)
				return answer, ends, true
			case knowledge.Unknown:
				return knowledge.Unknown, false, false
			}
		}
	}
	if otherwise != nil {
		answer, ends = q.block(otherwise.Body)
		return answer, ends, true
	}
	return knowledge.Unknown, false, true
}

func (q *nilQuestion) isErr(e ast.Expr) bool { return object(q.p.pass.TypesInfo, e) == q.err }

// asks reports whether an expression asks whether the error is of a type.
func (q *nilQuestion) asks(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.TypeAssertExpr:
		return q.isErr(e.X)
	case *ast.CallExpr:
		return q.truthOfCall(e) == knowledge.No
	}
	return false
}

// truth is the value of a condition for a nil error.
func (q *nilQuestion) truth(e ast.Expr) knowledge.Tri {
	e = ast.Unparen(e)
	if tv := q.p.pass.TypesInfo.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.Bool {
		return knowledge.TriOf(constant.BoolVal(tv.Value))
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return not(q.truth(e.X))
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return both(q.truth(e.X), q.truth(e.Y))
		case token.LOR:
			return not(both(not(q.truth(e.X)), not(q.truth(e.Y))))
		case token.EQL:
			return q.equal(e)
		case token.NEQ:
			return not(q.equal(e))
		}
	case *ast.CallExpr:
		return q.truthOfCall(e)
	}
	return knowledge.Unknown
}

// equal compares the nil error: with nil it is the same, with a sentinel it is not.
func (q *nilQuestion) equal(b *ast.BinaryExpr) knowledge.Tri {
	x, y := b.X, b.Y
	if q.isErr(y) {
		x, y = y, x
	}
	if !q.isErr(x) {
		return knowledge.Unknown
	}
	if q.p.pass.TypesInfo.Types[y].IsNil() {
		return knowledge.Yes
	}
	if v, ok := object(q.p.pass.TypesInfo, y).(*types.Var); ok && holds(v) {
		return knowledge.No
	}
	return knowledge.Unknown
}

// truthOfCall is what another question about the error answers.
func (q *nilQuestion) truthOfCall(c *ast.CallExpr) knowledge.Tri {
	if len(c.Args) == 0 || !q.isErr(c.Args[0]) {
		return knowledge.Unknown
	}
	return q.p.OfNil(c)
}

// OfNil is what a call that asks a question about an error answers for a nil one.
func (p *Package) OfNil(c *ast.CallExpr) knowledge.Tri {
	fn := p.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return knowledge.Unknown
	}
	if fn.Pkg().Path() == "errors" && (fn.Name() == "Is" || fn.Name() == "As" || fn.Name() == "AsType") {
		return knowledge.No
	}
	if f := p.funcs[fn.Origin()]; f != nil && !f.asking {
		f.asking = true // a question that asks itself stays open
		f.entry.OfNil = p.ofNil(f.decl, f.sig)
	}
	return p.Of(fn).OfNil
}

func not(t knowledge.Tri) knowledge.Tri {
	switch t {
	case knowledge.Yes:
		return knowledge.No
	case knowledge.No:
		return knowledge.Yes
	}
	return knowledge.Unknown
}

func both(a, b knowledge.Tri) knowledge.Tri {
	switch {
	case a == knowledge.No || b == knowledge.No:
		return knowledge.No
	case a == knowledge.Yes && b == knowledge.Yes:
		return knowledge.Yes
	}
	return knowledge.Unknown
}

// findOfNil answers the questions about nil errors of all functions.
func (p *Package) findOfNil() {
	for _, f := range p.order {
		if !f.asking {
			f.asking = true
			f.entry.OfNil = p.ofNil(f.decl, f.sig)
		}
	}
}
