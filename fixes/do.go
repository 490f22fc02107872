package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// plain is the body of a loop that calls an operation until it succeeds, and
// does nothing else but wait.
type plain struct {
	op    *ast.CallExpr
	value *types.Var // what the operation returns before its error; nil if nothing
	err   *types.Var
	done  ast.Stmt // the return or break after a success
}

// readPlain reads the body of the loop: an assignment of what the operation
// returns, and a test that leaves the loop if the error is nil. Nil if there is
// more, or less.
func (r *rewrite) readPlain() *plain {
	var attempt ast.Stmt
	before := syntax.Preceding(r.body, r.p.stmt)
	if len(before) == 0 || r.next != nil {
		return nil
	}
	test, ok := before[len(before)-1].(*ast.IfStmt)
	switch {
	case !ok || test.Else != nil || len(test.Body.List) != 1 || r.counter != nil:
		return nil
	case len(before) == 1:
		attempt = test.Init
	case len(before) == 2 && test.Init == nil:
		attempt = before[0]
	}
	a, ok := attempt.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return nil
	}
	l := &plain{done: test.Body.List[0]}
	if l.op, ok = a.Rhs[0].(*ast.CallExpr); !ok || !r.returnsError(l.op) {
		return nil
	}
	for i, e := range a.Lhs {
		id, _ := e.(*ast.Ident)
		v, ok := r.p.f.pass.TypesInfo.ObjectOf(id).(*types.Var)
		switch {
		case !ok || len(r.uses(v, l.op)) > 0:
			return nil
		case i == len(a.Lhs)-1:
			l.err = v
		default:
			l.value = v
		}
	}
	if r.p.nilTest(test.Cond, l.err) != token.EQL || !r.isExit(l.done) {
		return nil
	}
	return l
}

// isExit reports whether a statement leaves the loop.
func (r *rewrite) isExit(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		l, labelled := r.outer().(*ast.LabeledStmt)
		return s.Tok == token.BREAK && (s.Label == nil || labelled && s.Label.Name == l.Label.Name)
	}
	return false
}

// returnsError reports whether a call returns an error, also behind one other
// value. A type that only implements error is another one: its nil is none of
// error.
func (r *rewrite) returnsError(c *ast.CallExpr) bool {
	t := r.p.f.pass.TypesInfo.TypeOf(c)
	if tuple, ok := t.(*types.Tuple); ok {
		if tuple.Len() != 2 {
			return false
		}
		t = tuple.At(1).Type()
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// call makes the loop a call of retry.Do or retry.DoValue: what is returned, where
// the function returns just that, and else an assignment in the loop's place.
func (r *rewrite) call() []analysis.TextEdit {
	l := r.plain
	outer, okOuter := r.p.src.Indent(r.outer().Pos())
	indent, ok := r.p.src.Indent(r.loop.Pos())
	if l == nil || !ok || !okOuter {
		return nil
	}
	name := "Do"
	if l.value != nil {
		name = "DoValue"
	}
	head, edits, ok := r.head(name)
	op, ctx := r.attempt()
	literal, more, okLiteral := r.literal(ctx)
	if !ok || !okLiteral {
		return nil
	}
	if r.ctx != "" {
		edits = append(edits, more...) // else the context itself needed it
	}
	in := "\n" + indent
	call := head + ", " + literal + " {" + in + "\treturn " + op + in + "})"

	text, end, dead := r.inPlace(call, in)
	if text == "" {
		return nil
	}
	// A label stands to the left of its loop.
	edits = append(edits, draft.Replace(r.outer().Pos(), end, strings.TrimPrefix(indent, outer)+text))
	for _, v := range dead {
		edits = r.without(edits, r.declaration(v))
	}
	return r.without(edits, r.delay)
}

// attempt is the call of the operation, as source, and the name of the context
// that it takes from package retry: "" if it takes none. That context stands for
// the one that the retry runs under, or for one that nothing cancels where there
// is none.
func (r *rewrite) attempt() (call, ctx string) {
	var given []ast.Expr
	ast.Inspect(r.plain.op, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || !summary.IsContext(r.p.f.pass.TypesInfo.TypeOf(e)) || !r.isOuter(e) {
			return true
		}
		given = append(given, e)
		return false
	})
	if len(given) == 0 {
		return r.p.src.Of(r.plain.op), ""
	}
	if ctx = r.ctx; !isName(given[0]) || strings.Contains(ctx, ".") {
		if ctx = r.p.free("ctx", "attemptCtx"); ctx == "" {
			return r.p.src.Of(r.plain.op), ""
		}
	}
	at := r.plain.op.Pos()
	for _, e := range given {
		call += r.p.src.Between(at, e.Pos()) + ctx
		at = e.End()
	}
	return call + r.p.src.Between(at, r.plain.op.End()), ctx
}

// isOuter reports whether an expression is the context that the retry runs under.
func (r *rewrite) isOuter(e ast.Expr) bool {
	if r.ctx != "" {
		return r.p.src.Of(e) == r.ctx
	}
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := callee(r.p.f.pass.TypesInfo, c).(*types.Func)
	return ok && (fn.FullName() == "context.Background" || fn.FullName() == "context.TODO")
}

// literal is the head of the function that is called again, and what to add for
// it. ctx is the name of its context, if it uses that.
func (r *rewrite) literal(ctx string) (string, []analysis.TextEdit, bool) {
	param, edits, ok := r.p.use("context", "Context", "context")
	if !ok {
		return "", nil, false
	}
	if ctx != "" {
		param = ctx + " " + param
	}
	result := "error"
	if r.plain.value != nil {
		value := r.p.f.pass.TypesInfo.TypeOf(r.plain.op).(*types.Tuple).At(0).Type()
		named := true
		result = "(" + types.TypeString(value, func(pkg *types.Package) string {
			if pkg == r.p.f.pass.Pkg {
				return ""
			}
			q, imported := r.p.imported(pkg.Path())
			named = named && imported
			return q
		}) + ", error)"
		if !named || !types.Identical(value, r.plain.value.Type()) {
			return "", nil, false
		}
	}
	return "func(" + param + ") " + result, edits, true
}

// inPlace is what stands in the place of the loop, and where that ends. The dead
// variables are those whose declarations nothing needs any more.
func (r *rewrite) inPlace(call, in string) (text string, end token.Pos, dead []*types.Var) {
	l := r.plain
	after := r.p.after(r.outer())
	var ret *ast.ReturnStmt
	if len(after) > 0 {
		ret, _ = after[0].(*ast.ReturnStmt)
	}
	success, returns := l.done.(*ast.ReturnStmt)
	vars := []*types.Var{l.err}
	if l.value != nil {
		vars = []*types.Var{l.value, l.err}
	}

	direct := (!returns || r.hands(success, vars, true)) && (ret != nil && r.hands(ret, vars, false) || len(after) == 0 && r.gives == "return "+l.err.Name())
	if direct {
		end = r.outer().End()
		if ret != nil {
			end = ret.End()
		}
		for _, v := range vars {
			if r.declaration(v) != nil && len(r.uses(v, r.p.fn)) == r.usesBetween(v, r.outer().Pos(), end) {
				dead = append(dead, v)
			}
		}
		return "return " + call, end, dead
	}

	names := make([]string, len(vars))
	inner := 0
	for i, v := range vars {
		names[i] = v.Name()
		if v.Pos() > r.outer().Pos() {
			inner++
		} else if r.declaration(v) != nil && r.usesBetween(v, r.p.body.Pos(), r.outer().Pos()) == 0 {
			inner++
			dead = append(dead, v)
		}
	}
	assign := " = "
	switch inner {
	case 0:
	case len(vars):
		assign = " := "
	default:
		return "", 0, nil
	}
	text, end = strings.Join(names, ", ")+assign+call, r.outer().End()
	switch {
	case !returns:
		return text, end, dead
	case len(success.Results) == 0 && len(after) == 0:
		return "", 0, nil // nothing asks for the error
	}
	err, leave := l.err.Name(), r.p.src.Of(success)
	switch {
	case ret != nil:
		return text + in + "if " + err + " != nil {" + in + "\t" + r.p.src.Of(ret) + in + "}" + in + leave, ret.End(), dead
	case r.gives != "":
		return text + in + "if " + err + " != nil {" + in + "\t" + r.gives + in + "}" + in + leave, end, dead
	}
	return text + in + "if " + err + " == nil {" + in + "\t" + leave + in + "}", end, dead
}

// hands reports whether a return statement returns just some variables, the last
// of them, the error, as nil after a success.
func (r *rewrite) hands(ret *ast.ReturnStmt, vars []*types.Var, success bool) bool {
	info := r.p.f.pass.TypesInfo
	if len(ret.Results) != len(vars) {
		return false
	}
	for i, e := range ret.Results {
		id, _ := e.(*ast.Ident)
		if i == len(vars)-1 && success && info.Types[e].IsNil() {
			continue
		}
		if id == nil || info.Uses[id] != types.Object(vars[i]) {
			return false
		}
	}
	return true
}

// declaration is a statement before the loop, in the same list, that does nothing
// but declare a variable of which there is nothing to say.
func (r *rewrite) declaration(v *types.Var) ast.Stmt {
	for _, s := range syntax.Preceding(r.parent(), r.outer()) {
		d, ok := s.(*ast.DeclStmt)
		if !ok {
			continue
		}
		decl := d.Decl.(*ast.GenDecl)
		if decl.Tok != token.VAR || decl.Doc != nil || len(decl.Specs) != 1 {
			continue
		}
		if spec := decl.Specs[0].(*ast.ValueSpec); len(spec.Names) == 1 && len(spec.Values) == 0 && r.p.f.pass.TypesInfo.Defs[spec.Names[0]] == types.Object(v) {
			return s
		}
	}
	return nil
}

// usesBetween counts the uses of a variable between two positions of the function.
func (r *rewrite) usesBetween(v *types.Var, from, to token.Pos) int {
	n := 0
	for _, id := range r.uses(v, r.p.fn) {
		if from <= id.Pos() && id.Pos() < to {
			n++
		}
	}
	return n
}
