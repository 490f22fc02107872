package value

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Kind says what an origin is.
type Kind uint8

const (
	Unknown   Kind = iota // nothing is known
	Call                  // the result of a call
	Const                 // a constant
	Zero                  // the zero value of a variable that is declared without another
	Parameter             // a parameter or receiver, or what it leads to
	Field                 // of a parameter, variable or other object: Path says which
	Variable              // of package level
	Literal               // a function literal
	Function              // a declared function or method
	Object                // what a composite literal, new or & makes
	Received              // from a channel
	Element               // of a list or map
)

// Origin is where a value comes from.
type Origin struct {
	Kind  Kind
	Node  ast.Node       // the *ast.CallExpr of a Call, the *ast.FuncLit of a Literal, the literal of an Object if it has one
	Index int            // of a Call: which result
	Const constant.Value // of a Const; nil stands for nil
	Var   types.Object   // of Parameter, Field, Variable, Function: the variable or function that the way begins at
	Path  string         // of Field: ".name" each, "[]" for elements
	Pos   token.Pos
}

// Follow says how far origins are followed.
type Follow struct {
	// Call says which arguments the result of a call stands for, as the context of
	// context.WithTimeout does for its result, -1 being a method's receiver; nil or
	// empty if the call is the origin.
	Call func(*ast.CallExpr) []int
	// Inside follows calls of functions of the package to what they return.
	Inside bool
}

// Origins lists where a value comes from as it is, by position: through variables,
// fields, conversions, and function literals called at once. What is computed is
// its own origin, of kind Unknown; Parts looks into it.
func (v *Values) Origins(e ast.Expr, how Follow) []Origin {
	return v.origins(e, how, false)
}

// Parts lists all that a value is computed from, by arithmetic too: the origins of
// its operands. Calls are not looked into but for those that Follow names.
func (v *Values) Parts(e ast.Expr, how Follow) []Origin {
	return v.origins(e, how, true)
}

// maxOrigins is how many values a search for origins looks at: many times more than
// what those of a loop come from. A variable that hundreds of calls may write would
// else be followed through all of them each time.
const maxOrigins = 1000

// maxSteps is the same for the other questions.
const maxSteps = 4000

func (v *Values) origins(e ast.Expr, how Follow, parts bool) []Origin {
	defer v.end()
	if !v.begin() {
		return []Origin{{Pos: e.Pos()}}
	}
	list, f := v.of(e)
	if len(list) == 0 {
		return []Origin{{Pos: e.Pos()}}
	}
	w := &walker{v: v, f: f, how: how, parts: parts, seen: map[node]bool{}, at: e.Pos()}
	for stack := list; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if len(w.seen) > maxOrigins {
			w.add(Origin{Pos: e.Pos()})
			break
		}
		n = v.resolve(n)
		if !w.seen[n] {
			w.seen[n] = true
			stack = append(stack, w.visit(n)...)
		}
	}
	slices.SortFunc(w.out, compareOrigins)
	return slices.CompactFunc(w.out, func(a, b Origin) bool { return compareOrigins(a, b) == 0 })
}

func compareOrigins(a, b Origin) int {
	if d := int(a.Pos) - int(b.Pos); d != 0 {
		return d
	}
	if d := int(a.Kind) - int(b.Kind); d != 0 {
		return d
	}
	if d := a.Index - b.Index; d != 0 {
		return d
	}
	if d := strings.Compare(a.Path, b.Path); d != 0 {
		return d
	}
	return strings.Compare(text(a.Const), text(b.Const))
}

func text(c constant.Value) string {
	if c == nil {
		return ""
	}
	return c.ExactString()
}

// walker collects origins.
type walker struct {
	v     *Values
	f     *function
	how   Follow
	parts bool
	seen  map[node]bool
	at    token.Pos
	out   []Origin
}

func (w *walker) add(o Origin) []node {
	w.out = append(w.out, o)
	return nil
}

// visit notes an origin, or lists the values to go on with.
func (w *walker) visit(n node) []node {
	v := w.v
	switch x := n.(type) {
	case *ssa.Const:
		return w.add(Origin{Kind: Const, Const: x.Value, Pos: w.at})
	case *ssa.Parameter:
		return w.add(Origin{Kind: Parameter, Var: x.Object(), Pos: x.Pos()})
	case *ssa.Global:
		return w.add(Origin{Kind: Variable, Var: x.Object(), Pos: x.Pos()})
	case *ssa.Function:
		if lit, ok := x.Syntax().(*ast.FuncLit); ok {
			return w.add(Origin{Kind: Literal, Node: lit, Pos: lit.Pos()})
		}
		return w.add(Origin{Kind: Function, Var: x.Object(), Pos: x.Pos()})
	case *ssa.MakeClosure:
		return []node{x.Fn}
	case *ssa.Alloc:
		return w.object(x)
	case *initial:
		return w.initial(x)
	case *ssa.Call:
		return w.call(x, 0)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return w.call(c, x.Index)
		}
		return v.operands(x.Tuple)
	case *ssa.Phi, *merge, *effect, *cell, *ssa.Convert, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.MultiConvert:
		return v.operands(n)
	case *pick:
		if b := baseOf(x.value); !w.parts && b != nil && b == x.of {
			return w.add(Origin{Kind: Element, Pos: x.in.Pos()})
		}
		if !w.parts {
			return []node{x.value}
		}
		return v.operands(n)
	case *part:
		if !w.parts {
			return w.add(Origin{Kind: Field, Path: x.path, Pos: x.of.Pos()})
		}
		return v.operands(n)
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			if sent := v.received(x.X)[1:]; len(sent) > 0 {
				return sent
			}
			return w.add(Origin{Kind: Received, Pos: x.Pos()})
		}
	case *ssa.Index, *ssa.Lookup, *ssa.Next:
		if !w.parts {
			return w.add(Origin{Kind: Element, Pos: x.(ssa.Value).Pos()})
		}
	}
	if in, ok := n.(ssa.Value); ok && !w.parts {
		return w.add(Origin{Pos: in.Pos()})
	}
	return v.operands(n)
}

// baseOf is the base of a location that nothing in sight has written.
func baseOf(n node) ssa.Value {
	if x, ok := n.(*initial); ok {
		return x.loc.base
	}
	return nil
}

// call notes a call, or goes on with what its result stands for.
func (w *walker) call(c *ssa.Call, result int) []node {
	v := w.v
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch {
		case w.parts, b.Name() == "append", b.Name() == "min", b.Name() == "max":
			return nodes(c.Call.Args)
		}
		return w.add(Origin{Pos: c.Pos()})
	}
	syntax := v.callOf(c)
	if syntax != nil && w.how.Call != nil {
		var out []node
		for _, i := range w.how.Call(syntax) {
			if a := argument(c, i); a != nil {
				out = append(out, a)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	if fn := v.own(&c.Call); fn != nil && (w.how.Inside || fn.Parent() != nil) {
		return returned(fn, result)
	}
	o := Origin{Kind: Call, Index: result, Pos: c.Pos()}
	if syntax != nil {
		o.Node, o.Pos = syntax, syntax.Pos()
	}
	return w.add(o)
}

// argument is an argument by its place in the source, or the receiver at -1.
func argument(c ssa.CallInstruction, i int) ssa.Value {
	common := c.Common()
	if common.IsInvoke() && i == -1 {
		return common.Value
	}
	if common.Signature().Recv() != nil && !common.IsInvoke() {
		i++
	}
	if i < 0 || i >= len(common.Args) {
		return nil
	}
	return common.Args[i]
}

// returned lists what a function gives back as one of its results.
func returned(fn *ssa.Function, result int) []node {
	var out []node
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(r.Results) {
			out = append(out, r.Results[result])
		}
	}
	return out
}

// object notes what is made by a literal, new or &; the value of one is a pointer.
func (w *walker) object(a *ssa.Alloc) []node {
	if w.parts {
		if list := w.v.contents(a); len(list) > 0 {
			return list
		}
	}
	return w.add(Origin{Kind: Object, Pos: a.Pos()})
}

func (w *walker) initial(x *initial) []node {
	if x.zero {
		return w.add(Origin{Kind: Zero, Pos: x.loc.base.Pos()})
	}
	o := Origin{Kind: Field, Path: strings.TrimSuffix(x.loc.path, "*"), Pos: x.loc.base.Pos()}
	switch b := x.loc.base.(type) {
	case *ssa.Parameter:
		o.Var = b.Object()
		if o.Path == "" {
			o.Kind = Parameter
		}
	case *ssa.Global:
		o.Var = b.Object()
		if o.Path == "" {
			o.Kind = Variable
		}
	default:
		if w.parts {
			return w.v.outside(x)
		}
	}
	return w.add(o)
}
