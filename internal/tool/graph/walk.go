package graph

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// walker collects the graph of one package.
type walker struct {
	model    *site.Model
	m        *flow.Package
	module   string
	out      *Package
	outcomes *outcome.Result
	first    token.Pos // of the package's files
	names    map[string]int
	sites    map[*types.Func][]*site.Site // of declared functions
	loose    []*site.Site                 // of literals of package level
	params   map[*types.Var]string        // those that may be settings, and their keys
	mains    map[*ast.FuncLit]*Entry      // literals that are ways in, and how
}

func newWalker(model *site.Model) *walker {
	m := model.Package
	w := &walker{
		model: model, m: m, module: m.Pass.Pkg.Path(),
		names: map[string]int{}, sites: map[*types.Func][]*site.Site{}, mains: map[*ast.FuncLit]*Entry{}, params: map[*types.Var]string{},
	}
	if m.Pass.Module != nil && m.Pass.Module.Path != "" {
		w.module = m.Pass.Module.Path
	}
	w.out = &Package{Path: m.Pass.Pkg.Path(), Module: w.module, Ifaces: map[string][]string{}, Links: map[string][]string{}, Defaults: map[string]Default{}}
	for _, s := range model.Sites {
		switch {
		case s.Kind == site.CAS || s.Known != nil && s.Known.Conflict:
			// what is repeated is no failure
		case s.Func != nil:
			s.Func = s.Func.Origin()
			w.sites[s.Func] = append(w.sites[s.Func], s)
		default:
			w.loose = append(w.loose, s)
		}
	}
	return w
}

// counts reports whether a file is part of the program: no test.
func (w *walker) counts(file *ast.File) bool {
	return !w.m.IsTestFile(file) && !summary.ImportsTesting(file)
}

// inTestFolder reports whether the package lies in a folder of its module that holds
// nothing but tests and what serves them.
func (w *walker) inTestFolder() bool {
	folders, ok := strings.CutPrefix(w.m.Pass.Pkg.Path(), w.module+"/")
	return ok && slices.ContainsFunc(strings.Split(folders, "/"), knowledge.TestFolder)
}

// held notes the functions that the variables of package level of a file hold.
func (w *walker) held(file *ast.File) {
	for _, d := range file.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			var stack []ast.Node
			ast.Inspect(gen, func(n ast.Node) bool {
				if n == nil {
					stack = stack[:len(stack)-1]
					return true
				}
				if _, ok := n.(*ast.FuncLit); ok {
					return false
				}
				if id, ok := n.(*ast.Ident); ok && isValue(stack, id) {
					if fn, ok := w.m.Info.Uses[id].(*types.Func); ok && fn.Pkg() != nil && ownPath(fn.Pkg().Path(), w.module) {
						w.out.Held = append(w.out.Held, w.name(key(fn.Origin())))
					}
				}
				stack = append(stack, n)
				return true
			})
		}
	}
}

// name is the index of a name in Names, counted from 1.
func (w *walker) name(s string) int {
	if s == "" {
		return 0
	}
	i, ok := w.names[s]
	if !ok {
		w.out.Names = append(w.out.Names, s)
		i = len(w.out.Names)
		w.names[s] = i
	}
	return i
}

// file collects the functions of a file.
func (w *walker) file(file *ast.File) {
	w.defaultsIn(file)
	w.registered(file)
	w.held(file)
	for _, u := range world.Roots(w.m, file) {
		f := Func{}
		at := w.m.Pass.Fset.Position(u.Node.Pos())
		f.File, f.Line = at.Filename, at.Line
		var sites []*site.Site
		if u.Fn != nil {
			f.Name, f.Show = key(u.Fn), show(u.Fn)
			f.Ways = waysIn(u.Fn)
			sites = w.sites[u.Fn.Origin()]
		} else {
			f.Show = u.Name
			f.Name = w.m.Pass.Pkg.Path() + "." + u.Name + ":" + strconv.Itoa(at.Line)
			f.Ways = "literal"
			for _, s := range w.loose {
				if s.Unit.Root == u.Root {
					sites = append(sites, s)
				}
			}
		}
		v := &visitor{w: w, root: u, f: &f, sites: sites, index: map[*site.Site]int{}}
		v.body(u, frame{fails: canFail(u)})
		if site.RetrierOf(w.m, u.Fn) != nil { // callers ask how long it waits
			for _, s := range sites {
				v.layer(s)
			}
		}
		w.out.Funcs = append(w.out.Funcs, f)
	}
}

// canFail reports whether a caller can learn that a function failed.
func canFail(u *flow.Unit) bool {
	sig, ok := summary.TypeUnder[*types.Signature](signatureOf(u))
	return ok && summary.FailsBy(sig) != summary.CannotFail
}

func signatureOf(u *flow.Unit) types.Type {
	if lit, ok := u.Node.(*ast.FuncLit); ok {
		return u.M.Info.TypeOf(lit)
	}
	if u.Fn != nil {
		return u.Fn.Type()
	}
	return nil
}

// visitor walks through one function.
type visitor struct {
	w     *walker
	root  *flow.Unit
	f     *Func
	sites []*site.Site
	index map[*site.Site]int // of those in f.Layers
	runs  int                // of the interpreter, see carries
}

// frame is what is known where a part of a function stands.
type frame struct {
	apart bool
	fails bool            // a failure comes out of the function
	calls []*ast.CallExpr // those that run the literals around, the innermost last
	lits  []*ast.FuncLit
}

// body walks a body, its literals by frames of their own.
func (v *visitor) body(u *flow.Unit, in frame) {
	var stack []ast.Node
	info := v.w.m.Info
	ast.Inspect(u.Body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			v.literal(u, n, stack, in)
			return false
		case *ast.CallExpr:
			if !info.Types[n.Fun].IsType() && !world.IsBuiltin(v.w.m, n) {
				v.call(u, n, started(stack, n), in)
			}
		case *ast.Ident, *ast.SelectorExpr:
			if fn, ok := v.w.m.Object(n.(ast.Expr)).(*types.Func); ok && isValue(stack, n.(ast.Expr)) {
				v.value(u, fn, n.(ast.Expr), stack, in)
				if _, ok := n.(*ast.SelectorExpr); ok {
					stack = append(stack, n)
					return true
				}
			}
		}
		stack = append(stack, n)
		return true
	})
}

// how says how a call is made, by the statement around it.
type how uint8

const (
	called how = iota
	gone       // by a goroutine
	deferred
)

func started(stack []ast.Node, c *ast.CallExpr) how {
	if len(stack) > 0 {
		switch s := stack[len(stack)-1].(type) {
		case *ast.GoStmt:
			return gone
		case *ast.DeferStmt:
			if s.Call == c {
				return deferred
			}
		}
	}
	return called
}

// isValue reports whether a name of a function is no callee.
func isValue(stack []ast.Node, e ast.Expr) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.CallExpr:
			return p.Fun != e
		case *ast.SelectorExpr:
			return false // of it, a part
		case *ast.ParenExpr, *ast.IndexExpr, *ast.IndexListExpr:
			e = p.(ast.Expr)
		default:
			return true
		}
	}
	return true
}

// literal walks a function literal in the way that it is run.
func (v *visitor) literal(u *flow.Unit, lit *ast.FuncLit, stack []ast.Node, in frame) {
	inner := u.Literal(lit)
	if e := v.w.mains[lit]; e != nil {
		at := v.w.m.Pass.Fset.Position(lit.Pos())
		f := Func{Name: v.f.Name + ":" + strconv.Itoa(at.Line), Show: v.f.Show, File: at.Filename, Line: at.Line}
		e.Func = v.w.name(f.Name)
		v.w.out.Entries = append(v.w.out.Entries, *e)
		sub := &visitor{w: v.w, root: v.root, f: &f, sites: v.sites, index: map[*site.Site]int{}}
		sub.body(inner, frame{fails: canFail(inner)})
		v.w.out.Funcs = append(v.w.out.Funcs, f)
		return
	}
	out := frame{apart: in.apart, lits: append(in.lits[:len(in.lits):len(in.lits)], lit), calls: in.calls}
	c, as := v.runner(u, lit, stack)
	switch as {
	case gone:
		out.apart = true
	case deferred:
	default:
		out.fails = canFail(inner)
		if c != nil {
			out.calls = append(in.calls[:len(in.calls):len(in.calls)], c)
			out.fails = in.fails && out.fails && v.carries(u, c)
			if out.fails == false && in.fails && joins(v.w.m.Sums.Callee(c)) {
				out.fails = canFail(inner)
			}
		} else {
			out.fails = in.fails && out.fails
		}
	}
	v.body(inner, out)
}

// runner is the call that runs a literal, and how it does: nil for one that is kept
// in a variable of the function.
func (v *visitor) runner(u *flow.Unit, lit *ast.FuncLit, stack []ast.Node) (*ast.CallExpr, how) {
	var e ast.Expr = lit
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr:
			e = p
			continue
		case *ast.CallExpr:
			as := started(stack[:i], p)
			if u.M.Info.Types[p.Fun].IsType() { // a conversion
				e = p
				continue
			}
			if p.Fun != e && keeps(u.M.Sums.Callee(p)) {
				return p, gone
			}
			return p, as
		case *ast.AssignStmt:
			for _, l := range p.Lhs {
				if obj, ok := u.M.Object(l).(*types.Var); !ok || obj.IsField() || world.Outlives(u.M, obj) {
					return nil, gone
				}
			}
			return nil, called
		case *ast.ValueSpec:
			return nil, called
		default:
			return nil, gone // returned, stored: whoever calls it does not tell this function
		}
	}
	return nil, gone
}

// keeps reports whether a function keeps what it is given for later, or runs it apart.
func keeps(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "time":
		return fn.Name() == "AfterFunc"
	case "net/http", "context", "runtime", "os/signal":
		return true
	}
	return false
}

// joins reports whether a function runs what it is given in a goroutine of a group
// that tells of its failure.
func joins(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	name := fn.Name()
	return (name == "Go" || name == "TryGo") && knowledge.ReceiverName(fn) == "Group"
}

// value notes a function that is handed on, or stored.
func (v *visitor) value(u *flow.Unit, fn *types.Func, e ast.Expr, stack []ast.Node, in frame) {
	if fn.Pkg() == nil || !ownPath(fn.Pkg().Path(), v.w.module) {
		return
	}
	edge := Edge{Apart: true, Handed: true}
	if len(stack) > 0 {
		if c, ok := stack[len(stack)-1].(*ast.CallExpr); ok {
			as := started(stack[:len(stack)-1], c)
			callee := v.w.m.Sums.Callee(c)
			runs := v.w.m.Sums.Of(callee).Runs
			helper := site.RetrierOf(v.w.m, callee) != nil
			if as == called && !in.apart && (helper || joins(callee) || runs > 0 && runs <= len(c.Args) && c.Args[runs-1] == e) {
				edge.Apart, edge.Handed = false, false
				edge.In = v.layers(c, in, func(a world.Attempt) bool { return a.Call.Fun == e || a.Call == c && !helper })
				edge.Fails = in.fails && (v.carries(u, c) || joins(callee))
			}
		}
	}
	v.to(&edge, fn)
	v.add(edge)
}

// call notes a call.
func (v *visitor) call(u *flow.Unit, c *ast.CallExpr, as how, in frame) {
	m := v.w.m
	edge := Edge{Apart: in.apart || as == gone}
	fn := world.Callee(u, c)
	if fn == nil {
		if held, ok := m.Object(c.Fun).(*types.Var); ok {
			fns, _ := m.Sums.Held(held)
			for _, f := range fns {
				one := v.placed(u, c, as, in, edge)
				v.to(&one, f)
				v.add(one)
			}
			if len(fns) > 0 {
				return
			}
		}
		if m.Sums.OfCall(c).Place != knowledge.Remote {
			return
		}
		edge = v.placed(u, c, as, in, edge)
		v.operation(&edge, c, nil)
		v.add(edge)
		return
	}
	if fn.Pkg() == nil {
		return
	}
	edge = v.placed(u, c, as, in, edge)
	own := ownPath(fn.Pkg().Path(), v.w.module)
	known := m.Sums.Known(fn)
	place := m.Sums.OfCall(c).Place
	switch {
	case known.Place == knowledge.Remote || isStub(fn):
		if place == knowledge.Local {
			return // a server of this machine
		}
		v.operation(&edge, c, fn)
	case summary.IsInterfaceMethod(fn):
		if known.Place == knowledge.Local || isStd(fn.Pkg().Path()) {
			return
		}
		v.to(&edge, fn)
		edge.Iface = v.w.iface(fn)
		if place.Leaves() {
			v.operation(&edge, c, fn)
		}
	case own:
		v.to(&edge, fn)
	default:
		e := m.Sums.Of(fn)
		if !e.Place.Leaves() || place == knowledge.Local || e.Runs > 0 {
			return
		}
		v.operation(&edge, c, fn)
	}
	v.add(edge)
}

// placed fills in which layers repeat a call, and whether its failure comes out.
func (v *visitor) placed(u *flow.Unit, c *ast.CallExpr, as how, in frame, edge Edge) Edge {
	edge.In = v.layers(c, in, nil)
	// What is proved to stay in the process has no failure that anybody here asks for.
	if !edge.Apart && as == called && in.fails && v.w.m.Sums.OfCall(c).Place != knowledge.Local {
		edge.carries = func() bool { return v.carries(u, c) }
	}
	return edge
}

// to fills in the function that an edge leads to.
func (v *visitor) to(edge *Edge, fn *types.Func) { edge.To = v.w.name(key(fn.Origin())) }

// operation fills in what leaves the process.
func (v *visitor) operation(edge *Edge, c *ast.CallExpr, fn *types.Func) {
	m := v.w.m
	edge.Op = v.w.name(operationName(m, c, fn))
	edge.At = v.w.name(target(m, c, fn))
	if fn == nil {
		return
	}
	edge.Maybe = m.Sums.OfCall(c).Place == knowledge.ProbablyRemote
	if in := site.RetriesOf(m, fn); in != nil {
		edge.Lib = &Lib{in.Name, in.Attempts, m.Pass.Fset.Position(c.Pos()).Line}
	}
}

// add notes an edge.
func (v *visitor) add(edge Edge) { v.f.Edges = append(v.f.Edges, edge) }
