package value

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// Certainty says how sure it is that a value is constant.
type Certainty uint8

const (
	NotConstant Certainty = iota
	Default               // by an exported variable of the package, which others may set
	Fixed                 // nothing can change it
)

// Constant is the one value that an expression, or a field of it by the names that
// follow, can have where it stands. It is constant only if nothing else can write
// what it is read from: a variable whose address is handed to somebody, as to
// flag.IntVar, is not, nor is one that a literal assigns which runs before, nor a
// variable of the package that any function but its initializer assigns.
func (v *Values) Constant(e ast.Expr, fields ...string) (constant.Value, Certainty) {
	if tv := v.rel.Pass.TypesInfo.Types[e]; tv.Value != nil && len(fields) == 0 {
		return tv.Value, Fixed
	}
	defer v.rel.End()
	if !v.rel.Begin() {
		return nil, NotConstant
	}
	n, f := v.rel.One(e)
	if n == nil {
		return nil, NotConstant
	}
	for _, name := range fields {
		if n = f.Member(n, e, name); n == nil {
			return nil, NotConstant
		}
	}
	k := &folder{v: v, seen: map[origin.Node]bool{}, sure: Fixed}
	c, ok := k.fold(n)
	if !ok || c == nil {
		return nil, NotConstant
	}
	return c, k.sure
}

// folder computes constants.
type folder struct {
	v    *Values
	seen map[origin.Node]bool
	nest int
	sure Certainty
}

// mostNested is how deep values may be nested that are computed from each other.
const mostNested = 200

// fold is the constant that a value is; nil where it only hands on what is asked
// already.
func (k *folder) fold(n origin.Node) (constant.Value, bool) {
	n = k.v.rel.Resolve(n)
	if k.nest++; k.nest > mostNested {
		return nil, false
	}
	defer func() { k.nest-- }()
	if k.seen[n] || len(k.seen) > origin.MaxSteps {
		_, again := n.(*ssa.Phi)
		_, merges := n.(*origin.Merge)
		return nil, again || merges
	}
	switch x := n.(type) {
	case *ssa.Const:
		return x.Value, x.Value != nil
	case *ssa.Phi, *origin.Merge:
		k.seen[n] = true
		return k.same(k.v.rel.Operands(n))
	case *ssa.BinOp:
		a, okA := k.fold(x.X)
		b, okB := k.fold(x.Y)
		if !okA || !okB || a == nil || b == nil {
			return nil, false
		}
		return fold(x.Op, a, b, x.Type())
	case *ssa.Convert:
		c, ok := k.fold(x.X)
		return convert(c, x.Type()), ok && c != nil
	case *ssa.UnOp:
		c, ok := k.fold(x.X)
		if !ok || c == nil || x.Op != token.SUB {
			return nil, false
		}
		return constant.UnaryOp(token.SUB, c, 0), true
	case *ssa.Call:
		return k.call(x)
	case *origin.Initial:
		if g, ok := x.Loc.Base.(*ssa.Global); ok && !x.Zero {
			return k.global(g, x.Loc)
		}
		if !x.Zero {
			return nil, false
		}
		return zeroOf(x.Loc)
	case *origin.Pick:
		return k.fold(x.Value)
	case *origin.Cell:
		return k.written(x.Family, x.Loc, x.Writes)
	}
	return nil, false
}

func (k *folder) same(list []origin.Node) (constant.Value, bool) {
	var one constant.Value
	for _, n := range list {
		c, ok := k.fold(n)
		switch {
		case !ok:
			return nil, false
		case c == nil:
		case one == nil:
			one = c
		case one.Kind() != c.Kind() || !constant.Compare(one, token.EQL, c):
			return nil, false
		}
	}
	return one, true
}

func (k *folder) call(c *ssa.Call) (constant.Value, bool) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap":
			n, ok := k.v.length(c.Call.Args[0])
			return constant.MakeInt64(n), ok
		case "min", "max":
			less := token.LSS
			if b.Name() == "max" {
				less = token.GTR
			}
			var best constant.Value
			for _, a := range c.Call.Args {
				x, ok := k.fold(a)
				if !ok || x == nil {
					return nil, false
				}
				if best == nil || constant.Compare(x, less, best) {
					best = x
				}
			}
			return best, true
		}
		return nil, false
	}
	fn := k.v.rel.Own(&c.Call)
	if fn == nil || k.seen[fn] {
		return nil, false
	}
	k.seen[fn] = true
	defer delete(k.seen, fn)
	return k.same(origin.Returned(fn, 0))
}

// length is how many elements a list has that is made by a literal.
func (v *Values) length(n origin.Node) (int64, bool) {
	switch x := v.rel.Resolve(n).(type) {
	case *ssa.Slice:
		if x.Low != nil || x.High != nil || x.Max != nil {
			return 0, false
		}
		if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
			if a, ok := p.Elem().Underlying().(*types.Array); ok {
				return a.Len(), true
			}
		}
	case *origin.Initial:
		g, ok := x.Loc.Base.(*ssa.Global)
		if !ok || x.Loc.Path != "" {
			return 0, false
		}
		w := v.globalWrites(g, x.Loc)
		if len(w) == 1 && w[0].Val != nil && w[0].Func == v.rel.Roots[0].Members[0] {
			return v.length(w[0].Val)
		}
	}
	return 0, false
}

// globalUse is who writes a variable of the package.
type globalUse struct {
	writes []origin.Write
	kept   bool // its address is stored somewhere
}

// use collects, once a package, the writes to its variables.
func (v *Values) use(g *ssa.Global) *globalUse {
	if v.globals == nil {
		v.globals = map[*ssa.Global]*globalUse{}
		at := func(g *ssa.Global) *globalUse {
			if v.globals[g] == nil {
				v.globals[g] = &globalUse{}
			}
			return v.globals[g]
		}
		for _, fam := range v.rel.Roots {
			fam.Collect()
			for base, list := range fam.Writes {
				if g, ok := base.(*ssa.Global); ok {
					at(g).writes = append(at(g).writes, list...)
				}
				for _, w := range list {
					if g, ok := origin.Addressed(w.Val).(*ssa.Global); ok {
						at(g).kept = true
					}
				}
			}
		}
	}
	if u := v.globals[g]; u != nil {
		return u
	}
	return &globalUse{}
}

func (v *Values) globalWrites(g *ssa.Global, l origin.Location) []origin.Write {
	var out []origin.Write
	for _, w := range v.use(g).writes {
		if w.Loc.Covers(l) || l.Covers(w.Loc) {
			out = append(out, w)
		}
	}
	return out
}

// global is the constant that a variable of the package, or a field of it, has
// from its initializer on.
func (k *folder) global(g *ssa.Global, l origin.Location) (constant.Value, bool) {
	if g.Pkg != k.v.rel.Pkg || k.v.use(g).kept || k.seen[g] {
		return nil, false
	}
	k.seen[g] = true
	defer delete(k.seen, g)
	if g.Object() != nil && g.Object().Exported() {
		k.sure = Default
	}
	return k.written(k.v.rel.Roots[0], l, k.v.globalWrites(g, l))
}

// written is the constant that a location is given by the only write, which is in
// the given family, or zero.
func (k *folder) written(fam *origin.Family, l origin.Location, writes []origin.Write) (constant.Value, bool) {
	switch {
	case len(writes) == 0:
		return zeroOf(l)
	case len(writes) > 1 || writes[0].Val == nil || writes[0].Func.Family != fam:
		return nil, false
	}
	w := writes[0]
	rest := strings.TrimPrefix(strings.TrimSuffix(l.Path, "*"), strings.TrimSuffix(w.Loc.Path, "*"))
	if rest == "" {
		return k.fold(w.Val)
	}
	if a, ok := w.Val.(*ssa.Alloc); ok { // = &T{...}
		m := origin.Location{Base: fam.Rep(a), Path: rest}
		return k.written(fam, m, fam.Cell(m).Writes)
	}
	n := w.Func.Project(w.Val, rest, w.In.Block(), w.Func.Place(w.In))
	if n == nil {
		return nil, false
	}
	return k.fold(n)
}

// zeroOf is the zero value of a location that holds a number, a string or a bool.
func zeroOf(l origin.Location) (constant.Value, bool) {
	t := l.Base.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	c := origin.Zero(t, l.Path)
	return c.Value, c.Value != nil
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// fold computes an operator; numbers that no integer holds are left alone.
func fold(op token.Token, a, b constant.Value, t types.Type) (c constant.Value, ok bool) {
	switch op {
	case token.SHL, token.SHR:
		n, exact := constant.Uint64Val(constant.ToInt(b))
		if a = constant.ToInt(a); a.Kind() != constant.Int || !exact || n > 1000 {
			return nil, false
		}
		c = constant.Shift(a, op, uint(n))
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM:
		if !numeric(a) || !numeric(b) {
			return nil, false
		}
		if op == token.QUO || op == token.REM {
			if constant.Sign(b) == 0 {
				return nil, false
			}
			if op == token.QUO && isInteger(t) {
				op = token.QUO_ASSIGN // go/constant's integer division
			}
		}
		c = constant.BinaryOp(a, op, b)
	default:
		return nil, false
	}
	if isInteger(t) {
		if _, exact := constant.Int64Val(constant.ToInt(c)); !exact {
			return nil, false
		}
	}
	return c, true
}

func numeric(c constant.Value) bool { return c.Kind() == constant.Int || c.Kind() == constant.Float }

// convert is a constant as another type has it.
func convert(c constant.Value, t types.Type) constant.Value {
	if c == nil || c.Kind() != constant.Float || !isInteger(t) {
		return c
	}
	if i := constant.ToInt(c); i.Kind() == constant.Int {
		return i
	}
	x, _ := constant.Float64Val(c)
	return constant.MakeInt64(int64(x))
}
