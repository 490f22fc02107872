package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/summary"
)

// unit is one function body with its control-flow graph: a declared function
// or a function literal.
type unit struct {
	m      *Package
	file   *ast.File
	root   ast.Node    // the declared function, or the literal of package level, it stands in
	fn     *types.Func // the declared function; nil in a literal of package level
	name   string      // of the function, or of the variable that the literal is given to
	node   ast.Node    // *ast.FuncDecl or *ast.FuncLit
	typ    *ast.FuncType
	body   *ast.BlockStmt
	graph  *cfg.CFG
	preds  map[*cfg.Block][]*cfg.Block
	clause map[*ast.CaseClause]*ast.SwitchStmt
	typed  map[*ast.CaseClause]ast.Expr // of type switches: what is switched on
	heads  map[ast.Stmt]*cfg.Block      // of loops and labels: where each round begins
	defs   map[types.Object][]def
	waited *[]summary.Wait // see waits
}

// def is one assignment to a variable.
type def struct {
	node  ast.Node // the statement
	rhs   ast.Expr // nil for x++ and declarations without value
	index int      // which result of rhs, for calls with several
	multi bool     // rhs is a call with several results
	tok   token.Token
}

// cfg builds the control-flow graph on first use.
func (u *unit) cfg() *cfg.CFG {
	if u.graph != nil {
		return u.graph
	}
	u.graph = cfg.New(u.body, u.m.sums.MayReturn)
	u.preds = map[*cfg.Block][]*cfg.Block{}
	u.heads = map[ast.Stmt]*cfg.Block{}
	for _, b := range u.graph.Blocks {
		switch b.Kind {
		case cfg.KindForLoop, cfg.KindRangeLoop, cfg.KindLabel:
			u.heads[b.Stmt] = b
		case cfg.KindForBody: // the head of a loop without condition
			if u.heads[b.Stmt] == nil {
				u.heads[b.Stmt] = b
			}
		}
		for _, s := range b.Succs {
			u.preds[s] = append(u.preds[s], b)
		}
	}
	u.clause = map[*ast.CaseClause]*ast.SwitchStmt{}
	u.typed = map[*ast.CaseClause]ast.Expr{}
	ast.Inspect(u.body, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.SwitchStmt:
			for _, c := range s.Body.List {
				u.clause[c.(*ast.CaseClause)] = s
			}
		case *ast.TypeSwitchStmt:
			for _, c := range s.Body.List {
				u.typed[c.(*ast.CaseClause)] = switchedOn(s)
			}
		}
		return true
	})
	return u.graph
}

// switchedOn is the expression whose type a type switch asks for.
func switchedOn(s *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	if t, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		return t.X
	}
	return nil
}

// waits lists the waits of the whole body.
func (u *unit) waits() []summary.Wait {
	if u.waited == nil {
		w := u.m.sums.Waits(u.body)
		u.waited = &w
	}
	return *u.waited
}

// definitions maps each variable to its assignments anywhere in the declared
// function, literals included, since closures share its variables.
func (u *unit) definitions() map[types.Object][]def {
	if u.defs != nil {
		return u.defs
	}
	if d := u.m.defs[u.root]; d != nil {
		u.defs = d
		return d
	}
	u.defs = map[types.Object][]def{}
	u.m.defs[u.root] = u.defs
	add := func(l ast.Expr, d def) {
		if obj := u.m.object(l); obj != nil {
			u.defs[obj] = append(u.defs[obj], d)
		}
	}
	ast.Inspect(u.root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					add(l, def{node: n, rhs: n.Rhs[i], tok: n.Tok})
				} else {
					add(l, def{node: n, rhs: n.Rhs[0], index: i, multi: true, tok: n.Tok})
				}
			}
		case *ast.ValueSpec:
			for i, l := range n.Names {
				switch {
				case len(n.Values) == 0:
					add(l, def{node: n, tok: token.VAR})
				case len(n.Values) == len(n.Names):
					add(l, def{node: n, rhs: n.Values[i], tok: token.DEFINE})
				default:
					add(l, def{node: n, rhs: n.Values[0], index: i, multi: true, tok: token.DEFINE})
				}
			}
		case *ast.IncDecStmt:
			add(n.X, def{node: n, tok: n.Tok})
		case *ast.RangeStmt:
			if n.Key != nil {
				add(n.Key, def{node: n, tok: token.RANGE})
			}
			if n.Value != nil {
				add(n.Value, def{node: n, tok: token.RANGE})
			}
		}
		return true
	})
	return u.defs
}

// object returns the variable that an expression names: an identifier's, or the
// field's for a selector.
func (m *Package) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := m.info.Defs[e]; obj != nil {
			return obj
		}
		return m.info.Uses[e]
	case *ast.SelectorExpr:
		return m.info.Uses[e.Sel]
	}
	return nil
}

// region is the part of a unit that a site repeats.
type region struct {
	u      *unit
	node   ast.Node // *ast.ForStmt, *ast.RangeStmt or *ast.LabeledStmt
	from   token.Pos
	to     token.Pos
	head   *cfg.Block
	blocks map[*cfg.Block]bool
	order  []*cfg.Block // the blocks, by index

	// steps counts what the interpreter did for this region, see maxSteps.
	steps int

	// Answers to questions that are asked more than once.
	all     []placed
	byCall  map[*ast.CallExpr]placed
	inner   []ast.Node
	tracked map[types.Object]int
	growth  map[types.Object]growth
	back    map[*cfg.Block]bool

	// onlyClassGoesOn is set where only errors of some class are tried again, so
	// that all others, a context's among them, end the loop.
	onlyClassGoesOn bool
	poll            bool // the region is a poll
	saysAgain       bool // a flag beside an error says that a call should be made again
	polls           bool // such a flag says so of successful answers
	// deadline is set where a context that ends the region was given a deadline in
	// this function.
	deadline bool
	// otherwise is set where a question that has nothing to do with the attempt
	// ends the region.
	otherwise bool
	asking    map[types.Object]bool // flags that are being looked at, see boundOfFlag
}

// loopRegion finds the blocks of a loop.
func (u *unit) loopRegion(loop ast.Stmt) *region {
	return u.region(loop, loop.End())
}

// tooLarge is how many blocks a loop may have to be looked at: many times more
// than the longest retry loop, and fewer than an interpreter's loop over its
// instructions.
const tooLarge = 500

// region finds the blocks that repeat from a statement on; nil if they are never
// reached or too many.
func (u *unit) region(node ast.Stmt, end token.Pos) *region {
	u.cfg()
	r := &region{u: u, node: node, from: node.Pos(), to: end, head: u.heads[node]}
	if r.head == nil || !r.head.Live {
		return nil
	}
	r.fill()
	if len(r.blocks) > tooLarge {
		return nil
	}
	return r
}

// gotoRegion finds the blocks between a label and the last goto back to it.
func (u *unit) gotoRegion(label *ast.LabeledStmt, end token.Pos) *region {
	return u.region(label, end)
}

// fill collects the blocks that are reachable from the head within the source
// range of the region.
func (r *region) fill() {
	r.blocks = map[*cfg.Block]bool{}
	stack := []*cfg.Block{r.head}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.blocks[b] || !r.holds(b) {
			continue
		}
		r.blocks[b] = true
		stack = append(stack, b.Succs...)
	}
	for b := range r.blocks {
		r.order = append(r.order, b)
	}
	slices.SortFunc(r.order, func(a, b *cfg.Block) int { return int(a.Index - b.Index) })
}

// holds reports whether a block belongs to the region by its position. The
// block after a loop carries the loop as its statement, but is outside.
func (r *region) holds(b *cfg.Block) bool {
	if b == r.head {
		return true
	}
	if b.Stmt == r.node && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone) {
		return false
	}
	pos := token.NoPos
	switch {
	case len(b.Nodes) > 0:
		pos = b.Nodes[0].Pos()
	case b.Stmt != nil:
		pos = b.Stmt.Pos()
	}
	if !pos.IsValid() {
		return false
	}
	return r.inside(pos)
}

// inside reports whether a position is repeated by the region: what a loop does
// before its first round is not.
func (r *region) inside(pos token.Pos) bool {
	if loop, ok := r.node.(*ast.ForStmt); ok && loop.Init != nil && loop.Init.Pos() <= pos && pos < loop.Init.End() {
		return false
	}
	return r.from <= pos && pos < r.to
}

// contains reports whether a node lies within the region.
func (r *region) contains(n ast.Node) bool { return n != nil && r.inside(n.Pos()) }

// leads reports, for every block of the region, whether the head can be reached
// from it without leaving the region.
func (r *region) leads() map[*cfg.Block]bool {
	if r.back != nil {
		return r.back
	}
	back := map[*cfg.Block]bool{}
	r.back = back
	stack := []*cfg.Block{}
	for _, p := range r.u.preds[r.head] {
		if r.blocks[p] {
			stack = append(stack, p)
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if back[b] || !r.blocks[b] {
			continue
		}
		back[b] = true
		if b != r.head {
			stack = append(stack, r.u.preds[b]...)
		}
	}
	return back
}
