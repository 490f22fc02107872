package retrylib

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/syntax"
)

// setup is one object of a library as the code sets it up: a literal, what a function
// of the library makes, or a variable whose making is not in sight.
type setup struct {
	node    ast.Node
	pkg     string   // the import path of the library's package
	whats   []string // as Harm.What names it: its type, the function that makes it
	literal bool     // what is not set is zero
	made    bool     // what is not set is the library's default
	// open is set where more may be set out of sight.
	open   bool
	values map[string][]ast.Expr // what each setting is given; an option without arguments is given nil
}

func (s *setup) set(name string, value ast.Expr) {
	s.values[name] = append(s.values[name], value)
}

// is reports whether a harm speaks of a setup.
func (s *setup) is(h *knowledge.Harm) bool { return slices.Contains(s.whats, h.What) }

// holder is where an object is kept: a variable, or a field as one function sees it.
type holder struct {
	v  *types.Var
	in *ast.FuncDecl // nil for variables
}

// finder finds the setups of one package.
type finder struct {
	m     *flow.Package
	in    *inspector.Inspector
	harms map[string][]knowledge.Harm // by the import paths of this package's imports

	setups []*setup
	at     map[ast.Node]*setup // by the literal or call that makes it
	held   map[holder]*setup
	byArg  []*setup // values that calls are given, once for each call
}

func newFinder(m *flow.Package, in *inspector.Inspector) *finder {
	f := &finder{m: m, in: in, harms: map[string][]knowledge.Harm{}, at: map[ast.Node]*setup{}, held: map[holder]*setup{}}
	for _, p := range m.Pass.Pkg.Imports() {
		if list := knowledge.Harms(p.Path()); list != nil {
			f.harms[p.Path()] = list
		}
	}
	return f
}

// find collects the setups, in the order of the source.
func (f *finder) find() {
	if len(f.harms) == 0 {
		return
	}
	root := f.in.Root()
	for c := range root.Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.ValueSpec)(nil), (*ast.Field)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CompositeLit:
			f.literal(n)
		case *ast.CallExpr:
			f.maker(n)
		case *ast.ValueSpec:
			f.zero(n)
		case *ast.Field:
			f.parameter(c, n)
		}
	}
	for c := range root.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					f.keep(c, n.Lhs[i], n.Rhs[i])
				}
			} else { // c, err := New()
				f.keep(c, n.Lhs[0], n.Rhs[0])
			}
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				for i := range n.Names {
					f.keep(c, n.Names[i], n.Values[i])
				}
			}
		}
	}
	for c := range root.Preorder((*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			f.assign(c, n)
		case *ast.CallExpr:
			f.method(c, n)
			f.arguments(c, n)
		case *ast.ReturnStmt:
			f.returned(c, n)
		}
	}
}

// typeOf is the library's type that an expression has, or points to.
func (f *finder) typeOf(e ast.Expr) (pkg, name string) { return f.named(f.m.Info.TypeOf(e)) }

func (f *finder) named(t types.Type) (pkg, name string) {
	if t == nil {
		return "", ""
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || f.harms[n.Obj().Pkg().Path()] == nil {
		return "", ""
	}
	return n.Obj().Pkg().Path(), n.Obj().Name()
}

// add notes a setup that a node makes.
func (f *finder) add(n ast.Node, pkg string, whats ...string) *setup {
	s := &setup{node: n, pkg: pkg, whats: whats, values: map[string][]ast.Expr{}}
	f.setups = append(f.setups, s)
	f.at[n] = s
	return s
}

// literal notes T{...}.
func (f *finder) literal(lit *ast.CompositeLit) {
	pkg, name := f.typeOf(lit)
	if pkg == "" {
		return
	}
	s := f.add(lit, pkg, name)
	s.literal = true
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			s.open = true // by position, or no struct
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			s.set(id.Name, kv.Value)
		}
	}
}

// zero notes var x T.
func (f *finder) zero(spec *ast.ValueSpec) {
	if spec.Type == nil || len(spec.Values) > 0 {
		return
	}
	pkg, name := f.typeOf(spec.Type)
	if _, isStruct := f.m.Info.TypeOf(spec.Type).Underlying().(*types.Struct); pkg == "" || !isStruct {
		return
	}
	for _, id := range spec.Names {
		if v := syntax.Variable(f.m.Info, id); v != nil {
			s := f.add(id, pkg, name)
			s.literal, s.open = true, v.Exported() && v.Parent() == f.m.Pass.Pkg.Scope()
			f.held[holder{v: v}] = s
		}
	}
}

// parameter notes the parameters of functions that set something up for somebody else:
// what they do not set may be set already.
func (f *finder) parameter(c inspector.Cursor, field *ast.Field) {
	pkg, name := f.typeOf(field.Type)
	if pkg == "" {
		return
	}
	if _, ok := c.Parent().Node().(*ast.FieldList); !ok {
		return
	}
	if _, ok := c.Parent().Parent().Node().(*ast.FuncType); !ok {
		return
	}
	for _, id := range field.Names {
		if v := syntax.Variable(f.m.Info, id); v != nil {
			s := f.add(id, pkg, name)
			s.open = true
			f.held[holder{v: v}] = s
		}
	}
}

// maker notes a call of a function of a library: what it makes, and the options that it
// is given.
func (f *finder) maker(call *ast.CallExpr) {
	fn := f.m.Sums.Callee(call)
	if fn == nil || fn.Pkg() == nil || f.harms[fn.Pkg().Path()] == nil || fn.Pkg() == f.m.Pass.Pkg {
		return
	}
	pkg, name := fn.Pkg().Path(), knowledge.FuncName(fn)
	if fn.Signature().Recv() != nil && !slices.ContainsFunc(f.harms[pkg], func(h knowledge.Harm) bool { return h.What == name }) {
		return // a setter or an operation
	}
	s := f.add(call, pkg, name)
	s.made = true
	if r := fn.Signature().Results(); r.Len() > 0 && fn.Signature().Recv() == nil {
		if path, typ := f.named(r.At(0).Type()); path == pkg {
			s.whats = append(s.whats, typ)
		}
	}
	for i, arg := range call.Args {
		if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
			f.spread(s, arg)
			continue
		}
		last := fn.Signature().Params().Len() - 1
		s.set("arg"+strconv.Itoa(min(i, last)), arg)
		if fn.Signature().Variadic() && i >= last {
			f.option(s, arg)
		}
	}
}

// option notes an argument that sets something: Option(value).
func (f *finder) option(s *setup, arg ast.Expr) {
	call, ok := ast.Unparen(arg).(*ast.CallExpr)
	if !ok {
		if _, ok := ast.Unparen(arg).(*ast.FuncLit); !ok && f.m.Info.Types[arg].Value == nil {
			s.open = true // it may be any option
		}
		return
	}
	fn := f.m.Sums.Callee(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != s.pkg {
		s.open = true
		return
	}
	if len(call.Args) == 0 {
		s.set(fn.Name(), nil)
		return
	}
	s.set(fn.Name(), call.Args[0])
}

// spread notes the options of list..., where the list is a literal that nothing is
// appended to.
func (f *finder) spread(s *setup, list ast.Expr) {
	lit, ok := ast.Unparen(list).(*ast.CompositeLit)
	if !ok {
		lit = f.onlyLiteral(list)
	}
	if lit == nil {
		s.open = true
		return
	}
	for _, e := range lit.Elts {
		f.option(s, e)
	}
}

// onlyLiteral is the literal that is all a local variable is ever given.
func (f *finder) onlyLiteral(e ast.Expr) *ast.CompositeLit {
	v := syntax.Variable(f.m.Info, e)
	if v == nil || v.IsField() {
		return nil
	}
	var found *ast.CompositeLit
	for c := range f.in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		var to, from []ast.Expr
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			to, from = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			for _, id := range n.Names {
				to = append(to, id)
			}
			from = n.Values
		}
		for i, lhs := range to {
			if syntax.Variable(f.m.Info, lhs) != v {
				continue
			}
			if len(to) != len(from) || found != nil {
				return nil
			}
			lit, ok := ast.Unparen(from[i]).(*ast.CompositeLit)
			if !ok {
				return nil
			}
			found = lit
		}
	}
	return found
}

// source is the setup that an expression makes or names: a literal, a call, a chain of
// calls that begins with one, or a variable.
func (f *finder) source(c inspector.Cursor, e ast.Expr) *setup {
	e = ast.Unparen(e)
	if s := f.at[e]; s != nil {
		return s
	}
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return f.source(c, x.X)
		}
	case *ast.StarExpr:
		return f.source(c, x.X)
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && f.m.Info.Selections[sel] != nil {
			if pkg, name := f.typeOf(x); pkg != "" {
				if p, n := f.typeOf(sel.X); p == pkg && n == name { // a setter that hands on what it sets up
					return f.source(c, sel.X)
				}
			}
		}
	case *ast.Ident, *ast.SelectorExpr:
		if v := syntax.Variable(f.m.Info, e); v != nil {
			return f.held[f.holder(c, v)]
		}
	}
	return nil
}

func (f *finder) holder(c inspector.Cursor, v *types.Var) holder {
	if !v.IsField() {
		return holder{v: v}
	}
	for d := range c.Enclosing((*ast.FuncDecl)(nil)) {
		return holder{v, d.Node().(*ast.FuncDecl)}
	}
	return holder{v: v}
}

// keep notes the variable or field that a setup is kept in.
func (f *finder) keep(c inspector.Cursor, to, from ast.Expr) {
	s, v := f.source(c, from), syntax.Variable(f.m.Info, to)
	if s == nil || v == nil {
		return
	}
	h := f.holder(c, v)
	if other := f.held[h]; other != nil && other != s {
		other.open, s.open = true, true // which of them is set up later is not told
		return
	}
	f.held[h] = s
	if v.Exported() && v.Parent() == f.m.Pass.Pkg.Scope() {
		s.open = true
	}
}

// of is the setup that a variable or field holds; one whose making is not in sight is
// open.
func (f *finder) of(c inspector.Cursor, e ast.Expr) *setup {
	if s := f.source(c, e); s != nil {
		return s
	}
	v := syntax.Variable(f.m.Info, e)
	pkg, name := f.typeOf(e)
	if v == nil || pkg == "" {
		return nil
	}
	s := f.add(e, pkg, name)
	s.open = true
	f.held[f.holder(c, v)] = s
	return s
}

// assign notes x.Field = value.
func (f *finder) assign(c inspector.Cursor, a *ast.AssignStmt) {
	for i, lhs := range a.Lhs {
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if !ok || len(a.Lhs) != len(a.Rhs) || a.Tok != token.ASSIGN {
			continue
		}
		if s := f.of(c, sel.X); s != nil {
			s.set(sel.Sel.Name, a.Rhs[i])
		}
	}
}

// method notes x.Set(value).
func (f *finder) method(c inspector.Cursor, call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || f.m.Info.Selections[sel] == nil {
		return
	}
	if pkg, _ := f.typeOf(sel.X); pkg == "" {
		return
	}
	if s := f.of(c, sel.X); s != nil {
		var value ast.Expr
		if len(call.Args) > 0 {
			value = call.Args[0]
		}
		s.set(sel.Sel.Name, value)
	}
}

// arguments notes what calls are given: for Func@N the setup is judged as that, and
// what takes a pointer may set more.
func (f *finder) arguments(c inspector.Cursor, call *ast.CallExpr) {
	fn := f.m.Sums.Callee(call)
	for i, arg := range call.Args {
		s := f.source(c, arg)
		if s == nil {
			continue
		}
		if fn == nil || fn.Pkg() == nil || fn.Pkg() != f.m.Pass.Pkg && fn.Pkg().Path() != s.pkg {
			if _, ok := f.m.Info.TypeOf(arg).Underlying().(*types.Pointer); ok {
				s.open = true
			}
		}
		if fn == nil || fn.Pkg() == nil || f.harms[fn.Pkg().Path()] == nil {
			continue
		}
		what := knowledge.FuncName(fn) + "@" + strconv.Itoa(i)
		if slices.ContainsFunc(f.harms[fn.Pkg().Path()], func(h knowledge.Harm) bool { return h.What == what }) {
			given := *s
			given.pkg, given.whats = fn.Pkg().Path(), []string{what}
			f.byArg = append(f.byArg, &given)
		}
	}
}

// returned opens what an exported function returns.
func (f *finder) returned(c inspector.Cursor, r *ast.ReturnStmt) {
	for d := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := d.Node().(*ast.FuncDecl)
		if !ok || !decl.Name.IsExported() {
			return
		}
		break
	}
	for _, e := range r.Results {
		if s := f.source(c, e); s != nil {
			s.open = true
		}
	}
}

// elsewhere reports whether a setting may be set at an object of a kind by code that
// does not show which object it is.
func (f *finder) elsewhere(s *setup, name string) bool {
	return slices.ContainsFunc(f.setups, func(o *setup) bool {
		return o != s && o.open && o.pkg == s.pkg && slices.ContainsFunc(o.whats, func(w string) bool { return slices.Contains(s.whats, w) }) &&
			len(o.values[name]) > 0 && !strings.HasPrefix(name, "arg")
	})
}
