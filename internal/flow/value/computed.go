package value

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
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
	defer v.rel.End()
	var out Computation
	if !v.rel.Begin() {
		out.Unknown = true
		return out
	}
	list, f := v.rel.Of(e)
	w := &computer{v: v, seen: map[computing]bool{}, calls: map[*ast.CallExpr]*Computing{}, vars: map[*types.Var]bool{}, into: map[*ssa.Function]bool{}}
	if syntax, ok := ast.Unparen(e).(*ast.CallExpr); ok && v.rel.Pass.TypesInfo.Types[syntax.Fun].IsType() {
		w.calls[syntax] = &Computing{syntax, true, true} // which may be no value of its own
	}
	if f != nil {
		w.fam = f.Family
		if r := f.Ref(ast.Unparen(e)); r != nil && !r.IsAddr {
			list = []origin.Node{r.X} // which may be a conversion
		}
		w.run(list)
	}
	out.Unknown = len(list) == 0 || len(w.seen) >= origin.MaxSteps
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
	n      origin.Node
	scaled bool
}

type computer struct {
	v     *Values
	fam   *origin.Family // of the expression
	seen  map[computing]bool
	calls map[*ast.CallExpr]*Computing
	vars  map[*types.Var]bool
	into  map[*ssa.Function]bool
}

func (w *computer) run(list []origin.Node) {
	var stack []computing
	push := func(scaled bool, list ...origin.Node) {
		for _, n := range list {
			if t := typeOf(n); t == nil || counts(t) {
				stack = append(stack, computing{n, scaled})
			}
		}
	}
	push(false, list...)
	for len(stack) > 0 && len(w.seen) < origin.MaxSteps {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if w.seen[at] {
			continue
		}
		w.seen[at] = true
		w.name(at.n)
		if x, ok := at.n.(*ssa.ChangeType); ok {
			w.note(w.v.rel.Calls[x.Pos()], x, at.scaled)
		}
		if n, ok := w.v.rel.Behind(at.n); ok {
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
			w.note(w.v.rel.Calls[x.Pos()], x, at.scaled)
			push(at.scaled, x.X)
		case *ssa.BinOp:
			push(at.scaled || x.Op == token.SHL || x.Op == token.MUL && !small(x.X) && !small(x.Y), x.X, x.Y)
		case *origin.Effect:
			push(at.scaled, x.Before)
			if x.Val != nil {
				push(at.scaled, x.Val)
			} else if own := w.v.rel.Own(x.In.(ssa.CallInstruction).Common()); own != nil {
				w.into[own] = true
				for _, a := range w.v.leftBy(x, own) {
					push(at.scaled, a.n)
				}
				push(at.scaled, origin.Nodes(x.In.(ssa.CallInstruction).Common().Args)...)
			} else {
				push(at.scaled, w.v.rel.Changes(x)...)
			}
		default:
			push(at.scaled, w.v.rel.Operands(x)...)
		}
	}
}

// call notes a call, and lists what its result is computed from.
func (w *computer) call(c *ssa.Call, result int, scaled bool) []origin.Node {
	w.note(w.v.rel.CallOf(c), c, scaled)
	out := origin.Nodes(c.Call.Args)
	if c.Call.IsInvoke() {
		out = append(out, c.Call.Value)
	}
	if own := w.v.rel.Own(&c.Call); own != nil {
		w.into[own] = true
		out = append(out, origin.Returned(own, result)...)
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
	w.calls[c].Here = w.calls[c].Here || w.v.rel.Families[in.Parent()] == w.fam
}

// name notes the variables or the field that a value is of.
func (w *computer) name(n origin.Node) {
	if obj := w.v.variableOf(n); obj != nil {
		w.vars[obj] = true
	}
	if x, ok := n.(ssa.Value); ok {
		if in, ok := n.(interface{ Parent() *ssa.Function }); ok && w.v.rel.Funcs[in.Parent()] != nil {
			f := w.v.rel.Funcs[in.Parent()]
			f.Debug()
			for _, obj := range f.Names[x] {
				w.vars[obj] = true
			}
		}
	}
	var l origin.Location
	switch x := n.(type) {
	case *ssa.UnOp:
		if fam := w.v.rel.Families[x.Parent()]; fam != nil {
			l, _ = fam.Loaded(x)
		}
	case *origin.Merge:
		l = x.Loc
	case *origin.Effect:
		l = x.Loc
	case *origin.Initial:
		l = x.Loc
	}
	if l.Base != nil {
		if obj := w.v.object(l); obj != nil {
			w.vars[obj] = true
		}
	}
}

// object is the variable or field that a location is.
func (v *Values) object(l origin.Location) *types.Var {
	if l.Path == "" {
		switch b := l.Base.(type) {
		case *ssa.Global:
			obj, _ := b.Object().(*types.Var)
			return obj
		case *ssa.Parameter:
			obj, _ := b.Object().(*types.Var)
			return obj
		}
		return v.rel.Declares[l.Base.Pos()]
	}
	t := l.Base.Type()
	var out *types.Var
	for name := range strings.FieldsFuncSeq(strings.TrimSuffix(l.Path, "*"), func(r rune) bool { return r == '.' }) {
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
