package exchange

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// round is code that runs in each attempt of a site: the loop itself, or the
// whole body of a function that an attempt runs.
type round struct {
	r *flow.Region
	// attempt is the call of the site that runs the function; nil for the site's
	// own code.
	attempt *ast.CallExpr
	// loopsOn is what the last result of the attempt is, a flag, where the loop goes
	// on; Anything if that does not decide it.
	loopsOn world.Value
	// next is the call by which a recursion makes the next attempt.
	next *ast.CallExpr
	// loop is set where the next attempt begins at the region's head.
	loop bool
	// again is set where a function says by (false, nil) that it wants to be
	// called again, and ends by an error.
	again bool
}

// node is the syntax that holds the code.
func (f round) node() ast.Node {
	if _, ok := f.r.Node.(*ast.LabeledStmt); ok {
		return f.r.U.Body // a goto's cycle goes beyond its label's statement
	}
	return f.r.Node
}

// maxRounds bounds how many function bodies are followed for one site.
const maxRounds = 12

// rounds lists the code that a site runs in each attempt: its own, and the
// functions of this package that its attempts call, two calls deep.
func rounds(m *flow.Package, s *site.Site) []round {
	var out []round
	seen := map[ast.Node]bool{}
	add := func(u *flow.Unit, f round) bool {
		if u == nil || seen[u.Node] || len(out) >= maxRounds {
			return false
		}
		seen[u.Node] = true
		if f.r = world.Whole(m, u); f.r == nil {
			return false
		}
		out = append(out, f)
		return true
	}
	callees := func(c *ast.CallExpr) {
		fn := world.BodyOf(m, m.Sums.Callee(c))
		if fn == nil || !add(world.UnitOf(m, s.File, m.Sums.Decl(fn), fn), round{attempt: c, loopsOn: loopsOn(s.Region, c)}) {
			return
		}
		for _, inner := range world.Calls(out[len(out)-1].r) {
			if fn := world.BodyOf(m, m.Sums.Callee(inner.Call)); fn != nil && world.Signals(m, inner.Call) {
				add(world.UnitOf(m, s.File, m.Sums.Decl(fn), fn), round{attempt: c})
			}
		}
	}
	switch {
	case s.Region != nil:
		out = append(out, round{r: s.Region, loop: true})
		seen[s.Unit.Node] = true
	case s.Kind == site.Recursive:
		c, _ := s.Node.(*ast.CallExpr)
		add(s.Unit, round{next: c})
	case s.Op != nil:
		again := s.Known != nil && s.Known.Poll
		if lit := world.Literal(s.Unit, s.Op); lit != nil {
			add(s.Unit.Literal(lit), round{again: again})
		} else if fn, ok := m.Object(s.Op).(*types.Func); ok && world.BodyOf(m, fn) != nil {
			add(world.UnitOf(m, s.File, m.Sums.Decl(fn), fn), round{again: again})
		}
	}
	for _, a := range s.Attempts {
		if a.Literal != nil {
			if lit := world.Literal(s.Unit, a.Call.Fun); lit != nil {
				add(s.Unit.Literal(lit), round{attempt: a.Call})
			}
			continue
		}
		if s.Unit.Fn != nil && a.Callee == s.Unit.Fn {
			continue
		}
		callees(a.Call)
	}
	return out
}

// loopsOn is the value of a flag, the last result of a call, with which alone a loop
// goes on.
func loopsOn(r *flow.Region, c *ast.CallExpr) world.Value {
	if r == nil {
		return world.Anything
	}
	p, ok := world.PlacedCall(r, c)
	sig, known := world.Signature(r.U.M, c)
	if !ok || !known || sig.Results().Len() < 2 {
		return world.Anything
	}
	flag := keptBy(r, p, sig.Results().Len()-1)
	if flag == nil {
		return world.Anything
	}
	again := r.Leads()
	for _, b := range r.Order {
		cond, tag := world.Condition(r.U, b)
		if cond == nil || tag != nil || len(b.Succs) != 2 || again[b.Succs[0]] == again[b.Succs[1]] {
			continue
		}
		if asked, yes := asksFlag(r.U.M, cond, flag); asked {
			return world.BoolValue(yes == again[b.Succs[0]])
		}
	}
	return world.Anything
}

// asksFlag reports whether a condition asks a flag, perhaps beside other questions,
// and which answer makes for true.
func asksFlag(m *flow.Package, cond ast.Expr, flag *types.Var) (asked, yes bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		asked, yes = asksFlag(m, e.X, flag)
		return asked && e.Op == token.NOT, !yes
	case *ast.BinaryExpr:
		if e.Op != token.LAND && e.Op != token.LOR {
			return false, false
		}
		if asked, yes = asksFlag(m, e.X, flag); asked {
			return true, yes
		}
		return asksFlag(m, e.Y, flag)
	}
	return m.Object(cond) == flag, true
}

// answer is a call that gives back an HTTP response, and the variable that holds
// it.
type answer struct {
	flow.Placed
	resp  *types.Var // nil if the response is not kept
	index int        // of the response among the results
}

// responses lists the calls of a region that give back an HTTP response.
func responses(r *flow.Region) []answer {
	var out []answer
	for _, c := range world.Calls(r) {
		sig, ok := world.Signature(r.U.M, c.Call)
		if !ok {
			continue
		}
		for i := range sig.Results().Len() {
			if world.IsResponse(sig.Results().At(i).Type()) {
				out = append(out, answer{Placed: c, resp: keptBy(r, c, i), index: i})
				break
			}
		}
	}
	return out
}

// keptBy is the local variable that a result of a call is assigned to.
func keptBy(r *flow.Region, c flow.Placed, i int) *types.Var {
	var lhs []ast.Expr
	switch n := r.U.Graph.Blocks[c.Block].Nodes[c.Node].(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 && ast.Unparen(n.Rhs[0]) == ast.Expr(c.Call) {
			lhs = n.Lhs
		}
	case *ast.ValueSpec:
		if len(n.Values) == 1 && ast.Unparen(n.Values[0]) == ast.Expr(c.Call) {
			for _, id := range n.Names {
				lhs = append(lhs, id)
			}
		}
	}
	if i >= len(lhs) {
		return nil
	}
	v, ok := r.U.M.Object(lhs[i]).(*types.Var)
	if !ok || v.IsField() || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// client says where an HTTP response comes from.
type client uint8

const (
	foreign  client = iota // a library of which nothing is known
	plain                  // net/http, or what behaves like it
	patient                // a client that retries by itself and obeys Retry-After
	enclosed               // a function of this package that gives on what it got
)

// clientOf says where the response of a call comes from.
func clientOf(m *flow.Package, c *ast.CallExpr) client {
	fn := m.Sums.Callee(c)
	if fn != nil && fn.Pkg() != nil {
		path := fn.Pkg().Path()
		for _, lib := range [...]string{"go-retryablehttp", "sethgrid/pester", "gojek/heimdall"} {
			if strings.Contains(path, lib) {
				return patient
			}
		}
		if path == "net/http" {
			return plain
		}
		if world.BodyOf(m, fn) != nil && !isRoundTrip(fn) {
			return enclosed
		}
	}
	if sig, ok := world.Signature(m, c); ok && summary.SendsRequest(sig) {
		return plain
	}
	return foreign
}

func isRoundTrip(fn *types.Func) bool {
	return fn.Name() == "RoundTrip" && summary.SendsRequest(fn.Signature())
}

// opens reports whether whoever makes a call has to close the response that it
// gives back: it comes from net/http itself, or from a function of this package
// that does not close it.
func opens(m *flow.Package, c *ast.CallExpr, depth int) bool {
	switch clientOf(m, c) {
	case plain, patient:
		fn := m.Sums.Callee(c)
		return fn == nil || fn.Name() != "Head" // has no body
	case enclosed:
		fn := world.BodyOf(m, m.Sums.Callee(c))
		return depth < 3 && givesOpen(m, m.Sums.Decl(fn), depth+1)
	}
	return false
}

// givesOpen reports whether a function returns a response that it got and does
// not close.
func givesOpen(m *flow.Package, decl *ast.FuncDecl, depth int) bool {
	open := map[types.Object]bool{}
	closed := map[types.Object]bool{}
	given := map[types.Object]bool{}
	direct := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			if c, ok := world.CallOf(n.Rhs[0]); ok && len(n.Rhs) == 1 && !m.Info.Types[c.Fun].IsType() {
				for _, l := range n.Lhs {
					if t := m.Info.TypeOf(l); t != nil && world.IsResponse(t) && opens(m, c, depth) {
						open[m.Object(l)] = true
					}
				}
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
				if body, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok {
					closed[m.Object(body.X)] = true
				}
			}
			for _, a := range n.Args {
				if closesArgument(m, n, a, 0) {
					closed[world.RootOf(m, a)] = true
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				given[m.Object(e)] = true
				if c, ok := world.CallOf(e); ok && world.GivesResponse(m, c) && opens(m, c, depth) {
					direct = true
				}
			}
		}
		return true
	})
	for obj := range open {
		if obj != nil && given[obj] && !closed[obj] {
			return true
		}
	}
	return direct
}

// closesArgument reports whether a function closes a response or the body of one
// that it is given, or may do so: what is not known may.
func closesArgument(m *flow.Package, c *ast.CallExpr, arg ast.Expr, depth int) bool {
	t := m.Info.TypeOf(arg)
	if t == nil || !world.IsResponse(t) && !isBodyOfResponse(m, arg) {
		return false
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return !world.IsBuiltin(m, c)
	}
	switch fn.Pkg().Path() {
	case "io", "io/ioutil", "bufio", "encoding/json", "encoding/xml", "encoding/csv", "compress/gzip", "compress/zlib", "compress/flate",
		"fmt", "log", "log/slog", "net/http/httputil", "bytes", "strings", "errors", "mime/multipart", "hash", "encoding/binary":
		return fn.Name() == "NopCloser" // whoever gets it goes on with it
	}
	decl := m.Sums.Decl(fn)
	if decl == nil || depth > 2 {
		return true
	}
	i := slices.Index(c.Args, arg)
	sig := fn.Signature()
	if i < 0 || i >= sig.Params().Len() || sig.Variadic() && i >= sig.Params().Len()-1 {
		return true
	}
	v := sig.Params().At(i)
	uses := usesOf(m, decl.Body, v, depth+1)
	return uses.closes || uses.escapes
}

// isBodyOfResponse reports whether an expression is resp.Body.
func isBodyOfResponse(m *flow.Package, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Body" {
		return false
	}
	t := m.Info.TypeOf(sel.X)
	return t != nil && (world.IsResponse(t) || summary.IsNamed(t, "net/http", "Response"))
}

// uses says what code does with a response.
type uses struct {
	closes  bool // it closes the body
	escapes bool // it hands the response on, or keeps it where others see it
	reads   bool // it reads the body
}

// usesOf says what a piece of code does with a response, or with the body of one,
// that a variable holds. Literals count: they may run at any time.
func usesOf(m *flow.Package, root ast.Node, v *types.Var, depth int) uses {
	var u uses
	isBody := !world.IsResponse(v.Type())
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && m.Info.Uses[id] == v {
			useAt(m, id, stack, isBody, depth, &u)
		}
		stack = append(stack, n)
		return true
	})
	return u
}

// useAt judges one mention of a response by the nodes around it, the innermost
// last.
func useAt(m *flow.Package, id *ast.Ident, stack []ast.Node, isBody bool, depth int, u *uses) {
	var e ast.Expr = id
	next := func() ast.Node {
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if p, ok := n.(*ast.ParenExpr); ok {
				e = p
				continue
			}
			return n
		}
		return nil
	}
	n := next()
	if sel, ok := n.(*ast.SelectorExpr); ok && !isBody {
		if sel.Sel.Name != "Body" {
			return // a status, a header, a method of the response
		}
		isBody, e = true, sel
		n = next()
	}
	switch n := n.(type) {
	case *ast.SelectorExpr:
		u.closes = u.closes || n.Sel.Name == "Close"
		u.reads = u.reads || n.Sel.Name != "Close"
	case *ast.BinaryExpr: // a comparison with nil
	case *ast.CallExpr:
		switch {
		case closesArgument(m, n, e, depth):
			u.closes = true
		case isBody && !discards(m, n):
			u.reads = true
		}
	case *ast.AssignStmt:
		u.escapes = u.escapes || !slices.Contains(n.Lhs, e) && !allBlank(n.Lhs)
	case *ast.TypeSwitchStmt, *ast.ExprStmt:
	default:
		u.escapes = true
	}
}

// discards reports whether a call throws away what it reads.
func discards(m *flow.Package, c *ast.CallExpr) bool {
	for _, a := range c.Args {
		if name := summary.LastName(a); name == "Discard" {
			return true
		}
	}
	return false
}

func allBlank(exprs []ast.Expr) bool {
	for _, e := range exprs {
		if !flow.IsBlank(e) {
			return false
		}
	}
	return true
}
