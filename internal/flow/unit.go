package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/summary"
)

// Unit is one function body with its control-flow graph: a declared function
// or a function literal.
type Unit struct {
	M      *Package
	File   *ast.File
	Root   ast.Node    // the declared function, or the literal of package level, it stands in
	Fn     *types.Func // the declared function; nil in a literal of package level
	Name   string      // of the function, or of the variable that the literal is given to
	Node   ast.Node    // *ast.FuncDecl or *ast.FuncLit
	Typ    *ast.FuncType
	Body   *ast.BlockStmt
	Graph  *cfg.CFG
	Preds  map[*cfg.Block][]*cfg.Block
	Clause map[*ast.CaseClause]*ast.SwitchStmt
	Typed  map[*ast.CaseClause]ast.Expr // of type switches: what is switched on
	heads  map[ast.Stmt]*cfg.Block      // of loops and labels: where each round begins
	defs   map[types.Object][]Def
	waited *[]summary.Wait    // see waits
	placed []placement        // see BlockOf
	cycles map[*cfg.Block]int // see Cyclic
}

// Literal is a function literal of a unit as a unit of its own.
func (u *Unit) Literal(lit *ast.FuncLit) *Unit {
	return &Unit{M: u.M, File: u.File, Root: u.Root, Fn: u.Fn, Name: u.Name, Node: lit, Typ: lit.Type, Body: lit.Body}
}

// Bodies lists a unit and the function literals in it, each as a unit of its own.
func (u *Unit) Bodies() []*Unit {
	out := []*Unit{u}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			out = append(out, u.Literal(lit))
		}
		return true
	})
	return out
}

// Def is one assignment to a variable.
type Def struct {
	Node  ast.Node // the statement
	Rhs   ast.Expr // nil for x++ and declarations without value
	Index int      // which result of rhs, for calls with several
	Multi bool     // rhs is a call with several results
	Tok   token.Token
}

// Cfg builds the control-flow graph on first use.
func (u *Unit) Cfg() *cfg.CFG {
	if u.Graph != nil {
		return u.Graph
	}
	u.Graph = cfg.New(u.Body, u.M.Sums.MayReturn)
	u.Preds = map[*cfg.Block][]*cfg.Block{}
	u.heads = map[ast.Stmt]*cfg.Block{}
	for _, b := range u.Graph.Blocks {
		switch b.Kind {
		case cfg.KindForLoop, cfg.KindRangeLoop, cfg.KindLabel:
			u.heads[b.Stmt] = b
		case cfg.KindForBody: // the head of a loop without condition
			if u.heads[b.Stmt] == nil {
				u.heads[b.Stmt] = b
			}
		}
		for _, s := range b.Succs {
			u.Preds[s] = append(u.Preds[s], b)
		}
	}
	u.Clause = map[*ast.CaseClause]*ast.SwitchStmt{}
	u.Typed = map[*ast.CaseClause]ast.Expr{}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.SwitchStmt:
			for _, c := range s.Body.List {
				u.Clause[c.(*ast.CaseClause)] = s
			}
		case *ast.TypeSwitchStmt:
			for _, c := range s.Body.List {
				u.Typed[c.(*ast.CaseClause)] = SwitchedOn(s)
			}
		}
		return true
	})
	return u.Graph
}

// SwitchedOn is the expression whose type a type switch asks for.
func SwitchedOn(s *ast.TypeSwitchStmt) ast.Expr {
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

// Waits lists the waits of the whole body.
func (u *Unit) Waits() []summary.Wait {
	if u.waited == nil {
		w := u.M.Sums.Waits(u.Body)
		u.waited = &w
	}
	return *u.waited
}

// Definitions maps each variable to its assignments anywhere in the declared
// function, literals included, since closures share its variables.
func (u *Unit) Definitions() map[types.Object][]Def {
	if u.defs != nil {
		return u.defs
	}
	if d := u.M.defs[u.Root]; d != nil {
		u.defs = d
		return d
	}
	u.defs = map[types.Object][]Def{}
	u.M.defs[u.Root] = u.defs
	add := func(l ast.Expr, d Def) {
		if obj := u.M.Object(l); obj != nil {
			u.defs[obj] = append(u.defs[obj], d)
		}
	}
	ast.Inspect(u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					add(l, Def{Node: n, Rhs: n.Rhs[i], Tok: n.Tok})
				} else {
					add(l, Def{Node: n, Rhs: n.Rhs[0], Index: i, Multi: true, Tok: n.Tok})
				}
			}
		case *ast.ValueSpec:
			for i, l := range n.Names {
				switch {
				case len(n.Values) == 0:
					add(l, Def{Node: n, Tok: token.VAR})
				case len(n.Values) == len(n.Names):
					add(l, Def{Node: n, Rhs: n.Values[i], Tok: token.DEFINE})
				default:
					add(l, Def{Node: n, Rhs: n.Values[0], Index: i, Multi: true, Tok: token.DEFINE})
				}
			}
		case *ast.IncDecStmt:
			add(n.X, Def{Node: n, Tok: n.Tok})
		case *ast.RangeStmt:
			if n.Key != nil {
				add(n.Key, Def{Node: n, Tok: token.RANGE})
			}
			if n.Value != nil {
				add(n.Value, Def{Node: n, Tok: token.RANGE})
			}
		}
		return true
	})
	return u.defs
}

// Object returns the variable that an expression names: an identifier's, or the
// field's for a selector.
func (m *Package) Object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := m.Info.Defs[e]; obj != nil {
			return obj
		}
		return m.Info.Uses[e]
	case *ast.SelectorExpr:
		return m.Info.Uses[e.Sel]
	}
	return nil
}

// Region is the part of a unit that a site repeats.
type Region struct {
	U      *Unit
	Node   ast.Node // *ast.ForStmt, *ast.RangeStmt or *ast.LabeledStmt
	From   token.Pos
	To     token.Pos
	Head   *cfg.Block
	Blocks map[*cfg.Block]bool
	Order  []*cfg.Block // the blocks, by index

	// Answers to questions that are asked more than once.
	All     []Placed
	ByCall  map[*ast.CallExpr]Placed
	Inner   []ast.Node
	Tracked map[types.Object]int
	Growth  map[ast.Expr]value.Growth // of numbers
	back    map[*cfg.Block]bool

	// Again holds the blocks at whose end the region begins anew although no edge leads
	// back: those in which a function calls itself.
	Again map[*cfg.Block]bool

	// Polls is set where a flag that successful answers give back says that the
	// call is to be made again.
	Polls bool
}

// LoopRegion finds the blocks of a loop.
func (u *Unit) LoopRegion(loop ast.Stmt) *Region {
	return u.region(loop, loop.End())
}

// TooLarge is how many blocks a loop may have to be looked at: many times more
// than the longest retry loop, and fewer than an interpreter's loop over its
// instructions.
const TooLarge = 500

// region finds the blocks that repeat from a statement on; nil if they are never
// reached or too many.
func (u *Unit) region(node ast.Stmt, end token.Pos) *Region {
	u.Cfg()
	r := &Region{U: u, Node: node, From: node.Pos(), To: end, Head: u.heads[node]}
	if r.Head == nil || !r.Head.Live {
		return nil
	}
	r.fill()
	if len(r.Blocks) > TooLarge {
		return nil
	}
	return r
}

// GotoRegion finds the blocks between a label and the last goto back to it.
func (u *Unit) GotoRegion(label *ast.LabeledStmt, end token.Pos) *Region {
	return u.region(label, end)
}

// fill collects the blocks that are reachable from the head within the source
// range of the region.
func (r *Region) fill() {
	r.Blocks = map[*cfg.Block]bool{}
	stack := []*cfg.Block{r.Head}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.Blocks[b] || !r.holds(b) {
			continue
		}
		r.Blocks[b] = true
		stack = append(stack, b.Succs...)
	}
	for b := range r.Blocks {
		r.Order = append(r.Order, b)
	}
	slices.SortFunc(r.Order, func(a, b *cfg.Block) int { return int(a.Index - b.Index) })
}

// holds reports whether a block belongs to the region by its position. The
// block after a loop carries the loop as its statement, but is outside.
func (r *Region) holds(b *cfg.Block) bool {
	if b == r.Head {
		return true
	}
	if b.Stmt == r.Node && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone) {
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
	return r.Inside(pos)
}

// Inside reports whether a position is repeated by the region: what a loop does
// before its first round is not.
func (r *Region) Inside(pos token.Pos) bool {
	if loop, ok := r.Node.(*ast.ForStmt); ok && loop.Init != nil && loop.Init.Pos() <= pos && pos < loop.Init.End() {
		return false
	}
	return r.From <= pos && pos < r.To
}

// Contains reports whether a node lies within the region.
func (r *Region) Contains(n ast.Node) bool { return n != nil && r.Inside(n.Pos()) }

// Span is where a region stands, as package value asks for it.
func (r *Region) Span() value.Region { return value.Region{From: r.From, To: r.To} }

// Leads reports, for every block of the region, whether the head can be reached
// from it without leaving the region.
func (r *Region) Leads() map[*cfg.Block]bool {
	if r.back != nil {
		return r.back
	}
	back := map[*cfg.Block]bool{}
	r.back = back
	stack := []*cfg.Block{}
	for _, p := range r.U.Preds[r.Head] {
		if r.Blocks[p] {
			stack = append(stack, p)
		}
	}
	for b := range r.Again {
		stack = append(stack, b)
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if back[b] || !r.Blocks[b] {
			continue
		}
		back[b] = true
		if b != r.Head {
			stack = append(stack, r.U.Preds[b]...)
		}
	}
	return back
}
