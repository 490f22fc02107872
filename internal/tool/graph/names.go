package graph

import (
	"go/ast"
	"go/types"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/summary"
)

// key names a function for all packages.
func key(fn *types.Func) string { return fn.Pkg().Path() + "." + knowledge.FuncName(fn) }

// show names a function for people: (*Client).Fetch.
func show(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	name := knowledge.ReceiverName(fn)
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		name = "(*" + name + ")"
	}
	return name + "." + fn.Name()
}

// operationName names what leaves the process for people: (*http.Client).Do.
func operationName(m *flow.Package, c *ast.CallExpr, fn *types.Func) string {
	if fn == nil {
		return phrase.Source(c.Fun)
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Pkg().Name() + "." + fn.Name()
	}
	name := fn.Pkg().Name() + "." + knowledge.ReceiverName(fn)
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		name = "(*" + name + ")"
	}
	return name + "." + fn.Name()
}

// target is the server or the client that a call goes to, as far as known.
func target(m *flow.Package, c *ast.CallExpr, fn *types.Func) string {
	if host := m.Sums.Host(c); host != "" {
		return host
	}
	if fn == nil {
		return phrase.Source(c.Fun)
	}
	if client := m.Sums.Known(fn).Client; client != nil {
		return client.Name
	}
	if recv := knowledge.ReceiverName(fn); recv != "" {
		return fn.Pkg().Name() + "." + recv
	}
	return fn.Pkg().Path()
}

// isStub reports whether a function is one of a generated client: what it does is to
// send, whoever wrote it down.
func isStub(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() || sig.Recv() == nil {
		return false
	}
	last, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && summary.IsNamed(last.Elem(), "google.golang.org/grpc", "CallOption")
}

// isStd reports whether a path is one of the standard library: its first element has
// no dot.
func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// digest names a method by its name and its signature, in a few letters.
func digest(fn *types.Func) string {
	h := fnv.New32a()
	sig := fn.Signature()
	bare := types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
	h.Write([]byte(types.TypeString(unnamed(bare), func(p *types.Package) string { return p.Path() })))
	return fn.Name() + "#" + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// unnamed is a signature without the names of its parameters, which say nothing of
// what implements it.
func unnamed(sig *types.Signature) *types.Signature {
	strip := func(t *types.Tuple) *types.Tuple {
		var out []*types.Var
		for v := range t.Variables() {
			out = append(out, types.NewParam(0, nil, "", v.Type()))
		}
		return types.NewTuple(out...)
	}
	return types.NewSignatureType(nil, nil, nil, strip(sig.Params()), strip(sig.Results()), sig.Variadic())
}

// iface notes the interface that a method belongs to, and is its index in Names.
func (w *walker) iface(fn *types.Func) int {
	recv := fn.Signature().Recv().Type()
	name := fn.Pkg().Path() + "." + knowledge.ReceiverName(fn)
	if _, ok := types.Unalias(recv).(*types.Named); !ok {
		name = fn.Pkg().Path() + ".interface:" + digest(fn)
	}
	if _, ok := w.out.Ifaces[name]; !ok {
		list := []string{}
		if t, ok := summary.TypeUnder[*types.Interface](recv); ok {
			for m := range t.Methods() {
				list = append(list, digest(m))
			}
		}
		w.out.Ifaces[name] = list
	}
	return w.name(name)
}

// types notes which methods the types of the package have, so that whoever sees all
// packages can tell what implements an interface. Mocks and fakes are left out.
func (w *walker) types() {
	scope := w.m.Pass.Pkg.Scope()
	skip := map[string]bool{}
	for _, f := range w.m.Pass.Files {
		if !w.counts(f) || fakeFile(w.m.Pass.Fset.File(f.FileStart).Name()) {
			skip[w.m.Pass.Fset.File(f.FileStart).Name()] = true
		}
	}
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || knowledge.NamesFake(name) || skip[w.m.Pass.Fset.File(obj.Pos()).Name()] {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 {
			continue
		}
		set := types.NewMethodSet(types.NewPointer(named))
		t := Type{Name: name, Methods: map[string]int{}}
		for i := range set.Len() {
			fn, ok := set.At(i).Obj().(*types.Func)
			if ok && fn.Pkg() != nil {
				t.Methods[digest(fn)] = w.name(key(fn.Origin()))
			}
		}
		if len(t.Methods) > 0 {
			w.out.Types = append(w.out.Types, t)
		}
	}
}

func fakeFile(path string) bool {
	return knowledge.NamesFake(strings.TrimSuffix(path[strings.LastIndexAny(path, `/\`)+1:], ".go"))
}
