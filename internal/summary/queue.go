package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// What goes on beside a function counts where it waits for it: goroutines of its own
// that it joins, and those of others behind a channel. A function that hands its request through a channel to a goroutine, and waits
// for an answer, leaves the process where that goroutine does.

// noteChannels notes which channels of fields and of package level a function
// sends to and receives from.
func (p *Package) noteChannels(f *function, n ast.Node) {
	switch n := n.(type) {
	case *ast.SendStmt:
		if obj := p.shared(n.Chan); obj != nil && carries(obj.Type()) {
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
		f.answered, f.joins = true, true
	}
}

// joins reports whether a call waits for goroutines: that of a sync.WaitGroup, or of
// an errgroup.
func joins(fn *types.Func) bool {
	return fn != nil && fn.Name() == "Wait" && fn.Signature().Recv() != nil && strings.HasSuffix(knowledge.ReceiverName(fn), "Group")
}

// carries reports whether what goes through a channel says anything.
func carries(t types.Type) bool {
	c, ok := TypeUnder[*types.Chan](t)
	if !ok {
		return false
	}
	signal, ok := TypeUnder[*types.Struct](c.Elem())
	return !ok || signal.NumFields() > 0
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
// be behind a channel, or somebody waits for it.
func (p *Package) nodesOfQueues() {
	sends := false
	for _, f := range p.order {
		sends = sends || f.asks()
	}
	for i := 0; i < len(p.nodes); i++ { // a goroutine may start others
		if f := p.nodes[i]; sends || f.joins {
			for _, lit := range f.spawned {
				p.nodeOf(lit)
			}
		}
	}
}

// asks reports whether a function hands something on and waits for an answer that
// may be an error.
func (f *function) asks() bool { return len(f.sends) > 0 && f.answered && FailsBy(f.sig) == ByError }

// placeBehind is the place of the goroutines that a function waits for, and of those
// who receive what it sends. Who is behind a channel is not known for certain.
func (p *Package) placeBehind(f *function) knowledge.Place {
	place := knowledge.Local
	if f.joins && FailsBy(f.sig) != CannotFail {
		for _, lit := range f.spawned {
			place = place.Join(p.placeOfLiteral(lit))
		}
	}
	if FailsBy(f.sig) != ByError {
		return place
	}
	for _, obj := range f.sends {
		place = place.Join(knowledge.PlaceUnknown)
		for _, g := range p.queues[obj] {
			if f.answered && g != f && g.entry.Place.Leaves() {
				place = place.Join(knowledge.ProbablyRemote)
			}
		}
	}
	return place
}
