package fixes

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

// header reads the loop's header: a constant number of rounds, counted from 0, or
// no end.
func (r *rewrite) header() bool {
	info := r.p.f.pass.TypesInfo
	switch n := r.loop.(type) {
	case *ast.RangeStmt:
		r.body, r.times = n.Body, n.X
		if n.Value != nil || n.Key != nil && n.Tok != token.DEFINE {
			return false
		}
		r.counter, _ = n.Key.(*ast.Ident)
	case *ast.ForStmt:
		if n.Init == nil && n.Cond == nil && n.Post == nil {
			r.body = n.Body
			return true
		}
		init, okInit := n.Init.(*ast.AssignStmt)
		cond, okCond := n.Cond.(*ast.BinaryExpr)
		post, okPost := n.Post.(*ast.IncDecStmt)
		if !okInit || !okCond || !okPost || init.Tok != token.DEFINE || len(init.Lhs) != 1 || cond.Op != token.LSS || post.Tok != token.INC {
			return false
		}
		zero := info.Types[init.Rhs[0]].Value
		x, okX := cond.X.(*ast.Ident)
		step, okStep := post.X.(*ast.Ident)
		r.counter, _ = init.Lhs[0].(*ast.Ident)
		if zero == nil || constant.Sign(zero) != 0 || !okX || !okStep || r.counter == nil {
			return false
		}
		if obj := info.Defs[r.counter]; info.Uses[x] != obj || info.Uses[step] != obj {
			return false
		}
		r.body, r.times = n.Body, cond.Y
	}
	r.number = r.p.fixed(r.times)
	if r.number == nil || r.number.Kind() != constant.Int || constant.Compare(r.number, token.LSS, constant.MakeInt64(2)) {
		return false
	}
	if r.counter == nil || r.counter.Name == "_" {
		r.counter = nil
		return true
	}
	obj := info.Defs[r.counter]
	if !types.Identical(obj.Type(), types.Typ[types.Int]) || r.p.f.changes(r.body, r.counter) {
		return false
	}
	if len(r.uses(obj, r.body)) == 0 {
		r.counter = nil
	}
	return true
}

// endsRound reports whether each round that does not leave the loop comes to the
// wait, and nothing follows the wait in the round but updates of the delay.
func (r *rewrite) endsRound() bool {
	if len(r.p.path) < 2 {
		return false
	}
	list := syntax.ListOf(r.p.path[1])
	r.updates = syntax.Following(r.p.path[1], r.p.stmt)
	if n := len(r.updates); n > 0 {
		if b, ok := r.updates[n-1].(*ast.BranchStmt); ok && b.Tok == token.CONTINUE && r.leavesLoop(b) {
			r.next, r.updates = b, r.updates[:n-1]
		}
	}
	for _, u := range r.updates {
		plain := true
		syntax.Own(u, func(n ast.Node) {
			if _, ok := n.(*ast.CallExpr); ok && !r.isMin(n) {
				plain = false
			}
		})
		if !plain {
			return false
		}
	}
	if r.next == nil && (r.p.stmt == list[0] || !r.isLast()) || !r.closes(r.body.List) {
		return false
	}
	return !r.jumps(token.GOTO) && !r.jumps(token.CONTINUE)
}

// isLast reports whether nothing follows the statements with the wait in a round.
func (r *rewrite) isLast() bool {
	for i, n := range r.p.path[1:] {
		if n == ast.Node(r.body) {
			return true
		}
		if s, ok := n.(ast.Stmt); ok && syntax.Lists(r.p.path[i+2], s) && len(syntax.Following(r.p.path[i+2], s)) > 0 {
			return false
		}
	}
	return false
}

// closes reports whether whoever comes to the end of some statements of the loop,
// and does not leave it, has waited.
func (r *rewrite) closes(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	if slices.Contains(list, r.p.stmt) {
		return true
	}
	switch s := list[len(list)-1].(type) {
	case *ast.BlockStmt:
		return r.closes(s.List)
	case *ast.IfStmt:
		return s.Else != nil && r.closes(s.Body.List) && r.closes([]ast.Stmt{s.Else})
	case *ast.SwitchStmt:
		return r.closesEach(s.Body)
	case *ast.TypeSwitchStmt:
		return r.closesEach(s.Body)
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && r.leavesLoop(s)
	case *ast.ReturnStmt:
		return true
	}
	return false
}

// closesEach is closes for all cases of a switch.
func (r *rewrite) closesEach(body *ast.BlockStmt) bool {
	whole := false
	for _, s := range body.List {
		c := s.(*ast.CaseClause)
		whole = whole || c.List == nil
		if !r.closes(c.Body) {
			return false
		}
	}
	breaks := false
	syntax.Own(body, func(n ast.Node) {
		b, ok := n.(*ast.BranchStmt)
		breaks = breaks || ok && b.Tok == token.BREAK && b.Label == nil
	})
	return whole && !breaks
}

// jumps reports whether the body of the loop has a jump of some kind that takes
// effect on the loop itself, other than the continue behind the wait. Each goto
// does, and each jump to a label.
func (r *rewrite) jumps(tok token.Token) bool {
	jumps := false
	syntax.Own(r.body, func(n ast.Node) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == tok && n != ast.Node(r.next) {
			jumps = jumps || tok == token.GOTO || b.Label != nil || r.leavesLoop(b)
		}
	})
	return jumps
}

// leavesLoop reports whether a break or continue of the body is one of the loop:
// no statement between takes it.
func (r *rewrite) leavesLoop(b *ast.BranchStmt) bool {
	if b.Label != nil {
		l, ok := r.outer().(*ast.LabeledStmt)
		return ok && l.Label.Name == b.Label.Name
	}
	for _, n := range syntax.Enclosing(r.p.src.File, b) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n == ast.Node(r.loop)
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if b.Tok == token.BREAK {
				return false
			}
		}
	}
	return false
}

func (r *rewrite) isMin(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	b, ok := callee(r.p.f.pass.TypesInfo, c).(*types.Builtin)
	return ok && b.Name() == "min"
}

// uses lists the uses of a variable below a node.
func (r *rewrite) uses(obj types.Object, root ast.Node) []*ast.Ident {
	var out []*ast.Ident
	ast.Inspect(root, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.p.f.pass.TypesInfo.Uses[id] == obj {
			out = append(out, id)
		}
		return true
	})
	return out
}

// rewrite is a loop on the way to a call of package retry.
type rewrite struct {
	p       *place
	site    *site.Site
	loop    ast.Stmt
	ctx     string // "" if there is none
	plain   *plain // see do.go; nil if the loop is not plain
	body    *ast.BlockStmt
	times   ast.Expr // the number of attempts; nil if there is none
	number  constant.Value
	counter *ast.Ident // nil if nothing uses it
	base    ast.Expr   // the first delay
	limit   ast.Expr   // the longest, if it grows and has one
	grows   bool       // by doubling
	delay   ast.Stmt   // the declaration of the variable that has the delay
	err     *types.Var // what the error of the last attempt is kept in
	gives   string     // the return statement for giving up, where there is none
	stop    string     // a new variable for what ended the retries
	updates []ast.Stmt // of the delay
	next    ast.Stmt   // the continue that follows the wait, if one does
}

// outer is the loop with its label.
func (r *rewrite) outer() ast.Stmt { return r.p.labelled(r.loop) }

// parent is what lists the loop.
func (r *rewrite) parent() ast.Node {
	outer := r.outer()
	for i, n := range r.p.path {
		if n == ast.Node(outer) && i+1 < len(r.p.path) {
			return r.p.path[i+1]
		}
	}
	return nil
}
