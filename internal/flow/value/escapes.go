package value

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Escapes reports whether something other than the assignments in sight may write a
// variable: its address is handed to a call, stored or sent, or it belongs to the
// package and others can name it. A variable that literals capture escapes only if
// it does so there.
func (v *Values) Escapes(obj *types.Var) bool {
	defer v.end()
	if !v.begin() {
		return true
	}
	if obj.IsField() {
		return true
	}
	if g, ok := v.pkg.Members[obj.Name()].(*ssa.Global); ok && g.Object() == obj {
		use := v.use(g)
		if obj.Exported() || use.kept {
			return true
		}
		for _, w := range use.writes {
			if w.val == nil {
				return true
			}
		}
		return false
	}
	f := v.at(obj.Pos())
	if f == nil {
		return true
	}
	fam := f.fam
	fam.collect()
	for _, g := range fam.members {
		for _, b := range g.fn.Blocks {
			for _, in := range b.Instrs {
				a, ok := in.(*ssa.Alloc)
				if !ok || a.Pos() != obj.Pos() {
					continue
				}
				if fam.kept0(fam.rep(a)) {
					return true
				}
			}
		}
	}
	return false
}

// kept0 reports whether the address of a variable is handed on.
func (fam *family) kept0(a *ssa.Alloc) bool {
	for _, w := range fam.writes[a] {
		if w.val == nil {
			return true
		}
	}
	for _, list := range fam.writes {
		for _, w := range list {
			if x, ok := addressed(w.val).(*ssa.Alloc); ok && fam.rep(x) == a {
				return true
			}
		}
	}
	return false
}
