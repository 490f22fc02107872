package graph

import (
	"fmt"
	"slices"
)

// prune leaves out what leads nowhere: calls of functions of this package that call
// nothing that matters, and those functions. What other packages have is not known
// here.
func (w *walker) prune() {
	own := map[int]*Func{}
	for i := range w.out.Funcs {
		f := &w.out.Funcs[i]
		if n, ok := w.names[f.Name]; ok {
			own[n] = f
		}
	}
	called := map[*Func][]*Func{} // by whom
	left := map[*Func]int{}
	var empty []*Func
	for i := range w.out.Funcs {
		f := &w.out.Funcs[i]
		left[f] = len(f.Edges)
		if len(f.Edges) == 0 {
			empty = append(empty, f)
		}
		for _, e := range f.Edges {
			if to := own[e.To]; to != nil && e.Iface == 0 && to != f {
				called[to] = append(called[to], f)
			} else if to == f {
				left[f]--
				if left[f] == 0 {
					empty = append(empty, f)
				}
			}
		}
	}
	gone := map[*Func]bool{}
	for len(empty) > 0 {
		f := empty[len(empty)-1]
		empty = empty[:len(empty)-1]
		if gone[f] {
			continue
		}
		gone[f] = true
		for _, by := range called[f] {
			if left[by]--; left[by] == 0 {
				empty = append(empty, by)
			}
		}
	}
	for i := range w.out.Funcs {
		f := &w.out.Funcs[i]
		f.Edges = slices.DeleteFunc(f.Edges, func(e Edge) bool {
			to := own[e.To]
			return to != nil && e.Iface == 0 && (gone[to] || to == f)
		})
	}
	w.out.Funcs = slices.DeleteFunc(w.out.Funcs, func(f Func) bool { return len(f.Edges) == 0 && len(f.Layers) == 0 })
	kept := map[int]bool{}
	for _, f := range w.out.Funcs {
		kept[w.names[f.Name]] = true
	}
	for _, t := range w.out.Types {
		for name, to := range t.Methods {
			if f := own[to]; f != nil && !kept[to] {
				t.Methods[name] = 0 // it is there, and does nothing that matters
			}
		}
	}
}

// settle tells of the edges that are left whether they fail, and drops repetitions.
func (w *walker) settle() {
	for i := range w.out.Funcs {
		f := &w.out.Funcs[i]
		for j := range f.Edges {
			if e := &f.Edges[j]; e.carries != nil {
				e.Fails, e.carries = e.carries(), nil
			}
		}
		f.Edges = unique(f.Edges)
	}
}

// unique drops the edges that say the same as another one.
func unique(edges []Edge) []Edge {
	seen := map[string]bool{}
	return slices.DeleteFunc(edges, func(e Edge) bool {
		k := e.digest()
		old := seen[k]
		seen[k] = true
		return old
	})
}

// digest is the same for edges that say the same.
func (e Edge) digest() string {
	lib := Lib{}
	if e.Lib != nil {
		lib = *e.Lib
	}
	e.Lib = nil
	return fmt.Sprint(e, lib)
}
