package redelivery

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

//go:embed doc.go
var doc string

const name = "redelivery"

// Analyzer reports messages that are given back for ever.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{inspect.Analyzer, site.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	f := &finder{pass: pass, sums: r.Model.Sums, in: pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)}
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		g := f.gives(c)
		if g == nil {
			continue
		}
		b := syntax.OfFailure(pass.TypesInfo, c)
		if b == nil || !b.Only {
			continue
		}
		back := phrase.Source(call.Fun)
		failed := b.Call(pass.TypesInfo)
		switch {
		case f.decodes(failed):
			r.Report(call, fmt.Sprintf("%s gives back a message that cannot be decoded: it is delivered again and fails again, for ever and without a pause", back), report.At(failed, "this fails each time"))
		case f.handles(failed) && !f.waits(c, b) && !f.counted(c, g):
			r.Report(call, fmt.Sprintf("%s gives the message back at once, however often it failed: one that cannot be handled is delivered over and over, without a pause and for ever", back), report.At(failed, "while this fails"))
		}
	}
	return r.Done(), nil
}

// finder looks for what is given back in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package
	in   *inspector.Inspector

	words map[string]bool // see says
}

// gives says how a call gives a message back, nil if it does not: by a method of a
// known broker, or by Nack of what the loop around received the message from.
func (f *finder) gives(c inspector.Cursor) *knowledge.Trait {
	call := c.Node().(*ast.CallExpr)
	fn, _ := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if t := knowledge.TraitOf(fn, "gives-back"); t != nil {
		if len(t.Args) == 0 || len(call.Args) == fn.Signature().Params().Len() && f.isTrue(call.Args[t.Position(0)]) {
			return t
		}
		return nil
	}
	if (fn.Name() == "Nack" || fn.Name() == "Nak") && f.received(c) {
		return &knowledge.Trait{}
	}
	return nil
}

func (f *finder) isTrue(e ast.Expr) bool {
	v := f.pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// received reports whether the loop around a call takes a message from what the call
// is a method of, and hands back that message or a part of it.
func (f *finder) received(c inspector.Cursor) bool {
	call := c.Node().(*ast.CallExpr)
	broker := f.receiver(call)
	if broker == nil {
		return false
	}
	for at := range c.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := at.Node().(*ast.ForStmt)
		if !ok {
			return false
		}
		for a := range at.Preorder((*ast.AssignStmt)(nil)) {
			n := a.Node().(*ast.AssignStmt)
			taken, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
			if !ok || n.Pos() < loop.Body.Pos() || n.Pos() > call.Pos() || f.receiver(taken) != broker {
				continue
			}
			if m, ok := n.Lhs[0].(*ast.Ident); ok && slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return syntax.Mentions(f.pass.TypesInfo, e, f.pass.TypesInfo.ObjectOf(m)) }) {
				return true
			}
		}
	}
	return false
}

// receiver is the variable or field that a method is called on.
func (f *finder) receiver(call *ast.CallExpr) types.Object {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	switch x := ast.Unparen(sel.X).(type) {
	case *ast.Ident:
		return f.pass.TypesInfo.ObjectOf(x)
	case *ast.SelectorExpr:
		return f.pass.TypesInfo.ObjectOf(x.Sel)
	}
	return nil
}

// decodes reports whether a call makes sense of the bytes of a message.
func (f *finder) decodes(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	fn := f.sums.Callee(call)
	return fn != nil && knowledge.TraitOf(fn, "decodes") != nil
}

// handles reports whether a call handles a message: it is given more than a context,
// and does not wait for its turn, which fails where the consumer is told to stop.
func (f *finder) handles(call *ast.CallExpr) bool {
	if call == nil || f.sums.OfCall(call).Wait != nil {
		return false
	}
	if fn := f.sums.Callee(call); fn != nil && (strings.HasPrefix(fn.Name(), "Wait") || strings.HasPrefix(fn.Name(), "Acquire")) {
		return false
	}
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return !summary.IsContext(f.pass.TypesInfo.TypeOf(e)) })
}

// waits reports whether time passes before the message is given back, in the branch
// or in the loop around.
func (f *finder) waits(c inspector.Cursor, b *syntax.Failure) bool {
	if len(f.sums.Waits(b.Body)) > 0 {
		return true
	}
	for at := range c.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if loop, ok := at.Node().(*ast.ForStmt); ok {
			return len(f.sums.Waits(loop.Body)) > 0
		}
		break
	}
	return false
}

// counted reports whether something may know how often the message was delivered:
// the package speaks of it or, where the broker is not known, a condition around looks
// at a part of the message.
func (f *finder) counted(c inspector.Cursor, g *knowledge.Trait) bool {
	if g.Package != "" {
		return slices.ContainsFunc(knowledge.Traits(g.Package, "counts"), func(t knowledge.Trait) bool { return f.says(t.Member()) }) ||
			slices.ContainsFunc(knowledge.DeliveryHeaders, f.says)
	}
	for at := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for cond := range at.Preorder((*ast.IfStmt)(nil)) {
			found := false
			ast.Inspect(cond.Node().(*ast.IfStmt).Cond, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if ok {
					v, isField := f.pass.TypesInfo.ObjectOf(sel.Sel).(*types.Var)
					found = found || isField && v.IsField()
				}
				return !found
			})
			if found {
				return true
			}
		}
	}
	return false
}

// says reports whether the package names something, or holds it as a string.
func (f *finder) says(word string) bool {
	if f.words == nil {
		f.words = map[string]bool{}
		for c := range f.in.Root().Preorder((*ast.Ident)(nil), (*ast.BasicLit)(nil)) {
			switch n := c.Node().(type) {
			case *ast.Ident:
				f.words[n.Name] = true
			case *ast.BasicLit:
				f.words[strings.Trim(n.Value, "\"`")] = true
			}
		}
	}
	return f.words[word]
}
