package delay

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// byWorkers reports whether several goroutines run a method on one value: a loop
// starts them, and the value was made before it.
func byWorkers(m *flow.Package, fn *types.Func) bool {
	if flow.Notes[residueNotes](m).workers == nil {
		flow.Notes[residueNotes](m).workers = map[*types.Func]bool{}
		flow.Notes[residueNotes](m).captured = map[types.Object]bool{}
		for _, file := range m.Pass.Files {
			if !m.IsTestFile(file) {
				findWorkers(m, file)
			}
		}
	}
	return flow.Notes[residueNotes](m).workers[fn]
}

// findWorkers notes the methods that goroutines run which a loop starts.
func findWorkers(m *flow.Package, file *ast.File) {
	var loops []ast.Node
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if len(loops) > 0 && loops[len(loops)-1] == last {
				loops = loops[:len(loops)-1]
			}
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		case *ast.GoStmt:
			if len(loops) > 0 {
				noteWorkers(m, n.Call, loops[len(loops)-1])
			}
		case *ast.CallExpr: // of sync.WaitGroup, errgroup.Group and the like
			if len(loops) > 0 && summary.LastName(n.Fun) == "Go" && len(n.Args) == 1 {
				noteWorkers(m, n.Args[0], loops[len(loops)-1])
			}
		}
		return true
	})
}

// noteWorkers notes the methods that a goroutine calls on values which are there
// before the loop that starts it.
func noteWorkers(m *flow.Package, started, loop ast.Node) {
	ast.Inspect(started, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		fn, isMethod := m.Info.Uses[sel.Sel].(*types.Func)
		root := world.RootOf(m, sel.X)
		if isMethod && root != nil && (root.Pos() < loop.Pos() || root.Pos() >= loop.End()) {
			noteWorker(m, fn)
			flow.Notes[residueNotes](m).captured[root] = true
		}
		return true
	})
}

// captured reports whether goroutines that a loop starts call methods of what a
// variable held before it.
func captured(m *flow.Package, v *types.Var) bool {
	byWorkers(m, nil) // finds them
	return flow.Notes[residueNotes](m).captured[v]
}

// noteWorker notes a method and those that it calls on its receiver.
func noteWorker(m *flow.Package, fn *types.Func) {
	u := world.DeclUnit(m, fn)
	if u == nil || flow.Notes[residueNotes](m).workers[fn] {
		return
	}
	flow.Notes[residueNotes](m).workers[fn] = true
	ast.Inspect(u.Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			called, isMethod := m.Info.Uses[sel.Sel].(*types.Func)
			if v, ok := m.Object(sel.X).(*types.Var); isMethod && ok && site.IsReceiver(u, v) {
				noteWorker(m, called)
			}
		}
		return true
	})
}

// residueNotes is what the questions about what piles up keep of a package.
type residueNotes struct {
	workers  map[*types.Func]bool  // see byWorkers
	captured map[types.Object]bool // see captured
}
