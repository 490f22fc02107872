package exchange

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// Misread is a Retry-After that is read in a way that makes the next attempt come
// before the time that it tells.
type Misread struct {
	At ast.Node
	// Lower is set where the lesser of it and of the own delay is waited; otherwise
	// one that cannot be parsed is taken for zero, and there is no other wait.
	Lower bool
}

// misread is what is wrong with how a loop reads Retry-After, nil if nothing is.
func misread(s *site.Site) *Misread {
	if s.Region == nil {
		return nil
	}
	readers := waitReaders{}
	if at := unparsed(s, readers); at != nil {
		return &Misread{At: at}
	}
	if at := lowered(s.Region, readers); at != nil {
		return &Misread{At: at, Lower: true}
	}
	return nil
}

// unparsed is a parse of Retry-After whose error is dropped and whose number alone
// is how long a wait of the loop takes. The header is a number of seconds or a date,
// so what parses one form gives zero for the other.
func unparsed(s *site.Site, readers waitReaders) ast.Node {
	u := s.Unit
	for _, w := range u.Waits() {
		if w.Duration == nil || !s.Region.Contains(w.Node) {
			continue
		}
		v := scaled(u, w.Duration, 0)
		if v == nil || tested(u, v) {
			continue
		}
		d := u.Definitions()[v][0]
		assign, ok := d.Node.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 2 || !flow.IsBlank(assign.Lhs[1]) || d.Index != 0 {
			continue
		}
		c, ok := world.CallOf(d.Rhs)
		if ok && parses(u.M.Sums.Callee(c)) && readers.ofRetryAfter(u, c.Args[0], c) {
			return c
		}
	}
	return nil
}

// scaled is the one variable, assigned once by a call of several results, that a
// duration is a multiple of; nil if there is more to the duration.
func scaled(u *flow.Unit, e ast.Expr, depth int) *types.Var {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.CallExpr:
		if u.M.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return scaled(u, e.Args[0], depth)
		}
	case *ast.BinaryExpr:
		if e.Op != token.MUL {
			return nil
		}
		x, y := u.M.Info.Types[e.X].Value != nil, u.M.Info.Types[e.Y].Value != nil
		switch {
		case x && !y:
			return scaled(u, e.Y, depth)
		case y && !x:
			return scaled(u, e.X, depth)
		}
	case *ast.Ident:
		v, ok := u.M.Object(e).(*types.Var)
		if !ok {
			return nil
		}
		defs := u.Definitions()[v]
		switch {
		case len(defs) != 1 || defs[0].Rhs == nil || tested(u, v):
		case defs[0].Multi:
			return v
		case depth < 4:
			return scaled(u, defs[0].Rhs, depth+1)
		}
	}
	return nil
}

// tested reports whether a variable is compared with anything: then zero may not
// be waited.
func tested(u *flow.Unit, v *types.Var) bool {
	return slices.ContainsFunc(u.Uses(v), func(id *ast.Ident) bool {
		return slices.ContainsFunc(u.Stack(id), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				return syntax.IsComparison(n.Op)
			case *ast.SwitchStmt:
				return n.Tag != nil && flow.Within(id, n.Tag)
			}
			return false
		})
	})
}

// parses reports whether a function reads a number, a duration or a time from a
// text and gives zero where it cannot.
func parses(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "strconv.Atoi", "strconv.ParseInt", "strconv.ParseUint", "strconv.ParseFloat", "time.ParseDuration":
		return true
	}
	return false
}

// waitReaders says which functions name Retry-After or hand its response on, as far
// as that was asked.
type waitReaders map[*ast.FuncDecl]bool

// has reports whether a function does, not whether those that it calls do.
func (w waitReaders) has(m *flow.Package, decl *ast.FuncDecl) bool {
	reads, known := w[decl]
	if !known {
		reads = (&waitReader{m: m, seen: map[ast.Node]bool{}}).reads(decl, readDepth)
		w[decl] = reads
	}
	return reads
}

// ofRetryAfter reports whether an expression is made from the header, by way of
// local variables and functions of the package. What a statement assigns does not
// count where it is asked of that statement.
func (w waitReaders) ofRetryAfter(u *flow.Unit, e ast.Expr, at ast.Node) bool {
	return w.madeOf(u, e, at, map[*types.Var]bool{})
}

// madeOf is ofRetryAfter for what the variables that were seen are made from.
func (w waitReaders) madeOf(u *flow.Unit, e ast.Expr, at ast.Node, seen map[*types.Var]bool) bool {
	if namesRetryAfter(u.M, e) {
		return true
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			decl := u.M.Sums.Decl(world.BodyOf(u.M, u.M.Sums.Callee(n)))
			found = found || decl != nil && w.has(u.M, decl)
		case *ast.Ident:
			v, ok := u.M.Object(n).(*types.Var)
			if !ok || v.IsField() || seen[v] {
				return true
			}
			seen[v] = true
			for _, d := range u.Definitions()[v] {
				found = found || d.Rhs != nil && !flow.Within(d.Rhs, at) && !flow.Within(at, d.Node) && w.madeOf(u, d.Rhs, at, seen)
			}
		}
		return !found
	})
	return found
}

// lowered is where a loop takes the lesser of Retry-After and of its own delay, one
// that is drawn or grows; to hold it below a maximum that stays the same is right.
func lowered(r *flow.Region, readers waitReaders) ast.Node {
	var found ast.Node
	ast.Inspect(r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if world.IsBuiltin(r.U.M, n) && summary.LastName(n.Fun) == "min" && len(n.Args) == 2 && (readers.floorAndOwn(r, n.Args[0], n.Args[1], n) || readers.floorAndOwn(r, n.Args[1], n.Args[0], n)) {
				found = n
			}
		case *ast.IfStmt:
			if high, low := lesser(r.U.M, n); high != nil && (readers.floorAndOwn(r, high, low, n.Body) || readers.floorAndOwn(r, low, high, n.Body)) {
				found = n.Cond
			}
		}
		return found == nil
	})
	return found
}

// lesser takes apart a statement that does what high = min(high, low) does; nil if
// it is none.
func lesser(m *flow.Package, s *ast.IfStmt) (high, low ast.Expr) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || s.Else != nil || len(s.Body.List) != 1 {
		return nil, nil
	}
	set, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
		return nil, nil
	}
	switch cond.Op {
	case token.LSS, token.LEQ:
		high, low = cond.Y, cond.X
	case token.GTR, token.GEQ:
		high, low = cond.X, cond.Y
	}
	if high == nil || m.Object(high) == nil || m.Object(high) != m.Object(set.Lhs[0]) || types.ExprString(ast.Unparen(low)) != types.ExprString(ast.Unparen(set.Rhs[0])) {
		return nil, nil
	}
	return high, low
}

// floorAndOwn reports whether one expression is made from Retry-After, and another
// one is not and changes from round to round, before the statement at which the
// lesser of them is taken.
func (w waitReaders) floorAndOwn(r *flow.Region, floor, own ast.Expr, at ast.Node) bool {
	if !w.ofRetryAfter(r.U, floor, at) || w.ofRetryAfter(r.U, own, at) {
		return false
	}
	moves, _ := r.U.M.Values().Moves(own, r.Span(), nil)
	return moves&(value.Counts|value.Draws) != 0
}
