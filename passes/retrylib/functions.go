package retrylib

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// function is the signature and body of a function of this package that a value is: a
// literal, or a declared one, converted or not.
func (j *judge) function(e ast.Expr) (*ast.FuncType, *ast.BlockStmt) {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return e.Type, e.Body
	case *ast.CallExpr:
		if j.m.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return j.function(e.Args[0])
		}
	default:
		if fn, ok := j.object(e).(*types.Func); ok {
			if decl := j.m.Sums.Decl(fn); decl != nil {
				return decl.Type, decl.Body
			}
		}
	}
	return nil, nil
}

// deterministic reports whether a function is known to give the same for the same
// arguments: it calls nothing but functions of this package that do, and arithmetic.
func (j *judge) deterministic(e ast.Expr) bool {
	_, body := j.function(e)
	return body != nil && j.plain(body, 0)
}

func (j *judge) plain(body *ast.BlockStmt, depth int) bool {
	plain := depth < 4
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.FuncLit, *ast.SendStmt:
			plain = false
		case *ast.CallExpr:
			plain = plain && j.plainCall(n, depth)
		}
		return plain
	})
	return plain
}

func (j *judge) plainCall(call *ast.CallExpr, depth int) bool {
	if j.m.Info.Types[call.Fun].IsType() || j.m.Info.Types[call.Fun].IsBuiltin() {
		return true
	}
	fn := j.m.Sums.Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if decl := j.m.Sums.Decl(fn); decl != nil && decl.Body != nil {
		return j.plain(decl.Body, depth+1)
	}
	switch fn.Pkg().Path() {
	case "math", "log", "log/slog":
		return true
	case "time":
		return fn.Signature().Recv() != nil && summary.IsNamed(fn.Signature().Recv().Type(), "time", "Duration")
	}
	return false
}

// ignores reports whether a function of this package never looks at a parameter.
func (j *judge) ignores(e ast.Expr, n int) bool {
	typ, body := j.function(e)
	if body == nil {
		return false
	}
	i := 0
	for _, field := range typ.Params.List {
		if len(field.Names) == 0 {
			return true // none has a name
		}
		for _, id := range field.Names {
			if i == n {
				return id.Name == "_" || !syntax.Mentions(j.m.Info, body, j.m.Info.Defs[id])
			}
			i++
		}
	}
	return false
}

// always reports whether a function of this package does nothing but to return a
// constant.
func (j *judge) always(e ast.Expr, want string) bool {
	_, body := j.function(e)
	if body == nil || len(body.List) != 1 {
		return false
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	v := j.m.Info.Types[ret.Results[0]].Value
	return v != nil && v.ExactString() == want
}

// unmarked reports whether an operation, all of which is in sight, never calls a function
// of the library by which errors are marked.
func (j *judge) unmarked(e ast.Expr, name string) bool {
	_, body := j.function(e)
	return body != nil && !j.mayCall(body, name, map[*ast.BlockStmt]bool{})
}

// mayCall reports whether a body calls a function of the library, or hands an error on
// of which that is not known.
func (j *judge) mayCall(body *ast.BlockStmt, name string, seen map[*ast.BlockStmt]bool) bool {
	if seen[body] {
		return false
	}
	seen[body] = true
	may := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || may {
			return !may
		}
		if j.m.Info.Types[call.Fun].IsType() || j.m.Info.Types[call.Fun].IsBuiltin() {
			return true
		}
		fn := j.m.Sums.Callee(call)
		switch {
		case fn == nil || fn.Pkg() == nil || summary.IsInterfaceMethod(fn) && fn.Pkg() == j.m.Pass.Pkg:
			may = true
		case fn.Pkg().Path() == j.s.pkg:
			may = fn.Name() == name
		case fn.Pkg() == j.m.Pass.Pkg:
			decl := j.m.Sums.Decl(fn)
			may = decl == nil || decl.Body == nil || j.mayCall(decl.Body, name, seen)
		default:
			may = sameModule(fn.Pkg().Path(), j.m.Pass.Pkg.Path())
		}
		return !may
	})
	return may
}

// sameModule reports whether two packages may be of one module, by their paths.
func sameModule(a, b string) bool {
	return strings.HasPrefix(b+"/", host(a)) || strings.HasPrefix(a+"/", host(b))
}

// host is the part of an import path that names its owner: example.com/team/.
func host(path string) string {
	parts := strings.SplitN(path, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/") + "/"
}
