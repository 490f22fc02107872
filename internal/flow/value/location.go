package value

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// loc is a place in memory: a variable, or what a pointer that is no variable's
// address points to, and the way from there. A way is made of ".name" for fields
// and "[]" for the elements of a list, a map or a channel; a pointer at its end is
// followed by "*" where it stands for what it points to. Instances are told apart:
// a.tries and b.tries have different bases.
type loc struct {
	base ssa.Value
	path string
}

// deepest is how many fields and elements a path may have.
const deepest = 3

func (l loc) field(name string) (loc, bool) { return l.step("." + name) }
func (l loc) elem() (loc, bool)             { return l.step("[]") }

func (l loc) step(s string) (loc, bool) {
	p := strings.TrimSuffix(l.path, "*") + s
	return loc{l.base, p}, strings.Count(p, ".")+strings.Count(p, "[") <= deepest
}

// weak reports whether a location stands for many, so that to write one is not to
// overwrite what it held.
func (l loc) weak() bool { return strings.Contains(l.path, "[]") }

// covers reports whether to write a location is to write another too: it is the
// same or a part of it.
func (l loc) covers(m loc) bool {
	p := strings.TrimSuffix(l.path, "*")
	rest, ok := strings.CutPrefix(m.path, p)
	if rest == "" {
		return ok && l.base == m.base && p == l.path // what a pointer leads to is not the pointer
	}
	return ok && l.base == m.base && (rest[0] == '.' || rest[0] == '[' || rest[0] == '*')
}

// addressOf is the location that a pointer names.
func (fam *family) addressOf(p ssa.Value) (loc, bool) {
	switch p := p.(type) {
	case *ssa.Alloc:
		return loc{fam.rep(p), ""}, true
	case *ssa.Global:
		return loc{p, ""}, true
	case *ssa.FreeVar:
		if b := fam.binding(p); b != nil {
			return fam.addressOf(b)
		}
		return loc{p, ""}, true
	case *ssa.FieldAddr:
		l, ok := fam.addressOf(p.X)
		if !ok {
			return loc{}, false
		}
		return l.field(fieldName(p.X.Type(), p.Field))
	case *ssa.IndexAddr:
		l, ok := fam.pointee(p.X)
		if !ok {
			return loc{}, false
		}
		return l.elem()
	case *ssa.Phi:
		// The variable of a for statement that a literal captures is a new one each
		// round: they count as one.
		if a, ok := fam.samePhi(p); ok {
			return loc{a, ""}, true
		}
	}
	return fam.pointee(p)
}

// pointee is what a pointer, list, map or channel refers to.
func (fam *family) pointee(v ssa.Value) (loc, bool) {
	switch x := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar, *ssa.FieldAddr, *ssa.IndexAddr:
		return fam.addressOf(v)
	case *ssa.UnOp:
		if l, ok := fam.loaded(x); ok {
			return loc{l.base, l.path + "*"}, true
		}
	case *ssa.ChangeType:
		return fam.pointee(x.X)
	case *ssa.Convert:
		return fam.pointee(x.X)
	case *ssa.MakeInterface:
		return fam.pointee(x.X)
	case *ssa.TypeAssert:
		return fam.pointee(x.X)
	case *ssa.Slice:
		return fam.pointee(x.X)
	case *ssa.Parameter:
		if arg := fam.argument(x); arg != nil {
			return fam.pointee(arg)
		}
	case *ssa.Phi:
		if a, ok := fam.samePhi(x); ok {
			return loc{a, ""}, true
		}
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return loc{}, false
	}
	return loc{v, ""}, true
}

// loaded is the location that a load reads.
func (fam *family) loaded(x *ssa.UnOp) (loc, bool) {
	if !isLoad(x) {
		return loc{}, false
	}
	return fam.addressOf(x.X)
}

// rep is the variable that stands for all that are made of one declaration.
func (fam *family) rep(a *ssa.Alloc) *ssa.Alloc {
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

func (fam *family) samePhi(p *ssa.Phi) (*ssa.Alloc, bool) {
	var rep *ssa.Alloc
	for _, e := range p.Edges {
		a, ok := e.(*ssa.Alloc)
		if !ok {
			return nil, false
		}
		if a = fam.rep(a); rep != nil && rep != a {
			return nil, false
		}
		rep = a
	}
	return rep, rep != nil
}

// binding is what a literal's captured variable is outside of it.
func (fam *family) binding(v *ssa.FreeVar) ssa.Value {
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
func (fam *family) argument(p *ssa.Parameter) ssa.Value {
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
func (fam *family) prepare() {
	if fam.closures != nil {
		return
	}
	fam.closures = map[*ssa.Function][]*ssa.MakeClosure{}
	fam.sites = map[*ssa.Function][]ssa.CallInstruction{}
	fam.leaked = map[*ssa.Function]bool{}
	var operands []*ssa.Value
	for _, f := range fam.members {
		for _, b := range f.fn.Blocks {
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
		if s, ok = coreType(t).(*types.Struct); !ok {
			return nil
		}
	}
	return s.Field(i)
}

// coreType is the one underlying type of a type parameter's set, or nil.
func coreType(t types.Type) types.Type {
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
