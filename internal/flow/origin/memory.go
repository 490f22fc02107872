package origin

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Write is what may change a location: a store, or a call.
type Write struct {
	Func *Function
	Loc  Location
	Val  ssa.Value // of a store
	In   ssa.Instruction
}

// event is a write, by its place in a block.
type event struct {
	at int
	Write
	kills bool // by a store, or the declaration
}

// Collect lists the writes of a family, by base.
func (fam *Family) Collect() {
	if fam.indexed {
		return
	}
	fam.indexed = true
	fam.prepare()
	fam.Writes = map[ssa.Value][]Write{}
	fam.holds = map[ssa.Value][]*ssa.Function{}
	fam.exposed = map[*ssa.Alloc]bool{}
	fam.sends = map[Location][]*ssa.Send{}
	for _, f := range fam.Members {
		for _, b := range f.SSA.Blocks {
			for _, in := range b.Instrs {
				if a, ok := in.(*ssa.Alloc); ok {
					fam.Rep(a)
				}
				for _, w := range f.direct(in) {
					fam.Writes[w.Loc.Base] = append(fam.Writes[w.Loc.Base], w)
					if _, ok := w.Loc.Base.(*ssa.Global); ok {
						fam.written = append(fam.written, w.Loc)
					}
					if lit := literalOf(w.Val); lit != nil {
						fam.holds[w.Loc.Base] = append(fam.holds[w.Loc.Base], lit)
					}
					if a, ok := Addressed(w.Val).(*ssa.Alloc); ok {
						fam.exposed[fam.Rep(a)] = true
					}
				}
				if s, ok := in.(*ssa.Send); ok {
					if l, ok := fam.Pointee(s.Chan); ok {
						fam.sends[l] = append(fam.sends[l], s)
					}
				}
			}
		}
	}
}

// direct lists what an instruction writes itself, or by what it calls, but for the
// literals of the family.
func (f *Function) direct(in ssa.Instruction) []Write {
	fam := f.Family
	switch in := in.(type) {
	case *ssa.Store:
		if l, ok := fam.addressOf(in.Addr); ok {
			return []Write{{f, l, in.Val, in}}
		}
	case *ssa.MapUpdate:
		if l, ok := fam.Pointee(in.Map); ok {
			if l, ok = l.elem(); ok {
				return []Write{{f, l, in.Value, in}}
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
func (f *Function) handed(c ssa.CallInstruction) []Write {
	common := c.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() != "copy" && b.Name() != "clear" {
			return nil
		}
	}
	var out []Write
	add := func(l Location) { out = append(out, Write{Func: f, Loc: l, In: c}) }
	own := f.Family.v.Own(common)
	args := common.Args
	if common.IsInvoke() {
		args = append([]ssa.Value{common.Value}, args...)
	}
	for _, a := range listed(args) {
		if l, ok := f.Family.addressOf(a); ok {
			add(l)
		}
	}
	for i, a := range args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if !Refers(a.Type()) {
			continue
		}
		l, ok := f.Family.Pointee(a)
		if !ok {
			continue
		}
		if own == nil || i >= len(own.Params) {
			add(l)
			continue
		}
		for _, path := range f.Family.v.effectsOf(own).params[i] {
			if m := (Location{l.Base, TrimStar(l.Path, path) + path}); len(m.Path) < 80 {
				add(m)
			}
		}
	}
	if own != nil {
		for _, g := range f.Family.v.effectsOf(own).globals {
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

// TrimStar is a path without its star, where fields follow.
func TrimStar(path, rest string) string {
	if rest != "" && len(path) > 0 && path[len(path)-1] == '*' {
		return path[:len(path)-1]
	}
	return path
}

// Refers reports whether to hand on a value is to allow writing something.
func Refers(t types.Type) bool {
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
	globals []Location
}

// effectsOf collects what a function of this package writes, by itself and by the
// functions that it calls. Recursion adds nothing.
func (v *Relation) effectsOf(fn *ssa.Function) *effects {
	if e := v.written[fn]; e != nil {
		return e
	}
	e := &effects{params: make([][]string, len(fn.Params))}
	v.written[fn] = e
	fam := v.Families[fn]
	fam.Collect()
	for i, p := range fn.Params {
		for _, w := range fam.Writes[p] {
			if !slices.Contains(e.params[i], w.Loc.Path) {
				e.params[i] = append(e.params[i], w.Loc.Path)
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
func (f *Function) eventsIn(b *ssa.BasicBlock) map[ssa.Value][]event {
	if m, ok := f.events[b]; ok {
		return m
	}
	if f.events == nil {
		f.events = map[*ssa.BasicBlock]map[ssa.Value][]event{}
	}
	m := map[ssa.Value][]event{}
	f.events[b] = m
	f.Family.Collect()
	for i, in := range b.Instrs {
		if a, ok := in.(*ssa.Alloc); ok && f.Family.Rep(a) == a {
			m[a] = append(m[a], event{at: i, Write: Write{Func: f, Loc: Location{a, ""}, In: a}, kills: true})
		}
		for _, w := range f.direct(in) {
			m[w.Loc.Base] = append(m[w.Loc.Base], event{i, w, w.Val != nil && !w.Loc.weak()})
		}
		if c, ok := in.(ssa.CallInstruction); ok {
			for _, l := range f.runs(c) {
				m[l.Base] = append(m[l.Base], event{at: i, Write: Write{Func: f, Loc: l, In: c}})
			}
		}
	}
	return m
}

// runs lists what literals write of their surroundings that a call may run.
func (f *Function) runs(c ssa.CallInstruction) []Location {
	var out []Location
	for _, lit := range f.Lits(c) {
		for _, w := range f.Family.Outward(lit) {
			if !slices.Contains(out, w.Loc) {
				out = append(out, w.Loc)
			}
		}
	}
	return out
}

// Lits lists the literals that a call may run: those that it calls or is handed, and
// those that are kept, if what it calls is not known.
func (f *Function) Lits(c ssa.CallInstruction) []*ssa.Function {
	common := c.Common()
	out := f.Family.LiteralsIn(common.Value)
	for _, a := range common.Args {
		out = append(slices.Clip(out), f.Family.LiteralsIn(a)...)
	}
	if _, isBuiltin := common.Value.(*ssa.Builtin); len(out) == 0 && common.StaticCallee() == nil && !isBuiltin && !common.IsInvoke() {
		return f.Family.kept
	}
	return out
}

// LiteralsIn lists the literals that a value may be.
func (fam *Family) LiteralsIn(v ssa.Value) []*ssa.Function {
	if fn := literalOf(v); fn != nil {
		return []*ssa.Function{fn}
	}
	switch v := v.(type) {
	case *ssa.ChangeType:
		return fam.LiteralsIn(v.X)
	case *ssa.MakeInterface:
		return fam.LiteralsIn(v.X)
	case *ssa.Phi:
		var out []*ssa.Function
		for _, e := range v.Edges {
			if fn := literalOf(e); fn != nil {
				out = append(out, fn)
			}
		}
		return out
	case *ssa.UnOp, *ssa.Slice: // a variable, or a list of arguments, that holds one
		if l, ok := fam.Pointee(v); ok {
			return fam.holds[l.Base]
		}
	}
	return nil
}

// Outward lists the writes of a literal, and of those in it, to what is outside of
// it.
func (fam *Family) Outward(lit *ssa.Function) []Write {
	if list, ok := fam.captured[lit]; ok {
		return list
	}
	if fam.captured == nil {
		fam.captured = map[*ssa.Function][]Write{}
	}
	var out []Write
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		f := fam.v.Funcs[fn]
		if f == nil { // of an instance of a generic function
			return
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, w := range f.direct(in) {
					p, ok := w.Loc.Base.(interface{ Parent() *ssa.Function })
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
