package fixes

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/summary"
)

// spaced is an expression with gofmt's spaces, as the last of n arguments of a
// call.
func spaced(expr string, n int) string {
	head, tail := "package p\n\nvar _ = f("+strings.Repeat("x, ", n-1), ")\n"
	out, err := format.Source([]byte(head + expr + tail))
	if err != nil {
		return expr
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(out), head), tail)
}

// figures is a duration as one writes it in Go: 5 * time.Second. pkg is package
// time's name with a dot.
func figures(d time.Duration, pkg string) string {
	for _, unit := range [...]struct {
		of   time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {1, "Nanosecond"}} {
		switch {
		case d%unit.of != 0:
		case d == unit.of:
			return pkg + unit.name
		default:
			return fmt.Sprintf("%d * %s%s", d/unit.of, pkg, unit.name)
		}
	}
	return "0"
}

// isDuration reports whether a type is time.Duration itself.
func isDuration(t types.Type) bool { return summary.IsNamed(t, "time", "Duration") }

// isProduct reports whether a constant is written in figures: 5 * time.Second.
func isProduct(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.MUL {
		return false
	}
	x, number := ast.Unparen(b.X).(*ast.BasicLit)
	y, name := ast.Unparen(b.Y).(*ast.SelectorExpr)
	if !number || !name {
		return false
	}
	_, pkg := y.X.(*ast.Ident)
	return pkg && x.Kind == token.INT
}

// unitOf is the part of a duration that says its unit.
func unitOf(figures string) string { return figures[strings.LastIndexByte(figures, ' ')+1:] }

// respaced closes up a product, as gofmt does where it is one of several
// arguments of a call. It fails for what is not that simple.
func (p *place) respaced(e ast.Expr) ([]analysis.TextEdit, bool) {
	tight := spaced(p.src.Of(e), 2)
	if tight == p.src.Of(e) {
		return nil, true
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok || p.src.Of(b.X)+b.Op.String()+p.src.Of(b.Y) != tight {
		return nil, false
	}
	// The operator stays, as another fix may change it.
	return []analysis.TextEdit{
		draft.Replace(b.X.End(), b.OpPos, ""),
		draft.Replace(b.OpPos+token.Pos(len(b.Op.String())), b.Y.Pos(), ""),
	}, true
}

// dividend is what an expression divides by a number: half of what is above zero
// is at least zero, so that it can be added to what is above zero.
func dividend(e ast.Expr) ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.QUO {
		if lit, ok := b.Y.(*ast.BasicLit); ok && lit.Kind == token.INT {
			return b.X
		}
	}
	return e
}

func (p *place) constant64(e ast.Expr) constant.Value {
	if v := p.f.pass.TypesInfo.Types[e].Value; v != nil {
		return v
	}
	return constant.MakeUnknown()
}
