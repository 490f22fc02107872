package summary

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// IsInterfaceMethod reports whether fn is declared by an interface.
func IsInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// isGRPC reports whether a signature is that of a generated gRPC client: its last
// parameter is ...grpc.CallOption.
func isGRPC(sig *types.Signature) bool {
	if !sig.Variadic() {
		return false
	}
	last, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && IsNamed(last.Elem(), "google.golang.org/grpc", "CallOption")
}

// isKube reports whether a signature is that of a client of the Kubernetes API,
// such as clients are generated for one's own resources: a context first, and
// the API's options for the request among the rest.
func isKube(sig *types.Signature) bool {
	if !takesContext(sig) {
		return false
	}
	for i := range sig.Params().Len() {
		n, ok := types.Unalias(sig.Params().At(i).Type()).(*types.Named)
		if ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "k8s.io/apimachinery/pkg/apis/meta/v1" && strings.HasSuffix(n.Obj().Name(), "Options") {
			return true
		}
	}
	return false
}

// kubeEffect is what the second of two equal requests to the Kubernetes API
// does. An update carries the version of what it replaces; a patch may append.
func kubeEffect(verb string) knowledge.Effect {
	switch verb {
	case "Get", "List", "Watch", "Update", "UpdateStatus", "Delete", "DeleteCollection", "Apply", "ApplyStatus":
		return knowledge.Idempotent
	}
	return knowledge.EffectUnknown
}

// SendsRequest reports whether a signature is that of http.Client.Do: whatever
// implements it sends requests.
func SendsRequest(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		IsNamed(sig.Params().At(0).Type(), "net/http", "Request") && IsNamed(sig.Results().At(0).Type(), "net/http", "Response")
}

// IsNamed reports whether t, or what it points to, is the named type pkg.name.
func IsNamed(t types.Type, pkg, name string) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

// Failing is how a function tells that it failed.
type Failing uint8

const (
	CannotFail Failing = iota
	ByError            // an error among its results
	ByBool             // a single boolean, or a last one
	ByNil              // a pointer or interface that may be nil
)

// FailsBy says how a function of this signature tells that it failed.
func FailsBy(sig *types.Signature) Failing {
	res := sig.Results()
	n := res.Len()
	for i := range n {
		t := res.At(i).Type()
		if s, ok := t.Underlying().(*types.Slice); ok {
			t = s.Elem() // one for each of several things
		}
		if IsError(t) {
			return ByError
		}
	}
	if n == 0 {
		return CannotFail
	}
	last := res.At(n - 1).Type().Underlying()
	if b, ok := last.(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		return ByBool
	}
	switch last.(type) {
	case *types.Pointer, *types.Interface:
		return ByNil
	}
	return CannotFail
}

// IsError reports whether t is the type error.
func IsError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsContext reports whether t is context.Context or a type that embeds it as an
// interface.
func IsContext(t types.Type) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil &&
		(n.Obj().Pkg().Path() == "context" || strings.HasSuffix(n.Obj().Pkg().Path(), "golang.org/x/net/context"))
}

// takesContext reports whether a function's first parameter is a context, as
// that of an operation is.
func takesContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && IsContext(sig.Params().At(0).Type())
}

// returnsDraw reports whether a result can be what was drawn: a number, a
// duration, or a string such as an identifier.
func returnsDraw(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if b, ok := sig.Results().At(i).Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsNumeric|types.IsString) != 0 {
			return true
		}
	}
	return false
}

// aboutHTTP reports whether a function answers with a request or a response.
func aboutHTTP(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if IsNamed(t, "net/http", "Response") || IsNamed(t, "net/http", "Request") {
			return true
		}
	}
	return false
}

// ParamIndex returns the index of the parameter that an expression names, or
// -1.
func ParamIndex(info *types.Info, sig *types.Signature, e ast.Expr) int {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return -1
	}
	obj := info.Uses[id]
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == obj {
			return i
		}
	}
	return -1
}

// IsTimeChan reports whether t is a channel of time.Time.
func IsTimeChan(t types.Type) bool {
	c, ok := TypeUnder[*types.Chan](t)
	return ok && IsNamed(c.Elem(), "time", "Time")
}

// TypeUnder is the underlying type of t, if t is there and has one of this kind.
func TypeUnder[T types.Type](t types.Type) (T, bool) {
	var zero T
	if t == nil {
		return zero, false
	}
	u, ok := t.Underlying().(T)
	return u, ok
}

// givesErrors reports whether a function gives back an error, or a list of them.
func givesErrors(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		list, ok := TypeUnder[*types.Slice](v.Type())
		if IsError(v.Type()) || ok && IsError(list.Elem()) {
			return true
		}
	}
	return false
}

// object is what an expression names: a function, a variable or a field.
func object(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := info.Defs[e]; obj != nil {
			return obj
		}
		return info.Uses[e]
	case *ast.SelectorExpr:
		return info.Uses[e.Sel]
	case *ast.IndexExpr:
		return object(info, e.X) // a generic function
	}
	return nil
}

// StructUnder is the struct that a type is or points to.
func StructUnder(t types.Type) (*types.Struct, bool) {
	if p, ok := TypeUnder[*types.Pointer](t); ok {
		t = p.Elem()
	}
	return TypeUnder[*types.Struct](t)
}
