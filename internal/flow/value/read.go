package value

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// entry names what a location holds where a block begins.
type entry struct {
	loc   loc
	block *ssa.BasicBlock
}

// change names what a location holds after an instruction.
type change struct {
	loc loc
	in  ssa.Instruction
}

// load is what a load reads, nil if that is not followed.
func (f *function) load(x *ssa.UnOp) node {
	l, ok := f.fam.addressOf(x.X)
	if !ok {
		return nil
	}
	n := f.read(l, x.Block(), f.place(x))
	addr, ok := x.X.(*ssa.IndexAddr)
	if !ok {
		return n
	}
	return f.pick(x, addr.X, addr.Index, n)
}

// lookup is what is read from a map, nil of a string.
func (f *function) lookup(x *ssa.Lookup) node {
	if _, isMap := x.X.Type().Underlying().(*types.Map); !isMap {
		return nil
	}
	if l, ok := f.fam.pointee(x.X); ok {
		if l, ok = l.elem(); ok {
			return f.pick(x, x.X, x.Index, f.read(l, x.Block(), f.place(x)))
		}
	}
	return nil
}

func (f *function) pick(in ssa.Instruction, of, index ssa.Value, val node) node {
	if p := f.picks[in]; p != nil {
		return p
	}
	if f.picks == nil {
		f.picks = map[ssa.Instruction]*pick{}
	}
	p := &pick{in, of, index, val}
	f.picks[in] = p
	return p
}

// read is what a location holds before an instruction of a block.
func (f *function) read(l loc, b *ssa.BasicBlock, before int) node {
	events := f.eventsIn(b)[l.base]
	for i := len(events) - 1; i >= 0; i-- {
		e := events[i]
		if e.at >= before {
			continue
		}
		covers, covered := e.loc.covers(l), l.covers(e.loc)
		switch {
		case !covers && !covered:
		case covers && e.kills && e.val == nil:
			return f.start(l, true)
		case covers && e.kills:
			if n := f.project(e.val, strings.TrimPrefix(l.path[len(strings.TrimSuffix(e.loc.path, "*")):], "*"), b, e.at); n != nil {
				return n
			}
			return f.start(l, false)
		default:
			return f.changed(l, e, b)
		}
	}
	if in, ok := l.base.(ssa.Instruction); ok && in.Block() == b {
		return f.start(l, false)
	}
	return f.entering(l, b)
}

// changed is what a location holds after an event that may write it.
func (f *function) changed(l loc, e event, b *ssa.BasicBlock) node {
	key := change{l, e.in}
	if x := f.changes[key]; x != nil {
		return x
	}
	if f.changes == nil {
		f.changes = map[change]*effect{}
	}
	x := &effect{f: f, loc: l, in: e.in, val: e.val}
	f.changes[key] = x
	x.before = f.read(l, b, e.at)
	return x
}

// entering is what a location holds where a block begins.
func (f *function) entering(l loc, b *ssa.BasicBlock) node {
	// Go back along the only way in a loop, so that recursion is no deeper than
	// ways meet.
	var way []*ssa.BasicBlock
	var found node
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
			if len(f.eventsIn(b)[l.base]) > 0 {
				found = f.read(l, b, len(b.Instrs))
			} else if in, ok := l.base.(ssa.Instruction); ok && in.Block() == b {
				found = f.start(l, false)
			}
		}
	}
	for _, b := range way {
		f.remember(entry{l, b}, found)
	}
	return found
}

func (f *function) remember(e entry, n node) {
	if f.entries == nil {
		f.entries = map[entry]node{}
	}
	f.entries[e] = n
}

// meeting is what a location holds where ways meet.
func (f *function) meeting(l loc, b *ssa.BasicBlock) node {
	key := entry{l, b}
	m := &merge{f: f, loc: l, block: b}
	f.remember(key, m)
	for _, p := range b.Preds {
		n := f.fam.v.resolve(f.read(l, p, len(p.Instrs)))
		m.edges = append(m.edges, n)
		if of, ok := n.(*merge); ok && of != m {
			of.users = append(of.users, m)
		}
	}
	m.simplify()
	f.entries[key] = f.fam.v.resolve(m)
	return f.entries[key]
}

// simplify makes a merge of one value that value, and then those that it is part of.
func (m *merge) simplify() {
	if m.alias != nil || len(m.edges) < len(m.block.Preds) {
		return // still being made
	}
	var only node
	for _, e := range m.edges {
		switch n := m.f.fam.v.resolve(e); {
		case n == node(m) || n == only:
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
func (f *function) start(l loc, zero bool) node {
	if a, ok := l.base.(*ssa.Alloc); ok && a.Parent() != f.fn {
		return f.fam.cell(l)
	}
	if x := f.starts[l]; x != nil {
		return x
	}
	if f.starts == nil {
		f.starts = map[loc]*initial{}
	}
	x := &initial{f: f, loc: l, zero: zero}
	f.starts[l] = x
	return x
}

// cell is what is written to a location in all of a family.
func (fam *family) cell(l loc) *cell {
	if c := fam.cells[l]; c != nil {
		return c
	}
	if fam.cells == nil {
		fam.cells = map[loc]*cell{}
	}
	fam.collect()
	c := &cell{fam: fam, loc: l}
	fam.cells[l] = c
	for _, w := range fam.writes[l.base] {
		if w.loc.covers(l) || l.covers(w.loc) {
			c.writes = append(c.writes, w)
		}
	}
	return c
}

// project is a part of a value: of a struct, or of what a pointer points to, which
// it holds before an instruction of a block.
func (f *function) project(val ssa.Value, path string, b *ssa.BasicBlock, before int) node {
	if path == "" {
		return val
	}
	fam := f.fam
	if refers(val.Type()) {
		l, ok := fam.pointee(val)
		if !ok {
			return nil
		}
		return f.deeper(l, path, b, before)
	}
	switch x := val.(type) {
	case *ssa.Const:
		return zero(x.Type(), path)
	case *ssa.UnOp:
		if l, ok := fam.loaded(x); ok {
			g := fam.v.funcs[x.Parent()]
			return g.deeper(l, path, x.Block(), g.place(x))
		}
	case *ssa.ChangeType:
		return f.project(x.X, path, b, before)
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

func (f *function) deeper(l loc, path string, b *ssa.BasicBlock, before int) node {
	l.path = trimStar(l.path, path) + path
	if strings.Count(l.path, ".")+strings.Count(l.path, "[") > deepest {
		return nil
	}
	return f.read(l, b, before)
}

// changes lists what an effect comes from: what is stored, or the call, and what
// the literals write that it may run.
func (v *Values) changes(x *effect) []node {
	if x.val != nil {
		return []node{x.val}
	}
	c := x.in.(ssa.CallInstruction)
	var out []node
	if call, ok := c.(*ssa.Call); ok {
		out = append(out, call)
	} else {
		for _, a := range c.Common().Args {
			out = append(out, a)
		}
	}
	for _, w := range x.f.ranWrites(c, x.loc) {
		out = append(out, v.values(w)...)
	}
	return out
}

// ranWrites lists the writes to a location of the literals that a call may run.
func (f *function) ranWrites(c ssa.CallInstruction, l loc) []write {
	var out []write
	for _, lit := range f.lits(c) {
		for _, w := range f.fam.outward(lit) {
			if w.loc.covers(l) || l.covers(w.loc) {
				out = append(out, w)
			}
		}
	}
	return out
}

// literalWrites lists the values that a call may leave in a location where it does so
// by the literals alone that it runs, and these store them.
func literalWrites(x *effect) ([]write, bool) {
	c := x.in.(ssa.CallInstruction)
	for _, w := range x.f.direct(c) {
		if w.loc.covers(x.loc) || x.loc.covers(w.loc) {
			return nil, false // it is handed the address
		}
	}
	writes := x.f.ranWrites(c, x.loc)
	for _, w := range writes {
		if w.val == nil || w.loc != x.loc {
			return nil, false
		}
	}
	return writes, true
}

// values lists what a write writes.
func (v *Values) values(w write) []node {
	if w.val != nil {
		return []node{w.val}
	}
	if c, ok := w.in.(*ssa.Call); ok {
		return []node{c}
	}
	var out []node
	if c, ok := w.in.(ssa.CallInstruction); ok {
		for _, a := range c.Common().Args {
			out = append(out, a)
		}
	}
	return out
}

// outside lists what is behind a location that nothing in sight has written.
func (v *Values) outside(x *initial) []node {
	switch b := x.loc.base.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
		return nil
	default:
		return []node{b}
	}
}
