package world

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
)

// Run walks the region from the head with nothing known.
func Run(r *flow.Region, w World) *Interp {
	return RunFrom(r, r.Head, 0, w, nil)
}

// RunFrom walks from a node of a block.
func RunFrom(r *flow.Region, b *cfg.Block, node int, w World, cut func(*cfg.Block) bool) *Interp {
	in := NewInterp(r, w)
	in.Cut = cut
	in.Walk(in.Step(State{Block: b, Env: in.Start()}, node, b == r.Head && node == 0))
	return in
}

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

// Missed reports whether a position lies in a block of the region that was not
// reached.
func (in *Interp) Missed(pos token.Pos) bool {
	for _, b := range in.R.Order {
		for _, n := range b.Nodes {
			if n.Pos() <= pos && pos < n.End() {
				return !in.Reached[b]
			}
		}
	}
	return false
}
