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
	f.fam.collect()
	a := f.fam.reps[obj.Pos()]
	if a == nil { // in a register
		return false
	}
	for _, w := range f.fam.writes[a] {
		if w.val == nil {
			return true
		}
	}
	return f.fam.exposed[a]
}
