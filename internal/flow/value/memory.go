package value

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// write is what may change a location: a store, or a call.
type write struct {
	f   *function
	loc loc
	val ssa.Value // of a store
	in  ssa.Instruction
}

// event is a write, by its place in a block.
type event struct {
	at int
	write
	kills bool // by a store, or the declaration
}

// collect lists the writes of a family, by base.
func (fam *family) collect() {
	if fam.indexed {
		return
	}
	fam.indexed = true
	fam.prepare()
	fam.writes = map[ssa.Value][]write{}
	fam.holds = map[ssa.Value][]*ssa.Function{}
	fam.exposed = map[*ssa.Alloc]bool{}
	fam.sends = map[loc][]*ssa.Send{}
	for _, f := range fam.members {
		for _, b := range f.fn.Blocks {
			for _, in := range b.Instrs {
				if a, ok := in.(*ssa.Alloc); ok {
					fam.rep(a)
				}
				for _, w := range f.direct(in) {
					fam.writes[w.loc.base] = append(fam.writes[w.loc.base], w)
					if _, ok := w.loc.base.(*ssa.Global); ok {
						fam.written = append(fam.written, w.loc)
					}
					if lit := literalOf(w.val); lit != nil {
						fam.holds[w.loc.base] = append(fam.holds[w.loc.base], lit)
					}
					if a, ok := addressed(w.val).(*ssa.Alloc); ok {
						fam.exposed[fam.rep(a)] = true
					}
				}
				if s, ok := in.(*ssa.Send); ok {
					if l, ok := fam.pointee(s.Chan); ok {
						fam.sends[l] = append(fam.sends[l], s)
					}
				}
			}
		}
	}
}

// direct lists what an instruction writes itself, or by what it calls, but for the
// literals of the family.
func (f *function) direct(in ssa.Instruction) []write {
	fam := f.fam
	switch in := in.(type) {
	case *ssa.Store:
		if l, ok := fam.addressOf(in.Addr); ok {
			return []write{{f, l, in.Val, in}}
		}
	case *ssa.MapUpdate:
		if l, ok := fam.pointee(in.Map); ok {
			if l, ok = l.elem(); ok {
				return []write{{f, l, in.Value, in}}
			}
		}
	case ssa.CallInstruction:
		return f.handed(in)
	}
	return nil
}

// handed lists the locations that a call may write by what it is handed: all that
// it is given a pointer to, or, of a function of this package, the fields that it
// sets.
func (f *function) handed(c ssa.CallInstruction) []write {
	common := c.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() != "copy" && b.Name() != "clear" {
			return nil
		}
	}
	var out []write
	add := func(l loc) { out = append(out, write{f: f, loc: l, in: c}) }
	own := f.fam.v.own(common)
	args := common.Args
	if common.IsInvoke() {
		args = append([]ssa.Value{common.Value}, args...)
	}
	for _, a := range listed(args) {
		if l, ok := f.fam.addressOf(a); ok {
			add(l)
		}
	}
	for i, a := range args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if !refers(a.Type()) {
			continue
		}
		l, ok := f.fam.pointee(a)
		if !ok {
			continue
		}
		if own == nil || i >= len(own.Params) {
			add(l)
			continue
		}
		for _, path := range f.fam.v.effectsOf(own).params[i] {
			if m := (loc{l.base, trimStar(l.path, path) + path}); len(m.path) < 80 {
				add(m)
			}
		}
	}
	if own != nil {
		for _, g := range f.fam.v.effectsOf(own).globals {
			add(g)
		}
	}
	return out
}

// listed are the addresses of variables among the further arguments of a variadic
// call, as in rows.Scan(&id, &name).
func listed(args []ssa.Value) []ssa.Value {
	if len(args) == 0 {
		return nil
	}
	list, ok := args[len(args)-1].(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := list.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return nil
	}
	var out []ssa.Value
	for _, at := range *a.Referrers() {
		at, ok := at.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, in := range *at.Referrers() {
			if store, ok := in.(*ssa.Store); ok {
				val := store.Val
				if mi, ok := val.(*ssa.MakeInterface); ok {
					val = mi.X
				}
				switch val.(type) {
				case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.FreeVar:
					out = append(out, val)
				}
			}
		}
	}
	return out
}

// trimStar is a path without its star, where fields follow.
func trimStar(path, rest string) string {
	if rest != "" && len(path) > 0 && path[len(path)-1] == '*' {
		return path[:len(path)-1]
	}
	return path
}

// refers reports whether to hand on a value is to allow writing something.
func refers(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	case *types.Interface:
		return !t.IsMethodSet() || t.NumMethods() > 0
	}
	return false
}

// effects of a function: what it may write of what its parameters point to, and
// which variables of the package.
type effects struct {
	params  [][]string
	globals []loc
}

// effectsOf collects what a function of this package writes, by itself and by the
// functions that it calls. Recursion adds nothing.
func (v *Values) effectsOf(fn *ssa.Function) *effects {
	if e := v.written[fn]; e != nil {
		return e
	}
	e := &effects{params: make([][]string, len(fn.Params))}
	v.written[fn] = e
	fam := v.families[fn]
	fam.collect()
	for i, p := range fn.Params {
		for _, w := range fam.writes[p] {
			if !slices.Contains(e.params[i], w.loc.path) {
				e.params[i] = append(e.params[i], w.loc.path)
			}
		}
	}
	for _, g := range fam.written {
		if !slices.Contains(e.globals, g) {
			e.globals = append(e.globals, g)
		}
	}
	return e
}

// eventsIn lists the writes of a block, by base and place. Those of literals that a
// call may run count as that call's.
func (f *function) eventsIn(b *ssa.BasicBlock) map[ssa.Value][]event {
	if m, ok := f.events[b]; ok {
		return m
	}
	if f.events == nil {
		f.events = map[*ssa.BasicBlock]map[ssa.Value][]event{}
	}
	m := map[ssa.Value][]event{}
	f.events[b] = m
	f.fam.collect()
	for i, in := range b.Instrs {
		if a, ok := in.(*ssa.Alloc); ok && f.fam.rep(a) == a {
			m[a] = append(m[a], event{at: i, write: write{f: f, loc: loc{a, ""}, in: a}, kills: true})
		}
		for _, w := range f.direct(in) {
			m[w.loc.base] = append(m[w.loc.base], event{i, w, w.val != nil && !w.loc.weak()})
		}
		if c, ok := in.(ssa.CallInstruction); ok {
			for _, l := range f.runs(c) {
				m[l.base] = append(m[l.base], event{at: i, write: write{f: f, loc: l, in: c}})
			}
		}
	}
	return m
}

// runs lists what literals write of their surroundings that a call may run.
func (f *function) runs(c ssa.CallInstruction) []loc {
	var out []loc
	for _, lit := range f.lits(c) {
		for _, w := range f.fam.outward(lit) {
			if !slices.Contains(out, w.loc) {
				out = append(out, w.loc)
			}
		}
	}
	return out
}

// lits lists the literals that a call may run: those that it calls or is handed, and
// those that are kept, if what it calls is not known.
func (f *function) lits(c ssa.CallInstruction) []*ssa.Function {
	common := c.Common()
	out := f.fam.literalsIn(common.Value)
	for _, a := range common.Args {
		out = append(slices.Clip(out), f.fam.literalsIn(a)...)
	}
	if _, isBuiltin := common.Value.(*ssa.Builtin); len(out) == 0 && common.StaticCallee() == nil && !isBuiltin && !common.IsInvoke() {
		return f.fam.kept
	}
	return out
}

// literalsIn lists the literals that a value may be.
func (fam *family) literalsIn(v ssa.Value) []*ssa.Function {
	if fn := literalOf(v); fn != nil {
		return []*ssa.Function{fn}
	}
	switch v := v.(type) {
	case *ssa.ChangeType:
		return fam.literalsIn(v.X)
	case *ssa.MakeInterface:
		return fam.literalsIn(v.X)
	case *ssa.Phi:
		var out []*ssa.Function
		for _, e := range v.Edges {
			if fn := literalOf(e); fn != nil {
				out = append(out, fn)
			}
		}
		return out
	case *ssa.UnOp, *ssa.Slice: // a variable, or a list of arguments, that holds one
		if l, ok := fam.pointee(v); ok {
			return fam.holds[l.base]
		}
	}
	return nil
}

// outward lists the writes of a literal, and of those in it, to what is outside of
// it.
func (fam *family) outward(lit *ssa.Function) []write {
	if list, ok := fam.captured[lit]; ok {
		return list
	}
	if fam.captured == nil {
		fam.captured = map[*ssa.Function][]write{}
	}
	var out []write
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		f := fam.v.funcs[fn]
		if f == nil { // of an instance of a generic function
			return
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, w := range f.direct(in) {
					p, ok := w.loc.base.(interface{ Parent() *ssa.Function })
					if !ok || p.Parent() == nil || !within(p.Parent(), lit) {
						out = append(out, w)
					}
				}
			}
		}
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	add(lit)
	fam.captured[lit] = out
	return out
}

// within reports whether a function is a literal, or stands in it.
func within(fn, lit *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == lit {
			return true
		}
	}
	return false
}
