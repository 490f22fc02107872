package requeue

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/syntax"
)

// worker is a function of the package with what it does to queues.
type worker struct {
	decl  *ast.FuncDecl
	uses  []use
	names []*types.Func // the functions of the package that it names
}

// use is a call of a queue's method.
type use struct {
	queue  *types.Var
	method string
	call   *ast.CallExpr
	at     inspector.Cursor
}

// queues looks at what functions do to client-go's workqueues.
func (f *finder) queues() {
	workers := f.workers()
	for _, fn := range workers.order {
		w := workers.of[fn]
		taken := map[*types.Var]bool{}
		for _, u := range w.uses {
			if u.method == "Add" && f.givenBack(w, u) {
				f.report.Report(u.call, fmt.Sprintf("%s puts what failed back at once: as long as it fails it is tried again without a pause, where AddRateLimited would wait longer each time",
					phrase.Source(u.call.Fun)))
			}
			if u.method == "Get" && !taken[u.queue] {
				taken[u.queue] = true
				f.judge(u.queue, workers.reach(fn))
			}
		}
	}
}

// judge looks at all that a function which takes items from a queue does to it,
// with the functions that it calls.
func (f *finder) judge(queue *types.Var, all []*worker) {
	used := map[string][]use{}
	owner := map[*ast.CallExpr]*worker{}
	for _, w := range all {
		for _, u := range w.uses {
			if u.queue == queue {
				used[u.method] = append(used[u.method], u)
				owner[u.call] = w
			}
		}
	}
	if limited := used["AddRateLimited"]; len(limited) > 0 && len(used["Forget"]) == 0 && len(used[handedOn]) == 0 && !f.ownLimiter() {
		f.report.Report(limited[0].call, fmt.Sprintf("what takes items from %s never calls Forget: failures are counted for ever, so an item that recovered waits the limiter's longest delay at its next failure",
			phrase.Source(receiver(limited[0].call))))
	}
	if len(used["AddRateLimited"]) > 0 {
		return
	}
	for _, u := range used["AddAfter"] {
		if len(u.call.Args) != 2 {
			continue // a call that returns both
		}
		d, ok := phrase.Constant(f.pass, u.call.Args[1])
		if ok && d < resync && f.hasLimiter(queue) && f.givenBack(owner[u.call], u) {
			f.report.Report(u.call, fmt.Sprintf("%s puts what failed back after %v, however often it failed: the queue's rate limiter, which waits longer each time, is never asked",
				phrase.Source(u.call.Fun), d))
		}
	}
}

// resync is a delay that is long enough for any failure to be tried again after it.
const resync = time.Minute

// givenBack reports whether a call gives an item back for no other reason than that
// it failed, and at once.
func (f *finder) givenBack(w *worker, u use) bool {
	b := syntax.OfFailure(f.pass.TypesInfo, u.at)
	if b == nil || !b.Only || len(f.sums.Waits(b.Body)) > 0 {
		return false
	}
	item := syntax.Variable(f.pass.TypesInfo, u.call.Args[0])
	if item == nil {
		return false
	}
	found := false
	params := w.decl.Type.Params
	ast.Inspect(w.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n.Pos() <= u.call.Pos() && u.call.End() <= n.End() {
				params = n.Type.Params
			}
		case *ast.AssignStmt:
			if len(n.Rhs) != 1 {
				break
			}
			for _, lhs := range n.Lhs {
				switch syntax.Variable(f.pass.TypesInfo, lhs) {
				case b.Err: // of work on the item
					found = found || syntax.Mentions(f.pass.TypesInfo, n.Rhs[0], item)
				case item:
					call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
					found = found || ok && f.callee(call, workqueue) == "Get"
				}
			}
		}
		return true
	})
	return found || f.isParam(params, item) && f.isParam(params, b.Err)
}

func (f *finder) isParam(params *ast.FieldList, v *types.Var) bool {
	for _, field := range params.List {
		for _, id := range field.Names {
			if f.pass.TypesInfo.Defs[id] == v {
				return true
			}
		}
	}
	return false
}

// hasLimiter reports whether a queue has a rate limiter at all.
func (f *finder) hasLimiter(queue *types.Var) bool {
	m, _, _ := types.LookupFieldOrMethod(queue.Type(), true, f.pass.Pkg, "AddRateLimited")
	return m != nil
}

// receiver is what a method is called on.
func receiver(call *ast.CallExpr) ast.Expr { return ast.Unparen(call.Fun).(*ast.SelectorExpr).X }

// workers are the functions of the package by what they do to queues.
type workers struct {
	of    map[*types.Func]*worker
	order []*types.Func
}

// handedOn stands for a use of a queue as an argument: what happens to it then is
// not seen.
const handedOn = "handed on"

// workers reads the functions of the package.
func (f *finder) workers() *workers {
	out := &workers{of: map[*types.Func]*worker{}}
	for c := range f.in.Root().Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		fn, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || decl.Body == nil {
			continue
		}
		w := &worker{decl: decl}
		for at := range c.Preorder((*ast.CallExpr)(nil), (*ast.Ident)(nil)) {
			switch n := at.Node().(type) {
			case *ast.Ident:
				if used, ok := f.pass.TypesInfo.Uses[n].(*types.Func); ok && used.Pkg() == f.pass.Pkg {
					w.names = append(w.names, used.Origin())
				}
			case *ast.CallExpr:
				w.uses = append(w.uses, f.uses(n, at)...)
			}
		}
		out.of[fn] = w
		out.order = append(out.order, fn)
	}
	return out
}

// uses lists what a call does to queues.
func (f *finder) uses(call *ast.CallExpr, at inspector.Cursor) []use {
	var out []use
	if method := f.callee(call, workqueue); method != "" {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			if q := syntax.Variable(f.pass.TypesInfo, sel.X); q != nil {
				return []use{{q, method, call, at}}
			}
		}
	}
	for _, arg := range call.Args {
		if q := syntax.Variable(f.pass.TypesInfo, arg); q != nil {
			out = append(out, use{q, handedOn, call, at})
		}
	}
	return out
}

// reach lists a function with those of the package that it calls, or hands to
// something that may call them.
func (w *workers) reach(fn *types.Func) []*worker {
	var out []*worker
	seen := map[*types.Func]bool{fn: true}
	for todo := []*types.Func{fn}; len(todo) > 0; {
		next := w.of[todo[0]]
		todo = todo[1:]
		if next == nil {
			continue
		}
		out = append(out, next)
		for _, callee := range next.names {
			if !seen[callee] {
				seen[callee] = true
				todo = append(todo, callee)
			}
		}
	}
	return out
}

// ownLimiter reports whether the package declares a rate limiter of its own, which may
// not count failures.
func (f *finder) ownLimiter() bool {
	scope := f.pass.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			return false
		}
		methods := types.NewMethodSet(types.NewPointer(obj.Type()))
		return methods.Lookup(f.pass.Pkg, "When") != nil && methods.Lookup(f.pass.Pkg, "NumRequeues") != nil
	})
}

// limiters looks at the rate limiters that are made with constant delays.
func (f *finder) limiters() {
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		t := knowledge.TraitOf(typeutil.Callee(f.pass.TypesInfo, call), "limiter")
		if t == nil || len(call.Args) != 2 {
			continue
		}
		base, ok := phrase.Constant(f.pass, call.Args[t.Position(0)])
		longest, bounded := phrase.Constant(f.pass, call.Args[t.Position(1)])
		switch {
		case !ok || !bounded:
		case longest <= 0 || base <= 0:
			f.report.Report(call, fmt.Sprintf("a delay that begins with %v and is %v at most is none: what fails is tried again at once, over and over", base, longest))
		case longest >= endless:
			f.report.Report(call, fmt.Sprintf("this delay doubles up to %v: an item that failed for long is not tried again for days after what it needs is back", longest))
		}
	}
}

// endless is a longest delay that is as good as none.
const endless = 24 * time.Hour
