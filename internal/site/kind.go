package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// verdict is what the classification of a region found.
type verdict struct {
	kind     Kind
	attempts []Attempt
	failing  []placed // the attempts whose failure leads to another round
	waits    []summary.Wait
}

// classify says what a region is.
func (r *region) classify() verdict {
	var v verdict
	v.waits = r.waits()
	good := r.run(r.allGood)
	for _, c := range r.calls() {
		if !r.u.m.signals(c.call) || !r.failsBack(c) {
			continue
		}
		v.failing = append(v.failing, c)
	}
	goesOn := good.back
	if len(v.failing) > 0 {
		goesOn = r.goesOnAfter(v.failing)
	}
	switch {
	case !goesOn && len(v.failing) > 0:
		v.kind = r.again(&v)
	case goesOn:
		v.kind = r.around(&v, good)
	}
	if r.steps > maxSteps {
		v.kind = Work
	}
	if v.kind == Work {
		return v
	}
	if v.attempts == nil {
		for _, c := range v.failing {
			v.attempts = append(v.attempts, r.u.attempt(c.call))
		}
	}
	return v
}

// goesOnAfter reports whether the success of one of the attempts leads to
// another round.
func (r *region) goesOnAfter(attempts []placed) bool {
	for _, c := range attempts {
		if r.runFrom(r.u.graph.Blocks[c.block], c.node, r.allGood, nil).back {
			return true
		}
	}
	return false
}

// allGood is the world in which every call succeeds. What an inner endless loop
// calls, such as a stream's Recv, ends at some time, so there anything happens.
func (r *region) allGood(c *ast.CallExpr) outcome {
	if r.inEndlessLoop(c) {
		return free
	}
	return success
}

// inEndlessLoop reports whether a node stands in a loop inside the region that
// only its body can end.
func (r *region) inEndlessLoop(n ast.Node) bool {
	in := false
	for _, loop := range r.innerLoops() {
		f, ok := loop.(*ast.ForStmt)
		if ok && f.Post == nil && f.Pos() <= n.Pos() && n.End() <= f.End() {
			in = true
		}
	}
	return in
}

// innerLoops lists the loops inside the region.
func (r *region) innerLoops() []ast.Node {
	if r.inner != nil {
		return r.inner
	}
	r.inner = []ast.Node{}
	root := r.node
	if _, isLabel := root.(*ast.LabeledStmt); isLabel {
		root = r.u.body // a goto's cycle goes beyond its label's statement
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			if n != r.node && r.inside(n.Pos()) {
				r.inner = append(r.inner, n)
			}
		}
		return true
	})
	return r.inner
}

// failsBack reports whether the failure of one call, all else going well, leads
// to another round although its success would not by itself.
func (r *region) failsBack(c placed) bool {
	b := r.u.graph.Blocks[c.block]
	for _, o := range r.outcomes(c.call) {
		w := func(x *ast.CallExpr) outcome {
			if x == c.call {
				return o
			}
			return r.allGood(x)
		}
		if r.runFrom(b, c.node, w, nil).back {
			return true
		}
	}
	return false
}

// outcomes lists the ways in which a call can fail.
func (r *region) outcomes(c *ast.CallExpr) []outcome {
	out := []outcome{failure}
	sig, _ := r.u.m.signature(c)
	for i := range sig.Results().Len() {
		if isResponse(sig.Results().At(i).Type()) {
			out = append(out, refused)
		}
	}
	return out
}

// again tells a retry from an optimistic update, a search and a loop too thin
// to call either.
func (r *region) again(v *verdict) Kind {
	byError := v.failing[:0:0]
	for _, c := range v.failing {
		sig, _ := r.u.m.signature(c.call)
		if summary.FailsBy(sig) == summary.ByError {
			byError = append(byError, c)
		}
	}
	if len(byError) > 0 {
		v.failing = byError
	} else if len(v.waits) == 0 {
		return Work // a search by booleans or nils
	}
	if r.searches(v) {
		return Work
	}
	if r.onConflictOnly(v) {
		return CAS
	}
	for _, c := range v.failing {
		v.attempts = append(v.attempts, r.u.attempt(c.call))
	}
	if len(v.waits) == 0 && placeOf(v.attempts) != knowledge.Remote && !r.counted() {
		return Work // nothing but a repetition: parsing, drawing, interrupted calls
	}
	if len(byError) == 0 {
		return Poll
	}
	return Retry
}

// placeOf is where a set of attempts takes effect: remote if any does.
func placeOf(attempts []Attempt) knowledge.Place {
	place := knowledge.PlaceUnknown
	local := len(attempts) > 0
	for _, a := range attempts {
		if a.Place == knowledge.Remote {
			return knowledge.Remote
		}
		local = local && a.Place == knowledge.Local
	}
	if local {
		place = knowledge.Local
	}
	return place
}

// searches reports whether each round tries something else: the attempt is
// given an element picked by the loop's variables, or a value that moves on.
func (r *region) searches(v *verdict) bool {
	if loop, ok := r.node.(*ast.RangeStmt); ok && r.elements(loop, v) {
		return true
	}
	moving := r.moving()
	for _, c := range v.failing {
		for _, arg := range c.call.Args {
			if summary.IsContext(r.u.m.info.TypeOf(arg)) {
				continue
			}
			if r.picks(arg, moving) {
				return true
			}
		}
		if r.picked(c.call, moving) {
			return true
		}
	}
	return false
}

// picked reports whether a call, or the literal that it runs, mentions a
// variable of the round that holds an element picked by a moving one.
func (r *region) picked(c *ast.CallExpr, moving map[types.Object]bool) bool {
	found := false
	ast.Inspect(c, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		v, ok := r.u.m.info.Uses[id].(*types.Var)
		if !ok || v.IsField() || !r.declares(v) {
			return !found
		}
		for _, d := range r.u.definitions()[v] {
			if ix, ok := indexOf(d.rhs); ok && r.u.m.usesAny(ix.Index, moving) {
				found = true
			}
		}
		return !found
	})
	return found
}

func indexOf(e ast.Expr) (*ast.IndexExpr, bool) {
	if e == nil {
		return nil, false
	}
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ix, ok
}

// elements reports whether a range-over-func loop hands what it yields to the
// attempts: a walk over data. A number may be the count of the attempts.
func (r *region) elements(loop *ast.RangeStmt, v *verdict) bool {
	for _, e := range [...]ast.Expr{loop.Key, loop.Value} {
		if e == nil || isNumeric(r.u.m.info.TypeOf(e)) {
			continue
		}
		obj := r.u.m.object(e)
		for _, c := range v.failing {
			if obj != nil && r.mentions(c.call, obj) {
				return true
			}
		}
	}
	return false
}

// moving lists the variables of a region that count or advance from round to
// round.
func (r *region) moving() map[types.Object]bool {
	moving := map[types.Object]bool{}
	for obj, defs := range r.u.definitions() {
		for _, d := range defs {
			if !r.contains(d.node) || r.declares(obj) {
				continue
			}
			switch d.tok {
			case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
				moving[obj] = true
			case token.ASSIGN:
				if loop, ok := r.node.(*ast.ForStmt); ok && d.node == ast.Node(loop.Post) && d.multi {
					moving[obj] = true // for x, ok := next(); ok; x, ok = next()
				}
			}
		}
	}
	return moving
}

// declares reports whether a variable is declared inside the region's body, so
// that it starts anew each round.
func (r *region) declares(obj types.Object) bool {
	if loop, ok := r.node.(*ast.ForStmt); ok && loop.Body != nil {
		return loop.Body.Pos() <= obj.Pos() && obj.Pos() < loop.Body.End()
	}
	return r.inside(obj.Pos())
}

// picks reports whether an argument indexes or formats with a moving variable,
// or is one that does not start as a count.
func (r *region) picks(arg ast.Expr, moving map[types.Object]bool) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IndexExpr:
			found = found || r.u.m.usesAny(n.Index, moving)
		}
		return !found
	})
	if found {
		return true
	}
	obj := r.u.m.object(arg)
	return obj != nil && moving[obj] && !r.startsLow(obj)
}

// startsLow reports whether a counter starts at 0 or 1, as one of attempts
// does.
func (r *region) startsLow(obj types.Object) bool {
	for _, d := range r.u.definitions()[obj] {
		if d.tok != token.DEFINE && d.tok != token.ASSIGN && d.tok != token.VAR {
			continue
		}
		if d.rhs == nil {
			return true
		}
		n, ok := r.u.m.constInt(d.rhs)
		if ok && (n == 0 || n == 1) {
			return true
		}
	}
	return false
}

// counted reports whether something counts the rounds.
func (r *region) counted() bool {
	switch n := r.node.(type) {
	case *ast.RangeStmt:
		return true
	case *ast.ForStmt:
		if n.Post != nil && n.Cond != nil {
			return true
		}
	}
	return len(r.moving()) > 0
}

// onConflictOnly reports whether the loop goes round only when another writer
// came first: without the questions about conflicts no failure leads back.
func (r *region) onConflictOnly(v *verdict) bool {
	asked := false
	for _, b := range r.order {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok && (conflictTest(e) || conflictAssertion(e)) {
					asked = true
				}
				return !asked
			})
		}
		if x, _ := r.u.typeCase(b); x != nil && conflictName(caseName(b)) {
			asked = true
		}
	}
	if !asked {
		return false
	}
	for _, c := range v.failing {
		w := func(x *ast.CallExpr) outcome {
			if x == c.call {
				return failure
			}
			return r.allGood(x)
		}
		in := r.interp(w)
		in.noConflict = true
		in.walk(in.step(state{block: r.u.graph.Blocks[c.block], env: in.start()}, c.node, false))
		if in.back {
			return false
		}
	}
	return true
}

// conflictTest reports whether an expression asks if another writer came first.
func conflictTest(e ast.Expr) bool {
	var name string
	switch e := e.(type) {
	case *ast.CallExpr:
		name = summary.LastName(e.Fun)
		if name == "Is" || name == "As" {
			for _, a := range e.Args[min(1, len(e.Args)):] {
				name += summary.LastName(a)
			}
		}
	case *ast.BinaryExpr:
		if e.Op != token.EQL && e.Op != token.NEQ {
			return false
		}
		name = summary.LastName(e.X) + summary.LastName(e.Y)
	default:
		return false
	}
	return conflictName(name)
}

// conflictAssertion reports whether an expression asserts an error of a conflict.
func conflictAssertion(e ast.Expr) bool {
	t, ok := e.(*ast.TypeAssertExpr)
	return ok && t.Type != nil && conflictName(typeExprName(t.Type))
}

// conflictName reports whether a name speaks of a conflict with another writer.
func conflictName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"conflict", "keyexists", "alreadyexist", "errexist", "isexist", "comparefailed", "stale", "versionmismatch", "serializationfail", "conditionfailed", "preconditionfailed", "outofdate"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// around classifies a region that goes round although all calls succeed: a
// poll, a supervisor, or work.
func (r *region) around(v *verdict, good *interp) Kind {
	if r.selectsWork() {
		return Work
	}
	waits := r.waitBlocks(v.waits)
	answers, states := r.answers(good)
	if len(answers) == 0 && states && len(v.failing) == 0 && r.idles(v, waits) {
		return Poll // of what others change in memory
	}
	if len(answers) > 0 && len(v.waits) > 0 && !r.carries(answers) {
		if !r.spins(waits) {
			v.failing = answers
			if r.allConnect(answers) {
				return Retry // what is asked again is no question but an action
			}
			return Poll
		}
	}
	return r.supervises(v, waits)
}

// allConnect reports whether all calls set up something, by their names.
func (r *region) allConnect(calls []placed) bool {
	for _, c := range calls {
		if !connects(summary.LastName(c.call.Fun)) {
			return false
		}
	}
	return len(calls) > 0
}

// spins reports whether a round in which all goes well can pass no wait.
func (r *region) spins(waits map[*cfg.Block]bool) bool {
	if waits[r.head] {
		return false
	}
	in := r.interp(r.allGood)
	in.cut, in.later = func(b *cfg.Block) bool { return waits[b] }, true
	in.walk(in.step(state{block: r.head, env: in.start()}, 0, true))
	return in.back
}

// answers lists the calls whose successful result decides whether the loop
// ends.
//
// states is set where a condition on shared state, with no call in it, does.
func (r *region) answers(good *interp) (calls []placed, states bool) {
	leads := r.leads()
	good.reached[r.head] = true
	for b := range good.reached {
		out, state := r.answersAt(b, leads)
		calls = append(calls, out...)
		states = states || state
	}
	return sortPlaced(calls), states
}

func (r *region) answersAt(b *cfg.Block, leads map[*cfg.Block]bool) (calls []placed, states bool) {
	cond, tag := r.u.condition(b)
	if cond == nil {
		return nil, false
	}
	x0, x1 := r.exits(b.Succs[0], leads), r.exits(b.Succs[1], leads)
	if x0 == x1 || x0 && r.givesUp(b.Succs[0]) || x1 && r.givesUp(b.Succs[1]) {
		return nil, false
	}
	if tag != nil {
		return r.sources(tag), false
	}
	for _, atom := range atoms(cond) {
		if r.isCancelAtom(atom) || r.isClockAtom(atom) {
			continue
		}
		calls = append(calls, r.sources(atom)...)
		states = states || r.isState(atom)
	}
	return calls, states
}

// givesUp reports whether leaving by a block is a failure: it returns an error
// or false, or ends the program or test.
func (r *region) givesUp(b *cfg.Block) bool {
	// A graph has no longer way without a statement than its blocks; more is an
	// empty loop.
	for i := 0; len(b.Nodes) == 0 && len(b.Succs) == 1 && i < len(r.u.graph.Blocks); i++ {
		b = b.Succs[0]
	}
	if len(b.Succs) != 0 || len(b.Nodes) == 0 {
		return false
	}
	ret, ok := b.Nodes[len(b.Nodes)-1].(*ast.ReturnStmt)
	if !ok {
		_, isCall := b.Nodes[len(b.Nodes)-1].(*ast.ExprStmt)
		return isCall && r.inside(b.Nodes[0].Pos())
	}
	if len(ret.Results) == 0 {
		return false
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	tv := r.u.m.info.Types[last]
	if tv.Value != nil && tv.Value.String() == "false" {
		return true
	}
	if !summary.IsError(tv.Type) || tv.IsNil() {
		return false
	}
	if c, ok := last.(*ast.CallExpr); ok {
		return r.u.m.makesError(c)
	}
	v, ok := r.u.m.object(last).(*types.Var)
	return ok && isSentinel(v)
}

// isState reports whether an atom reads what others may change: a field, or
// what a pointer leads to, that the region does not assign.
func (r *region) isState(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return !found
		}
		v, ok := r.u.m.info.Uses[sel.Sel].(*types.Var)
		if ok && v.IsField() && !r.assigned(v) && !summary.IsContext(v.Type()) {
			found = true
		}
		return !found
	})
	return found
}

// idles reports whether every round passes a wait and does nothing that may
// fail.
func (r *region) idles(v *verdict, waits map[*cfg.Block]bool) bool {
	for _, c := range r.calls() {
		if r.u.m.signals(c.call) {
			return false
		}
	}
	return len(v.waits) > 0 && !r.spins(waits)
}

// exits reports whether a successor leaves the region for good.
func (r *region) exits(b *cfg.Block, leads map[*cfg.Block]bool) bool {
	return b != r.head && !leads[b]
}

// sources lists the calls of the region that an expression's value comes from,
// errors aside.
func (r *region) sources(e ast.Expr) []placed {
	return r.sourcesOf(e, map[types.Object]bool{}, 0)
}

// sourcesOf follows each variable once.
func (r *region) sourcesOf(e ast.Expr, seen map[types.Object]bool, depth int) []placed {
	if depth > 4 || r.steps > maxSteps {
		return nil
	}
	var out []placed
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if p, ok := r.placedCall(n); ok && !r.u.m.isBuiltin(n) && r.asksState(n) {
				out = append(out, p)
			}
		case *ast.Ident:
			v, ok := r.u.m.info.Uses[n].(*types.Var)
			if !ok || v.IsField() || seen[v] || summary.IsError(v.Type()) {
				return true
			}
			seen[v] = true
			for _, d := range r.u.definitions()[v] {
				if !r.contains(d.node) {
					continue
				}
				r.steps++
				if d.rhs != nil && r.u.m.info.Types[d.rhs].Value == nil {
					out = append(out, r.sourcesOf(d.rhs, seen, depth+1)...)
					continue
				}
				// A constant, or a count: what it says is why it is set.
				for _, cond := range r.controls(d.node) {
					out = append(out, r.sourcesOf(cond, seen, depth+1)...)
				}
			}
			for _, c := range r.fillers(v) {
				for _, arg := range c.Args {
					if r.u.m.object(addressed(arg)) != v {
						out = append(out, r.sourcesOf(arg, seen, depth+1)...)
					}
				}
			}
		}
		return true
	})
	return out
}

// controls lists the conditions and ranges between a statement and the region:
// what decides whether, or how often, it runs.
func (r *region) controls(n ast.Node) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(r.node, func(m ast.Node) bool {
		if m == nil || m.Pos() > n.Pos() || n.End() > m.End() {
			return false
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			out = append(out, m.Cond)
		case *ast.RangeStmt:
			if ast.Node(m) != r.node {
				out = append(out, m.X)
			}
		}
		return true
	})
	return out
}

// fillers lists the calls of the region that are given a variable's address, as
// json.Unmarshal is.
func (r *region) fillers(v *types.Var) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, p := range r.calls() {
		for _, arg := range p.call.Args {
			if addressed(arg) != arg && r.u.m.object(addressed(arg)) == v {
				out = append(out, p.call)
			}
		}
	}
	return out
}

// addressed is the operand of &x, or the expression itself.
func addressed(e ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return e
}

// asksState reports whether a call may answer differently next time: not a
// question about an error, nor arithmetic on what is at hand.
func (r *region) asksState(c *ast.CallExpr) bool {
	m := r.u.m
	for _, a := range m.operands(c) {
		if summary.IsError(m.info.TypeOf(a)) {
			return false
		}
	}
	if m.isContextErr(c) || m.sums.OfCall(c).Wait != nil {
		return false
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "time", "errors", "fmt", "strings", "bytes", "strconv", "math", "math/rand", "math/rand/v2", "slices", "maps", "context", "sort":
		return false
	}
	return true
}

func (r *region) placedCall(c *ast.CallExpr) (placed, bool) {
	r.calls()
	p, ok := r.byCall[c]
	return p, ok
}

func sortPlaced(list []placed) []placed {
	seen := map[*ast.CallExpr]bool{}
	out := list[:0:0]
	for _, p := range list {
		if !seen[p.call] {
			seen[p.call] = true
			out = append(out, p)
		}
	}
	for i := range out {
		for j := i; j > 0 && out[j].call.Pos() < out[j-1].call.Pos(); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// carries reports whether a call is given what an earlier round gave back: it
// walks pages or consumes a stream, which is work.
func (r *region) carries(calls []placed) bool {
	for _, c := range calls {
		for _, arg := range c.call.Args {
			if summary.IsContext(r.u.m.info.TypeOf(arg)) {
				continue
			}
			moving := false
			ast.Inspect(arg, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				v, ok := r.u.m.info.Uses[id].(*types.Var)
				if !ok || v.IsField() || r.declares(v) || summary.IsError(v.Type()) {
					return true
				}
				for _, d := range r.u.definitions()[v] {
					if !r.contains(d.node) {
						continue
					}
					if d.tok == token.ADD_ASSIGN || d.rhs != nil && (len(r.sources(d.rhs)) > 0 || r.moves(d.rhs)) {
						moving = true
					}
				}
				return true
			})
			if moving {
				return true
			}
		}
	}
	return false
}

// moves reports whether an assigned value differs from round to round: it is no
// constant, nor made of what the region leaves alone.
func (r *region) moves(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.u.m.info.Uses[id].(*types.Var); ok && !v.IsField() && r.assigned(v) {
				found = true
			}
		}
		return !found
	})
	return found
}

// supervises tells a loop that re-establishes something from work. Both go
// round whatever happens; a supervisor waits only after a failure, or attempts
// something that lives long.
func (r *region) supervises(v *verdict, waits map[*cfg.Block]bool) Kind {
	if !r.endless() || r.consumes() {
		return Work
	}
	var lives, plain []placed
	for _, c := range r.calls() {
		if r.u.m.isBuiltin(c.call) {
			continue
		}
		e := r.u.entry(c.call)
		name := summary.LastName(c.call.Fun)
		sig, _ := r.u.m.signature(c.call)
		switch {
		case r.inEndlessLoop(c.call) || e.Wait != nil || r.u.m.makesError(c.call):
		case e.Blocks, r.streams(c.call), connects(name) && sig != nil && (summary.FailsBy(sig) == summary.ByError || e.Place == knowledge.Remote):
			lives = append(lives, c)
		case r.isFailing(v, c) && onlyError(sig):
			plain = append(plain, c)
		}
	}
	if len(lives) > 0 && r.goesOn(lives) && !r.ticks(v, waits) {
		v.failing = lives
		return Reconnect
	}
	if len(plain) > 0 && len(v.waits) > 0 && r.spins(waits) {
		v.failing = plain
		return Reconnect
	}
	return Work
}

// ticks reports whether every round, a good one too, waits for a ticker: that is
// periodic work.
func (r *region) ticks(v *verdict, waits map[*cfg.Block]bool) bool {
	for _, w := range v.waits {
		if w.Kind == knowledge.Ticker {
			return !r.spins(waits)
		}
	}
	return false
}

// endless reports whether a loop goes on until it is told to stop: it has no
// condition, or one on a context or flag.
func (r *region) endless() bool {
	loop, ok := r.node.(*ast.ForStmt)
	if !ok {
		return false
	}
	if loop.Cond == nil {
		return true
	}
	if loop.Post != nil {
		return false
	}
	for _, a := range atoms(loop.Cond) {
		if !r.isCancelAtom(a) && !r.isFlag(a) {
			return false
		}
	}
	return true
}

// isFlag reports whether an atom is a plain boolean.
func (r *region) isFlag(e ast.Expr) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		e = ast.Unparen(u.X)
	}
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

func onlyError(sig *types.Signature) bool {
	return sig != nil && sig.Results().Len() == 1 && summary.IsError(sig.Results().At(0).Type())
}

func (r *region) isFailing(v *verdict, c placed) bool {
	for _, f := range v.failing {
		if f.call == c.call {
			return true
		}
	}
	return false
}

// goesOn reports whether the failure of one of the calls leads to another
// round, or the calls cannot fail at all.
func (r *region) goesOn(calls []placed) bool {
	for _, c := range calls {
		if !r.u.m.signals(c.call) || r.failsBack(c) {
			return true
		}
	}
	return false
}

// consumes reports whether the rounds take items off a queue or a socket: what
// a call gives back is the round's work.
func (r *region) consumes() bool {
	for _, c := range r.calls() {
		sig, ok := r.u.m.signature(c.call)
		if !ok || sig.Results().Len() == 0 || onlyError(sig) || r.inEndlessLoop(c.call) {
			continue
		}
		if takes(summary.LastName(c.call.Fun)) {
			return true
		}
	}
	return false
}

// takes reports whether a method's name says that it takes the next item of a
// stream or queue.
func takes(name string) bool {
	for word := range words(name) {
		switch word {
		case "accept", "receive", "recv", "read", "next", "dequeue", "pop", "poll", "fetch":
			return true
		}
		return false // the verb comes first
	}
	return false
}

// streams reports whether what a call gives back is read in an inner loop: a
// stream or session that the region sets up again and again.
func (r *region) streams(c *ast.CallExpr) bool {
	result := r.resultOf(c)
	if result == nil {
		return false
	}
	found := false
	for _, loop := range r.innerLoops() {
		ast.Inspect(loop, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				found = found || ok && takes(sel.Sel.Name) && r.u.m.object(sel.X) == result && n.Pos() > c.Pos()
			case *ast.RangeStmt:
				_, isChan := chanElem(r.u.m.info.TypeOf(n.X))
				found = found || isChan && r.u.m.object(n.X) == result
			}
			return !found
		})
	}
	return found
}

// resultOf is the variable that the first result of a call is assigned to.
func (r *region) resultOf(c *ast.CallExpr) types.Object {
	p, ok := r.placedCall(c)
	if !ok {
		return nil
	}
	a, ok := r.u.graph.Blocks[p.block].Nodes[p.node].(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(c) {
		return nil
	}
	obj := r.u.m.object(a.Lhs[0])
	if obj == nil || summary.IsError(obj.Type()) {
		return nil
	}
	return obj
}

// selectsWork reports whether the rounds take items from a channel: a received
// value is used, and the round goes on.
func (r *region) selectsWork() bool {
	leads := r.leads()
	found := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			return n == r.node
		case *ast.CommClause:
			a, ok := n.Comm.(*ast.AssignStmt)
			if ok && len(a.Rhs) == 1 && !isBlank(a.Lhs[0]) && !r.caseLeaves(n, leads) && r.carriesData(a.Rhs[0]) {
				found = true
			}
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && !isBlank(n.Lhs[0]) && r.carriesData(n.Rhs[0]) && !r.inSelect(n) {
				found = true
			}
		}
		return !found
	})
	return found
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// inSelect reports whether a statement is the communication of a select case.
func (r *region) inSelect(s ast.Stmt) bool {
	in := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CommClause); ok && c.Comm == s {
			in = true
		}
		return !in
	})
	return in
}

// carriesData reports whether an expression receives something other than a
// time or an error.
func (r *region) carriesData(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW {
		return false
	}
	elem, ok := chanElem(r.u.m.info.TypeOf(u.X))
	if v, isVar := r.u.m.object(u.X).(*types.Var); isVar && !v.IsField() && r.assigned(v) {
		return false // a channel of this round: what was set up, not a queue
	}
	return ok && !summary.IsNamed(elem, "time", "Time") && !summary.IsError(elem)
}
