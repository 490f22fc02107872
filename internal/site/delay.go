package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// waits lists the waits of a region, those of a whole loop's header included.
func (r *region) waits() []summary.Wait {
	var out []summary.Wait
	for _, w := range r.u.waits() {
		if r.contains(w.Node) || w.Node == r.node {
			out = append(out, w)
		}
	}
	return out
}

// waitBlocks maps waits to the blocks that they stand in.
func (r *region) waitBlocks(waits []summary.Wait) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for i := range waits {
		if b := r.blockOf(waits[i]); b != nil {
			out[b] = true
		}
	}
	return out
}

// blockOf is the block that passes a wait. A select with a timer passes it by
// the case of the timer: the block that all its cases follow.
func (r *region) blockOf(w summary.Wait) *cfg.Block {
	at := w.Node
	if w.Case != nil {
		at = w.Case.Comm
	}
	for _, b := range r.order {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(w.Case) && w.Case != nil {
			continue
		}
		for _, n := range b.Nodes {
			if n.Pos() <= at.Pos() && at.End() <= n.End() {
				return b
			}
		}
	}
	return nil
}

// settle sorts the waits: a timer case that ends the loop is a timeout, not a
// wait between attempts. It returns the waits that pass the time, the one on
// the failing path first.
func (r *region) settle(v *verdict, s *Site) {
	leads := r.leads()
	var rest []summary.Wait
	for _, w := range v.waits {
		if w.Case != nil && r.caseLeaves(w.Case, leads) {
			if c, ok := callOf(w.Timer); ok && summary.LastName(c.Fun) == "After" && r.selectGoesOn(w.Select, w.Case, leads) {
				s.Timeouts = append(s.Timeouts, Timeout{Call: c, Select: w.Select})
			}
			continue
		}
		rest = append(rest, r.wakened(w, leads))
	}
	s.Waits = rest
	s.Wait = r.mainWait(v, rest)
}

// wakened looks again at a select that a channel of empty structs can end: if its
// case goes on to another round, it wakes the loop and does not stop it.
func (r *region) wakened(w summary.Wait, leads map[*cfg.Block]bool) summary.Wait {
	if w.Select == nil || w.Cancel&knowledge.Stop == 0 {
		return w
	}
	stops := false
	for _, c := range w.Select.Body.List {
		clause := c.(*ast.CommClause)
		ch := summary.ReceivedFrom(clause)
		if clause == w.Case || ch == nil || r.u.m.sums.IsDone(ch) != nil || slices.Contains(w.Wakes, clause) {
			continue
		}
		if elem, ok := chanElem(r.u.m.info.TypeOf(ch)); ok && summary.IsNamed(elem, "time", "Time") {
			continue
		}
		stops = stops || r.caseLeaves(clause, leads)
	}
	if !stops {
		w.Cancel &^= knowledge.Stop
	}
	return w
}

// caseLeaves reports whether a case of a select ends the region: no way leads
// from it to the head, or it lies behind the last goto of a cycle.
func (r *region) caseLeaves(clause *ast.CommClause, leads map[*cfg.Block]bool) bool {
	if !r.inside(clause.Pos()) {
		return true
	}
	for _, b := range r.order {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == ast.Stmt(clause) {
			return r.exits(b, leads)
		}
	}
	return false
}

// selectGoesOn reports whether another case of a select leads to another round.
func (r *region) selectGoesOn(s *ast.SelectStmt, but *ast.CommClause, leads map[*cfg.Block]bool) bool {
	for _, c := range s.Body.List {
		if clause := c.(*ast.CommClause); clause != but && !r.caseLeaves(clause, leads) {
			return true
		}
	}
	return false
}

// mainWait picks the wait that a failed attempt passes on its way to the next
// one.
func (r *region) mainWait(v *verdict, waits []summary.Wait) *summary.Wait {
	if len(waits) == 0 {
		return nil
	}
	reached := map[*cfg.Block]bool{}
	for _, f := range v.failing {
		in := r.runFrom(r.u.graph.Blocks[f.block], f.node, func(c *ast.CallExpr) outcome {
			if c == f.call {
				return failure
			}
			return r.allGood(c)
		}, nil)
		reached[r.u.graph.Blocks[f.block]] = true
		for b := range in.reached {
			reached[b] = true
		}
	}
	var best *summary.Wait
	for i := range waits {
		b := r.blockOf(waits[i])
		if b != nil && reached[b] && (best == nil || best.Kind == knowledge.Cond) {
			best = &waits[i]
		}
	}
	if best == nil {
		best = &waits[0]
	}
	return best
}

// growth is how a variable develops from round to round.
type growth uint8

const (
	noGrowth growth = iota
	adds
	multiplies
)

// growsBy says how the region changes a numeric variable each round.
func (r *region) growsBy(obj types.Object, depth int) growth {
	v, ok := obj.(*types.Var)
	if !ok || depth > 3 || !isNumeric(v.Type()) {
		return noGrowth
	}
	if g, known := r.growth[v]; known {
		return g
	}
	if r.growth == nil {
		r.growth = map[types.Object]growth{}
	}
	r.growth[v] = noGrowth // while it is asked about itself
	best := noGrowth
	for _, d := range r.u.definitions()[obj] {
		if !r.contains(d.node) && d.node != r.node {
			continue
		}
		var g growth
		switch d.tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			g = adds
			if d.rhs != nil && r.mentions(d.rhs, obj) {
				g = multiplies // d += d
			}
		case token.MUL_ASSIGN, token.SHL_ASSIGN:
			g = multiplies
		case token.RANGE:
			if rs, ok := d.node.(*ast.RangeStmt); ok && rs == r.node {
				g = adds
			}
		case token.ASSIGN, token.DEFINE:
			if d.rhs != nil && !d.multi {
				g = r.exprGrowth(d.rhs, obj, depth+1)
			}
		}
		best = max(best, g)
	}
	r.growth[v] = best
	return best
}

// exprGrowth says how an expression grows from round to round. self is the
// variable that it is assigned to.
func (r *region) exprGrowth(e ast.Expr, self types.Object, depth int) growth {
	if depth > 4 {
		return noGrowth
	}
	best := noGrowth
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			switch n.Op {
			case token.MUL, token.SHL, token.ADD:
				x, y := r.operandGrowth(n.X, self, depth), r.operandGrowth(n.Y, self, depth)
				selfIn := self != nil && (r.mentions(n.X, self) || r.mentions(n.Y, self))
				switch {
				case n.Op == token.SHL && y != noGrowth, n.Op == token.MUL && selfIn, n.Op == token.ADD && self != nil && r.mentions(n.X, self) && r.mentions(n.Y, self):
					best = multiplies
				case n.Op == token.ADD && selfIn:
					best = max(best, adds)
				default:
					best = max(best, x, y)
				}
				return true
			}
		case *ast.CallExpr:
			name := summary.LastName(n.Fun)
			if (name == "Pow" || name == "Exp2" || name == "Exp") && len(n.Args) > 0 {
				for _, a := range n.Args {
					if r.operandGrowth(a, self, depth) != noGrowth {
						best = multiplies
					}
				}
			}
			if !r.u.m.info.Types[n.Fun].IsType() {
				best = max(best, r.callGrowth(n))
			}
		case *ast.Ident:
			if obj := r.u.m.info.Uses[n]; obj != nil && obj != self {
				best = max(best, r.growsBy(obj, depth+1))
			}
		case *ast.SelectorExpr:
			if obj := r.u.m.info.Uses[n.Sel]; obj != nil && obj != self {
				best = max(best, r.growsBy(obj, depth+1))
			}
		}
		return true
	})
	return best
}

func (r *region) operandGrowth(e ast.Expr, self types.Object, depth int) growth {
	g := noGrowth
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := r.u.m.info.Uses[id]; obj != nil && obj != self {
				g = max(g, r.growsBy(obj, depth+1))
			}
		}
		return true
	})
	return g
}

// callGrowth looks into a helper of the same package that computes a delay from
// a counter.
func (r *region) callGrowth(c *ast.CallExpr) growth {
	var body ast.Node
	if lit := r.u.literal(c.Fun); lit != nil {
		body = lit.Body
	} else if decl := r.u.m.sums.Decl(r.u.m.sums.Callee(c)); decl != nil {
		body = decl.Body
	}
	if body == nil {
		return noGrowth
	}
	if r.u.m.info.TypeOf(c) == nil || !isDelayType(r.u.m.info.TypeOf(c)) {
		return noGrowth
	}
	g := noGrowth
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.SHL {
				g = multiplies
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN || n.Tok == token.SHL_ASSIGN {
				g = multiplies
			}
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if self := r.u.m.object(n.Lhs[0]); self != nil && r.multipliesSelf(n.Rhs[0], self) {
					g = multiplies
				}
			}
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); name == "Pow" || name == "Exp2" {
				g = multiplies
			}
		}
		return g != multiplies
	})
	return g
}

// multipliesSelf reports whether an expression grows a variable by a factor:
// d * 2, d << 1, d + d/4, below min(...) and conversions too.
func (r *region) multipliesSelf(e ast.Expr, self types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return !found
		}
		switch b.Op {
		case token.MUL, token.SHL:
			found = found || r.mentions(b, self)
		case token.ADD:
			found = found || r.mentions(b.X, self) && r.mentions(b.Y, self)
		}
		return !found
	})
	return found
}

// isDelayType reports whether a call's result can carry a delay: a number, or a
// timer that was set to it.
func isDelayType(t types.Type) bool {
	if isNumeric(t) {
		return true
	}
	return summary.IsNamed(t, "time", "Timer")
}

func isNumeric(t types.Type) bool {
	b, ok := summary.TypeUnder[*types.Basic](t)
	return ok && b.Info()&types.IsNumeric != 0
}

func (r *region) mentions(e ast.Node, obj types.Object) bool {
	return r.u.m.usesAny(e, map[types.Object]bool{obj: true})
}

// delay describes how long a region waits between attempts.
func (r *region) delay(w *summary.Wait) Delay {
	if w == nil {
		return Delay{Shape: knowledge.NoDelay}
	}
	d := Delay{Expr: w.Duration}
	if set := r.reset(w); set != nil {
		d.Expr = set
	}
	e := d.Expr
	if e == nil && w.Timer != nil {
		e = r.timerSource(w.Timer)
	}
	if e == nil {
		return r.delayInside(w)
	}
	if n, ok := r.u.m.constInt(e); ok {
		d.Shape, d.Constant, d.Jitter = knowledge.Constant, n, knowledge.No
		return d
	}
	switch r.exprGrowth(e, nil, 0) {
	case multiplies:
		d.Shape = knowledge.Exponential
	case adds:
		d.Shape = knowledge.Linear
	default:
		d.Shape = r.plainShape(e)
	}
	d.Jitter = r.jitter(e)
	if d.Shape == knowledge.Exponential || d.Shape == knowledge.Linear {
		d.Capped = knowledge.TriOf(r.capped(e))
	}
	return d
}

// reset is the duration that the region sets a timer to before it waits for it
// again.
func (r *region) reset(w *summary.Wait) ast.Expr {
	sel, ok := timerOf(w.Timer)
	if !ok {
		return nil
	}
	timer := r.u.m.object(sel.X)
	for _, p := range r.calls() {
		m, ok := p.call.Fun.(*ast.SelectorExpr)
		if ok && m.Sel.Name == "Reset" && len(p.call.Args) == 1 && timer != nil && r.u.m.object(m.X) == timer {
			return p.call.Args[0]
		}
	}
	return nil
}

// timerOf is the selector of a timer's channel, t.C.
func timerOf(ch ast.Expr) (*ast.SelectorExpr, bool) {
	if ch == nil {
		return nil, false
	}
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	return sel, ok
}

// timerSource finds the call that a timer variable is made by in the region.
func (r *region) timerSource(ch ast.Expr) ast.Expr {
	if sel, ok := ast.Unparen(ch).(*ast.SelectorExpr); ok {
		ch = sel.X
	}
	for _, d := range r.u.definitions()[r.u.m.object(ch)] {
		if c, ok := callOf(d.rhs); ok {
			return c
		}
	}
	return nil
}

// delayInside describes a wait whose length the helper itself knows.
func (r *region) delayInside(w *summary.Wait) Delay {
	d := Delay{Shape: knowledge.Variable, Jitter: knowledge.Unknown}
	switch w.Kind {
	case knowledge.Ticker:
		d.Shape, d.Jitter = knowledge.Constant, knowledge.No
	case knowledge.Library:
		d.Shape = knowledge.LibraryPolicy
	case knowledge.Cond:
		d.Shape = knowledge.NoDelay
	}
	if w.Call == nil {
		return d
	}
	fn := r.u.m.sums.Callee(w.Call)
	if fn != nil && summary.IsNamed(recvType(fn), "golang.org/x/time/rate", "Limiter") {
		d.Shape, d.Jitter = knowledge.Constant, knowledge.No
	}
	if decl := r.u.m.sums.Decl(fn); decl != nil {
		in := r.u.m.unitOf(r.u.file, decl, fn)
		for _, inner := range r.u.m.sums.Waits(decl.Body) {
			ir := &region{u: in, node: decl, from: decl.Pos(), to: decl.End()}
			got := ir.delay(&inner)
			if got.Shape == knowledge.Constant && inner.Duration != nil && ir.callGrowthOf(decl.Body) == multiplies {
				got.Shape = knowledge.Exponential
				got.Capped = knowledge.TriOf(ir.capped(inner.Duration))
			}
			return got
		}
	}
	return d
}

// callGrowthOf reports whether a helper's body multiplies.
func (r *region) callGrowthOf(body ast.Node) growth {
	g := noGrowth
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && summary.LastName(c.Fun) == "Pow" {
			g = multiplies
		}
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.SHL {
			g = multiplies
		}
		return true
	})
	return g
}

func recvType(fn *types.Func) types.Type {
	if r := fn.Signature().Recv(); r != nil {
		return r.Type()
	}
	return nil
}

// plainShape is the shape of a delay that the region does not change: constant,
// unless it comes from a call.
func (r *region) plainShape(e ast.Expr) knowledge.Shape {
	shape := knowledge.Constant
	var visit func(e ast.Node, depth int)
	visit = func(e ast.Node, depth int) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if r.u.m.info.Types[n.Fun].IsType() || r.u.m.isBuiltin(n) {
					return true
				}
				if s := r.callShape(n); s != knowledge.Constant {
					shape = s
				}
				return false
			case *ast.Ident:
				v, ok := r.u.m.info.Uses[n].(*types.Var)
				if !ok || depth > 3 {
					return true
				}
				for _, d := range r.u.definitions()[v] {
					if d.rhs != nil && r.contains(d.node) {
						visit(d.rhs, depth+1)
					}
				}
			}
			return true
		})
	}
	visit(e, 0)
	return shape
}

// callShape is the shape of a delay that a call gives.
func (r *region) callShape(c *ast.CallExpr) knowledge.Shape {
	e := r.u.m.sums.OfCall(c)
	if e.Random {
		return knowledge.Constant // a random number on its own does not grow
	}
	fn := r.u.m.sums.Callee(c)
	name := strings.ToLower(summary.LastName(c.Fun))
	switch {
	case strings.Contains(name, "retryafter"):
		return knowledge.Server
	case fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "time" || fn.Pkg().Path() == "math"):
		return knowledge.Constant
	case r.isBackoffMethod(fn):
		return knowledge.Exponential
	case len(c.Args) == 0 && fn != nil && r.u.m.sums.Decl(fn) != nil:
		return knowledge.Constant // a getter
	}
	return knowledge.Variable
}

// isBackoffMethod reports whether a method gives the next delay of a library's
// exponential backoff.
func (r *region) isBackoffMethod(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "NextBackOff", "Duration", "Step", "Pause", "NextBackoff", "Next", "ForAttempt", "NextDelay":
		return strings.Contains(strings.ToLower(fn.Pkg().Path()), "backoff") || strings.HasSuffix(fn.Pkg().Path(), "util/wait") || strings.Contains(fn.Pkg().Path(), "gax")
	}
	return false
}

// jitter answers whether a random number enters a duration.
func (r *region) jitter(e ast.Expr) knowledge.Tri {
	return r.u.random(e, map[types.Object]bool{}, 0)
}

// random follows a value through locals, fields set in the same function, and
// functions known to be random.
func (u *unit) random(e ast.Node, seen map[types.Object]bool, depth int) knowledge.Tri {
	answer := knowledge.No
	add := func(t knowledge.Tri) {
		if t == knowledge.Yes || answer == knowledge.No && t == knowledge.Unknown {
			answer = t
		}
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			add(u.randomCall(n, seen, depth))
		case *ast.Ident:
			add(u.randomVar(u.m.info.Uses[n], seen, depth))
		case *ast.SelectorExpr:
			add(u.randomVar(u.m.info.Uses[n.Sel], seen, depth))
		}
		return answer != knowledge.Yes
	})
	return answer
}

func (u *unit) randomVar(obj types.Object, seen map[types.Object]bool, depth int) knowledge.Tri {
	v, ok := obj.(*types.Var)
	if !ok || seen[v] || depth > 6 || !isNumeric(v.Type()) && !isDelayType(v.Type()) {
		return knowledge.No
	}
	seen[v] = true
	answer := knowledge.No
	for _, d := range u.definitions()[v] {
		if d.rhs == nil {
			continue
		}
		switch u.random(d.rhs, seen, depth+1) {
		case knowledge.Yes:
			return knowledge.Yes
		case knowledge.Unknown:
			answer = knowledge.Unknown
		}
	}
	return answer
}

// randomCall answers for a call: its callee, a literal's body, or unknown where
// a delay comes from code that is not in sight.
func (u *unit) randomCall(c *ast.CallExpr, seen map[types.Object]bool, depth int) knowledge.Tri {
	if u.m.info.Types[c.Fun].IsType() || u.m.isBuiltin(c) {
		return knowledge.No
	}
	if u.m.sums.OfCall(c).Random {
		return knowledge.Yes
	}
	if lit := u.literal(c.Fun); lit != nil {
		if depth > 4 {
			return knowledge.Unknown
		}
		return u.random2(lit.Body, seen, depth+1)
	}
	t := u.m.info.TypeOf(c)
	if t == nil || !isDelayType(t) {
		return knowledge.No
	}
	fn := u.m.sums.Callee(c)
	switch {
	case fn == nil, summary.IsInterfaceMethod(fn):
		return knowledge.Unknown
	case fn.Pkg() != nil && fn.Pkg().Path() == "time", fn.Pkg() != nil && fn.Pkg().Path() == "math":
		return knowledge.No
	case u.m.jitteredByField(u, c, fn):
		return knowledge.Yes
	case u.m.sums.Decl(fn) != nil:
		return knowledge.No
	}
	if len(c.Args) == 0 && fn.Signature().Recv() == nil {
		return knowledge.No
	}
	return knowledge.Unknown
}

// random2 looks for a random number anywhere in a body.
func (u *unit) random2(body ast.Node, seen map[types.Object]bool, depth int) knowledge.Tri {
	answer := knowledge.No
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && u.randomCall(c, seen, depth) == knowledge.Yes {
			answer = knowledge.Yes
		}
		return answer != knowledge.Yes
	})
	return answer
}

// jitteredByField reports whether a backoff object was built in this function
// with its Jitter field set.
func (m *Model) jitteredByField(u *unit, c *ast.CallExpr, fn *types.Func) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	for _, d := range u.definitions()[m.object(sel.X)] {
		lit, ok := literalOf(d.rhs)
		if !ok {
			continue
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok || !strings.Contains(summary.LastName(kv.Key), "Jitter") {
				continue
			}
			tv := m.info.Types[kv.Value]
			if tv.Value == nil || tv.Value.String() != "false" && tv.Value.String() != "0" {
				return true
			}
		}
	}
	return false
}

func literalOf(e ast.Expr) (*ast.CompositeLit, bool) {
	if e == nil {
		return nil, false
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	return lit, ok
}

// capped reports whether a growing delay is held below a maximum: by min, by a
// comparison followed by an assignment, or because the loop ends when it gets
// too long.
func (r *region) capped(e ast.Expr) bool {
	vars := map[types.Object]bool{}
	r.collect(e, vars, 0)
	found := false
	scan := func(root ast.Node, vars map[types.Object]bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch summary.LastName(n.Fun) {
				case "min", "Min", "MinDuration", "clamp", "Clamp":
					found = found || r.u.m.usesAny(n, vars) || len(vars) == 0
				}
			case *ast.IfStmt:
				if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && isOrder(b.Op) && r.u.m.usesAny(n.Cond, vars) && !r.isCountOnly(b, vars) {
					found = true
				}
			}
			return !found
		})
	}
	scan(r.node, vars)
	if found {
		return true
	}
	// A helper that computes the delay may hold it down itself.
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !r.u.m.info.Types[c.Fun].IsType() {
			if lit := r.u.literal(c.Fun); lit != nil {
				scanBody(lit.Body, &found)
			} else if decl := r.u.m.sums.Decl(r.u.m.sums.Callee(c)); decl != nil {
				scanBody(decl.Body, &found)
			} else if r.isBackoffMethod(r.u.m.sums.Callee(c)) {
				found = true
			}
		}
		return !found
	})
	for v := range vars {
		for _, d := range r.u.definitions()[v] {
			if c, ok := callOf(d.rhs); ok {
				found = found || r.isBackoffMethod(r.u.m.sums.Callee(c))
				if decl := r.u.m.sums.Decl(r.u.m.sums.Callee(c)); decl != nil {
					scanBody(decl.Body, &found)
				}
			}
		}
	}
	return found
}

// scanBody looks for a cap in a helper's body.
func scanBody(body ast.Node, found *bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch summary.LastName(n.Fun) {
			case "min", "Min":
				*found = true
			}
		case *ast.IfStmt:
			if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && isOrder(b.Op) {
				*found = true
			}
		}
		return !*found
	})
}

func isOrder(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// isCountOnly reports whether a comparison concerns only counters of attempts,
// which bound the rounds and not the delay.
func (r *region) isCountOnly(b *ast.BinaryExpr, vars map[types.Object]bool) bool {
	only := true
	ast.Inspect(b, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := r.u.m.info.Uses[id]; vars[obj] && r.growsBy(obj, 0) != adds {
				only = false
			}
		}
		return true
	})
	return only
}

// collect gathers the variables that a duration is computed from.
func (r *region) collect(e ast.Node, vars map[types.Object]bool, depth int) {
	if depth > 4 {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		var obj types.Object
		switch n := n.(type) {
		case *ast.Ident:
			obj = r.u.m.info.Uses[n]
		case *ast.SelectorExpr:
			obj = r.u.m.info.Uses[n.Sel]
		}
		v, ok := obj.(*types.Var)
		if !ok || vars[v] {
			return true
		}
		vars[v] = true
		for _, d := range r.u.definitions()[v] {
			if d.rhs != nil {
				r.collect(d.rhs, vars, depth+1)
			}
		}
		return true
	})
}
