package summary

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A function that hands its request through a channel to a goroutine, and waits
// for an answer, leaves the process where that goroutine does.

// noteChannels notes which channels of fields and of package level a function
// sends to and receives from.
func (p *Package) noteChannels(f *function, n ast.Node) {
	switch n := n.(type) {
	case *ast.SendStmt:
		if obj := p.shared(n.Chan); obj != nil {
			f.sends = append(f.sends, obj)
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			p.noteReceiver(f, n.X)
		}
	case *ast.RangeStmt:
		if _, ok := TypeUnder[*types.Chan](p.pass.TypesInfo.TypeOf(n.X)); ok {
			p.noteReceiver(f, n.X)
		}
	}
}

func (p *Package) noteReceiver(f *function, ch ast.Expr) {
	if obj := p.shared(ch); obj != nil {
		p.queues[obj] = append(p.queues[obj], f)
	}
	if _, ends := ast.Unparen(ch).(*ast.CallExpr); !ends && !isTimeChan(p.pass.TypesInfo.TypeOf(ch)) {
		f.answered = true
	}
}

// shared is the field or variable of package level that holds a channel.
func (p *Package) shared(ch ast.Expr) types.Object {
	v, ok := object(p.pass.TypesInfo, ch).(*types.Var)
	if !ok || !v.IsField() && v.Parent() != p.pass.Pkg.Scope() {
		return nil
	}
	return v
}

// nodesOfQueues makes functions of the literals that goroutines run, where one may
// be behind a channel.
func (p *Package) nodesOfQueues() {
	sends := false
	for _, f := range p.order {
		sends = sends || f.asks()
	}
	for i := 0; sends && i < len(p.spawned); i++ {
		p.nodeOf(p.spawned[i])
	}
}

// asks reports whether a function hands something on and waits for an answer that
// may be an error.
func (f *function) asks() bool { return len(f.sends) > 0 && f.answered && FailsBy(f.sig) == ByError }

// placeBehind is the place of those who receive what a function sends.
func (p *Package) placeBehind(f *function) knowledge.Place {
	if f.asks() {
		for _, obj := range f.sends {
			for _, g := range p.queues[obj] {
				if g != f && g.entry.Place.Leaves() {
					return knowledge.ProbablyRemote
				}
			}
		}
	}
	return knowledge.Local
}
