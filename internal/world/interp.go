package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
)

// Value is what the interpreter knows of a variable.
type Value uint8

const (
	Anything Value = iota
	IsNil          // a nil error, pointer or interface
	NotNil
	IsTrue
	IsFalse
	goodResponse // a response whose status is a success
	badResponse  // a response whose status says that the server failed
	Zero         // a number that is zero, an empty list
	NotZero
	allNil  // a list of errors, or a channel of them, that are nil
	someErr // one with an error that is not
)

// Outcome is what a world says of a call.
type Outcome uint8

const (
	Free    Outcome = iota // anything may happen
	Success                // no error; the answer may still be anything
	Failure                // an error, or a nil or false result where there is none
	Refused                // no error, but a response that says failure
)

// World says how each call of a region ends.
type World func(c *ast.CallExpr) Outcome

// MaxSteps bounds what the interpreter does in one run. A loop that needs more has
// more ways and flags than anybody follows, and is left alone.
const MaxSteps = 50_000

// Interp runs a region once around: from a start to the head or out.
type Interp struct {
	R       *flow.Region
	World   World
	Tracked map[types.Object]int
	Inner   map[*cfg.Block]int // loops over data inside the region, by their heads
	seen    map[string]bool
	// Steps counts the blocks that were interpreted.
	Steps int
	// SaysAgain is set when a flag that was given back beside an error was taken to
	// say that the call is to be made again.
	SaysAgain bool
	// back is set when the head was reached and its condition may hold again.
	Back bool
	// cut stops the walk at these blocks, for questions such as «without
	// passing a wait».
	Cut func(b *cfg.Block) bool
	// later interprets a round that is not the first: counters of attempts are
	// high.
	Later bool
	// noConflict makes every question about a conflict be answered no.
	NoConflict bool
	// cancelled is set in the world in which contexts have ended.
	Cancelled bool
	// strict makes questions that cannot be answered end the loop.
	Strict bool
	// says answers the questions about errors that are no nil ones, where it is
	// set.
	Says Value
	// mayLoad leaves those without an answer that ask if a server is overloaded.
	MayLoad bool
	// asked is set when a condition on a response's status was evaluated.
	Asked bool
	// count compares integers that count, where that is wanted.
	Count func(x ast.Expr, op token.Token, y ast.Expr) Value
	// nothing makes a call that fails by an error give back nil beside it, whatever
	// else its type is than a pointer, for which that is taken for granted.
	Nothing bool
	// mayEnd lets a context have ended.
	MayEnd bool
	// reached holds the blocks that were entered.
	Reached map[*cfg.Block]bool
	// ended is told of every return that is reached, with what is known there.
	Ended func(ret *ast.ReturnStmt, env []Value)
	// Status is what a bad response says. Where it is set, questions about it are
	// followed into the functions that are asked; where it is not, a bad response
	// says badStatus to the questions of the region itself.
	Status int64
	// statuses are the variables that hold it.
	statuses map[types.Object]bool
	// given are the values of parameters.
	given map[types.Object]Value
	// unsure is set when a question was asked of the status that cannot be
	// answered.
	Unsure bool
	// results holds what the calls gave back that were run at last, see effects.
	results map[*ast.CallExpr][]Value
	// depth is how many functions lie between the site and this one.
	depth int
	// first holds those that were entered before the head was.
	First map[*cfg.Block]bool
}

// Assigned reports whether the region assigns a variable.
func Assigned(r *flow.Region, obj types.Object) bool {
	return len(r.Defs(obj)) > 0
}

func Trackable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// WalkNode visits a node of a block without entering function literals.
func WalkNode(n ast.Node, f func(ast.Node) bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		return n == nil || f(n)
	})
}

// State is a point of the interpretation: a block about to be run, with what is
// known then. again is set in the second round.
type State struct {
	Block *cfg.Block
	Env   []Value
	again bool
}

// Run walks the region from the head with nothing known.
func Run(r *flow.Region, w World) *Interp {
	return RunFrom(r, r.Head, 0, w, nil)
}

// NewInterp prepares the interpretation of a region in a world.
func NewInterp(r *flow.Region, w World) *Interp {
	in := &Interp{R: r, World: w, Tracked: track(r), Inner: map[*cfg.Block]int{}, seen: map[string]bool{}, Reached: map[*cfg.Block]bool{}, First: map[*cfg.Block]bool{}}
	for _, b := range r.Order {
		if b != r.Head && OverData(b) {
			in.Inner[b] = len(in.Tracked) + len(in.Inner)
		}
	}
	return in
}

// OverData reports whether a block is the head of a loop over data or a count.
func OverData(b *cfg.Block) bool {
	if loop, ok := b.Stmt.(*ast.ForStmt); ok && b.Kind == cfg.KindForLoop {
		return loop.Post != nil
	}
	return b.Kind == cfg.KindRangeLoop
}

// RunFrom walks from a node of a block.
func RunFrom(r *flow.Region, b *cfg.Block, node int, w World, cut func(*cfg.Block) bool) *Interp {
	in := NewInterp(r, w)
	in.Cut = cut
	in.Walk(in.Step(State{Block: b, Env: in.Start()}, node, b == r.Head && node == 0))
	return in
}

// Start is an environment in which nothing is known.
func (in *Interp) Start() []Value { return make([]Value, len(in.Tracked)+len(in.Inner)) }

func (in *Interp) Walk(stack []State) {
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.Block == in.R.Head {
			if !in.mayEnter(s) {
				continue
			}
			if s.again {
				in.Back = true
				continue
			}
			// A loop may look at its last result where a round begins: only the
			// second return to the head shows that it goes on.
			s.again = true
			stack = append(stack, in.Step(s, 0, true)...)
			continue
		}
		if !in.R.Blocks[s.Block] || in.Cut != nil && in.Cut(s.Block) {
			continue
		}
		key := string(encode(s))
		if in.seen[key] {
			continue
		}
		if in.Steps++; in.Exhausted() {
			in.Back = true
			return
		}
		in.seen[key] = true
		in.Reached[s.Block] = true
		if !s.again {
			in.First[s.Block] = true
		}
		stack = append(stack, in.Step(s, 0, false)...)
	}
}

// Exhausted reports whether a run came to no end within its budget, so that what
// it found is not all there is.
func (in *Interp) Exhausted() bool { return in.Steps > MaxSteps }

func encode(s State) []byte {
	key := make([]byte, 5, 5+len(s.Env))
	key[0], key[1], key[2], key[3] = byte(s.Block.Index), byte(s.Block.Index>>8), byte(s.Block.Index>>16), byte(s.Block.Index>>24)
	if s.again {
		key[4] = 1
	}
	for _, v := range s.Env {
		key = append(key, byte(v))
	}
	return key
}

// mayEnter reports whether a loop whose head was reached may start another
// round: its condition is not known to be false.
func (in *Interp) mayEnter(s State) bool {
	loop, ok := in.R.Node.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return true
	}
	later := in.Later
	in.Later = true
	defer func() { in.Later = later }()
	v := in.Truth(loop.Cond, s.Env)
	if v == Anything && (in.Cancelled || in.Strict) {
		return in.neutral(loop.Cond)
	}
	return v != IsFalse
}

// Step interprets a block from one of its nodes on and returns what follows.
// At the start of a loop its own condition is taken to hold.
func (in *Interp) Step(s State, from int, entering bool) []State {
	env := append([]Value(nil), s.Env...)
	for _, n := range s.Block.Nodes[from:] {
		in.Transfer(n, env)
	}
	succs := s.Block.Succs
	if len(succs) == 0 && in.Ended != nil && len(s.Block.Nodes) > 0 {
		if ret, ok := s.Block.Nodes[len(s.Block.Nodes)-1].(*ast.ReturnStmt); ok {
			in.Ended(ret, env)
		}
	}
	if len(succs) != 2 {
		out := make([]State, 0, len(succs))
		for _, b := range succs {
			out = append(out, State{b, env, s.again})
		}
		return out
	}
	if i, ok := in.Inner[s.Block]; ok && env[i] == Anything {
		// A loop over data inside the round has data.
		env[i] = IsTrue
		in.element(s.Block, env)
		return []State{{succs[0], env, s.again}}
	}
	v := in.Branch(s.Block, env)
	switch {
	case v != Anything:
	case in.Cancelled:
		v = in.endedBranch(s.Block)
	case in.Strict:
		v = in.unanswered(s.Block)
	}
	switch {
	case entering && IsLoopHead(s.Block), v == IsTrue:
		return []State{{succs[0], env, s.again}}
	case v == IsFalse:
		return []State{{succs[1], env, s.again}}
	}
	other := append([]Value(nil), env...)
	if cond, tag := Condition(in.R.U, s.Block); cond != nil && tag == nil {
		in.learn(cond, true, env)
		in.learn(cond, false, other)
	}
	return []State{{succs[0], env, s.again}, {succs[1], other, s.again}}
}

// learn notes what a condition that holds, or does not, says of variables that
// nothing was known of.
func (in *Interp) learn(cond ast.Expr, holds bool, env []Value) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			in.learn(e.X, !holds, env)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			if holds == (e.Op == token.LAND) {
				in.learn(e.X, holds, env)
				in.learn(e.Y, holds, env)
			}
		case token.EQL, token.NEQ:
			if in.R.U.M.Info.Types[e.Y].IsNil() {
				in.know(e.X, nilValue(holds == (e.Op == token.EQL)), env)
			}
		}
	case *ast.Ident:
		in.know(e, BoolValue(holds), env)
	}
}

// know sets a variable that nothing is known of.
func (in *Interp) know(x ast.Expr, v Value, env []Value) {
	if i, ok := in.Tracked[in.tracked(x)]; ok && env[i] == Anything {
		env[i] = v
	}
}

func nilValue(isIt bool) Value {
	if isIt {
		return IsNil
	}
	return NotNil
}

// IsLoopHead reports whether a block ends with a loop's own condition.
func IsLoopHead(b *cfg.Block) bool {
	return b.Kind == cfg.KindForLoop || b.Kind == cfg.KindRangeLoop
}

// Branch evaluates the condition that ends a block with two successors.
func (in *Interp) Branch(b *cfg.Block, env []Value) Value {
	if x, isNilCase := TypeCase(in.R.U, b); x != nil {
		if in.NoConflict && ConflictName(CaseName(b)) {
			return IsFalse
		}
		switch in.Eval(x, env) {
		case IsNil:
			return BoolValue(isNilCase)
		case NotNil, goodResponse, badResponse:
			if isNilCase {
				return IsFalse
			}
			return in.saysOf(x, b.Succs[0].Stmt.(*ast.CaseClause).List[0])
		}
		return Anything
	}
	cond, tag := Condition(in.R.U, b)
	if cond == nil {
		return Anything
	}
	if tag != nil {
		return in.compare(tag, token.EQL, cond, env)
	}
	return in.Truth(cond, env)
}

// Condition returns the expression that decides between a block's two
// successors: the true one comes first. For a case of an expression switch with
// a tag it returns both sides of the comparison.
func Condition(u *flow.Unit, b *cfg.Block) (cond, tag ast.Expr) {
	if len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return nil, nil
	}
	last, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !ok {
		return nil, nil
	}
	switch b.Succs[0].Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		return last, nil
	case cfg.KindSwitchCaseBody:
		if cc, ok := b.Succs[0].Stmt.(*ast.CaseClause); ok {
			if sw := u.Clause[cc]; sw != nil {
				return last, sw.Tag
			}
		}
	}
	return nil, nil
}

// CaseName is the type that a clause of a type switch lists.
func CaseName(b *cfg.Block) string {
	return TypeExprName(b.Succs[0].Stmt.(*ast.CaseClause).List[0])
}

// TypeCase returns what a type switch switches on, where b decides about one of
// its clauses that lists a single type, and whether that is case nil.
func TypeCase(u *flow.Unit, b *cfg.Block) (x ast.Expr, isNilCase bool) {
	if len(b.Succs) != 2 || b.Succs[0].Kind != cfg.KindSwitchCaseBody {
		return nil, false
	}
	cc, ok := b.Succs[0].Stmt.(*ast.CaseClause)
	if !ok || len(cc.List) != 1 {
		return nil, false
	}
	return u.Typed[cc], u.M.Info.Types[cc.List[0]].IsNil()
}
