package value

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Computation is what a number is computed by.
type Computation struct {
	Calls  []Computing  // by position
	Vars   []*types.Var // the variables and fields that it goes through, by position
	Inside []ast.Node   // the functions of the package that it is computed in, by position
	// Unknown is set where not all is known.
	Unknown bool
}

// Computing is a call or conversion that a number is computed by.
type Computing struct {
	Call *ast.CallExpr
	// Plain is set where its result is not multiplied on some way.
	Plain bool
	// Here is set where it stands in the function that asks, or in a literal there.
	Here bool
}

// Computed lists what a number is computed by, whatever way is taken: the calls and
// conversions through variables, fields, arithmetic and what calls are given. It
// goes into functions of the package, and into what they leave behind a pointer.
func (v *Values) Computed(e ast.Expr) Computation {
	defer v.end()
	var out Computation
	if !v.begin() {
		out.Unknown = true
		return out
	}
	list, f := v.of(e)
	w := &computer{v: v, seen: map[computing]bool{}, calls: map[*ast.CallExpr]*Computing{}, vars: map[*types.Var]bool{}, into: map[*ssa.Function]bool{}}
	if syntax, ok := ast.Unparen(e).(*ast.CallExpr); ok && v.pass.TypesInfo.Types[syntax.Fun].IsType() {
		w.calls[syntax] = &Computing{syntax, true, true} // which may be no value of its own
	}
	if f != nil {
		w.fam = f.fam
		if r := f.ref(ast.Unparen(e)); r != nil && !r.IsAddr {
			list = []node{r.X} // which may be a conversion
		}
		w.run(list)
	}
	out.Unknown = len(list) == 0 || len(w.seen) >= maxSteps
	for _, c := range w.calls {
		out.Calls = append(out.Calls, *c)
	}
	for x := range w.vars {
		out.Vars = append(out.Vars, x)
	}
	for fn := range w.into {
		out.Inside = append(out.Inside, fn.Syntax())
	}
	slices.SortFunc(out.Calls, func(a, b Computing) int { return int(a.Call.Pos() - b.Call.Pos()) })
	slices.SortFunc(out.Vars, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	slices.SortFunc(out.Inside, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	return out
}

// computing is a value, and whether it is multiplied.
type computing struct {
	n      node
	scaled bool
}

type computer struct {
	v     *Values
	fam   *family // of the expression
	seen  map[computing]bool
	calls map[*ast.CallExpr]*Computing
	vars  map[*types.Var]bool
	into  map[*ssa.Function]bool
}

func (w *computer) run(list []node) {
	var stack []computing
	push := func(scaled bool, list ...node) {
		for _, n := range list {
			if t := typeOf(n); t == nil || counts(t) {
				stack = append(stack, computing{n, scaled})
			}
		}
	}
	push(false, list...)
	for len(stack) > 0 && len(w.seen) < maxSteps {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if w.seen[at] {
			continue
		}
		w.seen[at] = true
		w.name(at.n)
		if x, ok := at.n.(*ssa.ChangeType); ok {
			w.note(w.v.calls[x.Pos()], x, at.scaled)
		}
		if n, ok := w.v.behind(at.n); ok {
			push(at.scaled, n)
			continue
		}
		switch x := at.n.(type) {
		case *ssa.Call:
			push(at.scaled, w.call(x, 0, at.scaled)...)
		case *ssa.Extract:
			if c, ok := x.Tuple.(*ssa.Call); ok {
				push(at.scaled, w.call(c, x.Index, at.scaled)...)
			}
		case *ssa.Convert:
			w.note(w.v.calls[x.Pos()], x, at.scaled)
			push(at.scaled, x.X)
		case *ssa.BinOp:
			push(at.scaled || x.Op == token.SHL || x.Op == token.MUL && !small(x.X) && !small(x.Y), x.X, x.Y)
		case *effect:
			push(at.scaled, x.before)
			if x.val != nil {
				push(at.scaled, x.val)
			} else if own := w.v.own(x.in.(ssa.CallInstruction).Common()); own != nil {
				w.into[own] = true
				for _, a := range w.v.leftBy(x, own) {
					push(at.scaled, a.n)
				}
				push(at.scaled, nodes(x.in.(ssa.CallInstruction).Common().Args)...)
			} else {
				push(at.scaled, w.v.changes(x)...)
			}
		default:
			push(at.scaled, w.v.operands(x)...)
		}
	}
}

// call notes a call, and lists what its result is computed from.
func (w *computer) call(c *ssa.Call, result int, scaled bool) []node {
	w.note(w.v.callOf(c), c, scaled)
	out := nodes(c.Call.Args)
	if c.Call.IsInvoke() {
		out = append(out, c.Call.Value)
	}
	if own := w.v.own(&c.Call); own != nil {
		w.into[own] = true
		out = append(out, returned(own, result)...)
	}
	return out
}

func (w *computer) note(c *ast.CallExpr, in ssa.Instruction, scaled bool) {
	if c == nil {
		return
	}
	if w.calls[c] == nil {
		w.calls[c] = &Computing{Call: c}
	}
	w.calls[c].Plain = w.calls[c].Plain || !scaled
	w.calls[c].Here = w.calls[c].Here || w.v.families[in.Parent()] == w.fam
}

// name notes the variables or the field that a value is of.
func (w *computer) name(n node) {
	if obj := w.v.variableOf(n); obj != nil {
		w.vars[obj] = true
	}
	if x, ok := n.(ssa.Value); ok {
		if in, ok := n.(interface{ Parent() *ssa.Function }); ok && w.v.funcs[in.Parent()] != nil {
			f := w.v.funcs[in.Parent()]
			f.debug()
			for _, obj := range f.names[x] {
				w.vars[obj] = true
			}
		}
	}
	var l loc
	switch x := n.(type) {
	case *ssa.UnOp:
		if fam := w.v.families[x.Parent()]; fam != nil {
			l, _ = fam.loaded(x)
		}
	case *merge:
		l = x.loc
	case *effect:
		l = x.loc
	case *initial:
		l = x.loc
	}
	if l.base != nil {
		if obj := l.object(w.v); obj != nil {
			w.vars[obj] = true
		}
	}
}

// object is the variable or field that a location is.
func (l loc) object(v *Values) *types.Var {
	if l.path == "" {
		switch b := l.base.(type) {
		case *ssa.Global:
			obj, _ := b.Object().(*types.Var)
			return obj
		case *ssa.Parameter:
			obj, _ := b.Object().(*types.Var)
			return obj
		}
		return v.declares[l.base.Pos()]
	}
	t := l.base.Type()
	var out *types.Var
	for name := range strings.FieldsFuncSeq(strings.TrimSuffix(l.path, "*"), func(r rune) bool { return r == '.' }) {
		if out = fieldOf(t, name); out == nil {
			return nil
		}
		t = out.Type()
	}
	return out
}

// fieldOf is the field of a struct, or of one that a pointer points to.
func fieldOf(t types.Type, name string) *types.Var {
	for range 2 {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Name() == name {
				return f
			}
		}
	}
	return nil
}

// small reports whether a factor is a constant of at most one.
func small(x ssa.Value) bool {
	c, ok := x.(*ssa.Const)
	return ok && c.Value != nil && numeric(c.Value) && c.Float64() <= 1
}

// counts reports whether a type holds a number, or a timer that was set to one.
func counts(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
		case "time.Timer", "math/big.Int":
			return true
		}
	}
	if t, ok := t.(*types.Tuple); ok {
		return t.Len() > 0 && counts(t.At(0).Type())
	}
	return isNumber(t)
}
