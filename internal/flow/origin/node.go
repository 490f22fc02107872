package origin

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Node is a value: an ssa.Value, or one of those that memory adds. All are
// comparable.
type Node any

// Merge is a phi of memory: what a location holds where ways meet.
type Merge struct {
	f     *Function
	Loc   Location
	Block *ssa.BasicBlock
	Edges []Node   // by predecessor
	alias Node     // set where all edges are one
	users []*Merge // those that have it for an edge
}

// Effect is what a location may hold after a call that was handed its address, or
// that runs a literal which writes it; or after a store to a part of it.
type Effect struct {
	Func   *Function
	Loc    Location
	In     ssa.Instruction
	Val    ssa.Value // of a store
	Before Node
}

// Initial is what a location holds where a function begins, or where its base comes
// from elsewhere; of a variable of the function, zero.
type Initial struct {
	Func *Function
	Loc  Location
	Zero bool
}

// Cell is all that a family writes to a location, in no order.
type Cell struct {
	Family *Family
	Loc    Location
	Writes []Write
}

// part is a field of a struct that is known only as a whole.
type part struct {
	f    *Function
	of   ssa.Value
	path string
}

// Pick is an element that is read from a list or map.
type Pick struct {
	In        ssa.Instruction
	Of, Index ssa.Value
	Value     Node // what is known to be written there
}

func isLoad(x *ssa.UnOp) bool { return x.Op == token.MUL }

// MaxSteps is the same for the other questions.
const MaxSteps = 4000

// maxLinks is how many loads and copies may follow each other; no program has more.
const maxLinks = 1000

// Resolve replaces a load by what it reads, and a phi of one value by that.
func (v *Relation) Resolve(n Node) Node {
	for range maxLinks {
		next, ok := v.Behind(n)
		if !ok {
			return n
		}
		n = next
	}
	return n
}

// Behind is the value that another stands for, if it is nothing of its own.
func (v *Relation) Behind(n Node) (Node, bool) {
	switch x := n.(type) {
	case *ssa.UnOp:
		if isLoad(x) {
			r := v.funcOf(x).load(x)
			return r, r != nil && r != n
		}
	case *ssa.Lookup:
		if p := v.funcOf(x).lookup(x); p != nil {
			return p, true
		}
	case *Merge:
		return x.alias, x.alias != nil
	case *ssa.Parameter:
		if fam := v.Families[x.Parent()]; fam != nil {
			arg := fam.argument(x)
			return arg, arg != nil
		}
	case *ssa.ChangeType:
		return x.X, true
	case *ssa.Field:
		f := v.funcOf(x)
		r := f.Project(x.X, "."+fieldName(x.X.Type(), x.Field), x.Block(), f.Place(x))
		return r, r != nil
	case *ssa.Phi:
		if len(x.Edges) == 1 {
			return x.Edges[0], true
		}
	}
	return nil, false
}

func (v *Relation) funcOf(in interface{ Parent() *ssa.Function }) *Function {
	return v.Funcs[in.Parent()]
}

// Operands lists what a value is computed from. Calls are computed from what they
// are given.
func (v *Relation) Operands(n Node) []Node {
	switch x := n.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin, *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
		if r := v.Resolve(n); r != n {
			return []Node{r}
		}
		return nil
	case *ssa.UnOp:
		if r := v.Resolve(n); r != n {
			return []Node{r}
		}
		if x.Op == token.ARROW {
			return v.received(x.X)
		}
	case *ssa.Phi:
		return Nodes(x.Edges)
	case *ssa.Alloc:
		return v.contents(x)
	case *ssa.Select:
		var out []Node
		for _, s := range x.States {
			if s.Dir == types.RecvOnly {
				out = append(out, v.received(s.Chan)...)
			}
		}
		return out
	case *ssa.MakeClosure:
		return nil
	case *Merge:
		if x.alias != nil {
			return []Node{x.alias}
		}
		return x.Edges
	case *Effect:
		return append(v.Changes(x), x.Before)
	case *Initial:
		return v.Outside(x)
	case *Cell:
		var out []Node
		for _, w := range x.Writes {
			out = append(out, v.Values(w)...)
		}
		return out
	case *part:
		return []Node{x.of}
	case *Pick:
		return []Node{x.Value, x.Of, x.Index}
	}
	in, ok := n.(ssa.Instruction)
	if !ok || measures(in) {
		return nil
	}
	var out []Node
	for _, p := range in.Operands(nil) {
		if *p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// measures reports whether a value is the length of a list of constant size, which
// does not depend on what is in it.
func measures(in ssa.Instruction) bool {
	c, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "len" && b.Name() != "cap" {
		return false
	}
	s, ok := c.Call.Args[0].(*ssa.Slice)
	if !ok {
		return false
	}
	_, ok = s.X.(*ssa.Alloc)
	return ok
}

func Nodes[T ssa.Value](list []T) []Node {
	out := make([]Node, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}

// received lists what is sent to a channel in the functions that share it.
func (v *Relation) received(ch ssa.Value) []Node {
	out := []Node{ch}
	in, ok := ch.(interface{ Parent() *ssa.Function })
	if !ok {
		return out
	}
	fam := v.Families[in.Parent()]
	if fam == nil {
		return out
	}
	fam.Collect()
	if l, ok := fam.Pointee(ch); ok {
		for _, s := range fam.sends[l] {
			out = append(out, s.X)
		}
	}
	return out
}

// contents lists what is written to a variable that has no name of its own: the
// elements of a list, the fields of a literal. Handed on by its address, that is
// what it stands for.
func (v *Relation) contents(a *ssa.Alloc) []Node {
	fam := v.Families[a.Parent()]
	fam.Collect()
	var out []Node
	for _, w := range fam.Writes[fam.Rep(a)] {
		if w.Val != nil {
			out = append(out, w.Val)
		}
	}
	return out
}

// Block is where a value is computed; nil for those that are everywhere.
func Block(n Node) *ssa.BasicBlock {
	switch x := n.(type) {
	case *Merge:
		return x.Block
	case *Effect:
		return x.In.Block()
	case *Pick:
		return x.In.Block()
	case ssa.Instruction:
		return x.Block()
	}
	return nil
}

// Of lists the values of an expression: one, or those of its operands where SSA has
// none for the whole.
func (v *Relation) Of(e ast.Expr) ([]Node, *Function) {
	if e == nil {
		return nil, nil
	}
	f := v.at(e.Pos())
	if f == nil {
		return nil, nil
	}
	return f.nodes(e), f
}

func (f *Function) nodes(e ast.Expr) []Node {
	e = ast.Unparen(e)
	info := f.Family.v.Pass.TypesInfo
	tv := info.Types[e]
	switch {
	case tv.Value != nil:
		return []Node{ssa.NewConst(tv.Value, tv.Type)}
	case tv.IsNil():
		return []Node{ssa.NewConst(nil, types.Typ[types.UntypedNil])}
	case tv.IsType():
		return nil
	}
	if r := f.Ref(e); r != nil {
		if !r.IsAddr {
			return []Node{f.Family.v.Resolve(r.X)}
		}
		if l, ok := f.Family.addressOf(r.X); ok {
			return []Node{f.Family.v.Resolve(f.Read(l, r.Block(), f.Place(r)))}
		}
		return nil
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.declared(info.Defs[e])
	case *ast.BinaryExpr:
		return append(f.nodes(e.X), f.nodes(e.Y)...)
	case *ast.UnaryExpr:
		return f.nodes(e.X)
	case *ast.FuncLit:
		for _, anon := range f.SSA.AnonFuncs {
			if anon.Syntax() == e {
				return []Node{anon}
			}
		}
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return f.nodes(e.Args[0])
		}
	}
	return nil
}

// declared is the value of a parameter where it is declared.
func (f *Function) declared(obj types.Object) []Node {
	for g := f.SSA; g != nil; g = g.Parent() {
		for _, p := range g.Params {
			if obj != nil && p.Object() == obj {
				return []Node{p}
			}
		}
	}
	return nil
}

// One is the value of an expression that has exactly one.
func (v *Relation) One(e ast.Expr) (Node, *Function) {
	list, f := v.Of(e)
	if len(list) != 1 {
		return nil, f
	}
	return list[0], f
}

// Returned lists what a function gives back as one of its results.
func Returned(fn *ssa.Function, result int) []Node {
	var out []Node
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(r.Results) {
			out = append(out, r.Results[result])
		}
	}
	return out
}
