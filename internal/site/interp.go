package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"
)

// value is what the interpreter knows of a variable.
type value uint8

const (
	anything value = iota
	isNil          // a nil error, pointer or interface
	notNil
	isTrue
	isFalse
	goodResponse // a response whose status is a success
	badResponse  // a response whose status says that the server failed
)

// outcome is what a world says of a call.
type outcome uint8

const (
	free    outcome = iota // anything may happen
	success                // no error; the answer may still be anything
	failure                // an error, or a nil or false result where there is none
	refused                // no error, but a response that says failure
)

// world says how each call of a region ends.
type world func(c *ast.CallExpr) outcome

// maxSteps bounds what the interpreter does for one region, all questions taken
// together. A loop that needs more has more ways and flags than anybody follows,
// and is left alone.
const maxSteps = 50_000

// interp runs a region once around: from a start to the head or out.
type interp struct {
	r       *region
	world   world
	tracked map[types.Object]int
	inner   map[*cfg.Block]int // loops over data inside the region, by their heads
	seen    map[string]bool
	// back is set when the head was reached and its condition may hold again.
	back bool
	// cut stops the walk at these blocks, for questions such as «without
	// passing a wait».
	cut func(b *cfg.Block) bool
	// later interprets a round that is not the first: counters of attempts are
	// high.
	later bool
	// noConflict makes every question about a conflict be answered no.
	noConflict bool
	// cancelled is set in the world in which contexts have ended.
	cancelled bool
	// strict makes questions that cannot be answered end the loop.
	strict bool
	// says answers the questions about errors that are no nil ones, where it is
	// set.
	says value
	// mayLoad leaves those without an answer that ask if a server is overloaded.
	mayLoad bool
	// asked is set when a condition on a response's status was evaluated.
	asked bool
	// count compares integers that count, where that is wanted.
	count func(x ast.Expr, op token.Token, y ast.Expr) value
	// nothing makes a call that fails by an error give back nil beside it, whatever
	// else its type is than a pointer, for which that is taken for granted.
	nothing bool
	// mayEnd lets a context have ended.
	mayEnd bool
	// reached holds the blocks that were entered.
	reached map[*cfg.Block]bool
	// ended is told of every return that is reached, with what is known there.
	ended func(ret *ast.ReturnStmt, env []value)
	// code is what a bad response says, badStatus if it is 0.
	code int64
	// status is like code; where it is set, questions about it are followed into
	// the functions that are asked.
	status int64
	// statuses are the variables that hold it.
	statuses map[types.Object]bool
	// given are the values of parameters.
	given map[types.Object]value
	// unsure is set when a question was asked of the status that cannot be
	// answered.
	unsure bool
	// depth is how many functions lie between the site and this one.
	depth int
	// first holds those that were entered before the head was.
	first map[*cfg.Block]bool
}

// track picks the variables whose values decide conditions of the region:
// errors, flags, responses and pointers that are assigned there.
func (r *region) track() map[types.Object]int {
	if r.tracked != nil {
		return r.tracked
	}
	tracked := map[types.Object]int{}
	r.tracked = tracked
	for _, b := range r.order {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				obj, ok := r.u.m.object(id).(*types.Var)
				if !ok || obj.IsField() || !trackable(obj.Type()) {
					return true
				}
				if _, ok := tracked[obj]; !ok && r.assigned(obj) {
					tracked[obj] = len(tracked)
				}
				return true
			})
		}
	}
	return tracked
}

// assigned reports whether the region assigns a variable.
func (r *region) assigned(obj types.Object) bool {
	for _, d := range r.u.definitions()[obj] {
		if r.contains(d.node) {
			return true
		}
	}
	return false
}

func trackable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// walkNode visits a node of a block without entering function literals.
func walkNode(n ast.Node, f func(ast.Node) bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		return n == nil || f(n)
	})
}

// state is a point of the interpretation: a block about to be run, with what is
// known then. again is set in the second round.
type state struct {
	block *cfg.Block
	env   []value
	again bool
}

// run walks the region from the head with nothing known.
func (r *region) run(w world) *interp {
	return r.runFrom(r.head, 0, w, nil)
}

// interp prepares the interpretation of a region in a world.
func (r *region) interp(w world) *interp {
	in := &interp{r: r, world: w, tracked: r.track(), inner: map[*cfg.Block]int{}, seen: map[string]bool{}, reached: map[*cfg.Block]bool{}, first: map[*cfg.Block]bool{}}
	for _, b := range r.order {
		if b != r.head && overData(b) {
			in.inner[b] = len(in.tracked) + len(in.inner)
		}
	}
	return in
}

// overData reports whether a block is the head of a loop over data or a count.
func overData(b *cfg.Block) bool {
	if loop, ok := b.Stmt.(*ast.ForStmt); ok && b.Kind == cfg.KindForLoop {
		return loop.Post != nil
	}
	return b.Kind == cfg.KindRangeLoop
}

// runFrom walks from a node of a block.
func (r *region) runFrom(b *cfg.Block, node int, w world, cut func(*cfg.Block) bool) *interp {
	in := r.interp(w)
	in.cut = cut
	in.walk(in.step(state{block: b, env: in.start()}, node, b == r.head && node == 0))
	return in
}

// start is an environment in which nothing is known.
func (in *interp) start() []value { return make([]value, len(in.tracked)+len(in.inner)) }

func (in *interp) walk(stack []state) {
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.block == in.r.head {
			if !in.mayEnter(s) {
				continue
			}
			if s.again {
				in.back = true
				continue
			}
			// A loop may look at its last result where a round begins: only the
			// second return to the head shows that it goes on.
			s.again = true
			stack = append(stack, in.step(s, 0, true)...)
			continue
		}
		if !in.r.blocks[s.block] || in.cut != nil && in.cut(s.block) {
			continue
		}
		key := string(encode(s))
		if in.seen[key] {
			continue
		}
		if in.r.steps++; in.r.steps > maxSteps {
			in.back = true
			return
		}
		in.seen[key] = true
		in.reached[s.block] = true
		if !s.again {
			in.first[s.block] = true
		}
		stack = append(stack, in.step(s, 0, false)...)
	}
}

func encode(s state) []byte {
	key := make([]byte, 5, 5+len(s.env))
	key[0], key[1], key[2], key[3] = byte(s.block.Index), byte(s.block.Index>>8), byte(s.block.Index>>16), byte(s.block.Index>>24)
	if s.again {
		key[4] = 1
	}
	for _, v := range s.env {
		key = append(key, byte(v))
	}
	return key
}

// mayEnter reports whether a loop whose head was reached may start another
// round: its condition is not known to be false.
func (in *interp) mayEnter(s state) bool {
	loop, ok := in.r.node.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return true
	}
	later := in.later
	in.later = true
	defer func() { in.later = later }()
	v := in.truth(loop.Cond, s.env)
	if v == anything && (in.cancelled || in.strict) {
		return in.neutral(loop.Cond)
	}
	return v != isFalse
}

// step interprets a block from one of its nodes on and returns what follows.
// At the start of a loop its own condition is taken to hold.
func (in *interp) step(s state, from int, entering bool) []state {
	env := append([]value(nil), s.env...)
	for _, n := range s.block.Nodes[from:] {
		in.transfer(n, env)
	}
	succs := s.block.Succs
	if len(succs) == 0 && in.ended != nil && len(s.block.Nodes) > 0 {
		if ret, ok := s.block.Nodes[len(s.block.Nodes)-1].(*ast.ReturnStmt); ok {
			in.ended(ret, env)
		}
	}
	if len(succs) != 2 {
		out := make([]state, 0, len(succs))
		for _, b := range succs {
			out = append(out, state{b, env, s.again})
		}
		return out
	}
	if i, ok := in.inner[s.block]; ok && env[i] == anything {
		// A loop over data inside the round has data.
		env[i] = isTrue
		return []state{{succs[0], env, s.again}}
	}
	v := in.branch(s.block, env)
	switch {
	case v != anything:
	case in.cancelled:
		v = in.endedBranch(s.block)
	case in.strict:
		v = in.unanswered(s.block)
	}
	switch {
	case entering && isLoopHead(s.block), v == isTrue:
		return []state{{succs[0], env, s.again}}
	case v == isFalse:
		return []state{{succs[1], env, s.again}}
	}
	other := append([]value(nil), env...)
	if cond, tag := in.r.u.condition(s.block); cond != nil && tag == nil {
		in.learn(cond, true, env)
		in.learn(cond, false, other)
	}
	return []state{{succs[0], env, s.again}, {succs[1], other, s.again}}
}

// learn notes what a condition that holds, or does not, says of variables that
// nothing was known of.
func (in *interp) learn(cond ast.Expr, holds bool, env []value) {
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
			if in.r.u.m.info.Types[e.Y].IsNil() {
				in.know(e.X, nilValue(holds == (e.Op == token.EQL)), env)
			}
		}
	case *ast.Ident:
		in.know(e, boolValue(holds), env)
	}
}

// know sets a variable that nothing is known of.
func (in *interp) know(x ast.Expr, v value, env []value) {
	if i, ok := in.tracked[in.r.u.m.object(x)]; ok && env[i] == anything {
		env[i] = v
	}
}

func nilValue(isIt bool) value {
	if isIt {
		return isNil
	}
	return notNil
}

// isLoopHead reports whether a block ends with a loop's own condition.
func isLoopHead(b *cfg.Block) bool {
	return b.Kind == cfg.KindForLoop || b.Kind == cfg.KindRangeLoop
}

// branch evaluates the condition that ends a block with two successors.
func (in *interp) branch(b *cfg.Block, env []value) value {
	if x, isNilCase := in.r.u.typeCase(b); x != nil {
		if in.noConflict && conflictName(caseName(b)) {
			return isFalse
		}
		switch in.eval(x, env) {
		case isNil:
			return boolValue(isNilCase)
		case notNil, goodResponse, badResponse:
			if isNilCase {
				return isFalse
			}
			return in.saysOf(x, b.Succs[0].Stmt.(*ast.CaseClause).List[0])
		}
		return anything
	}
	cond, tag := in.r.u.condition(b)
	if cond == nil {
		return anything
	}
	if tag != nil {
		return in.compare(tag, token.EQL, cond, env)
	}
	return in.truth(cond, env)
}

// condition returns the expression that decides between a block's two
// successors: the true one comes first. For a case of an expression switch with
// a tag it returns both sides of the comparison.
func (u *unit) condition(b *cfg.Block) (cond, tag ast.Expr) {
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
			if sw := u.clause[cc]; sw != nil {
				return last, sw.Tag
			}
		}
	}
	return nil, nil
}

// caseName is the type that a clause of a type switch lists.
func caseName(b *cfg.Block) string {
	return typeExprName(b.Succs[0].Stmt.(*ast.CaseClause).List[0])
}

// typeCase returns what a type switch switches on, where b decides about one of
// its clauses that lists a single type, and whether that is case nil.
func (u *unit) typeCase(b *cfg.Block) (x ast.Expr, isNilCase bool) {
	if len(b.Succs) != 2 || b.Succs[0].Kind != cfg.KindSwitchCaseBody {
		return nil, false
	}
	cc, ok := b.Succs[0].Stmt.(*ast.CaseClause)
	if !ok || len(cc.List) != 1 {
		return nil, false
	}
	return u.typed[cc], u.m.info.Types[cc.List[0]].IsNil()
}
