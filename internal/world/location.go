package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// What holds the values that decide conditions: variables, and fields of variables.

// location is a variable, or a field of what a variable holds or points to.
type location struct {
	root types.Object
	path string // names of fields, each with a dot before it; empty for the variable itself
}

// field is the location that a path within another one is.
func (l location) field(path string) location { return location{l.root, l.path + path} }

// locate is the location that an expression names; no root if it names none.
func locate(m *flow.Package, e ast.Expr) location {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := m.Object(e).(*types.Var); ok && !v.IsField() {
			return location{root: v}
		}
	case *ast.StarExpr:
		return locate(m, e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return locate(m, e.X)
		}
	case *ast.SelectorExpr:
		v, ok := m.Info.Uses[e.Sel].(*types.Var)
		if !ok {
			return location{}
		}
		if !v.IsField() {
			return location{root: v} // of another package
		}
		if of := locate(m, e.X); of.root != nil {
			return of.field("." + v.Name())
		}
	}
	return location{}
}

// notes remembers what stands for the fields of variables, and what functions do
// with those of their parameters.
type notes struct {
	fields map[types.Object]map[string]*types.Var // by the variable and the path
	writes map[reach][]location
	// targets are what function literals assign, count, store to and send to.
	targets map[*ast.FuncLit][]ast.Expr
}

// reach is a function, and how many calls further it is followed.
type reach struct {
	fn    *types.Func
	depth int
}

// standsFor is the object made up for a field of a variable, nil if there is none.
func (k *notes) standsFor(l location) *types.Var { return k.fields[l.root][l.path] }

// standIn is the object by which a location is tracked: the variable itself, or one
// made up for a field of it.
func (l location) standIn(m *flow.Package, t types.Type) types.Object {
	if l.path == "" {
		return l.root
	}
	known := flow.Notes[notes](m)
	if known.fields == nil {
		known.fields = map[types.Object]map[string]*types.Var{}
	}
	if known.fields[l.root] == nil {
		known.fields[l.root] = map[string]*types.Var{}
	}
	v := known.fields[l.root][l.path]
	if v == nil {
		v = types.NewVar(l.root.Pos(), l.root.Pkg(), l.root.Name()+l.path, t)
		known.fields[l.root][l.path] = v
	}
	return v
}

// isCount reports whether a type holds a number, or a list or set that grows.
func isCount(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsInteger != 0
	case *types.Slice, *types.Map, *types.Chan:
		return true
	}
	return isAtomic(t)
}

// isAtomic reports whether a type is one of sync/atomic's.
func isAtomic(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic"
}

// isErrors reports whether a type is a list or a channel of errors.
func isErrors(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return summary.IsError(t.Elem())
	case *types.Chan:
		return summary.IsError(t.Elem())
	}
	return false
}

// tracker collects what a region's interpretation follows.
type tracker struct {
	r   *flow.Region
	out map[types.Object]int
}

// add follows an expression that is written.
func (t *tracker) add(e ast.Expr, typ types.Type) {
	l := locate(t.r.U.M, e)
	if of := elementOf(t.r.U.M, e); of.root != nil && sameElement(t.r, ast.Unparen(e).(*ast.IndexExpr)) {
		l = of
	}
	if l.root == nil || typ == nil || id(e) == "_" {
		return
	}
	t.put(l, typ)
}

func (t *tracker) put(l location, typ types.Type) {
	if strings.Count(l.path, ".") > 2 {
		return
	}
	if obj := l.standIn(t.r.U.M, typ); obj != nil {
		if _, ok := t.out[obj]; !ok {
			t.out[obj] = len(t.out)
		}
	}
}

func id(e ast.Expr) string {
	if i, ok := ast.Unparen(e).(*ast.Ident); ok {
		return i.Name
	}
	return ""
}

// track picks the locations whose values decide conditions of the region: errors,
// flags, responses and pointers that are assigned there, and the counters and lists
// that are asked whether they are empty; also where a literal that the round runs
// assigns them, or a function of this package that is given what they are part of.
func track(r *flow.Region) map[types.Object]int {
	if r.Tracked != nil {
		return r.Tracked
	}
	t := &tracker{r: r, out: map[types.Object]int{}}
	r.Tracked = t.out
	asked := askedWhetherEmpty(r)
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			if r.Contains(n) {
				t.node(n, asked)
			}
		}
	}
	for _, loop := range innerRanges(r) {
		for _, e := range [...]ast.Expr{loop.Key, loop.Value} {
			if e != nil && summary.IsError(r.U.M.Info.TypeOf(e)) {
				t.add(e, r.U.M.Info.TypeOf(e))
			}
		}
	}
	return t.out
}

// node follows what a statement writes. It enters the literals in it.
func (t *tracker) node(n ast.Node, asked map[location]bool) {
	m := t.r.U.M
	written := func(e ast.Expr) {
		typ := m.Info.TypeOf(e)
		if typ == nil {
			return
		}
		l := locate(m, e)
		// Whether a field is asked may be seen only where the function is called.
		if Trackable(typ) || isErrors(typ) || isCount(typ) && (asked[l] || l.path != "") {
			t.add(e, typ)
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			return false
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				written(l)
			}
		case *ast.ValueSpec:
			for _, l := range n.Names {
				written(l)
			}
		case *ast.IncDecStmt:
			written(n.X)
		case *ast.SendStmt:
			written(n.Chan)
		case *ast.CallExpr:
			if x, op := AtomicOp(m, n); op != "" && op != "Load" {
				t.add(x, m.Info.TypeOf(x))
			}
			for _, w := range t.callWrites(n) {
				t.put(w.location, w.typ)
			}
		}
		return true
	})
}

// write is a location that a function writes, and its type.
type write struct {
	location
	typ types.Type
}

// callWrites lists the locations here that a call of a function of this package
// writes through what it is given.
func (t *tracker) callWrites(c *ast.CallExpr) []write {
	m := t.r.U.M
	fn := m.Sums.Callee(c)
	if fn == nil || m.Sums.Decl(fn) == nil {
		return nil
	}
	var out []write
	known := flow.Notes[notes](m)
	for _, w := range paramWrites(m, fn, 0) {
		if arg := argumentOf(c, fn, w.root); arg != nil {
			if l := locate(m, arg); l.root != nil {
				out = append(out, write{l.field(w.path), known.standsFor(w).Type()})
			}
		}
	}
	return out
}

// mostCalls is how many calls below a loop the fields of its variables are followed.
const mostCalls = 2

// paramWrites lists the fields of a function's parameters that it, or one that it
// hands them to, writes: flags, counters and errors.
func paramWrites(m *flow.Package, fn *types.Func, depth int) []location {
	known := flow.Notes[notes](m)
	at := reach{fn, depth}
	if got, ok := known.writes[at]; ok {
		return got
	}
	decl := m.Sums.Decl(fn)
	if decl == nil || depth > mostCalls {
		return nil
	}
	if known.writes == nil {
		known.writes = map[reach][]location{}
	}
	params := map[types.Object]bool{}
	for _, v := range paramsOf(fn) {
		params[v] = true
	}
	var out []location
	seen := map[location]bool{}
	note := func(l location, typ types.Type) {
		if l.path != "" && params[l.root] && !seen[l] && typ != nil && (Trackable(typ) || isCount(typ) || isErrors(typ)) {
			seen[l] = true
			l.standIn(m, typ)
			out = append(out, l)
		}
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				note(locate(m, l), m.Info.TypeOf(l))
			}
		case *ast.IncDecStmt:
			note(locate(m, n.X), m.Info.TypeOf(n.X))
		case *ast.CallExpr:
			if x, op := AtomicOp(m, n); op != "" {
				if op != "Load" {
					note(locate(m, x), m.Info.TypeOf(x))
				}
				return true
			}
			callee := m.Sums.Callee(n)
			if callee == nil || callee == fn {
				return true
			}
			for _, w := range paramWrites(m, callee, depth+1) {
				if arg := argumentOf(n, callee, w.root); arg != nil {
					if l := locate(m, arg); l.root != nil {
						note(l.field(w.path), known.standsFor(w).Type())
					}
				}
			}
		}
		return true
	})
	known.writes[at] = out
	return out
}

// paramsOf lists the receiver and the parameters of a function.
func paramsOf(fn *types.Func) []*types.Var {
	sig := fn.Signature()
	var out []*types.Var
	if v := sig.Recv(); v != nil {
		out = append(out, v)
	}
	for i := range sig.Params().Len() {
		out = append(out, sig.Params().At(i))
	}
	return out
}

// argumentOf is what a call hands to a parameter of the function that it calls, or
// to its receiver; nil if there is nothing such.
func argumentOf(c *ast.CallExpr, fn *types.Func, param types.Object) ast.Expr {
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil && types.Object(recv) == param {
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
			return sel.X
		}
		return nil
	}
	for i := range sig.Params().Len() {
		if types.Object(sig.Params().At(i)) == param && i < len(c.Args) && !(sig.Variadic() && i == sig.Params().Len()-1) {
			return c.Args[i]
		}
	}
	return nil
}

// AtomicOp is the variable and the method of a call of sync/atomic's types; no
// method for all other calls.
func AtomicOp(m *flow.Package, c *ast.CallExpr) (ast.Expr, string) {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, ""
	}
	t := m.Info.TypeOf(sel.X)
	if t == nil {
		return nil, ""
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if !isAtomic(t) {
		return nil, ""
	}
	return sel.X, sel.Sel.Name
}

// askedWhetherEmpty lists the numbers and lists of a region that are compared with
// nothing: n == 0, len(errs) > 0, errs != nil.
func askedWhetherEmpty(r *flow.Region) map[location]bool {
	m := r.U.M
	out := map[location]bool{}
	look := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				for _, sides := range [...][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
					want, ok := ConstInt(m, sides[1])
					if !(ok && (want == 0 || want == 1)) && !m.Info.Types[sides[1]].IsNil() {
						continue
					}
					x := sides[0]
					if c, ok := CallOf(x); ok && len(c.Args) == 1 && IsBuiltin(m, c) {
						x = c.Args[0]
					}
					if l := locate(m, x); l.root != nil {
						out[l] = true
					}
				}
			case *ast.CallExpr:
				if isErrorsJoin(m, n) {
					for _, a := range n.Args {
						if l := locate(m, a); l.root != nil {
							out[l] = true
						}
					}
				}
			}
			return true
		})
	}
	look(r.Node)
	if r.Node != r.U.Node && r.To > r.Node.End() {
		look(r.U.Body) // a cycle by goto ends behind its label
	}
	return out
}

// isErrorsJoin reports whether a call is errors.Join or its like, which gives nil
// where there are none.
func isErrorsJoin(m *flow.Package, c *ast.CallExpr) bool {
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "errors.Join", "k8s.io/apimachinery/pkg/util/errors.NewAggregate", "go.uber.org/multierr.Combine":
		return true
	}
	return false
}

// writtenIn lists what a function literal assigns, counts, stores to and sends to.
func writtenIn(m *flow.Package, lit *ast.FuncLit) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				out = append(out, n.Lhs...)
			}
		case *ast.IncDecStmt:
			out = append(out, n.X)
		case *ast.SendStmt:
			out = append(out, n.Chan)
		case *ast.CallExpr:
			if x, op := AtomicOp(m, n); op != "" {
				out = append(out, x)
			}
		}
		return true
	})
	return out
}

// innerRanges lists the range loops inside a region.
func innerRanges(r *flow.Region) []*ast.RangeStmt {
	var out []*ast.RangeStmt
	for _, b := range r.Order {
		if loop, ok := b.Stmt.(*ast.RangeStmt); ok && b != r.Head && OverData(b) {
			out = append(out, loop)
		}
	}
	return out
}

func Trackable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// OverData reports whether a block is the head of a loop over data or a count.
func OverData(b *cfg.Block) bool {
	if loop, ok := b.Stmt.(*ast.ForStmt); ok && b.Kind == cfg.KindForLoop {
		return loop.Post != nil
	}
	return b.Kind == cfg.KindRangeLoop
}
