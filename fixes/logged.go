package fixes

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// logged handles a delay that a statement before the wait writes to a log: what
// is drawn gets a name, so that the log tells the truth.
func (j *jitter) logged() []analysis.TextEdit {
	id, ok := ast.Unparen(j.delay).(*ast.Ident)
	if !ok {
		return nil
	}
	obj, ok := j.p.f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || len(j.p.path) < 2 {
		return nil
	}
	var first ast.Stmt
	var uses []*ast.Ident
	for _, s := range preceding(j.p.path[1], j.p.stmt) {
		if j.assigns(s, obj) {
			first, uses = nil, nil // what came before is another delay
			continue
		}
		if in := j.mentions(s, obj); len(in) > 0 {
			if first == nil {
				first = s
			}
			uses = append(uses, in...)
		}
	}
	if first == nil {
		first = j.p.stmt
	}
	if isNewTimer(j.p.stmt) {
		for _, s := range following(j.p.path[1], j.p.stmt) {
			if _, wait := s.(*ast.SelectStmt); wait || j.assigns(s, obj) {
				break
			}
			uses = append(uses, j.mentions(s, obj)...)
		}
	}
	if len(uses) == 0 {
		return nil
	}
	indent, ok := j.p.src.indent(first.Pos())
	name := j.p.free("jittered", "pause", "wait")
	if name == "" || !ok {
		return nil
	}
	value := j.draw(id.Name)
	if j.even {
		value = id.Name + "/2 + " + value
	}
	edits := []analysis.TextEdit{
		insert(first.Pos(), name+" := "+value+"\n"+indent),
		replace(id.Pos(), id.End(), name),
	}
	for _, u := range uses {
		edits = append(edits, replace(u.Pos(), u.End(), name))
	}
	return edits
}

// isNewTimer reports whether a statement only makes the timer that a later one
// waits for.
func isNewTimer(s ast.Stmt) bool {
	_, ok := s.(*ast.AssignStmt)
	return ok
}

// mentions lists the uses of a variable as an argument in statements that only
// call something.
func (j *jitter) mentions(s ast.Stmt, obj types.Object) []*ast.Ident {
	var out []*ast.Ident
	own(s, func(n ast.Node) {
		e, ok := n.(*ast.ExprStmt)
		if !ok {
			return
		}
		own(e, func(n ast.Node) {
			if id, ok := n.(*ast.Ident); ok && j.p.f.pass.TypesInfo.Uses[id] == obj {
				out = append(out, id)
			}
		})
	})
	return out
}

func (j *jitter) assigns(s ast.Stmt, obj types.Object) bool {
	assigns := false
	ast.Inspect(s, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && (j.p.f.pass.TypesInfo.Uses[id] == obj || j.p.f.pass.TypesInfo.Defs[id] == obj) {
					assigns = true
				}
			}
		}
		return true
	})
	return assigns
}
