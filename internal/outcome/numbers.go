package outcome

import (
	"encoding/binary"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// number is what is known of an integer.
type number struct {
	known bool
	n     int64
}

func (n number) append(key []byte) []byte {
	if !n.known {
		return append(key, 0)
	}
	return binary.AppendVarint(append(key, 1), n.n)
}

// stands is the number that a limit which is not known stands for. Any that
// leaves room for a first, a middle and a last round shows what happens in each.
const stands = 3

// room is by how much an unknown limit of a growing delay is above the first delay, for
// the same purpose.
const room = 8

// numbers runs the counters of a region: the integers that it changes, outside of
// its inner loops. One limit may be unknown; more could be any to each other.
type numbers struct {
	r       *flow.Region
	waits   []summary.Wait
	index   map[types.Object]int // of a counter in now; 0 is the count of a range
	now     []number
	limit   string // the source of the unknown limit, empty until one is met
	longest int64  // what it stands for, where it is one of a delay
}

func newNumbers(r *flow.Region, waits []summary.Wait) *numbers {
	c := &numbers{r: r, waits: waits, index: map[types.Object]int{}}
	hidden := hidden(r.U)
	for _, obj := range r.Sets() {
		defs := r.U.Definitions()[obj]
		if v, ok := obj.(*types.Var); ok && !v.IsField() && world.IsInteger(v.Type()) && !hidden[obj] && c.follows(defs) {
			c.index[obj] = len(c.index) + 1
		}
	}
	return c
}

// follows reports whether the assignments of a variable are such that its value
// can be told in each round.
func (c *numbers) follows(defs []flow.Def) bool {
	moves := false
	for _, d := range defs {
		moves = moves || c.r.Contains(d.Node)
		if d.Tok == token.RANGE && d.Node != c.r.Node {
			return false
		}
		for _, loop := range world.InnerLoops(c.r) {
			if flow.Within(d.Node, loop) {
				return false
			}
		}
	}
	return moves
}

// start is what is known where the function begins: of its parameters nothing,
// but one that is counted down may stand for the limit.
func (c *numbers) start() []number {
	out := make([]number, len(c.index)+1)
	sig := signature(c.r.U)
	for i := 0; sig != nil && i < sig.Params().Len(); i++ {
		p := sig.Params().At(i)
		if at, ok := c.index[p]; ok && c.limit == "" && !summary.IsNamed(p.Type(), "time", "Duration") {
			c.limit = p.Name()
			out[at] = number{true, stands}
		}
	}
	return out
}

// transfer changes the counters by one statement. Outside of the region, where
// nothing ends another loop that counts, the steps of a counter are not followed.
func (c *numbers) transfer(n ast.Node, inside bool) {
	switch n := n.(type) {
	case *ast.IncDecStmt:
		step := int64(1)
		if n.Tok == token.DEC {
			step = -1
		}
		old, ok := c.of(n.X, false)
		c.set(n.X, number{ok && inside, old + step})
	case *ast.ValueSpec:
		for i, id := range n.Names {
			switch len(n.Values) {
			case 0:
				c.set(id, number{true, 0})
			case len(n.Names):
				v, ok := c.of(n.Values[i], true)
				c.set(id, number{ok, v})
			default:
				c.set(id, number{})
			}
		}
	case *ast.AssignStmt:
		c.assign(n, inside)
	}
}

func (c *numbers) assign(n *ast.AssignStmt, inside bool) {
	out := make([]number, len(n.Lhs))
	for i, l := range n.Lhs {
		if len(n.Lhs) != len(n.Rhs) || c.counter(l) == 0 {
			continue
		}
		v, ok := c.of(n.Rhs[i], true)
		if op, isOp := operator(n.Tok); isOp {
			old, known := c.of(l, false)
			v, ok = calculate(old, op, v, known && ok && inside)
		}
		out[i] = number{ok, v}
	}
	for i, l := range n.Lhs {
		c.set(l, out[i])
	}
}

// operator is the operator of an assignment such as +=.
func operator(tok token.Token) (token.Token, bool) {
	switch tok {
	case token.ADD_ASSIGN:
		return token.ADD, true
	case token.SUB_ASSIGN:
		return token.SUB, true
	case token.MUL_ASSIGN:
		return token.MUL, true
	case token.QUO_ASSIGN:
		return token.QUO, true
	case token.ASSIGN, token.DEFINE:
		return 0, false
	}
	return token.ILLEGAL, true
}

// huge is where numbers stop being followed, so that none overflows.
const huge = 1 << 60

func calculate(a int64, op token.Token, b int64, known bool) (int64, bool) {
	if !known || max(a, -a, b, -b) > huge {
		return 0, false
	}
	switch op {
	case token.ADD:
		return a + b, true
	case token.SUB:
		return a - b, true
	case token.MUL:
		if a != 0 && max(b, -b) > huge/max(a, -a) {
			return 0, false
		}
		return a * b, true
	case token.QUO:
		if b != 0 {
			return a / b, true
		}
	case token.REM:
		if b != 0 {
			return a % b, true
		}
	}
	return 0, false
}

// counter is the index of the counter that an expression names, 0 if it names
// none.
func (c *numbers) counter(e ast.Expr) int {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return c.index[c.r.U.M.Object(id)]
	}
	return 0
}

func (c *numbers) set(e ast.Expr, n number) {
	if i := c.counter(e); i > 0 {
		c.now[i] = n
	}
}

// compare compares two integers of which at least one counts.
func (c *numbers) compare(x ast.Expr, op token.Token, y ast.Expr) world.Value {
	if !c.counts(x) && !c.counts(y) {
		return world.Anything
	}
	a, okA := c.of(x, true)
	b, okB := c.of(y, true)
	switch {
	case okA && !okB:
		b, okB = c.asLongest(x, a, y)
	case okB && !okA:
		a, okA = c.asLongest(y, b, x)
	}
	if !okA || !okB {
		return world.Anything
	}
	return world.BoolValue(world.CompareInts(a, op, b))
}

// asLongest is the value of an unknown limit that the delay itself is compared with,
// as in for delay < longest. A limit of the time that has passed is none: there the
// last wait uses up what is left.
func (c *numbers) asLongest(delay ast.Expr, now int64, limit ast.Expr) (int64, bool) {
	if c.counter(delay) == 0 || now <= 0 || now > huge/room || !c.passes(c.r.U.M.Object(delay)) || !c.unchanged(limit) {
		return 0, false
	}
	text := types.ExprString(limit)
	if c.limit == "" {
		c.limit, c.longest = text, room*now
	}
	return c.longest, c.limit == text && c.longest > 0
}

// passes reports whether a wait of the region takes as long as a variable says.
func (c *numbers) passes(delay types.Object) bool {
	for _, w := range c.waits {
		if w.Duration != nil && summary.IsNamed(delay.Type(), "time", "Duration") && c.r.U.M.Object(w.Duration) == delay {
			return true
		}
	}
	return false
}

// counts reports whether an expression mentions a counter.
func (c *numbers) counts(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.index[c.r.U.M.Info.Uses[id]] > 0 {
			found = true
		}
		return !found
	})
	return found
}

// of is the value of an integer expression. Where nothing tells it, it may be
// the limit.
func (c *numbers) of(e ast.Expr, limit bool) (int64, bool) {
	e = ast.Unparen(e)
	if i := c.counter(e); i > 0 {
		return c.now[i].n, c.now[i].known
	}
	if n, ok := world.Constant(c.r.U, e); ok {
		return n, true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		a, okA := c.of(e.X, limit)
		b, okB := c.of(e.Y, limit)
		return calculate(a, e.Op, b, okA && okB)
	case *ast.CallExpr:
		if len(e.Args) == 1 && world.IsBuiltin(c.r.U.M, e) && summary.LastName(e.Fun) == "len" {
			if lit, ok := world.Composite(c.r.U, e.Args[0]); ok {
				return int64(len(lit.Elts)), true // as in length
			}
		}
		if len(e.Args) == 1 && c.r.U.M.Info.Types[e.Fun].IsType() && world.IsInteger(c.r.U.M.Info.TypeOf(e)) {
			return c.of(e.Args[0], limit)
		}
	}
	return c.asLimit(e, limit)
}

// asLimit is the value of an expression that stands for the unknown limit.
func (c *numbers) asLimit(e ast.Expr, may bool) (int64, bool) {
	if !c.steady(e) {
		return 0, false
	}
	text := types.ExprString(e)
	if c.limit == "" && may {
		c.limit = text
	}
	return stands, c.limit == text
}

// steady reports whether an expression is a count that the region leaves alone:
// a variable, a field, a length, or what a method without arguments gives.
func (c *numbers) steady(e ast.Expr) bool {
	t := c.r.U.M.Info.TypeOf(e)
	if t == nil || !world.IsInteger(t) || summary.IsNamed(t, "time", "Duration") {
		return false
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if world.IsBuiltin(c.r.U.M, call) {
			return summary.LastName(call.Fun) == "len" && c.unchanged(call.Args[0])
		}
		return len(call.Args) == 0
	}
	return c.unchanged(e)
}

func (c *numbers) unchanged(e ast.Expr) bool {
	v, ok := c.r.U.M.Object(e).(*types.Var)
	return ok && !world.Assigned(c.r, v)
}

// nextOf says whether a range loop has another round, and counts it.
func (c *numbers) nextOf(rs *ast.RangeStmt) world.Value {
	n, ok := c.length(rs.X)
	if !ok {
		return world.Anything
	}
	k := c.now[0].n
	if k >= n {
		return world.IsFalse
	}
	if rs.Key != nil {
		c.set(rs.Key, number{true, k})
	}
	c.now[0] = number{true, k + 1}
	return world.IsTrue
}

// length is how many rounds a range over a number or a list has.
func (c *numbers) length(x ast.Expr) (int64, bool) {
	t := c.r.U.M.Info.TypeOf(x)
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return c.of(x, true)
	case *types.Array:
		return t.Len(), true
	case *types.Slice:
		if lit, ok := world.Composite(c.r.U, x); ok {
			return int64(len(lit.Elts)), true
		}
		text := "len(" + types.ExprString(x) + ")"
		if c.limit == "" {
			c.limit = text
		}
		return stands, c.limit == text
	}
	return 0, false
}
