package origin

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// entry names what a location holds where a block begins.
type entry struct {
	loc   Location
	block *ssa.BasicBlock
}

// change names what a location holds after an instruction.
type change struct {
	loc Location
	in  ssa.Instruction
}

// load is what a load reads, nil if that is not followed.
func (f *Function) load(x *ssa.UnOp) Node {
	l, ok := f.Family.addressOf(x.X)
	if !ok {
		return nil
	}
	n := f.Read(l, x.Block(), f.Place(x))
	addr, ok := x.X.(*ssa.IndexAddr)
	if !ok {
		return n
	}
	return f.pick(x, addr.X, addr.Index, n)
}

// lookup is what is read from a map, nil of a string.
func (f *Function) lookup(x *ssa.Lookup) Node {
	if _, isMap := x.X.Type().Underlying().(*types.Map); !isMap {
		return nil
	}
	if l, ok := f.Family.Pointee(x.X); ok {
		if l, ok = l.elem(); ok {
			return f.pick(x, x.X, x.Index, f.Read(l, x.Block(), f.Place(x)))
		}
	}
	return nil
}

func (f *Function) pick(in ssa.Instruction, of, index ssa.Value, val Node) Node {
	if p := f.picks[in]; p != nil {
		return p
	}
	if f.picks == nil {
		f.picks = map[ssa.Instruction]*Pick{}
	}
	p := &Pick{in, of, index, val}
	f.picks[in] = p
	return p
}

// Read is what a location holds before an instruction of a block.
func (f *Function) Read(l Location, b *ssa.BasicBlock, before int) Node {
	events := f.eventsIn(b)[l.Base]
	for i := len(events) - 1; i >= 0; i-- {
		e := events[i]
		if e.at >= before {
			continue
		}
		covers, covered := e.Loc.Covers(l), l.Covers(e.Loc)
		switch {
		case !covers && !covered:
		case covers && e.kills && e.Val == nil:
			return f.start(l, true)
		case covers && e.kills:
			if n := f.Project(e.Val, strings.TrimPrefix(l.Path[len(strings.TrimSuffix(e.Loc.Path, "*")):], "*"), b, e.at); n != nil {
				return n
			}
			return f.start(l, false)
		default:
			return f.changed(l, e, b)
		}
	}
	if in, ok := l.Base.(ssa.Instruction); ok && in.Block() == b {
		return f.start(l, false)
	}
	return f.entering(l, b)
}

// changed is what a location holds after an event that may write it.
func (f *Function) changed(l Location, e event, b *ssa.BasicBlock) Node {
	key := change{l, e.In}
	if x := f.changes[key]; x != nil {
		return x
	}
	if f.changes == nil {
		f.changes = map[change]*Effect{}
	}
	x := &Effect{Func: f, Loc: l, In: e.In, Val: e.Val}
	f.changes[key] = x
	x.Before = f.Read(l, b, e.at)
	return x
}

// entering is what a location holds where a block begins.
func (f *Function) entering(l Location, b *ssa.BasicBlock) Node {
	// Go back along the only way in a loop, so that recursion is no deeper than
	// ways meet.
	var way []*ssa.BasicBlock
	var found Node
	for found == nil {
		n, known := f.entries[entry{l, b}]
		switch {
		case known:
			found = n
		case len(b.Preds) == 0:
			found = f.start(l, false)
		case len(b.Preds) > 1:
			found = f.meeting(l, b)
		default:
			way = append(way, b)
			b = b.Preds[0]
			if len(f.eventsIn(b)[l.Base]) > 0 {
				found = f.Read(l, b, len(b.Instrs))
			} else if in, ok := l.Base.(ssa.Instruction); ok && in.Block() == b {
				found = f.start(l, false)
			}
		}
	}
	for _, b := range way {
		f.remember(entry{l, b}, found)
	}
	return found
}

func (f *Function) remember(e entry, n Node) {
	if f.entries == nil {
		f.entries = map[entry]Node{}
	}
	f.entries[e] = n
}

// meeting is what a location holds where ways meet.
func (f *Function) meeting(l Location, b *ssa.BasicBlock) Node {
	key := entry{l, b}
	m := &Merge{f: f, Loc: l, Block: b}
	f.remember(key, m)
	for _, p := range b.Preds {
		n := f.Family.v.Resolve(f.Read(l, p, len(p.Instrs)))
		m.Edges = append(m.Edges, n)
		if of, ok := n.(*Merge); ok && of != m {
			of.users = append(of.users, m)
		}
	}
	m.simplify()
	f.entries[key] = f.Family.v.Resolve(m)
	return f.entries[key]
}

// simplify makes a merge of one value that value, and then those that it is part of.
func (m *Merge) simplify() {
	if m.alias != nil || len(m.Edges) < len(m.Block.Preds) {
		return // still being made
	}
	var only Node
	for _, e := range m.Edges {
		switch n := m.f.Family.v.Resolve(e); {
		case n == Node(m) || n == only:
		case only == nil:
			only = n
		default:
			return
		}
	}
	if only == nil {
		return
	}
	m.alias = only
	for _, u := range m.users {
		u.simplify()
	}
}

// start is what a location holds where the function begins. A variable that the
// function captures may hold all that is ever written to it.
func (f *Function) start(l Location, zero bool) Node {
	if a, ok := l.Base.(*ssa.Alloc); ok && a.Parent() != f.SSA {
		return f.Family.Cell(l)
	}
	if x := f.starts[l]; x != nil {
		return x
	}
	if f.starts == nil {
		f.starts = map[Location]*Initial{}
	}
	x := &Initial{Func: f, Loc: l, Zero: zero}
	f.starts[l] = x
	return x
}

// Cell is what is written to a location in all of a family.
func (fam *Family) Cell(l Location) *Cell {
	if c := fam.cells[l]; c != nil {
		return c
	}
	if fam.cells == nil {
		fam.cells = map[Location]*Cell{}
	}
	fam.Collect()
	c := &Cell{Family: fam, Loc: l}
	fam.cells[l] = c
	for _, w := range fam.Writes[l.Base] {
		if w.Loc.Covers(l) || l.Covers(w.Loc) {
			c.Writes = append(c.Writes, w)
		}
	}
	return c
}

// Project is a part of a value: of a struct, or of what a pointer points to, which
// it holds before an instruction of a block.
func (f *Function) Project(val ssa.Value, path string, b *ssa.BasicBlock, before int) Node {
	if path == "" {
		return val
	}
	fam := f.Family
	if Refers(val.Type()) {
		l, ok := fam.Pointee(val)
		if !ok {
			return nil
		}
		return f.Deeper(l, path, b, before)
	}
	switch x := val.(type) {
	case *ssa.Const:
		return Zero(x.Type(), path)
	case *ssa.UnOp:
		if l, ok := fam.Loaded(x); ok {
			g := fam.v.Funcs[x.Parent()]
			return g.Deeper(l, path, x.Block(), g.Place(x))
		}
	case *ssa.ChangeType:
		return f.Project(x.X, path, b, before)
	}
	key := part{of: val, path: path}
	if p := f.parts[key]; p != nil {
		return p
	}
	if f.parts == nil {
		f.parts = map[part]*part{}
	}
	p := &part{of: val, path: path, f: f}
	f.parts[key] = p
	return p
}

func (f *Function) Deeper(l Location, path string, b *ssa.BasicBlock, before int) Node {
	l.Path = TrimStar(l.Path, path) + path
	if strings.Count(l.Path, ".")+strings.Count(l.Path, "[") > deepest {
		return nil
	}
	return f.Read(l, b, before)
}

// Changes lists what an effect comes from: what is stored, or the call, and what
// the literals write that it may run.
func (v *Relation) Changes(x *Effect) []Node {
	if x.Val != nil {
		return []Node{x.Val}
	}
	c := x.In.(ssa.CallInstruction)
	var out []Node
	if call, ok := c.(*ssa.Call); ok {
		out = append(out, call)
	} else {
		for _, a := range c.Common().Args {
			out = append(out, a)
		}
	}
	for _, w := range x.Func.ranWrites(c, x.Loc) {
		out = append(out, v.Values(w)...)
	}
	return out
}

// ranWrites lists the writes to a location of the literals that a call may run.
func (f *Function) ranWrites(c ssa.CallInstruction, l Location) []Write {
	var out []Write
	for _, lit := range f.Lits(c) {
		for _, w := range f.Family.Outward(lit) {
			if w.Loc.Covers(l) || l.Covers(w.Loc) {
				out = append(out, w)
			}
		}
	}
	return out
}

// LiteralWrites lists the values that a call may leave in a location where it does so
// by the literals alone that it runs, and these store them.
func LiteralWrites(x *Effect) ([]Write, bool) {
	c := x.In.(ssa.CallInstruction)
	for _, w := range x.Func.direct(c) {
		if w.Loc.Covers(x.Loc) || x.Loc.Covers(w.Loc) {
			return nil, false // it is handed the address
		}
	}
	writes := x.Func.ranWrites(c, x.Loc)
	for _, w := range writes {
		if w.Val == nil || w.Loc != x.Loc {
			return nil, false
		}
	}
	return writes, true
}

// Values lists what a write writes.
func (v *Relation) Values(w Write) []Node {
	if w.Val != nil {
		return []Node{w.Val}
	}
	if c, ok := w.In.(*ssa.Call); ok {
		return []Node{c}
	}
	var out []Node
	if c, ok := w.In.(ssa.CallInstruction); ok {
		for _, a := range c.Common().Args {
			out = append(out, a)
		}
	}
	return out
}

// Outside lists what is behind a location that nothing in sight has written.
func (v *Relation) Outside(x *Initial) []Node {
	switch b := x.Loc.Base.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
		return nil
	default:
		return []Node{b}
	}
}

// Zero is the zero value of a part of a variable; its Value is nil unless it is a
// number, a string or a bool.
func Zero(t types.Type, path string) *ssa.Const {
	for name := range strings.FieldsFuncSeq(strings.TrimSuffix(path, "*"), func(r rune) bool { return r == '.' }) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if s, ok := t.Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Name() == name { // of whatever package
					obj = f
				}
			}
		}
		if obj == nil {
			return ssa.NewConst(nil, types.Typ[types.UntypedNil])
		}
		t = obj.Type()
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsNumeric != 0:
			return ssa.NewConst(constant.MakeInt64(0), t)
		case b.Info()&types.IsString != 0:
			return ssa.NewConst(constant.MakeString(""), t)
		case b.Info()&types.IsBoolean != 0:
			return ssa.NewConst(constant.MakeBool(false), t)
		}
	}
	return ssa.NewConst(nil, t)
}

// Member is a field of a value where an expression stands.
func (f *Function) Member(n Node, e ast.Expr, name string) Node {
	switch x := n.(type) {
	case *Initial:
		if l, ok := x.Loc.field(name); ok {
			return x.Func.start(l, x.Zero)
		}
	case *Merge:
		if l, ok := x.Loc.field(name); ok {
			return x.f.Read(l, x.Block, 0)
		}
	case *Effect:
		if l, ok := x.Loc.field(name); ok {
			return x.Func.Read(l, x.In.Block(), x.Func.Place(x.In)+1)
		}
	case *Cell:
		if l, ok := x.Loc.field(name); ok {
			return x.Family.Cell(l)
		}
	case *part:
		return x.f.Project(x.of, x.path+"."+name, nil, 0)
	case ssa.Value:
		if r := f.Ref(ast.Unparen(e)); r != nil {
			return f.Project(x, "."+name, r.Block(), f.Place(r))
		}
	}
	return nil
}
