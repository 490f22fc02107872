package value

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Dependence is a call that decides a branch.
type Dependence struct {
	Call *ast.CallExpr
	// Direct is set where a result of the call, or what it writes, is what is asked,
	// counted or kept; otherwise the call only makes what such a call is given.
	Direct bool
}

// Depends lists the calls in a region that a condition, or any value, depends on,
// by position: the backward slice of the region. It follows values through
// variables, fields, elements and channels, what calls write through pointers, what
// literals assign that a round runs, and what decides which assignment is made, as
// that of a counter of failures. all is false where there may be others: nothing is
// known of the condition, or it depends on more than a question looks at.
func (v *Values) Depends(cond ast.Expr, r Region) (calls []Dependence, all bool) {
	defer v.end()
	if !v.begin() {
		return nil, false
	}
	list, _ := v.of(cond)
	reg := v.region(r)
	if reg == nil || len(list) == 0 {
		return nil, false
	}
	s := &slicer{v: v, r: reg, seen: map[node]bool{}, given: map[node]bool{}, found: map[*ast.CallExpr]bool{}}
	s.run(list, s.seen, true)
	// What calls are given comes after all else, so that a call that is both counts
	// as direct.
	for len(s.later) > 0 {
		later := s.later
		s.later = nil
		s.run(later, s.given, false)
	}
	var out []Dependence
	for c, direct := range s.found {
		out = append(out, Dependence{c, direct})
	}
	slices.SortFunc(out, func(a, b Dependence) int { return int(a.Call.Pos() - b.Call.Pos()) })
	return out, len(s.seen) < maxSteps && len(s.given) < maxSteps
}

type slicer struct {
	v           *Values
	r           *region
	seen, given map[node]bool
	later       []node
	found       map[*ast.CallExpr]bool
}

func (s *slicer) run(stack []node, seen map[node]bool, direct bool) {
	v := s.v
	for len(stack) > 0 && len(seen) < maxSteps {
		n := v.resolve(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if seen[n] || !direct && s.seen[n] {
			continue
		}
		seen[n] = true
		b := block(n)
		if b != nil && !s.r.has(b) {
			continue
		}
		switch x := n.(type) {
		case *ssa.Call:
			if _, ok := x.Call.Value.(*ssa.Builtin); ok {
				break
			}
			if syntax := v.callOf(x); syntax != nil {
				if _, known := s.found[syntax]; !known {
					s.found[syntax] = direct
				}
			}
			if atomic(x) {
				stack = append(stack, s.reads(x)...)
			} else {
				s.later = append(s.later, s.reads(x)...)
			}
			stack = append(stack, s.inside(x)...)
			continue
		case *effect:
			if c, ok := x.in.(*ssa.Call); ok && x.val == nil {
				stack = append(stack, c)
			}
			if w := x.in.(ssa.Instruction); x.val != nil {
				stack = append(stack, s.deciding(w)...)
			}
		case *cell:
			for _, w := range x.writes {
				if s.r.has(w.in.Block()) {
					stack = append(stack, v.values(w)...)
					stack = append(stack, s.deciding(w.in)...)
				}
			}
			continue
		case *ssa.UnOp, *ssa.Select:
			stack = append(stack, s.sent(n)...)
		}
		stack = append(stack, v.operands(n)...)
		stack = append(stack, s.r.choices(n)...)
		if x, ok := n.(*effect); ok && x.val == nil {
			if c, ok := x.in.(ssa.CallInstruction); ok {
				for _, w := range x.f.ranWrites(c, x.loc) {
					stack = append(stack, s.deciding(w.in)...)
				}
			}
		}
	}
}

// atomic reports whether a call reads or writes a variable, and does no more.
func atomic(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil && fn.Object().Pkg().Path() == "sync/atomic"
}

// reads lists what a call is given, and what that points to.
func (s *slicer) reads(c *ssa.Call) []node {
	f := s.v.funcs[c.Parent()]
	out := s.v.operands(c)
	for _, a := range c.Call.Args {
		if l, ok := f.fam.pointee(a); ok && refers(a.Type()) {
			out = append(out, f.read(l, c.Block(), f.place(c)))
		}
	}
	return out
}

// inside lists what a literal gives back that is called.
func (s *slicer) inside(c *ssa.Call) []node {
	fns := s.r.f.fam.literalsIn(c.Call.Value)
	var out []node
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && s.r.has(b) {
				out = append(out, nodes(r.Results)...)
				out = append(out, s.deciding(r)...)
			}
		}
	}
	return out
}

// deciding lists the conditions that decide whether an instruction is run.
func (s *slicer) deciding(in ssa.Instruction) []node {
	f := s.v.funcs[in.Parent()]
	if f == nil {
		return nil
	}
	return f.conditionsOf(in.Block(), s.r)
}

// sent lists the conditions under which something is sent to a channel that is
// received from.
func (s *slicer) sent(n node) []node {
	var out []node
	look := func(ch ssa.Value) {
		fam := s.r.f.fam
		fam.collect()
		if l, ok := fam.pointee(ch); ok {
			for _, send := range fam.sends[l] {
				out = append(out, s.deciding(send)...)
			}
		}
	}
	switch x := n.(type) {
	case *ssa.UnOp:
		if !isLoad(x) {
			look(x.X)
		}
	case *ssa.Select:
		for _, st := range x.States {
			look(st.Chan)
		}
	}
	return out
}
