package oncefail

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// failure is a remote call of a start whose failure is kept.
type failure struct {
	attempt *ast.CallExpr
	how     how
}

// how says what later callers find after a failure.
type how uint8

const (
	unset       how = iota // what the start should have set is not
	asError                // the error of the first call
	forTheFirst            // the same as unset, but the first caller had an error
)

// kept is the first remote call of a start whose failure outlives it, or nil.
func (f *finder) kept(s *start) *failure {
	b := &body{finder: f, start: s}
	var found *failure
	syntax.Own(s.body, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if ok && found == nil && f.mayStart(s, call) {
			if how, ok := b.keeps(call); ok {
				found = &failure{call, how}
			}
		}
	})
	return found
}

// mayStart reports whether a call of a start leaves the process and says whether
// it failed. Where the start's keeper may be short-lived, it has to set up a
// connection: what else a request's own Once keeps is over with the request.
func (f *finder) mayStart(s *start, call *ast.CallExpr) bool {
	sig, ok := f.pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok || summary.FailsBy(sig) != summary.ByError {
		return false
	}
	fn := f.sums.Callee(call)
	if fn == nil || knowledge.CleanUpName(fn.Name()) || !s.outlives && !knowledge.OpensName(fn.Name()) {
		return false
	}
	return f.sums.OfCall(call).Place == knowledge.Remote
}

// body is the code that a start runs.
type body struct {
	*finder
	start *start
}

// keeps says whether the failure of a call outlives the start, and how. It does not
// where the process ends, or the start panics and its caller with it.
func (b *body) keeps(call *ast.CallExpr) (how, bool) {
	parent := b.statementOf(call)
	switch p := parent.(type) {
	case *ast.ReturnStmt:
		return asError, b.start.results
	case *ast.AssignStmt:
		errs := p.Lhs[len(p.Lhs)-1]
		if ast.Unparen(p.Rhs[0]) != call {
			return 0, false
		}
		if id, ok := errs.(*ast.Ident); ok && id.Name == "_" {
			return unset, b.outer(p.Lhs[0])
		}
		return b.keepsError(p, b.object(errs))
	}
	return 0, false
}

// keepsError is keeps for a call whose error a variable or field is given.
func (b *body) keepsError(at *ast.AssignStmt, err types.Object) (how, bool) {
	if err == nil || b.ends(err) {
		return 0, false
	}
	if b.start.results {
		return asError, b.returns(err)
	}
	stored, first := b.stored(err)
	switch {
	case stored:
		return asError, true
	case !b.sets(at):
		return 0, false
	case first:
		return forTheFirst, true
	}
	return unset, b.leaves(err)
}

// stored reports whether an error of the start is found by who comes later: in a
// field or a variable of the package. first is set where it is in a variable of
// the function that has the start, which each caller has its own of.
func (b *body) stored(err types.Object) (stored, first bool) {
	note := func(e ast.Expr) {
		root := b.root(e)
		switch {
		case root == nil || !b.outer(e) || !summary.IsError(b.pass.TypesInfo.TypeOf(e)):
		case root.Parent() == b.pass.Pkg.Scope() || ast.Unparen(e) != ast.Expr(identOf(e)):
			stored = true
		default:
			first = true
		}
	}
	syntax.Own(b.start.body, func(n ast.Node) {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return
		}
		for i, lhs := range a.Lhs {
			if b.object(lhs) == err || len(a.Lhs) == len(a.Rhs) && syntax.Mentions(b.pass.TypesInfo, a.Rhs[i], err) {
				note(lhs)
			}
		}
	})
	return stored, first
}

// sets reports whether the start gives something else than an error to what
// others see, by the assignment at hand or by a later one.
func (b *body) sets(at *ast.AssignStmt) bool {
	found := false
	syntax.Own(b.start.body, func(n ast.Node) {
		a, ok := n.(*ast.AssignStmt)
		if !ok || a.Pos() < at.Pos() {
			return
		}
		for _, lhs := range a.Lhs {
			found = found || b.outer(lhs) && !summary.IsError(b.pass.TypesInfo.TypeOf(lhs))
		}
	})
	return found
}

// ends reports whether a failure ends the process, or panics.
func (b *body) ends(err types.Object) bool {
	found := false
	b.branches(err, func(s *ast.IfStmt) {
		syntax.Own(s.Body, func(n ast.Node) {
			if c, ok := n.(*ast.CallExpr); ok && !b.sums.MayReturn(c) {
				found = true
			}
		})
	})
	return found
}

// leaves reports whether a failure ends the start early.
func (b *body) leaves(err types.Object) bool {
	found := false
	b.branches(err, func(s *ast.IfStmt) {
		syntax.Own(s.Body, func(n ast.Node) {
			_, ok := n.(*ast.ReturnStmt)
			found = found || ok
		})
	})
	return found
}

// returns reports whether the start returns an error.
func (b *body) returns(err types.Object) bool {
	found := false
	syntax.Own(b.start.body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range r.Results {
				found = found || syntax.Mentions(b.pass.TypesInfo, e, err)
			}
		}
	})
	return found
}

// branches visits the if statements that ask about an error.
func (b *body) branches(err types.Object, visit func(*ast.IfStmt)) {
	syntax.Own(b.start.body, func(n ast.Node) {
		if s, ok := n.(*ast.IfStmt); ok && syntax.Mentions(b.pass.TypesInfo, s.Cond, err) {
			visit(s)
		}
	})
}

// statementOf is the statement that an expression of the start stands in.
func (b *body) statementOf(e ast.Expr) ast.Stmt {
	var found ast.Stmt
	syntax.Own(b.start.body, func(n ast.Node) {
		switch s := n.(type) {
		case *ast.AssignStmt, *ast.ReturnStmt, *ast.ExprStmt:
			if s.Pos() <= e.Pos() && e.End() <= s.End() {
				found = s.(ast.Stmt)
			}
		}
	})
	return found
}

// outer reports whether an expression that is assigned to outlives the start.
func (b *body) outer(e ast.Expr) bool {
	root := b.root(e)
	return root != nil && (root.Pos() == token.NoPos || root.Pos() < b.start.body.Pos() || root.Pos() >= b.start.body.End())
}

// root is the variable that a chain of selections begins with.
func (b *body) root(e ast.Expr) types.Object {
	if id := identOf(e); id != nil && id.Name != "_" {
		return b.pass.TypesInfo.ObjectOf(id)
	}
	return nil
}

// identOf is the identifier that a chain of selections begins with.
func identOf(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return identOf(e.X)
	case *ast.StarExpr:
		return identOf(e.X)
	case *ast.IndexExpr:
		return identOf(e.X)
	}
	return nil
}
