package value

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// node is a value: an ssa.Value, or one of those that memory adds. All are
// comparable.
type node any

// merge is a phi of memory: what a location holds where ways meet.
type merge struct {
	f     *function
	loc   loc
	block *ssa.BasicBlock
	edges []node   // by predecessor
	alias node     // set where all edges are one
	users []*merge // those that have it for an edge
}

// effect is what a location may hold after a call that was handed its address, or
// that runs a literal which writes it; or after a store to a part of it.
type effect struct {
	f      *function
	loc    loc
	in     ssa.Instruction
	val    ssa.Value // of a store
	before node
}

// initial is what a location holds where a function begins, or where its base comes
// from elsewhere; of a variable of the function, zero.
type initial struct {
	f    *function
	loc  loc
	zero bool
}

// cell is all that a family writes to a location, in no order.
type cell struct {
	fam    *family
	loc    loc
	writes []write
}

// part is a field of a struct that is known only as a whole.
type part struct {
	f    *function
	of   ssa.Value
	path string
}

// pick is an element that is read from a list or map.
type pick struct {
	in        ssa.Instruction
	of, index ssa.Value
	value     node // what is known to be written there
}

func isLoad(x *ssa.UnOp) bool { return x.Op == token.MUL }

// maxLinks is how many loads and copies may follow each other; no program has more.
const maxLinks = 1000

// resolve replaces a load by what it reads, and a phi of one value by that.
func (v *Values) resolve(n node) node {
	for range maxLinks {
		next, ok := v.behind(n)
		if !ok {
			return n
		}
		n = next
	}
	return n
}

// behind is the value that another stands for, if it is nothing of its own.
func (v *Values) behind(n node) (node, bool) {
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
	case *merge:
		return x.alias, x.alias != nil
	case *ssa.Parameter:
		if fam := v.families[x.Parent()]; fam != nil {
			arg := fam.argument(x)
			return arg, arg != nil
		}
	case *ssa.ChangeType:
		return x.X, true
	case *ssa.Field:
		f := v.funcOf(x)
		r := f.project(x.X, "."+fieldName(x.X.Type(), x.Field), x.Block(), f.place(x))
		return r, r != nil
	case *ssa.Phi:
		if len(x.Edges) == 1 {
			return x.Edges[0], true
		}
	}
	return nil, false
}

func (v *Values) funcOf(in interface{ Parent() *ssa.Function }) *function {
	return v.funcs[in.Parent()]
}

// operands lists what a value is computed from. Calls are computed from what they
// are given.
func (v *Values) operands(n node) []node {
	switch x := n.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin, *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
		if r := v.resolve(n); r != n {
			return []node{r}
		}
		return nil
	case *ssa.UnOp:
		if r := v.resolve(n); r != n {
			return []node{r}
		}
		if x.Op == token.ARROW {
			return v.received(x.X)
		}
	case *ssa.Phi:
		return nodes(x.Edges)
	case *ssa.Alloc:
		return v.contents(x)
	case *ssa.Select:
		var out []node
		for _, s := range x.States {
			if s.Dir == types.RecvOnly {
				out = append(out, v.received(s.Chan)...)
			}
		}
		return out
	case *ssa.MakeClosure:
		return nil
	case *merge:
		if x.alias != nil {
			return []node{x.alias}
		}
		return x.edges
	case *effect:
		return append(v.changes(x), x.before)
	case *initial:
		return v.outside(x)
	case *cell:
		var out []node
		for _, w := range x.writes {
			out = append(out, v.values(w)...)
		}
		return out
	case *part:
		return []node{x.of}
	case *pick:
		return []node{x.value, x.of, x.index}
	}
	in, ok := n.(ssa.Instruction)
	if !ok || measures(in) {
		return nil
	}
	var out []node
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

func nodes[T ssa.Value](list []T) []node {
	out := make([]node, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}

// received lists what is sent to a channel in the functions that share it.
func (v *Values) received(ch ssa.Value) []node {
	out := []node{ch}
	in, ok := ch.(interface{ Parent() *ssa.Function })
	if !ok {
		return out
	}
	fam := v.families[in.Parent()]
	if fam == nil {
		return out
	}
	fam.collect()
	if l, ok := fam.pointee(ch); ok {
		for _, s := range fam.sends[l] {
			out = append(out, s.X)
		}
	}
	return out
}

// contents lists what is written to a variable that has no name of its own: the
// elements of a list, the fields of a literal. Handed on by its address, that is
// what it stands for.
func (v *Values) contents(a *ssa.Alloc) []node {
	fam := v.families[a.Parent()]
	fam.collect()
	var out []node
	for _, w := range fam.writes[fam.rep(a)] {
		if w.val != nil {
			out = append(out, w.val)
		}
	}
	return out
}

// block is where a value is computed; nil for those that are everywhere.
func block(n node) *ssa.BasicBlock {
	switch x := n.(type) {
	case *merge:
		return x.block
	case *effect:
		return x.in.Block()
	case *pick:
		return x.in.Block()
	case ssa.Instruction:
		return x.Block()
	}
	return nil
}

// of lists the values of an expression: one, or those of its operands where SSA has
// none for the whole.
func (v *Values) of(e ast.Expr) ([]node, *function) {
	if e == nil {
		return nil, nil
	}
	f := v.at(e.Pos())
	if f == nil {
		return nil, nil
	}
	return f.nodes(e), f
}

func (f *function) nodes(e ast.Expr) []node {
	e = ast.Unparen(e)
	info := f.fam.v.pass.TypesInfo
	tv := info.Types[e]
	switch {
	case tv.Value != nil:
		return []node{ssa.NewConst(tv.Value, tv.Type)}
	case tv.IsNil():
		return []node{ssa.NewConst(nil, types.Typ[types.UntypedNil])}
	case tv.IsType():
		return nil
	}
	if r := f.ref(e); r != nil {
		if !r.IsAddr {
			return []node{f.fam.v.resolve(r.X)}
		}
		if l, ok := f.fam.addressOf(r.X); ok {
			return []node{f.fam.v.resolve(f.read(l, r.Block(), f.place(r)))}
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
		for _, anon := range f.fn.AnonFuncs {
			if anon.Syntax() == e {
				return []node{anon}
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
func (f *function) declared(obj types.Object) []node {
	for g := f.fn; g != nil; g = g.Parent() {
		for _, p := range g.Params {
			if obj != nil && p.Object() == obj {
				return []node{p}
			}
		}
	}
	return nil
}

// one is the value of an expression that has exactly one.
func (v *Values) one(e ast.Expr) (node, *function) {
	list, f := v.of(e)
	if len(list) != 1 {
		return nil, f
	}
	return list[0], f
}
