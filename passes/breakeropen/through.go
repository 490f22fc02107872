package breakeropen

import (
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// finder looks for breakers in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package
}

// through is a call by which a site runs its attempt through a breaker.
type through struct {
	call *ast.CallExpr
	pkg  string // of the breaker
}

// through is the first such call of a site: an attempt, one in a function of the
// package that is an attempt, or one in the function that a retrier is given.
func (f *finder) through(s *site.Site) *through {
	for _, a := range s.Attempts {
		if t := f.run(a.Call); t != nil {
			return t
		}
		if t := f.within(a.Literal); t != nil {
			return t
		}
		if decl := f.sums.Decl(a.Callee); decl != nil {
			if t := f.within(decl.Body); t != nil && !f.mentions(decl, t.pkg, 0) {
				return &through{a.Call, t.pkg}
			}
		}
	}
	if call, ok := s.Node.(*ast.CallExpr); ok && s.Kind == site.Helper {
		for _, arg := range call.Args {
			if lit, ok := arg.(*ast.FuncLit); ok {
				if t := f.within(lit.Body); t != nil {
					return t
				}
			}
		}
	}
	return nil
}

// within is the first call of a body that runs something through a breaker.
func (f *finder) within(body *ast.BlockStmt) *through {
	var found *through
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && found == nil {
			found = f.run(call)
		}
		return found == nil
	})
	return found
}

// run is what a call runs through a breaker, or nil.
func (f *finder) run(call *ast.CallExpr) *through {
	fn := f.sums.Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if knowledge.TraitOf(fn, "breaker-runs") == nil {
		return nil
	}
	return &through{call, fn.Pkg().Path()}
}

// heeds reports whether the function around a site, or one that it names, tells an
// open breaker apart, or hands an error to a function that may.
func (f *finder) heeds(s *site.Site, t *through) bool {
	decl := f.sums.Decl(s.Func)
	if decl == nil {
		return true // a literal of package level: what is around it is not known
	}
	return f.mentions(decl, t.pkg, 0)
}

// deepest is how many calls away a question about an error may be.
const deepest = 2

func (f *finder) mentions(decl *ast.FuncDecl, pkg string, depth int) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			obj := f.pass.TypesInfo.Uses[n]
			if obj == nil || obj.Pkg() == nil {
				break
			}
			if obj.Pkg().Path() == pkg {
				found = found || knowledge.TraitOf(obj, "breaker-opens") != nil
			} else if fn, ok := obj.(*types.Func); ok && depth < deepest {
				if other := f.sums.Decl(fn); other != nil && other != decl {
					found = found || f.mentions(other, pkg, depth+1)
				}
			}
		case *ast.CallExpr:
			found = found || f.asksElsewhere(n)
		}
		return !found
	})
	return found
}

// asksElsewhere reports whether a call asks a function of another package what an
// error is, and gives it nothing else.
func (f *finder) asksElsewhere(call *ast.CallExpr) bool {
	fn := f.sums.Callee(call)
	if fn == nil || f.sums.Decl(fn) != nil || len(call.Args) != 1 || !summary.IsError(f.pass.TypesInfo.TypeOf(call.Args[0])) {
		return false
	}
	results := fn.Signature().Results()
	return results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.Bool])
}

// openFor is how long a breaker stays open: the shortest that the package sets, the
// library's default where it sets none, 0 where that is not known.
func (f *finder) openFor(t *through) time.Duration {
	shortest, stays, byDefault := time.Duration(-1), "", time.Duration(0)
	if list := knowledge.Traits(t.pkg, "breaker-stays"); len(list) > 0 {
		stays, byDefault = list[0].Name, list[0].Duration(0)
	}
	settings, timeout, _ := strings.Cut(stays, ".")
	for _, file := range f.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || !summary.IsNamed(f.pass.TypesInfo.TypeOf(lit), t.pkg, settings) {
				return true
			}
			set := byDefault
			for _, e := range lit.Elts {
				kv, ok := e.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == timeout {
					set, ok = phrase.Constant(f.pass, kv.Value)
					if !ok {
						set = 0
					}
				}
			}
			if shortest < 0 || set < shortest {
				shortest = set
			}
			return true
		})
	}
	if shortest < 0 {
		return byDefault
	}
	return shortest
}
