package outcome

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// rounds is how many rounds are followed of a loop that no number of attempts
// ends: enough for what one round leaves to the next.
const rounds = 3

// mostSteps bounds how far a region is followed for one way of failing. A
// constant number of attempts beyond a thousand or so is not reached.
const mostSteps = 20_000

// ending follows a function from its start through a region whose attempt fails
// each time, to wherever it ends. Unlike the questions that classify a region, it
// runs round after round and counts, so that the last one differs from the
// others.
type ending struct {
	*numbers
	in      *world.Interp
	r       *flow.Region
	attempt *ast.CallExpr          // the one that fails
	tries   map[*ast.CallExpr]bool // all attempts
	waits   []summary.Wait
	leads   map[*cfg.Block]bool
	near    *vicinity // nil where all of the function is followed
	seen    map[string]bool
	buf     []byte // see key
	steps   int
	most    int // rounds
	exits   []*exit
	entered bool // the region was reached
	// unclear is set where a branch that decides whether to wait or to leave asks
	// for a count that is not known.
	unclear bool
}

// exit is a way out of a region, and what happens after it.
type exit struct {
	at      *cfg.Block // whose branch leaves
	to      *cfg.Block // the side that it takes
	decided bool       // by a count that is reached
	tried   bool       // after at least one attempt
	waited  int        // after a wait: its index in waits plus one
	ends    []end
	index   int  // in the list of exits
	again   bool // the region is entered again
	beyond  bool // it leads further than is looked
	repeats bool // the same is attempted again
	other   bool // something else is attempted
	blocks  map[*cfg.Block]bool
}

// end is a place where the function ends.
type end struct {
	ret   *ast.ReturnStmt // nil at the closing brace, or where a call does not return
	panic bool
	expr  ast.Expr // what is returned as the error; nil for a bare return
	obj   types.Object
	value world.Value
	tried bool // after an attempt
	other bool // after something else was tried then
}

// moment is a point on the way.
type moment struct {
	block  *cfg.Block
	env    []world.Value
	nums   []number
	inside bool
	round  int
	waited int
	tried  bool
	other  bool
	exit   *exit
}

// follow runs the function in the world in which one call of the region fails
// each time, and those before it end as given. It gives nil where that is too much to follow.
func follow(near *vicinity, s *site.Site, c *ast.CallExpr, o world.Outcome, tries map[*ast.CallExpr]bool, before world.Outcome, most int) *ending {
	r := near.r
	in := &world.Interp{R: r, World: fails(r, c, o, before), Tracked: near.tracked, Inner: map[*cfg.Block]int{}, Options: world.Options{MayEnd: true, Nothing: true}}
	e := &ending{numbers: newNumbers(r, s.Waits), in: in, r: r, attempt: c, tries: tries, leads: r.Leads(), near: near, seen: map[string]bool{}, most: most}
	for _, w := range s.Waits {
		if !w.MayWake() && w.Kind != knowledge.Cond {
			e.waits = append(e.waits, w)
		}
	}
	for _, b := range near.inner {
		in.Inner[b] = len(in.Tracked) + len(in.Inner)
	}
	var starts []moment
	for _, b := range near.starts {
		m := moment{block: b, env: in.Start(), nums: e.start()}
		if near.whole {
			for _, v := range namedResults(r.U) {
				in.Set(v, world.ZeroOf(r.U.M.Info.TypeOf(v)), m.env)
			}
		}
		starts = append(starts, m)
	}
	if !e.walk(starts) {
		return nil
	}
	return e
}

// mostRounds is how many rounds of a site are followed.
func mostRounds(s *site.Site) int {
	if s.Bound&knowledge.Attempts != 0 {
		return mostSteps
	}
	return rounds
}

// leadsTo lists the blocks from which a block can be reached.
func leadsTo(u *flow.Unit, b *cfg.Block) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	stack := []*cfg.Block{b}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !out[b] {
			out[b] = true
			stack = append(stack, u.Preds[b]...)
		}
	}
	return out
}

// walk reports whether it came to all ends.
func (e *ending) walk(stack []moment) bool {
	for len(stack) > 0 {
		m := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if e.near != nil && !m.inside && !e.near.before[m.block] {
			continue
		}
		if e.near != nil && m.exit != nil && !e.near.after[m.block] {
			m.exit.beyond = true
			continue
		}
		if m.block == e.r.Head {
			if m.exit != nil {
				m.exit.again = true
				continue
			}
			if m.inside {
				m.round++
			}
			if m.round > e.most {
				continue
			}
			m.inside, e.entered = true, true
		}
		e.key(&m)
		if e.seen[string(e.buf)] {
			continue
		}
		e.seen[string(e.buf)] = true
		if e.steps++; e.steps > mostSteps {
			return false
		}
		stack = e.step(m, stack)
	}
	return true
}

// key writes all that what follows a moment depends on into the buffer.
func (e *ending) key(m *moment) {
	key := append(e.buf[:0], byte(m.block.Index), byte(m.block.Index>>8), byte(m.waited), 0)
	if m.inside {
		key[3] |= 1
	}
	if m.tried {
		key[3] |= 2
	}
	if m.other {
		key[3] |= 4
	}
	if m.exit != nil {
		key = append(key, byte(m.exit.index), byte(m.exit.index>>8))
	}
	for _, v := range m.env {
		key = append(key, byte(v))
	}
	for _, n := range m.nums {
		key = n.append(key)
	}
	e.buf = key
}

// step runs a block and puts what follows on the stack. What is known at a moment is
// its own, so that it is changed in place.
func (e *ending) step(m moment, stack []moment) []moment {
	e.now, e.in.Count = m.nums, e.compare
	if m.exit != nil {
		m.exit.blocks[m.block] = true
	}
	for i, w := range e.waits {
		if m.inside && m.exit == nil && m.block.Kind == cfg.KindSelectCaseBody && m.block.Stmt == ast.Stmt(w.Case) && w.Case != nil {
			m.waited = i + 1
		}
	}
	for _, n := range m.block.Nodes {
		e.pass(n, &m)
		e.in.Transfer(n, m.env)
		e.transfer(n, m.inside && m.exit == nil)
	}
	succs := m.block.Succs
	switch {
	case len(succs) == 0:
		e.end(m)
		return stack
	case len(succs) == 1:
		return append(stack, e.to(m, succs[0], false))
	}
	return e.branch(m, stack)
}

// branch follows one side of a branch, or both where it is not decided.
func (e *ending) branch(m moment, stack []moment) []moment {
	b := m.block
	v, byCount := world.Anything, false
	switch i, inner := e.in.Inner[b]; {
	case b == e.r.Head && b.Kind == cfg.KindRangeLoop:
		v, byCount = e.nextOf(e.r.Node.(*ast.RangeStmt)), true
	case inner && m.env[i] == world.Anything:
		m.env[i] = world.IsTrue // a loop over data has data
		v = world.IsTrue
	case inner:
	default:
		v = e.in.Branch(b, m.env)
		byCount = v != world.Anything && m.inside && e.counted(b, m.env)
		if v == world.Anything && m.inside && m.exit == nil {
			e.unclear = e.unclear || e.matters(b)
		}
	}
	if b == e.r.Head && len(e.waits) > 0 && e.waits[0].Node == e.r.Node {
		m.waited = 1 // a range over ticks
	}
	switch v {
	case world.IsTrue:
		return append(stack, e.to(m, b.Succs[0], byCount))
	case world.IsFalse:
		return append(stack, e.to(m, b.Succs[1], byCount))
	}
	other := m
	other.env = append([]world.Value(nil), m.env...)
	other.nums = append([]number(nil), m.nums...)
	return append(stack, e.to(m, b.Succs[0], false), e.to(other, b.Succs[1], false))
}

// counted reports whether a branch is decided by a count alone.
func (e *ending) counted(b *cfg.Block, env []world.Value) bool {
	count := e.in.Count
	e.in.Count = nil
	defer func() { e.in.Count = count }()
	return e.in.Branch(b, env) == world.Anything
}

// to goes on to a block, and notes where that leaves the region.
func (e *ending) to(m moment, b *cfg.Block, decided bool) moment {
	if m.inside && m.exit == nil && (!e.r.Blocks[b] || world.Exits(e.r, b, e.leads)) {
		m.exit = e.exitAt(m, b, decided)
	}
	m.block = b
	return m
}

func (e *ending) exitAt(m moment, to *cfg.Block, decided bool) *exit {
	for _, x := range e.exits {
		if x.at == m.block && x.to == to && x.decided == decided && x.tried == m.tried && x.waited == m.waited {
			return x
		}
	}
	x := &exit{at: m.block, to: to, decided: decided, tried: m.tried, waited: m.waited, blocks: map[*cfg.Block]bool{}, index: len(e.exits)}
	e.exits = append(e.exits, x)
	return x
}

// pass notes the attempts and waits that a node makes.
func (e *ending) pass(n ast.Node, m *moment) {
	if !m.inside {
		return
	}
	switch n.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return
	}
	for i, w := range e.waits {
		if w.Select == nil && m.exit == nil && flow.Within(w.Node, n) {
			m.waited = i + 1
		}
	}
	world.WalkNode(n, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch {
		case e.tries[c]:
			m.tried, m.waited = m.tried || c == e.attempt, 0
			if m.exit != nil {
				m.exit.repeats = true
			}
		case m.exit != nil && e.sameCallee(c):
			m.exit.repeats = true
		case m.exit != nil && e.fallsBack(c):
			m.exit.other, m.other = true, m.tried
		}
		return true
	})
}

// sameCallee reports whether a call attempts what the region does, too.
func (e *ending) sameCallee(c *ast.CallExpr) bool {
	return summary.LastName(c.Fun) == summary.LastName(e.attempt.Fun)
}

// fallsBack reports whether a call does something else that may fail.
func (e *ending) fallsBack(c *ast.CallExpr) bool {
	sig, ok := world.Signature(e.r.U.M, c)
	return ok && world.Signals(e.r.U.M, c) && summary.FailsBy(sig) == summary.ByError && !logs(c)
}

// logs reports whether a call writes a log line, by its name. Loggers such as
// go-kit's give back an error.
func logs(c *ast.CallExpr) bool {
	switch summary.LastName(c.Fun) {
	case "Log", "Debug", "Info", "Warn", "Error", "Debugf", "Infof", "Warnf", "Errorf", "Print", "Printf", "Println", "Fprintf", "Fprintln":
		return true
	}
	return false
}

// end notes how the function ends.
func (e *ending) end(m moment) {
	if m.exit == nil {
		if !m.inside {
			return
		}
		m.exit = e.exitAt(m, m.block, false)
	}
	if m.block.Kind == cfg.KindSelectAfterCase && len(m.block.Nodes) == 0 {
		return // behind the last case of a select: nothing gets there
	}
	x := end{tried: m.tried, other: m.other}
	if n := len(m.block.Nodes); n > 0 {
		x.ret, _ = m.block.Nodes[n-1].(*ast.ReturnStmt)
		if s, ok := m.block.Nodes[n-1].(*ast.ExprStmt); ok {
			_, isCall := world.CallOf(s.X)
			x.panic = isCall && !e.closes(m.block)
		}
	}
	x.expr, x.obj = returnedError(e.r.U, x.ret)
	switch {
	case x.expr != nil:
		x.value = e.in.Eval(x.expr, m.env)
	case x.obj != nil:
		if i, ok := e.in.Tracked[x.obj]; ok {
			x.value = m.env[i]
		}
	}
	m.exit.ends = append(m.exit.ends, x)
}

// closes reports whether a block without successor ends at the function's
// closing brace, rather than in a call that does not return.
func (e *ending) closes(b *cfg.Block) bool {
	s, ok := b.Nodes[len(b.Nodes)-1].(*ast.ExprStmt)
	if !ok {
		return true
	}
	c, ok := world.CallOf(s.X)
	return !ok || e.r.U.M.Sums.MayReturn(c)
}

// returnedError is what a return gives back as the function's error.
func returnedError(u *flow.Unit, ret *ast.ReturnStmt) (ast.Expr, types.Object) {
	sig := signature(u)
	if ret == nil || sig == nil || sig.Results().Len() == 0 || !summary.IsError(sig.Results().At(sig.Results().Len()-1).Type()) {
		return nil, nil
	}
	switch n := len(ret.Results); n {
	case 0:
		return nil, sig.Results().At(sig.Results().Len() - 1)
	case sig.Results().Len():
		return ret.Results[n-1], nil
	}
	return nil, nil
}

// signature is that of the function that the unit is the body of.
func signature(u *flow.Unit) *types.Signature {
	if lit, ok := u.Node.(*ast.FuncLit); ok {
		sig, _ := u.M.Info.TypeOf(lit).(*types.Signature)
		return sig
	}
	if u.Fn == nil {
		return nil
	}
	return u.Fn.Signature()
}

// namedResults lists the identifiers of the results that have a name.
func namedResults(u *flow.Unit) []ast.Expr {
	var out []ast.Expr
	if u.Typ.Results == nil {
		return nil
	}
	for _, f := range u.Typ.Results.List {
		for _, id := range f.Names {
			out = append(out, id)
		}
	}
	return out
}

// trackAll picks the variables of a whole function whose values decide
// conditions.
func trackAll(u *flow.Unit) map[types.Object]int {
	tracked := map[types.Object]int{}
	world.WalkNode(u.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := u.M.Object(id)
			if _, known := tracked[obj]; !known && trackable(u, obj) {
				tracked[obj] = len(tracked)
			}
		}
		return true
	})
	return tracked
}

// matters reports whether a branch asks for a count and decides whether to wait,
// to try again or to leave.
func (e *ending) matters(b *cfg.Block) bool {
	cond, _ := world.Condition(e.r.U, b)
	if cond == nil {
		return false
	}
	counts := false
	for _, a := range world.Atoms(cond) {
		counts = counts || world.IsCounterAtom(e.r, a) || world.CountsInRound(e.r, a)
	}
	if !counts {
		return false
	}
	s, ok := b.Succs[0].Stmt.(*ast.IfStmt)
	if !ok {
		return true
	}
	found := false
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt, *ast.ReturnStmt:
			found = true
		case *ast.CallExpr:
			found = found || n == e.attempt || !e.r.U.M.Sums.MayReturn(n)
		}
		for _, w := range e.waits {
			found = found || n == w.Node
		}
		return !found
	}
	ast.Inspect(s.Body, look)
	if s.Else != nil {
		ast.Inspect(s.Else, look)
	}
	return found
}
