package lockedretry

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// kind is what is held.
type kind uint8

const (
	none kind = iota
	mutex
	transaction
)

// taken is a place where something is taken that others have to wait for.
type taken struct {
	kind kind
	node ast.Node
	expr ast.Expr   // the mutex or transaction as written
	what *types.Var // the variable or field that it is
}

// holding is a wait of a site during which something is held.
type holding struct {
	at   ast.Node // the wait, or the call that leads to it
	site *site.Site
	by   *taken
}

// finder looks for what is held in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package

	inBody map[*ast.BlockStmt][]*site.Site
	inFunc map[*types.Func]*site.Site // a site of the function itself, not of its literals
	locked map[*types.Var]map[*ast.FuncDecl]bool
	frees  map[*types.Func]map[*types.Var]bool
	leads  map[*types.Func]*site.Site // see waits
}

func newFinder(pass *analysis.Pass, model *site.Model, sites []*site.Site) *finder {
	f := &finder{
		pass: pass, sums: model.Sums,
		inBody: map[*ast.BlockStmt][]*site.Site{},
		inFunc: map[*types.Func]*site.Site{},
		locked: map[*types.Var]map[*ast.FuncDecl]bool{},
		frees:  map[*types.Func]map[*types.Var]bool{},
		leads:  map[*types.Func]*site.Site{},
	}
	for _, s := range sites {
		f.inBody[s.Body] = append(f.inBody[s.Body], s)
		if s.Func != nil && !s.InLiteral && f.inFunc[s.Func] == nil {
			f.inFunc[s.Func] = s
		}
	}
	return f
}

// held lists the waits during which something is held, at most one for each site
// and what is held.
func (f *finder) held() []holding {
	if len(f.inBody) == 0 {
		return nil
	}
	f.collect()
	var out []holding
	for _, file := range f.pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					out = append(out, f.inFunction(decl, n.Type, n.Body)...)
				case *ast.FuncLit:
					out = append(out, f.inFunction(decl, n.Type, n.Body)...)
				}
				return true
			})
		}
	}
	slices.SortStableFunc(out, func(a, b holding) int {
		return cmp.Or(cmp.Compare(a.at.Pos(), b.at.Pos()), cmp.Compare(a.by.node.Pos(), b.by.node.Pos()))
	})
	return out
}

// collect notes which functions take each mutex, and which give it back.
func (f *finder) collect() {
	for _, file := range f.pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, _ := f.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			ast.Inspect(decl, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if t, takes := f.effect(call); t != nil && t.kind == mutex {
					if takes {
						set(f.locked, t.what, decl)
					} else if fn != nil {
						set(f.frees, fn, t.what)
					}
				}
				return true
			})
		}
	}
}

func set[K, V comparable](m map[K]map[V]bool, k K, v V) {
	if m[k] == nil {
		m[k] = map[V]bool{}
	}
	m[k][v] = true
}

// effect is what a call takes, or gives back.
func (f *finder) effect(call *ast.CallExpr) (t *taken, takes bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	what := f.embedded(sel)
	if what == nil {
		what = syntax.Variable(f.pass.TypesInfo, sel.X)
	}
	if what == nil {
		return nil, false
	}
	switch k := f.kindOf(call, sel); sel.Sel.Name {
	case "Lock", "RLock":
		if k == mutex {
			return &taken{mutex, call, sel.X, what}, true
		}
	case "Unlock", "RUnlock":
		if k == mutex {
			return &taken{mutex, call, sel.X, what}, false
		}
	case "Commit", "Rollback":
		if k == transaction {
			return &taken{transaction, call, sel.X, what}, false
		}
	default:
		if k == transaction { // only one that was begun is used
			return &taken{transaction, call, sel.X, what}, true
		}
	}
	return nil, false
}

// kindOf is what a method is called on: for a mutex the method says it, as a struct
// may embed one.
func (f *finder) kindOf(call *ast.CallExpr, sel *ast.SelectorExpr) kind {
	fn := f.sums.Callee(call)
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync" {
		return mutex
	}
	t := f.pass.TypesInfo.TypeOf(sel.X)
	for _, tx := range transactions {
		if t != nil && summary.IsNamed(t, tx.pkg, tx.name) {
			return transaction
		}
	}
	return none
}

// embedded is the field that a method is promoted from, nil if it is not.
func (f *finder) embedded(sel *ast.SelectorExpr) *types.Var {
	s := f.pass.TypesInfo.Selections[sel]
	if s == nil || len(s.Index()) < 2 {
		return nil
	}
	t := s.Recv()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := summary.TypeUnder[*types.Struct](t); ok {
		return st.Field(s.Index()[0])
	}
	return nil
}

// inFunction follows the ways through a function and lists the waits that are
// reached with something held.
func (f *finder) inFunction(decl *ast.FuncDecl, typ *ast.FuncType, body *ast.BlockStmt) []holding {
	if !f.takesAny(body) {
		return nil
	}
	graph := cfg.New(body, f.sums.MayReturn)
	var out []holding
	reported := map[*taken]map[*site.Site]bool{}
	for b, held := range f.flow(graph) {
		for _, n := range b.Nodes {
			for _, w := range f.waitsAt(n, body) {
				for what, by := range held {
					if !f.matters(decl, typ, w, what, by) || reported[by][w.site] {
						continue
					}
					set(reported, by, w.site)
					out = append(out, holding{w.at, w.site, by})
				}
			}
			held = f.step(n, held)
		}
	}
	return out
}

// takesAny reports whether a function takes anything at all.
func (f *finder) takesAny(body *ast.BlockStmt) bool {
	found := false
	syntax.Own(body, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			t, takes := f.effect(call)
			found = t != nil && takes
		}
	})
	return found
}
