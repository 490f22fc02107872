package origin

import (
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Limit is a comparison that a value has part in.
type Limit struct {
	Cmp   *ssa.BinOp
	Right bool // it stands on the right
	Sum   bool // it is part of a sum
}

// Comparisons lists the comparisons of a function by what they compare.
func (f *Function) Comparisons() map[Node][]*ssa.BinOp {
	if f.compare == nil {
		f.compare = map[Node][]*ssa.BinOp{}
		for c := range f.compares() {
			for _, x := range [...]ssa.Value{c.X, c.Y} {
				if _, isConst := x.(*ssa.Const); !isConst {
					n := f.Family.v.Resolve(x)
					f.compare[n] = append(f.compare[n], c)
				}
			}
		}
	}
	return f.compare
}

// compares yields the comparisons of a function, in order: the operations on two
// values that give a truth value, for && and || are branches here.
func (f *Function) compares() iter.Seq[*ssa.BinOp] {
	return func(yield func(*ssa.BinOp) bool) {
		for _, b := range f.SSA.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.BinOp); ok && isTruth(c.Type()) && !yield(c) {
					return
				}
			}
		}
	}
}

func isTruth(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// Limits lists the comparisons of a function by what they compare, be it by way of
// arithmetic that grows with it.
func (f *Function) Limits() map[Node][]Limit {
	if f.limited != nil {
		return f.limited
	}
	f.limited = map[Node][]Limit{}
	for c := range f.compares() {
		left, right := map[Node]bool{}, map[Node]bool{}
		f.monotone(c.X, false, left)
		f.monotone(c.Y, false, right)
		for n, sum := range left {
			if _, both := right[n]; !both {
				f.limited[n] = append(f.limited[n], Limit{c, false, sum})
			}
		}
		for n, sum := range right {
			if _, both := left[n]; !both {
				f.limited[n] = append(f.limited[n], Limit{c, true, sum})
			}
		}
	}
	return f.limited
}

// deepestSum is how many values a value is taken to grow with; no limit that people
// write has more.
const deepestSum = 16

// monotone collects the values that a value grows with, itself included, and whether
// it is a sum of theirs.
func (f *Function) monotone(x ssa.Value, sum bool, out map[Node]bool) {
	n := f.Family.v.Resolve(x)
	_, known := out[n]
	if _, isConst := n.(*ssa.Const); isConst || known || len(out) > deepestSum {
		return
	}
	out[n] = sum
	switch x := n.(type) {
	case *ssa.Convert:
		f.monotone(x.X, sum, out)
	case *ssa.BinOp:
		switch x.Op {
		case token.ADD:
			f.monotone(x.X, true, out)
			f.monotone(x.Y, true, out)
		case token.MUL, token.SHL:
			f.monotone(x.X, sum, out)
			f.monotone(x.Y, sum, out)
		case token.SUB, token.QUO, token.SHR:
			f.monotone(x.X, sum, out)
		}
	case *ssa.Call:
		if fn := x.Call.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
			switch fn.Object().Pkg().Path() {
			case "math", "math/bits", "time":
				for _, a := range x.Call.Args {
					f.monotone(a, sum, out)
				}
			}
		}
	}
}
