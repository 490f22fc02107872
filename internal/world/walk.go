package world

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// Run runs a region once around in a world.
func Run(r *flow.Region, w World, o Options) *Interp {
	in := prepare(r, w, o)
	start := state{block: o.Block, env: in.Start()}
	if o.Block == nil {
		start.block = r.Head
	}
	in.walk(in.step(start, o.Node, o.Block == nil))
	return in
}

func (in *Interp) walk(stack []state) {
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.block == in.R.Head {
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
			stack = append(stack, in.step(s, 0, true)...)
			continue
		}
		if !in.R.Blocks[s.block] || in.Cut != nil && in.Cut(s.block) {
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
		in.Reached[s.block] = true
		if !s.again {
			in.First[s.block] = true
		}
		stack = append(stack, in.step(s, 0, false)...)
	}
}

// Exhausted reports whether a run came to no end within its budget, so that what
// it found is not all there is.
func (in *Interp) Exhausted() bool { return in.Steps > MaxSteps }

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
func (in *Interp) mayEnter(s state) bool {
	loop, ok := in.R.Node.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return true
	}
	later := in.Later
	in.Later = true
	defer func() { in.Later = later }()
	v := in.Truth(loop.Cond, s.env)
	if v == Anything && (in.Cancelled || in.Strict) {
		return in.neutral(loop.Cond)
	}
	return v != IsFalse
}

// step interprets a block from one of its nodes on and returns what follows.
// At the start of a loop its own condition is taken to hold.
func (in *Interp) step(s state, from int, entering bool) []state {
	env := append([]Value(nil), s.env...)
	for _, n := range s.block.Nodes[from:] {
		in.Transfer(n, env)
	}
	if in.R.Again[s.block] {
		return []state{{in.R.Head, env, s.again}}
	}
	succs := s.block.Succs
	if len(succs) == 0 && in.Ended != nil && len(s.block.Nodes) > 0 {
		if ret, ok := s.block.Nodes[len(s.block.Nodes)-1].(*ast.ReturnStmt); ok {
			in.Ended(in, ret, env)
		}
	}
	if len(succs) != 2 {
		out := make([]state, 0, len(succs))
		for _, b := range succs {
			out = append(out, state{b, env, s.again})
		}
		return out
	}
	if i, ok := in.Inner[s.block]; ok && env[i] == Anything {
		// A loop over data inside the round has data.
		env[i] = IsTrue
		in.element(s.block, env)
		return []state{{succs[0], env, s.again}}
	}
	v := in.Branch(s.block, env)
	switch {
	case v != Anything:
	case in.Cancelled:
		v = in.endedBranch(s.block)
	case in.Strict:
		v = in.unanswered(s.block)
	}
	switch {
	case entering && IsLoopHead(s.block), v == IsTrue:
		return []state{{succs[0], env, s.again}}
	case v == IsFalse:
		return []state{{succs[1], env, s.again}}
	}
	other := append([]Value(nil), env...)
	if cond, tag := Condition(in.R.U, s.block); cond != nil && tag == nil {
		in.learn(cond, true, env)
		in.learn(cond, false, other)
	}
	return []state{{succs[0], env, s.again}, {succs[1], other, s.again}}
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
		if in.NoConflict && knowledge.Conflict(CaseName(b)) {
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
