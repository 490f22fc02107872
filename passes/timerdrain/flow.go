package timerdrain

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// blocked is a place that waits for a value that was taken before.
type blocked struct {
	drain  *drain        // nil where call drains
	call   *ast.CallExpr // of a function that drains what it is handed
	timer  ast.Expr
	before ast.Node // the earlier receive
}

// blocked lists the drains that block for ever on some way to them.
func (f *finder) blocked() []blocked {
	f.collect()
	if len(f.drains) == 0 {
		return nil
	}
	f.findHelpers()
	var out []blocked
	for _, d := range f.drains {
		f.inFunction(d, &out)
	}
	f.throughHelpers(&out)
	return out
}

// inFunction judges a drain by the function that it stands in and, if that is a
// deferred literal, by how the function around ends.
func (f *finder) inFunction(d *drain, out *[]blocked) {
	bodies := []*ast.BlockStmt{d.body(0)}
	if d.deferred != nil {
		bodies = append(bodies, d.body(1))
	}
	for i, body := range bodies {
		if f.setElsewhere(d, body) || f.flagged(d.timer, body) {
			continue
		}
		w := f.walk(body, d.timer)
		before := w.at[d.stop]
		if i == 1 {
			before = nil
			if w.atEnd != nil && w.atEnd.Pos() > d.deferred.Pos() {
				before = w.atEnd
			}
		}
		if before != nil {
			*out = append(*out, blocked{drain: d, timer: d.expr, before: before})
			return
		}
	}
}

// body is the body of the n-th function around a drain, the innermost first.
func (d *drain) body(n int) *ast.BlockStmt {
	if n < len(d.funcs) {
		return d.funcs[n].Body
	}
	return d.decl.Body
}

// findHelpers notes the functions of the package that drain a parameter.
func (f *finder) findHelpers() {
	f.helpers = map[*types.Func]map[int]bool{}
	for _, d := range f.drains {
		fn, ok := f.pass.TypesInfo.Defs[d.decl.Name].(*types.Func)
		if !ok || len(d.funcs) > 0 || d.timer.field != nil {
			continue
		}
		params := fn.Signature().Params()
		for i := range params.Len() {
			if params.At(i) == d.timer.root {
				if f.helpers[fn] == nil {
					f.helpers[fn] = map[int]bool{}
				}
				f.helpers[fn][i] = true
			}
		}
	}
}

// throughHelpers judges the calls of functions that drain a parameter.
func (f *finder) throughHelpers(out *[]blocked) {
	if len(f.helpers) == 0 {
		return
	}
	for _, file := range f.pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			ast.Inspect(fd, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					f.callsOfHelpers(fd, n.Body, out)
				case *ast.FuncLit:
					f.callsOfHelpers(fd, n.Body, out)
				}
				return true
			})
		}
	}
}

// callsOfHelpers judges those in one function.
func (f *finder) callsOfHelpers(decl *ast.FuncDecl, body *ast.BlockStmt, out *[]blocked) {
	syntax.Own(body, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		for _, i := range slices.Sorted(maps.Keys(f.helpers[typeutil.StaticCallee(f.pass.TypesInfo, call)])) {
			if i >= len(call.Args) {
				continue // a call that returns several
			}
			timer := call.Args[i]
			p, ok := f.path(timer)
			d := &drain{timer: p, decl: decl}
			if !ok || f.setElsewhere(d, body) || f.flagged(p, body) {
				continue
			}
			if before := f.walk(body, p).at[call]; before != nil {
				*out = append(*out, blocked{call: call, timer: timer, before: before})
			}
		}
	})
}

// walk is what the ways through a function do to one timer.
type walk struct {
	f     *finder
	timer path
	// at holds, for each place that drains, a receive that can come before it with
	// nothing between that sets the timer again.
	at    map[ast.Node]ast.Node
	atEnd ast.Node // the same for the ends of the function
}

// way names a walk.
type way struct {
	body  *ast.BlockStmt
	timer path
}

// walk follows the ways through a function, and carries along the last receive
// since the timer was set. Each block is looked at again only when a receive first
// reaches it, so it is seen twice at most.
func (f *finder) walk(body *ast.BlockStmt, timer path) *walk {
	if w := f.walks[way{body, timer}]; w != nil {
		return w
	}
	w := &walk{f: f, timer: timer, at: map[ast.Node]ast.Node{}}
	f.walks[way{body, timer}] = w
	// The graph has what all cases of a select wait for before the select; it happens
	// in the case that is chosen.
	comms := map[token.Pos]bool{}
	syntax.Own(body, func(n ast.Node) {
		if c, ok := n.(*ast.CommClause); ok && c.Comm != nil {
			comms[c.Comm.Pos()] = true
		}
	})
	graph := cfg.New(body, f.sums.MayReturn)
	entered := make(map[*cfg.Block]ast.Node, len(graph.Blocks))
	seen := make(map[*cfg.Block]bool, len(graph.Blocks))
	todo := []*cfg.Block{graph.Blocks[0]}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		seen[b] = true
		taken := entered[b]
		if clause, ok := b.Stmt.(*ast.CommClause); ok && b.Kind == cfg.KindSelectCaseBody && clause.Comm != nil {
			taken = w.step(clause.Comm, taken)
		}
		for _, n := range b.Nodes {
			if !comms[n.Pos()] {
				taken = w.step(n, taken)
			}
		}
		if len(b.Succs) == 0 && taken != nil {
			w.atEnd = taken
		}
		for _, s := range b.Succs {
			if seen[s] && (taken == nil || entered[s] != nil) {
				continue
			}
			if entered[s] == nil {
				entered[s] = taken
			}
			todo = append(todo, s)
		}
	}
	return w
}

// step is what one statement or condition does to the timer: it returns the
// receive or the drain that left nothing in its channel, nil if the timer is set.
func (w *walk) step(n ast.Node, taken ast.Node) ast.Node {
	syntax.Own(n, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if w.f.received(n) == w.timer {
				taken = n
			}
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if p, ok := w.f.path(lhs); ok && (p == w.timer || p == path{root: w.timer.root}) {
					taken = nil
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				if w.f.pass.TypesInfo.Defs[id] == w.timer.root {
					taken = nil
				}
			}
		case *ast.CallExpr:
			taken = w.call(n, taken)
		}
	})
	return taken
}

// call is step for a call: of Reset, of a function that drains, or of one that may
// set a timer which is a field.
func (w *walk) call(call *ast.CallExpr, taken ast.Node) ast.Node {
	if w.is(w.f.methodOfTimer(call, "Reset")) {
		return nil
	}
	if w.f.stops[call] && w.is(w.f.methodOfTimer(call, "Stop")) {
		if taken != nil {
			w.at[call] = taken
		}
		return call // stopped, or drained in the next statement
	}
	fn := typeutil.StaticCallee(w.f.pass.TypesInfo, call)
	handed := false
	for i, arg := range call.Args {
		p, ok := w.f.path(arg)
		if u, isAddr := ast.Unparen(arg).(*ast.UnaryExpr); isAddr {
			p, ok = w.f.path(u.X)
		}
		if !ok || p != w.timer {
			continue
		}
		handed = true
		if w.f.helpers[fn][i] {
			if taken != nil {
				w.at[call] = taken
			}
			return call
		}
	}
	if handed || w.timer.field != nil && (fn == nil || fn.Pkg() == w.f.pass.Pkg || summary.IsInterfaceMethod(fn)) {
		return nil
	}
	return taken
}

func (w *walk) is(timer ast.Expr) bool {
	if timer == nil {
		return false
	}
	p, ok := w.f.path(timer)
	return ok && p == w.timer
}

// setElsewhere reports whether another function of the declaration around sets the
// timer, which may happen at any time, or whether its address is taken.
func (f *finder) setElsewhere(d *drain, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(d.decl, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return !found
		}
		if lit.Body == body {
			return true
		}
		syntax.Own(lit.Body, func(n ast.Node) {
			if call, ok := n.(*ast.CallExpr); ok {
				if timer := f.methodOfTimer(call, "Reset"); timer != nil {
					p, ok := f.path(timer)
					found = found || ok && p == d.timer
				}
			}
		})
		return !found
	})
	return found
}

// flagged reports whether a flag is set beside a receive from the timer's channel:
// later conditions know by it that the value was taken.
func (f *finder) flagged(timer path, body *ast.BlockStmt) bool {
	found := false
	look := func(list []ast.Stmt) {
		for _, s := range list {
			a, ok := s.(*ast.AssignStmt)
			if !ok {
				continue
			}
			for _, e := range a.Rhs {
				v := f.pass.TypesInfo.Types[e].Value
				found = found || v != nil && v.Kind() == constant.Bool
			}
		}
	}
	syntax.Own(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CommClause:
			if f.receives(n.Comm, timer) {
				look(n.Body)
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				if e, ok := s.(*ast.ExprStmt); ok && f.received(e.X) == timer {
					look(n.List)
				}
			}
		}
	})
	return found
}

// receives reports whether the statement of a case receives from the timer's
// channel.
func (f *finder) receives(comm ast.Stmt, timer path) bool {
	found := false
	if comm != nil {
		syntax.Own(comm, func(n ast.Node) {
			e, ok := n.(ast.Expr)
			found = found || ok && f.received(e) == timer
		})
	}
	return found
}
