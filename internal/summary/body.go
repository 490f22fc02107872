package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// smallFunc is how many statements a helper may have whose purpose is to wait.
// Longer functions do other things, and a wait in them is theirs.
const smallFunc = 25

// lookAt notes what a body does, and counts its statements.
func (p *Package) lookAt(f *function, body *ast.BlockStmt) (statements int) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		p.noteChannels(f, n)
		switch n := n.(type) {
		case *ast.GoStmt:
			// What another goroutine does is not what a call of the function
			// does, but the arguments are computed here.
			if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
				f.spawned = append(f.spawned, lit)
			}
			for _, arg := range n.Call.Args {
				ast.Inspect(arg, visit)
			}
			return false
		case *ast.FuncLit:
			// A literal that is not called here may never run; but most that
			// are passed on are run by the callee, so their calls count.
			ast.Inspect(n.Body, func(m ast.Node) bool {
				switch m := m.(type) {
				case *ast.CallExpr:
					p.addCall(f, m)
				case *ast.GoStmt:
					if lit, ok := m.Call.Fun.(*ast.FuncLit); ok {
						f.spawned = append(f.spawned, lit)
					}
					return false
				default:
					p.noteChannels(f, m)
				}
				return true
			})
			return false
		case *ast.ForStmt:
			if n.Cond == nil && receives(p.pass.TypesInfo, n.Body) {
				f.entry.Blocks = true
			}
		case *ast.RangeStmt:
			if p.fed(n.X, body) {
				f.entry.Blocks = true
			}
		case *ast.CallExpr:
			p.addCall(f, n)
		case ast.Stmt:
			statements++
		}
		return true
	}
	ast.Inspect(body, visit)
	return statements
}

// addCall notes a call. Of those of function values, the ones count that can
// fail by an error, as those of operations do.
func (p *Package) addCall(f *function, c *ast.CallExpr) {
	fn := p.Callee(c)
	f.joins = f.joins || joins(fn)
	if fn == nil {
		sig, ok := TypeUnder[*types.Signature](p.pass.TypesInfo.TypeOf(c.Fun))
		if !ok || FailsBy(sig) != ByError || p.pass.TypesInfo.Types[c.Fun].IsType() {
			return
		}
		if _, ok := ast.Unparen(c.Fun).(*ast.FuncLit); ok {
			return // its own calls count
		}
	}
	f.calls = append(f.calls, call{c, fn})
}

// receives reports whether a loop body waits for something that arrives: a
// channel other than a timer's, or a stream's Recv.
func receives(info *types.Info, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && !IsTimeChan(info.TypeOf(n.X)) && LastName(n.X) != "Done" {
				found = true
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "Recv", "RecvMsg", "Accept", "ReadMessage":
					found = true
				case "Read":
					found = found || isConn(info.TypeOf(sel.X))
				}
			}
		}
		return !found
	})
	return found
}

// isConn reports whether a type is a connection: reads of it can be given a deadline,
// and it has somebody at its other end.
func isConn(t types.Type) bool {
	if t == nil {
		return false
	}
	for _, name := range [...]string{"SetReadDeadline", "RemoteAddr"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// fed reports whether what is ranged over is a channel that others send to: one that
// was not made below root.
func (p *Package) fed(x ast.Expr, root ast.Node) bool {
	t := p.pass.TypesInfo.TypeOf(x)
	if _, ok := TypeUnder[*types.Chan](t); !ok || IsTimeChan(t) {
		return false
	}
	v, ok := object(p.pass.TypesInfo, x).(*types.Var)
	return ok && (v.IsField() || v.Pos() < root.Pos() || root.End() <= v.Pos())
}

// nodeOf makes a function of a literal, so that its place is propagated.
func (p *Package) nodeOf(lit *ast.FuncLit) *function {
	if f := p.literals[lit]; f != nil {
		return f
	}
	sig, typed := TypeUnder[*types.Signature](p.pass.TypesInfo.TypeOf(lit))
	if !typed { // drivers that load dependencies without what stands in their functions
		sig = types.NewSignatureType(nil, nil, nil, nil, nil, false)
	}
	f := &function{sig: sig}
	f.entry.Place = knowledge.Local
	p.literals[lit] = f
	f.small = p.lookAt(f, lit.Body) <= smallFunc
	p.nodes = append(p.nodes, f)
	return f
}

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
	if _, ends := ast.Unparen(ch).(*ast.CallExpr); !ends && !IsTimeChan(p.pass.TypesInfo.TypeOf(ch)) {
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
