package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Wait is a place that passes time.
type Wait struct {
	Node     ast.Node // the call, the receive or the select
	Kind     knowledge.WaitKind
	Duration ast.Expr // nil where it is not in sight
	Timer    ast.Expr // the channel that the time comes by, for receives
	// Cancel is what can end the wait early: Ctx, Stop, both or nothing.
	Cancel knowledge.Bound
	// CancelExpr is the context or channel that ends it, if there is one.
	CancelExpr ast.Expr
	Call       *ast.CallExpr     // the call that waits, for calls
	Select     *ast.SelectStmt   // the select, where the wait is one
	Case       *ast.CommClause   // the case that the time comes by
	Effect     *knowledge.Wait   // what is known of the call
	Wakes      []*ast.CommClause // other cases: neither the time nor a cancellation
	Woken      bool              // somebody else can end it, and it goes on as after the time
}

// MayWake reports whether something else than the time or a cancellation ends the
// wait.
func (w *Wait) MayWake() bool { return w.Woken || len(w.Wakes) > 0 }

// At is a wait in the body of a function literal as it stands at a call that runs the
// literal.
func (w *Wait) At(info *types.Info, c *ast.CallExpr, lit *ast.FuncLit) Wait {
	return Wait{Node: c, Call: c, Kind: w.Kind, Duration: handed(info, lit, c, w.Duration),
		Cancel: w.Cancel, CancelExpr: handed(info, lit, c, w.CancelExpr), Woken: w.MayWake()}
}

// handed is what an expression in a function literal is where the literal is called:
// the argument, if it is a parameter.
func handed(info *types.Info, lit *ast.FuncLit, c *ast.CallExpr, e ast.Expr) ast.Expr {
	sig, ok := TypeUnder[*types.Signature](info.TypeOf(lit))
	if !ok || e == nil || len(c.Args) != sig.Params().Len() || !types.Identical(sig, info.TypeOf(c.Fun)) {
		return e
	}
	if i := ParamIndex(info, sig, e); i >= 0 && !sig.Variadic() {
		return c.Args[i]
	}
	return e
}

// Timed reports whether the wait is for a time to pass.
func (w *Wait) Timed() bool {
	switch w.Kind {
	case knowledge.Sleep, knowledge.After, knowledge.Timer, knowledge.Ticker:
		return true
	}
	return false
}

// Waits lists the places below root that pass time, in source order. It does
// not look into function literals.
func (p *Package) Waits(root ast.Node) []Wait {
	var out []Wait
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.IfStmt:
			return !drains(n)
		case *ast.SelectStmt:
			out = append(out, p.selectWaits(n)...)
			for _, clause := range n.Body.List {
				for _, s := range clause.(*ast.CommClause).Body {
					out = append(out, p.Waits(s)...)
				}
			}
			return false
		case *ast.RangeStmt:
			if IsTimeChan(p.pass.TypesInfo.TypeOf(n.X)) {
				out = append(out, Wait{Node: n, Kind: p.timeKind(n.X), Timer: n.X})
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && IsTimeChan(p.pass.TypesInfo.TypeOf(n.X)) {
				w := Wait{Node: n, Kind: p.timeKind(n.X), Timer: n.X}
				w.Duration = p.timeDuration(n.X)
				out = append(out, w)
			} else if n.Op == token.ARROW {
				if w, ok := p.deadlineWait(n); ok {
					out = append(out, w)
				}
			}
		case *ast.CallExpr:
			if w, ok := p.callWait(n); ok {
				out = append(out, w)
			}
		}
		return true
	})
	return out
}

// drains reports whether a statement is if !t.Stop() { <-t.C }, which takes a
// value that is there already.
func drains(s *ast.IfStmt) bool {
	not, ok := ast.Unparen(s.Cond).(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT {
		return false
	}
	c, ok := ast.Unparen(not.X).(*ast.CallExpr)
	return ok && LastName(c.Fun) == "Stop" && len(c.Args) == 0
}

// callWait says how a call waits, if it does.
func (p *Package) callWait(c *ast.CallExpr) (Wait, bool) {
	effect := p.OfCall(c).Wait
	if effect == nil {
		return Wait{}, false
	}
	w := Wait{Node: c, Call: c, Kind: effect.Kind, Effect: effect}
	if effect.Duration >= 0 && effect.Duration < len(c.Args) {
		w.Duration = c.Args[effect.Duration]
	}
	switch {
	case effect.Ctx == knowledge.Inside:
		w.Cancel = knowledge.Ctx
	case effect.Ctx >= 0 && effect.Ctx < len(c.Args):
		w.CancelExpr = c.Args[effect.Ctx]
		w.Cancel = knowledge.Ctx
		if !IsContext(p.pass.TypesInfo.TypeOf(w.CancelExpr)) {
			w.Cancel = knowledge.Stop
		}
	}
	return w, true
}

// selectWaits says how a select passes time: one wait for each case that
// receives a time. A select with a default does not wait.
func (p *Package) selectWaits(s *ast.SelectStmt) []Wait {
	w := Wait{Node: s, Select: s}
	var times []*ast.CommClause
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil {
			return nil
		}
		ch := ReceivedFrom(clause)
		switch {
		case ch == nil:
			w.Wakes = append(w.Wakes, clause)
		case IsTimeChan(p.pass.TypesInfo.TypeOf(ch)):
			times = append(times, clause)
		case p.IsDone(ch) != nil:
			w.Cancel |= knowledge.Ctx
			w.CancelExpr = p.IsDone(ch)
		case p.isStopChan(ch):
			w.Cancel |= knowledge.Stop
			if w.CancelExpr == nil {
				w.CancelExpr = ch
			}
		default:
			w.Wakes = append(w.Wakes, clause)
		}
	}
	var out []Wait
	for _, clause := range times {
		ch := ReceivedFrom(clause)
		w.Case, w.Kind, w.Timer, w.Duration = clause, p.timeKind(ch), ch, p.timeDuration(ch)
		out = append(out, w)
	}
	return out
}

// ReceivedFrom returns the channel that a case receives from, or nil.
func ReceivedFrom(clause *ast.CommClause) ast.Expr {
	var e ast.Expr
	switch s := clause.Comm.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && e != nil && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

// IsDone returns the context whose Done channel ch is, or nil.
func (p *Package) IsDone(ch ast.Expr) ast.Expr {
	c, ok := ast.Unparen(ch).(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" {
		return nil
	}
	t := p.pass.TypesInfo.TypeOf(sel.X)
	if IsContext(t) || embedsContext(t) {
		return sel.X
	}
	return nil
}

// embedsContext reports whether t has the methods of a context.
func embedsContext(t types.Type) bool {
	if t == nil {
		return false
	}
	for _, name := range [...]string{"Done", "Err", "Deadline", "Value"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj == nil {
			return false
		}
	}
	return true
}

// isStopChan reports whether ch is a channel that carries no data but the news
// that something ends: of empty structs, or of errors, booleans and signals by
// a name that says so.
func (p *Package) isStopChan(ch ast.Expr) bool {
	t, ok := TypeUnder[*types.Chan](p.pass.TypesInfo.TypeOf(ch))
	if !ok {
		return false
	}
	name := LastName(ch)
	if st, ok := t.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return !knowledge.Waking(name)
	}
	switch elem := t.Elem().Underlying().(type) {
	case *types.Basic:
		return elem.Kind() == types.Bool && knowledge.Ending(name)
	case *types.Interface:
		return knowledge.Ending(name)
	}
	return false
}

// timeKind tells what a channel of times belongs to.
func (p *Package) timeKind(ch ast.Expr) knowledge.WaitKind {
	switch e := ast.Unparen(ch).(type) {
	case *ast.CallExpr:
		switch name := LastName(e.Fun); {
		case name == "After":
			return knowledge.After
		case name == "Tick", name == "NewTicker":
			return knowledge.Ticker
		default:
			if sel, ok := e.Fun.(*ast.SelectorExpr); ok {
				return p.kindOfOwner(sel.X)
			}
		}
	case *ast.SelectorExpr:
		return p.kindOfOwner(e.X)
	case *ast.Ident:
		if src := p.definition(e); src != nil {
			return p.timeKind(src)
		}
	}
	return knowledge.Timer
}

// kindOfOwner tells a ticker from a timer by the type whose channel it is.
func (p *Package) kindOfOwner(owner ast.Expr) knowledge.WaitKind {
	t := p.pass.TypesInfo.TypeOf(owner)
	if ptr, ok := TypeUnder[*types.Pointer](t); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && strings.Contains(n.Obj().Name(), "Ticker") {
		return knowledge.Ticker
	}
	return knowledge.Timer
}

// timeDuration finds how long the wait for a channel of times takes: the
// argument of time.After, or of the call that made or reset the timer.
func (p *Package) timeDuration(ch ast.Expr) ast.Expr {
	switch e := ast.Unparen(ch).(type) {
	case *ast.CallExpr:
		if n := len(e.Args); n == 1 {
			return e.Args[0]
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) == 0 {
			return p.timeDuration(sel.X)
		}
	case *ast.SelectorExpr:
		if id, ok := ast.Unparen(e.X).(*ast.Ident); ok && e.Sel.Name == "C" {
			return p.timeDuration(id)
		}
	case *ast.Ident:
		if src := p.definition(e); src != nil {
			return p.timeDuration(src)
		}
	}
	return nil
}

// definition returns the expression that the declaration of a local variable
// gives it, if the declaration is a short one in the same file.
func (p *Package) definition(id *ast.Ident) ast.Expr {
	obj, ok := p.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || obj.IsField() || obj.Pkg() != p.pass.Pkg || obj.Parent() == p.pass.Pkg.Scope() {
		return nil
	}
	return p.definitions()[obj]
}

// definitions maps local variables to what their := gives them. It is made on
// first use: most packages wait for nothing.
func (p *Package) definitions() map[types.Object]ast.Expr {
	if p.defs != nil {
		return p.defs
	}
	p.defs = map[types.Object]ast.Expr{}
	for _, file := range p.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			if !ok || len(a.Lhs) != len(a.Rhs) && len(a.Rhs) != 1 {
				return true
			}
			for i, l := range a.Lhs {
				i = min(i, len(a.Rhs)-1) // a clock may give a timer and its channel by one call
				id, ok := l.(*ast.Ident)
				if !ok {
					continue
				}
				obj := p.pass.TypesInfo.Defs[id]
				if obj == nil {
					obj = p.pass.TypesInfo.Uses[id]
				}
				if obj != nil && p.defs[obj] == nil && isTimeSource(p.pass.TypesInfo.TypeOf(l)) {
					p.defs[obj] = a.Rhs[i]
				}
			}
			return true
		})
	}
	return p.defs
}

// isTimeSource reports whether a variable of this type is a timer or the
// channel of one.
func isTimeSource(t types.Type) bool {
	if IsTimeChan(t) {
		return true
	}
	if ptr, ok := TypeUnder[*types.Pointer](t); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (strings.HasSuffix(n.Obj().Name(), "Timer") || strings.HasSuffix(n.Obj().Name(), "Ticker"))
}

// ownWait says how a small function waits by what stands in its own body. A
// wait inside a loop with calls that can fail belongs to that loop.
func (p *Package) ownWait(decl *ast.FuncDecl, fn *types.Func) *knowledge.Wait {
	if !hasTime(p.pass.TypesInfo, decl.Body) {
		return nil
	}
	for _, w := range p.Waits(decl.Body) {
		if w.Kind == knowledge.Ticker || p.inFailingLoop(decl.Body, w.Node) {
			continue
		}
		if w.Select != nil && len(w.Wakes) > 0 && w.Cancel&knowledge.Ctx == 0 {
			continue // an event loop or a receive with a timeout
		}
		return p.toEffect(fn.Signature(), w)
	}
	return nil
}

// hasTime is a quick look whether a body can wait at all.
func hasTime(info *types.Info, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch id.Name {
			case "Sleep", "After", "C", "Chan", "Wait", "Tick", "NewTimer", "NewTicker":
				found = true
			}
		}
		return !found
	})
	return found
}

// inFailingLoop reports whether n stands in a loop that also calls something
// which can fail.
func (p *Package) inFailingLoop(body *ast.BlockStmt, n ast.Node) bool {
	in := false
	ast.Inspect(body, func(m ast.Node) bool {
		var loop ast.Node
		switch m := m.(type) {
		case *ast.ForStmt:
			loop = m
		case *ast.RangeStmt:
			loop = m
		}
		if loop != nil && loop.Pos() <= n.Pos() && n.End() <= loop.End() {
			in = in || p.hasFailingCall(loop)
		}
		return !in
	})
	return in
}

func (p *Package) hasFailingCall(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if c, ok := m.(*ast.CallExpr); ok {
			if sig, ok := TypeUnder[*types.Signature](p.pass.TypesInfo.TypeOf(c.Fun)); ok && FailsBy(sig) != CannotFail {
				if fn := p.Callee(c); fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// toEffect turns a wait in a function's body into what callers see of it.
func (p *Package) toEffect(sig *types.Signature, w Wait) *knowledge.Wait {
	e := &knowledge.Wait{Kind: w.Kind, Duration: -1, Ctx: knowledge.Never}
	if w.Duration != nil {
		e.Duration = ParamIndex(p.pass.TypesInfo, sig, w.Duration)
	}
	if w.Cancel != 0 {
		e.Ctx = knowledge.Inside
		if w.CancelExpr != nil {
			if i := ParamIndex(p.pass.TypesInfo, sig, w.CancelExpr); i >= 0 {
				e.Ctx = i
			}
		}
	}
	return e
}

// inheritWait says how a small function waits by a call of a function that
// waits.
func (p *Package) inheritWait(f *function, c call, callee *knowledge.Wait) *knowledge.Wait {
	if callee.Kind == knowledge.Cond || p.inFailingLoop(f.decl.Body, c.expr) || p.inLiteral(f.decl.Body, c.expr) {
		return nil
	}
	w, ok := p.callWait(c.expr)
	if !ok {
		return nil
	}
	return p.toEffect(f.sig, w)
}

// inLiteral reports whether n stands in a function literal or a go or defer
// statement below body.
func (p *Package) inLiteral(body *ast.BlockStmt, n ast.Node) bool {
	in := false
	ast.Inspect(body, func(m ast.Node) bool {
		switch m.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			in = in || m.Pos() <= n.Pos() && n.End() <= m.End()
			return false
		}
		return !in
	})
	return in
}
