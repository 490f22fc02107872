package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// byWorkers reports whether several goroutines run a method on one value: a loop
// starts them, and the value was made before it.
func (m *Package) byWorkers(fn *types.Func) bool {
	if Notes[residueNotes](m).workers == nil {
		Notes[residueNotes](m).workers = map[*types.Func]bool{}
		for _, file := range m.pass.Files {
			if !m.isTestFile(file) {
				m.findWorkers(file)
			}
		}
	}
	return Notes[residueNotes](m).workers[fn]
}

// findWorkers notes the methods that goroutines run which a loop starts.
func (m *Package) findWorkers(file *ast.File) {
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
				m.noteWorkers(n.Call, loops[len(loops)-1])
			}
		case *ast.CallExpr: // of sync.WaitGroup, errgroup.Group and the like
			if len(loops) > 0 && summary.LastName(n.Fun) == "Go" && len(n.Args) == 1 {
				m.noteWorkers(n.Args[0], loops[len(loops)-1])
			}
		}
		return true
	})
}

// noteWorkers notes the methods that a goroutine calls on values which are there
// before the loop that starts it.
func (m *Package) noteWorkers(started, loop ast.Node) {
	ast.Inspect(started, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		fn, isMethod := m.info.Uses[sel.Sel].(*types.Func)
		root := m.rootOf(sel.X)
		if isMethod && root != nil && (root.Pos() < loop.Pos() || root.Pos() >= loop.End()) {
			m.noteWorker(fn)
		}
		return true
	})
}

// noteWorker notes a method and those that it calls on its receiver.
func (m *Package) noteWorker(fn *types.Func) {
	u := m.declUnit(fn)
	if u == nil || Notes[residueNotes](m).workers[fn] {
		return
	}
	Notes[residueNotes](m).workers[fn] = true
	ast.Inspect(u.body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			called, isMethod := m.info.Uses[sel.Sel].(*types.Func)
			if v, ok := m.object(sel.X).(*types.Var); isMethod && ok && u.isReceiver(v) {
				m.noteWorker(called)
			}
		}
		return true
	})
}

// residueNotes is what the questions about what piles up keep of a package.
type residueNotes struct {
	workers map[*types.Func]bool // see byWorkers
}
