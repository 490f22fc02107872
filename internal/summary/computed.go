package summary

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// findComputed tells of the functions that give a duration whether it is computed
// from what they are given, and nothing in it is drawn.
func (p *Package) findComputed() {
	for _, f := range p.order {
		if results := f.sig.Results(); results.Len() > 0 && IsNamed(results.At(0).Type(), "time", "Duration") {
			f.entry.Computed = p.computed(f)
		}
	}
}

// computed reports whether every number that a function takes from a call is computed
// as well. The clock and a channel give what nobody computes.
func (p *Package) computed(f *function) bool {
	if f.drawn != knowledge.Unknown {
		return f.drawn == knowledge.No
	}
	f.drawn = knowledge.Yes // until it is known; for one that calls itself, too
	ok := !f.entry.Random
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && p.computes(n)
		}
		return ok
	})
	f.drawn = knowledge.TriOf(!ok)
	return ok
}

// computes reports whether what a call gives is no number, or is a computed one.
func (p *Package) computes(c *ast.CallExpr) bool {
	if tv := p.pass.TypesInfo.Types[c.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	b, ok := TypeUnder[*types.Basic](p.firstResult(c))
	if !ok || b.Info()&types.IsNumeric == 0 {
		fn := p.Callee(c)
		return fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || fn.Name() != "Now"
	}
	fn := p.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if own := p.funcs[fn.Origin()]; own != nil {
		return p.computed(own)
	}
	switch fn.Pkg().Path() {
	case "math", "math/bits":
		return true
	case "time":
		return fn.Signature().Recv() != nil
	}
	return p.Of(fn).Computed
}
