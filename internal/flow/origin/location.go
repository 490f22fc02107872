package origin

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Location is a place in memory: a variable, or what a pointer that is no variable's
// address points to, and the way from there. A way is made of ".name" for fields
// and "[]" for the elements of a list, a map or a channel; a pointer at its end is
// followed by "*" where it stands for what it points to. Instances are told apart:
// a.tries and b.tries have different bases.
type Location struct {
	Base ssa.Value
	Path string
}

// deepest is how many fields and elements a path may have.
const deepest = 3

func (l Location) field(name string) (Location, bool) { return l.step("." + name) }
func (l Location) elem() (Location, bool)             { return l.step("[]") }

func (l Location) step(s string) (Location, bool) {
	p := strings.TrimSuffix(l.Path, "*") + s
	return Location{l.Base, p}, strings.Count(p, ".")+strings.Count(p, "[") <= deepest
}

// weak reports whether a location stands for many, so that to write one is not to
// overwrite what it held.
func (l Location) weak() bool { return strings.Contains(l.Path, "[]") }

// Covers reports whether to write a location is to write another too: it is the
// same or a part of it.
func (l Location) Covers(m Location) bool {
	p := strings.TrimSuffix(l.Path, "*")
	rest, ok := strings.CutPrefix(m.Path, p)
	if rest == "" {
		return ok && l.Base == m.Base && p == l.Path // what a pointer leads to is not the pointer
	}
	return ok && l.Base == m.Base && (rest[0] == '.' || rest[0] == '[' || rest[0] == '*')
}

// addressOf is the location that a pointer names.
func (fam *Family) addressOf(p ssa.Value) (Location, bool) {
	switch p := p.(type) {
	case *ssa.Alloc:
		return Location{fam.Rep(p), ""}, true
	case *ssa.Global:
		return Location{p, ""}, true
	case *ssa.FreeVar:
		if b := fam.binding(p); b != nil {
			return fam.addressOf(b)
		}
		return Location{p, ""}, true
	case *ssa.FieldAddr:
		l, ok := fam.addressOf(p.X)
		if !ok {
			return Location{}, false
		}
		return l.field(fieldName(p.X.Type(), p.Field))
	case *ssa.IndexAddr:
		l, ok := fam.Pointee(p.X)
		if !ok {
			return Location{}, false
		}
		return l.elem()
	case *ssa.Phi:
		// The variable of a for statement that a literal captures is a new one each
		// round: they count as one.
		if a, ok := fam.samePhi(p); ok {
			return Location{a, ""}, true
		}
	}
	return fam.Pointee(p)
}

// Pointee is what a pointer, list, map or channel refers to.
func (fam *Family) Pointee(v ssa.Value) (Location, bool) {
	switch x := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar, *ssa.FieldAddr, *ssa.IndexAddr:
		return fam.addressOf(v)
	case *ssa.UnOp:
		if l, ok := fam.Loaded(x); ok {
			return Location{l.Base, l.Path + "*"}, true
		}
	case *ssa.ChangeType:
		return fam.Pointee(x.X)
	case *ssa.Convert:
		return fam.Pointee(x.X)
	case *ssa.MakeInterface:
		return fam.Pointee(x.X)
	case *ssa.TypeAssert:
		return fam.Pointee(x.X)
	case *ssa.Slice:
		return fam.Pointee(x.X)
	case *ssa.Parameter:
		if arg := fam.argument(x); arg != nil {
			return fam.Pointee(arg)
		}
	case *ssa.Phi:
		if a, ok := fam.samePhi(x); ok {
			return Location{a, ""}, true
		}
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return Location{}, false
	}
	return Location{v, ""}, true
}

// Loaded is the location that a load reads.
func (fam *Family) Loaded(x *ssa.UnOp) (Location, bool) {
	if !isLoad(x) {
		return Location{}, false
	}
	return fam.addressOf(x.X)
}

// Rep is the variable that stands for all that are made of one declaration.
func (fam *Family) Rep(a *ssa.Alloc) *ssa.Alloc {
	if !a.Pos().IsValid() {
		return a
	}
	if fam.reps == nil {
		fam.reps = map[token.Pos]*ssa.Alloc{}
	}
	if r := fam.reps[a.Pos()]; r != nil && r.Comment == a.Comment {
		return r
	}
	fam.reps[a.Pos()] = a
	return a
}

func (fam *Family) samePhi(p *ssa.Phi) (*ssa.Alloc, bool) {
	var rep *ssa.Alloc
	for _, e := range p.Edges {
		a, ok := e.(*ssa.Alloc)
		if !ok {
			return nil, false
		}
		if a = fam.Rep(a); rep != nil && rep != a {
			return nil, false
		}
		rep = a
	}
	return rep, rep != nil
}

// binding is what a literal's captured variable is outside of it.
func (fam *Family) binding(v *ssa.FreeVar) ssa.Value {
	fam.prepare()
	made := fam.closures[v.Parent()]
	if len(made) == 0 {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return made[0].Bindings[i]
		}
	}
	return nil
}

// argument is what a parameter of a literal is given, if that has a single call,
// which is in sight.
func (fam *Family) argument(p *ssa.Parameter) ssa.Value {
	fam.prepare()
	fn := p.Parent()
	if fn.Parent() == nil || fam.leaked[fn] || len(fam.sites[fn]) != 1 {
		return nil
	}
	args := fam.sites[fn][0].Common().Args
	for i, q := range fn.Params {
		if q == p && i < len(args) {
			return args[i]
		}
	}
	return nil
}

// prepare collects where the literals of a family are made and called.
func (fam *Family) prepare() {
	if fam.closures != nil {
		return
	}
	fam.closures = map[*ssa.Function][]*ssa.MakeClosure{}
	fam.sites = map[*ssa.Function][]ssa.CallInstruction{}
	fam.leaked = map[*ssa.Function]bool{}
	var operands []*ssa.Value
	for _, f := range fam.Members {
		for _, b := range f.SSA.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.MakeClosure); ok {
					fam.closures[c.Fn.(*ssa.Function)] = append(fam.closures[c.Fn.(*ssa.Function)], c)
					continue
				}
				call, isCall := in.(ssa.CallInstruction)
				operands = in.Operands(operands[:0])
				for i, p := range operands {
					fn := literalOf(*p)
					switch _, isRef := in.(*ssa.DebugRef); {
					case fn == nil || isRef:
					case isCall && i == 0 && !call.Common().IsInvoke():
						fam.sites[fn] = append(fam.sites[fn], call)
					case isCall:
						fam.leaked[fn] = true
					default:
						fam.leaked[fn] = true
						if !slices.Contains(fam.kept, fn) {
							fam.kept = append(fam.kept, fn)
						}
					}
				}
			}
		}
	}
}

// literalOf is the function literal that a value is. The functions that SSA makes of
// methods that are used as values are none.
func literalOf(v ssa.Value) *ssa.Function {
	if c, ok := v.(*ssa.MakeClosure); ok {
		v = c.Fn
	}
	if fn, ok := v.(*ssa.Function); ok && fn.Parent() != nil {
		return fn
	}
	return nil
}

func fieldName(t types.Type, i int) string {
	if f := fieldVar(t, i); f != nil {
		return f.Name()
	}
	return "?"
}

// fieldVar is the field of a struct, or of what a pointer points to.
func fieldVar(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := types.Unalias(t).Underlying().(*types.Struct)
	if !ok {
		if s, ok = CoreType(t).(*types.Struct); !ok {
			return nil
		}
	}
	return s.Field(i)
}

// CoreType is the one underlying type of a type parameter's set, or nil.
func CoreType(t types.Type) types.Type {
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	iface, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() != 1 {
		return nil
	}
	e := iface.EmbeddedType(0)
	if u, ok := e.(*types.Union); ok {
		if u.Len() != 1 {
			return nil
		}
		e = u.Term(0).Type()
	}
	return e.Underlying()
}

// Addressed is the variable that a pointer is an address of, or of a part of.
func Addressed(p ssa.Value) ssa.Value {
	for {
		switch x := p.(type) {
		case *ssa.FieldAddr:
			p = x.X
		case *ssa.IndexAddr:
			p = x.X
		case *ssa.MakeInterface:
			p = x.X
		case *ssa.ChangeType:
			p = x.X
		default:
			return p
		}
	}
}
