package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// signature is the signature of what a call calls.
func (m *Package) signature(c *ast.CallExpr) (*types.Signature, bool) {
	return summary.TypeUnder[*types.Signature](m.info.TypeOf(c.Fun))
}

// operands are the arguments of a call and, for a method, its receiver.
func (m *Package) operands(c *ast.CallExpr) []ast.Expr {
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.info.Selections[sel] != nil {
		return append([]ast.Expr{sel.X}, c.Args...)
	}
	return c.Args
}

// isContextErr reports whether a call asks a context whether it ended.
func (m *Package) isContextErr(c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if ok && sel.Sel.Name == "Err" && len(c.Args) == 0 {
		return summary.IsContext(m.info.TypeOf(sel.X))
	}
	return ok && sel.Sel.Name == "Cause" && len(c.Args) == 1 && summary.IsContext(m.info.TypeOf(c.Args[0]))
}

// makesError reports whether a call only makes or wraps an error: it takes no
// part in what is attempted.
func (m *Package) makesError(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	if !ok || sig.Results().Len() != 1 || !summary.IsError(sig.Results().At(0).Type()) {
		return false
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt", "errors", "github.com/pkg/errors", "golang.org/x/xerrors", "google.golang.org/grpc/status", "github.com/cockroachdb/errors":
		return true
	}
	for _, a := range c.Args {
		if summary.IsError(m.info.TypeOf(a)) {
			return true // a helper that wraps what it is given
		}
	}
	return false
}

// passesNil reports whether a call that makes an error gives nil for nil.
func (m *Package) passesNil(c *ast.CallExpr) bool {
	fn := m.sums.Callee(c)
	return fn != nil && fn.Name() != "Errorf" && fn.Name() != "New"
}

// positive reports whether a question asked of an error or a response is
// answered yes when there is nothing wrong.
func (m *Package) positive(c *ast.CallExpr) bool {
	name := strings.ToLower(summary.LastName(c.Fun))
	for _, w := range [...]string{"ok", "success", "succeeded", "isnil", "noerror", "healthy", "accepted", "done"} {
		if strings.HasSuffix(name, w) {
			return true
		}
	}
	return false
}

// calls lists the calls of a region in source order, with the block and node
// that each stands in. Calls inside function literals, go and defer statements
// are left out: they are not part of the round.
func (r *region) calls() []placed {
	if r.byCall != nil {
		return r.all
	}
	r.byCall = map[*ast.CallExpr]placed{}
	for _, b := range r.order {
		if !b.Live {
			continue
		}
		for i, n := range b.Nodes {
			if !r.contains(n) {
				continue
			}
			walkNode(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt, *ast.DeferStmt:
					return false
				case *ast.CallExpr:
					if !r.u.m.info.Types[n.Fun].IsType() {
						p := placed{n, b.Index, i}
						r.all = append(r.all, p)
						r.byCall[n] = p
					}
				}
				return true
			})
		}
	}
	return r.all
}

// placed is a call and where it stands in the graph.
type placed struct {
	call  *ast.CallExpr
	block int32
	node  int
}

// signals reports whether a call tells by its result that it failed, and is not
// merely a question about a result.
func (m *Package) signals(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	if !ok || m.isContextErr(c) || m.makesError(c) || m.isBuiltin(c) {
		return false
	}
	how := summary.FailsBy(sig)
	if how == summary.CannotFail {
		return false
	}
	for _, a := range m.operands(c) {
		if t := m.info.TypeOf(a); summary.IsError(t) {
			return false
		}
	}
	if fn := m.sums.Callee(c); fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "errors", "strings", "bytes", "slices", "maps", "time", "strconv", "fmt", "context", "unicode", "reflect":
			return false
		}
		if m.sums.Of(fn).Wait != nil {
			return false
		}
	}
	return true
}

func (m *Package) isBuiltin(c *ast.CallExpr) bool {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = m.info.Uses[id].(*types.Builtin)
	return ok
}

// literal returns the function literal that a call runs: written in place, or
// the only one ever assigned to the variable that it names.
func (u *unit) literal(fun ast.Expr) *ast.FuncLit {
	switch f := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		return f
	case *ast.Ident:
		v, ok := u.m.info.Uses[f].(*types.Var)
		if !ok || v.IsField() {
			return nil
		}
		var lit *ast.FuncLit
		for _, d := range u.definitions()[v] {
			if d.rhs == nil {
				continue
			}
			l, ok := ast.Unparen(d.rhs).(*ast.FuncLit)
			if !ok || lit != nil {
				return nil
			}
			lit = l
		}
		return lit
	}
	return nil
}

// entry says what a call does.
func (u *unit) entry(c *ast.CallExpr) knowledge.Entry {
	if lit := u.literal(c.Fun); lit != nil {
		return knowledge.Entry{Place: u.placeWithin(lit.Body), Blocks: u.blocksWithin(lit.Body)}
	}
	if fn := u.value(c.Fun); fn != nil {
		return u.m.sums.Of(fn)
	}
	if sent := u.sent(c); sent != c {
		return u.entry(sent)
	}
	e := u.m.sums.OfCall(c)
	if e.Place == knowledge.PlaceUnknown {
		e.Place = u.m.guessPlace(c)
	}
	return e
}

// value is the function or method that a local variable stands for: the only one
// ever assigned to it.
func (u *unit) value(fun ast.Expr) *types.Func {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := u.m.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || u.isParam(v) {
		return nil
	}
	defs := u.definitions()[v]
	if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi {
		return nil
	}
	fn, _ := u.m.object(defs[0].rhs).(*types.Func)
	return fn
}

// callee is the function that a call names, by a local variable too.
func (u *unit) callee(c *ast.CallExpr) *types.Func {
	if fn := u.m.sums.Callee(c); fn != nil {
		return fn
	}
	return u.value(c.Fun)
}

// sent is the call that leaves the process where a chain of methods begins with
// it: client.Get(ctx, key) of client.Get(ctx, key).Result(). It is c itself for
// all others.
func (u *unit) sent(c *ast.CallExpr) *ast.CallExpr {
	if u.m.sums.OfCall(c).Place == knowledge.Remote {
		return c
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return c
	}
	inner, ok := callOf(sel.X)
	if !ok || u.m.info.Types[inner.Fun].IsType() {
		return c
	}
	if first := u.sent(inner); u.m.sums.OfCall(first).Place == knowledge.Remote {
		return first
	}
	return c
}

// initial is the function that a variable of package level is given where it is
// declared, as tests replace such variables but programs do not.
func (m *Package) initial(e ast.Expr) *types.Func {
	v, ok := m.object(e).(*types.Var)
	if !ok || v.Pkg() != m.pass.Pkg || v.Parent() != m.pass.Pkg.Scope() {
		return nil
	}
	for _, init := range m.info.InitOrder {
		if len(init.Lhs) == 1 && init.Lhs[0] == v {
			fn, _ := m.object(init.Rhs).(*types.Func)
			return fn
		}
	}
	return nil
}

// guessPlace decides where a call takes effect that nothing is known of. A
// concrete function without summary is local; one that takes a context, by an
// interface, is not known.
func (m *Package) guessPlace(c *ast.CallExpr) knowledge.Place {
	fn := m.sums.Callee(c)
	if fn == nil {
		if fn = m.initial(c.Fun); fn != nil {
			return m.sums.Of(fn).Place
		}
		// A value of a named function type that takes a context is an operation
		// of some protocol: grpc.UnaryInvoker, images.HandlerFunc.
		if _, named := types.Unalias(m.info.TypeOf(c.Fun)).(*types.Named); named && m.isOperation(c) {
			return knowledge.Remote
		}
		if m.isPredicate(c) {
			return knowledge.Local
		}
		return knowledge.PlaceUnknown
	}
	if summary.IsInterfaceMethod(fn) {
		if summary.FailsBy(fn.Signature()) != summary.ByError || strings.HasSuffix(strings.TrimSuffix(knowledge.ReceiverName(fn), "Expansion"), "Lister") || strings.Contains(knowledge.ReceiverName(fn), "NamespaceLister") {
			return knowledge.Local // an informer's cache, or a question that cannot fail
		}
		// So is a method of an interface that takes a context and can fail.
		if m.isOperation(c) {
			return knowledge.Remote
		}
		return knowledge.PlaceUnknown
	}
	if e := m.sums.Of(fn); e.Opaque || fn.Pkg() == m.pass.Pkg && m.isOperation(c) {
		return knowledge.PlaceUnknown
	}
	return knowledge.Local
}

// isPredicate reports whether a call asks a question of what it is given: it has
// arguments, none of them a context, and answers with a boolean alone.
func (m *Package) isPredicate(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	if !ok || sig.Params().Len() == 0 || sig.Results().Len() != 1 || summary.FailsBy(sig) != summary.ByBool {
		return false
	}
	for i := range sig.Params().Len() {
		if summary.IsContext(sig.Params().At(i).Type()) {
			return false
		}
	}
	return true
}

// isOperation reports whether a call hands on a context and can fail.
func (m *Package) isOperation(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	return ok && sig.Params().Len() > 0 && summary.IsContext(sig.Params().At(0).Type()) && summary.FailsBy(sig) == summary.ByError
}

// placeWithin is where the calls of a literal's body take effect.
func (u *unit) placeWithin(body ast.Node) knowledge.Place {
	place := knowledge.Local
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.CallExpr:
			switch u.entryOnce(n) {
			case knowledge.Remote:
				place = knowledge.Remote
			case knowledge.PlaceUnknown:
				if place == knowledge.Local && u.m.signals(n) {
					place = knowledge.PlaceUnknown
				}
			}
		}
		return place != knowledge.Remote
	})
	return place
}

// entryOnce is the place of a call by its callee alone, so that literals that
// call each other end.
func (u *unit) entryOnce(c *ast.CallExpr) knowledge.Place {
	if u.m.isBuiltin(c) || u.m.info.Types[c.Fun].IsType() {
		return knowledge.Local
	}
	e := u.m.sums.OfCall(c)
	if e.Place == knowledge.PlaceUnknown {
		return u.m.guessPlace(c)
	}
	return e.Place
}

// blocksWithin reports whether a literal's body runs for as long as a
// connection lives.
func (u *unit) blocksWithin(body *ast.BlockStmt) bool {
	blocks := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			blocks = blocks || u.m.sums.OfCall(n).Blocks
		case *ast.RangeStmt:
			_, isChan := summary.TypeUnder[*types.Chan](u.m.info.TypeOf(n.X))
			blocks = blocks || isChan
		}
		return !blocks
	})
	return blocks
}

// connects reports whether a call's name says that it sets up or serves
// something long-lived. It only tells reconnecting from periodic work, which
// have the same shape.
func connects(name string) bool {
	for word := range words(name) {
		switch word {
		case "connect", "reconnect", "connection", "dial", "redial", "watch", "rewatch", "subscribe", "resubscribe", "subscription",
			"session", "stream", "listen", "serve", "consume", "receive", "attach", "tail", "follow", "handshake", "login", "establish",
			"keepalive", "tunnel", "rejoin", "join", "register", "sse":
			return true
		}
	}
	return false
}

// words splits a Go name at its capital letters and yields the parts in lower
// case.
func words(name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i := 1; i <= len(name); i++ {
			if i < len(name) && !('A' <= name[i] && name[i] <= 'Z' && (name[i-1] < 'A' || name[i-1] > 'Z')) {
				continue
			}
			if !yield(strings.ToLower(name[start:i])) {
				return
			}
			start = i
		}
	}
}

// attempt describes a call as an attempt.
func (u *unit) attempt(c *ast.CallExpr) Attempt {
	c = u.sent(c)
	a := Attempt{Call: c, Callee: u.callee(c), Entry: u.entry(c)}
	if lit := u.literal(c.Fun); lit != nil {
		a.Literal = lit.Body
	}
	a.Place = a.Entry.Place
	for _, arg := range u.m.operands(c) {
		if summary.IsContext(u.m.info.TypeOf(arg)) {
			a.Ctx = arg
			break
		}
	}
	return a
}

// usesAny reports whether an expression mentions one of the variables.
func (m *Package) usesAny(e ast.Node, objs map[types.Object]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && objs[m.info.Uses[id]] {
			found = true
		}
		return !found
	})
	return found
}

// isBackground reports whether a context expression is one that nothing can
// cancel.
func (u *unit) isBackground(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := u.m.sums.Callee(e)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			return false
		}
		switch fn.Name() {
		case "Background", "TODO", "WithoutCancel":
			return true
		case "WithValue":
			return u.isBackground(e.Args[0])
		}
	case *ast.Ident:
		obj := u.m.object(e)
		if v, ok := obj.(*types.Var); !ok || v.IsField() || u.isParam(v) {
			return false
		}
		defs := u.definitions()[obj]
		for _, d := range defs {
			if d.rhs == nil || d.multi || !u.isBackground(d.rhs) || d.tok == token.RANGE {
				return false
			}
		}
		return len(defs) > 0
	}
	return false
}

// endsOf says what ends a context: Ctx where somebody else can cancel it,
// Elapsed where this function gives it a deadline.
func (u *unit) endsOf(ctx ast.Expr) knowledge.Bound {
	if u.isBackground(ctx) {
		return 0
	}
	ends := knowledge.Ctx
	for _, d := range u.definitions()[u.m.object(ctx)] {
		c, ok := callOf(d.rhs)
		if !ok || len(c.Args) == 0 {
			continue
		}
		fn := u.m.sums.Callee(c)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			continue
		}
		if u.isBackground(c.Args[0]) {
			ends = 0
		}
		if strings.HasPrefix(fn.Name(), "WithTimeout") || strings.HasPrefix(fn.Name(), "WithDeadline") {
			ends |= knowledge.Elapsed
		}
	}
	return ends
}

// isParam reports whether a variable is a parameter of the declared function or
// of a literal in it: it has no assignment of its own that says where it comes
// from.
func (u *unit) isParam(v *types.Var) bool {
	params := u.m.params[u.root]
	if params == nil {
		params = u.m.collectParams(u.root)
		u.m.params[u.root] = params
	}
	return params[v]
}

// collectParams lists the parameters of a function and of the literals in it.
func (m *Package) collectParams(root ast.Node) map[types.Object]bool {
	params := map[types.Object]bool{}
	add := func(ft *ast.FuncType) {
		for _, f := range ft.Params.List {
			for _, name := range f.Names {
				params[m.info.Defs[name]] = true
			}
		}
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Type)
		case *ast.FuncLit:
			add(n.Type)
		}
		return true
	})
	return params
}
