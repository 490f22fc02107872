package value

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// Movement is a set of ways in which a value changes from round to round.
type Movement uint16

const (
	Counts   Movement = 1 << iota // a number that is counted or computed anew
	Indexes                       // an element picked by what moves
	Reslices                      // a list that gets shorter, or its elements
	Ranges                        // over a list, a map or an iterator
	Receives                      // from a channel
	Draws                         // a random number
	Takes                         // from a call of the round that is given nothing but what stays the same: a new connection, the next item
	Pages                         // from a call of the round before: the next page's token
	Changes                       // by assignments that are none of these
	Unclear
)

// Moves says how an operand changes from round to round of a region; 0 if it stays
// the same. Calls lists the calls of the round that it comes from. An object that
// stays the same does so whatever is written to its fields. What stands where missed
// says that the rounds in question do not come does not count; nil is for all rounds.
func (v *Values) Moves(e ast.Expr, r Region, missed func(token.Pos) bool) (m Movement, calls []*ast.CallExpr) {
	defer v.rel.End()
	if !v.rel.Begin() {
		return Unclear, nil
	}
	list, _ := v.rel.Of(e)
	reg := v.rel.Cycle(r)
	if reg == nil {
		return Unclear, nil
	}
	if len(list) == 0 {
		if tv := v.rel.Pass.TypesInfo.Types[e]; tv.Value != nil || tv.IsType() || tv.IsBuiltin() || isFuncName(v.rel.Pass.TypesInfo, e) {
			return 0, nil
		}
		return Unclear, nil
	}
	w := &mover{v: v, r: reg, missed: missed, seen: map[origin.Node]bool{}, asked: map[[2]origin.Node]Movement{}}
	w.visit(list)
	slices.SortFunc(w.calls, func(a, b *ast.CallExpr) int { return int(a.Pos() - b.Pos()) })
	return w.found, w.calls
}

func isFuncName(info *types.Info, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	_, isFunc := info.Uses[id].(*types.Func)
	return isFunc
}

type mover struct {
	v     *Values
	r     *origin.Cycle
	seen  map[origin.Node]bool
	found Movement
	calls []*ast.CallExpr
	asked map[[2]origin.Node]Movement // of all values that were asked apart
	// missed says where the rounds do not come, see Moves.
	missed func(token.Pos) bool
	// from is the variable that the rounds hand on of which this is the next value.
	from origin.Node
}

func (w *mover) visit(list []origin.Node) {
	v := w.v
	for stack := list; len(stack) > 0; {
		n := v.rel.Resolve(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if w.seen[n] {
			continue
		}
		w.seen[n] = true
		if len(w.seen) > origin.MaxSteps {
			w.found |= Unclear
			return
		}
		if b := origin.Block(n); b != nil && !w.r.Has(b) {
			continue
		}
		if _, next, ok := w.r.Carried(n); ok {
			w.carried(n, next)
			continue
		}
		switch x := n.(type) {
		case *ssa.Call:
			if _, isBuiltin := x.Call.Value.(*ssa.Builtin); isBuiltin {
				stack = append(stack, origin.Nodes(x.Call.Args)...)
				continue
			}
			w.call(x)
		case *ssa.Extract:
			if _, ok := x.Tuple.(*ssa.Next); ok {
				w.found |= Ranges
				continue
			}
			stack = append(stack, x.Tuple)
		case *ssa.Index:
			w.index(x.Index)
			stack = append(stack, x.X)
		case *ssa.Lookup:
			w.index(x.Index)
			stack = append(stack, x.X)
		case *ssa.Slice:
			if w.from != nil && v.rel.Resolve(x.X) == w.from {
				w.found |= Reslices // append(list[1:], list[0])
			}
			stack = append(stack, v.rel.Operands(n)...)
		case *ssa.UnOp:
			switch x.Op {
			case token.ARROW:
				w.found |= Receives
			case token.MUL: // of an address that is not followed
				stack = append(stack, x.X)
			default:
				stack = append(stack, x.X)
			}
		case *origin.Pick:
			w.index(x.Index)
			stack = append(stack, x.Value, x.Of)
		case *ssa.IndexAddr:
			w.index(x.Index)
			stack = append(stack, x.X)
		case *ssa.Select:
			w.found |= Receives
		case *origin.Initial:
			stack = append(stack, v.rel.Outside(x)...)
		case *origin.Effect:
			if x.Val == nil {
				w.found |= Changes
				if c, ok := x.In.(*ssa.Call); ok {
					w.note(v.rel.CallOf(c))
				}
			} else {
				stack = append(stack, x.Val)
			}
			stack = append(stack, x.Before)
		case *origin.Cell:
			for _, wr := range x.Writes {
				if w.r.Has(wr.In.Block()) {
					w.found |= Changes
				}
			}
		case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
			// Made anew each round, and as it was made before: what it holds counts.
			stack = append(stack, v.rel.Operands(n)...)
		default:
			stack = append(stack, v.rel.Operands(n)...)
		}
	}
}

func (w *mover) index(i ssa.Value) {
	if w.apart(i, nil) != 0 {
		w.found |= Indexes
	}
}

// apart says how another value moves, and notes the calls that it comes from.
func (w *mover) apart(n, but origin.Node) Movement {
	key := [2]origin.Node{n, but}
	if m, ok := w.asked[key]; ok { // 0 where it is being asked
		return m
	}
	if len(w.asked) > origin.MaxSteps/16 {
		return Unclear
	}
	w.asked[key] = 0
	in := &mover{v: w.v, r: w.r, missed: w.missed, from: but, seen: map[origin.Node]bool{but: true}, asked: w.asked}
	in.visit([]origin.Node{n})
	w.asked[key] = in.found
	for _, c := range in.calls {
		w.note(c)
	}
	return in.found
}

func (w *mover) note(c *ast.CallExpr) {
	if c != nil && !slices.Contains(w.calls, c) {
		w.calls = append(w.calls, c)
	}
}

func (w *mover) call(c *ssa.Call) {
	w.note(w.v.rel.CallOf(c))
	if fn := c.Call.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
		switch fn.Object().Pkg().Path() {
		case "math/rand", "math/rand/v2", "crypto/rand":
			w.found |= Draws
			return
		}
	}
	given := Movement(0)
	for _, a := range c.Call.Args {
		given |= w.apart(a, w.from) & (Counts | Indexes | Reslices | Ranges | Receives | Draws)
	}
	if given != 0 {
		w.found |= given // it makes of that what it is given
		return
	}
	w.found |= Takes
}

// carried says how a variable moves that the rounds hand on.
func (w *mover) carried(n origin.Node, next []origin.Node) {
	seen := map[origin.Node]bool{n: true}
	for stack := next; len(stack) > 0; {
		m := w.v.rel.Resolve(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if seen[m] {
			continue
		}
		seen[m] = true
		if in, ok := m.(ssa.Instruction); ok && w.missed != nil && origin.Position(in).IsValid() && w.missed(origin.Position(in)) {
			continue
		}
		if b := origin.Block(m); b == nil || !w.r.Has(b) {
			w.found |= Changes
			continue
		}
		switch x := m.(type) {
		case *ssa.BinOp, *ssa.Convert:
			w.found |= Counts
		case *ssa.Slice:
			w.found |= Reslices
		case *ssa.Phi:
			stack = append(stack, origin.Nodes(x.Edges)...)
		case *origin.Merge:
			stack = append(stack, x.Edges...)
		default:
			got := w.apart(m, n)
			switch {
			case got&Takes != 0:
				got = got&^Takes | Pages
			case got == 0:
				got = Changes
			}
			w.found |= got
		}
	}
}
