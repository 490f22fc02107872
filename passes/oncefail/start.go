package oncefail

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/summary"
)

// finder looks for starts in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package

	assigned map[types.Object]int // see assignments
}

// start is a function that runs once and never again.
type start struct {
	call *ast.CallExpr // of Once.Do, or of sync.OnceValue and its like
	by   string        // how a message calls what runs it: once.Do, sync.OnceValues
	body *ast.BlockStmt
	// results is set where what the body returns is what is kept.
	results bool
	// outlives is set where what runs once is a variable of the package; else it is
	// a field, and may live no longer than a request.
	outlives bool
}

// starts lists the functions that are handed to a Once or its like, where that is
// no local variable: one that a function makes anew keeps nothing for long.
func (f *finder) starts() []*start {
	var out []*start
	in := f.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var ofPackage map[*types.Var]bool
	for c := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn := typeutil.StaticCallee(f.pass.TypesInfo, call)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync" || len(call.Args) != 1 {
			continue
		}
		s := &start{call: call, body: f.body(call.Args[0])}
		if s.body == nil {
			continue
		}
		var keeper types.Object
		switch fn.Name() {
		case "Do":
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			keeper, s.by = f.object(sel.X), summary.LastName(sel.X)+".Do"
		case "OnceFunc", "OnceValue", "OnceValues":
			keeper, s.by, s.results = f.assignee(c), "sync."+fn.Name(), fn.Name() != "OnceFunc"
		}
		if f.assigned == nil {
			f.assigned, ofPackage = f.assignments(in), f.packageFields()
		}
		v, ok := keeper.(*types.Var)
		if !ok || f.madeAnew(v) {
			continue
		}
		s.outlives = v.Parent() == f.pass.Pkg.Scope() || ofPackage[v]
		if s.outlives || v.IsField() {
			out = append(out, s)
		}
	}
	return out
}

// body is the body of a function literal, or of a function of this package that
// is named.
func (f *finder) body(op ast.Expr) *ast.BlockStmt {
	switch op := ast.Unparen(op).(type) {
	case *ast.FuncLit:
		return op.Body
	case *ast.Ident, *ast.SelectorExpr:
		if fn, ok := f.object(op).(*types.Func); ok {
			if decl := f.sums.Decl(fn); decl != nil {
				return decl.Body
			}
		}
	}
	return nil
}

// object is the variable, field or function that an expression names.
func (f *finder) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.pass.TypesInfo.ObjectOf(e)
	case *ast.SelectorExpr:
		return f.pass.TypesInfo.ObjectOf(e.Sel)
	case *ast.UnaryExpr:
		return f.object(e.X)
	case *ast.StarExpr:
		return f.object(e.X)
	}
	return nil
}

// assignee is the variable or field that a call's only result is given to.
func (f *finder) assignee(c inspector.Cursor) types.Object {
	value := c.Node().(ast.Expr)
	switch p := c.Parent().Node().(type) {
	case *ast.ValueSpec:
		for i, v := range p.Values {
			if v == value && i < len(p.Names) {
				return f.pass.TypesInfo.Defs[p.Names[i]]
			}
		}
	case *ast.AssignStmt:
		for i, v := range p.Rhs {
			if v == value && i < len(p.Lhs) {
				return f.object(p.Lhs[i])
			}
		}
	case *ast.KeyValueExpr:
		return f.object(p.Key)
	}
	return nil
}

// madeAnew reports whether something gives a Once or its like a new value, as
// after a failure. What is no value of its own, a *sync.Once or what sync.OnceValue
// and its like return, is given its first one by an assignment.
func (f *finder) madeAnew(v *types.Var) bool {
	_, value := types.Unalias(v.Type()).(*types.Named)
	if value {
		return f.assigned[v] > 0
	}
	return f.assigned[v] > 1
}

// assignments counts how often the package, without its tests, assigns to each
// variable and field.
func (f *finder) assignments(in *inspector.Inspector) map[types.Object]int {
	times := map[types.Object]int{}
	for c := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		if strings.HasSuffix(f.pass.Fset.Position(c.Node().Pos()).Filename, "_test.go") {
			continue
		}
		for _, lhs := range c.Node().(*ast.AssignStmt).Lhs {
			if obj := f.object(lhs); obj != nil {
				times[obj]++
			}
		}
	}
	return times
}

// packageFields are the fields of the structs that variables of the package hold,
// or pointers to them.
func (f *finder) packageFields() map[*types.Var]bool {
	fields := map[*types.Var]bool{}
	scope := f.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		t := v.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if s, ok := summary.TypeUnder[*types.Struct](t); ok {
			for field := range s.Fields() {
				fields[field] = true
			}
		}
	}
	return fields
}

// variables lists the failures of remote calls that variables of the package are
// given the results of when the program starts, and whose error nobody can see.
func (f *finder) variables() []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, file := range f.pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range decl.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok || len(v.Names) < 2 || len(v.Values) != 1 || v.Names[len(v.Names)-1].Name != "_" {
					continue
				}
				if call, ok := ast.Unparen(v.Values[0]).(*ast.CallExpr); ok && f.mayStart(&start{outlives: true}, call) {
					out = append(out, call)
				}
			}
		}
	}
	return out
}
