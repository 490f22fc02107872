package site

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/policy"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// fact carries the retriers of a package, and the functions that retry
// something remote by themselves, to its importers.
type fact struct{ Rows []row }

// row is one function of a fact.
type row struct {
	Name    string // Func or Type.Method
	Retrier *knowledge.Retrier
	Retries *retries
}

// retries says that a function retries something remote.
type retries struct {
	Attempts int64 // 0 is without limit, or a limit that is not constant
	Layers   []int64
	Chain    []string
}

func (*fact) AFact() {}

func (f *fact) String() string {
	var b strings.Builder
	for _, r := range f.Rows {
		if r.Retrier != nil {
			fmt.Fprintf(&b, "%s retries its parameter %d (attempts %d, %s, jitter %s, bound %s) ", r.Name, r.Retrier.Op, r.Retrier.Attempts, r.Retrier.Shape, r.Retrier.Jitter, r.Retrier.Bound)
		}
		if r.Retries != nil {
			fmt.Fprintf(&b, "%s retries (attempts %d, %s) ", r.Name, r.Retries.Attempts, strings.Join(r.Retries.Chain, " > "))
		}
	}
	return strings.TrimSpace(b.String())
}

// exportedChain is how many calls may lie between an exported function and the
// retry that it makes, for importers to hear of it. Further away, other code
// than the caller's decides.
const exportedChain = 3

// importsRetries reports whether a package that this one imports has functions
// that retry, by its fact or as a client.
func importsRetries(m *flow.Package) bool {
	for _, imp := range m.Pass.Pkg.Imports() {
		var f fact
		if knowledge.HasClients(imp.Path()) || m.Pass.ImportPackageFact(imp, &f) {
			return true
		}
	}
	return false
}

// leaves reports whether a part of a function may do something that makes it matter
// to importers as a site: call what leaves the process, or a function that somebody
// gave it.
func leaves(m *flow.Package, n ast.Node) bool {
	given := func(e ast.Expr) bool { // a function is a parameter
		v, ok := m.Object(e).(*types.Var)
		if !ok || v.Kind() != types.ParamVar {
			return false
		}
		_, ok = summary.TypeUnder[*types.Signature](v.Type())
		return ok
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt: // to who makes the request
			found = true
		case *ast.CallExpr:
			if world.IsBuiltin(m, n) || m.Info.Types[n.Fun].IsType() {
				break
			}
			place := m.Sums.OfCall(n).Place
			found = found || place == knowledge.Remote || place == knowledge.OfParameter ||
				m.Sums.Callee(n) == nil && (given(n.Fun) || slices.ContainsFunc(n.Args, given))
		}
		return !found
	})
	return found
}

// export publishes the package's retriers and retrying functions.
func export(m *flow.Package) {
	rows := map[string]*row{}
	at := func(fn *types.Func) *row {
		name := knowledge.FuncName(fn)
		if rows[name] == nil {
			rows[name] = &row{Name: name}
		}
		return rows[name]
	}
	for fn, r := range ModelOf(m).retriers {
		at(fn).Retrier = r
	}
	if len(ModelOf(m).Sites) > 0 || importsRetries(m) {
		for _, fn := range m.Sums.Exported() {
			if in := retriesOf(m, fn); in != nil && len(in.Chain) <= exportedChain {
				at(fn).Retries = &retries{in.Attempts, in.Layers, in.Chain}
			}
		}
		for _, fn := range m.Sums.InterfaceMethods() {
			if in := retriesOf(m, m.Sums.Implementation(fn)); in != nil && len(in.Chain) <= exportedChain {
				at(fn).Retries = &retries{in.Attempts, in.Layers, in.Chain}
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	f := &fact{}
	for _, r := range rows {
		f.Rows = append(f.Rows, *r)
	}
	slices.SortFunc(f.Rows, func(a, b row) int { return strings.Compare(a.Name, b.Name) })
	m.Pass.ExportPackageFact(f)
}

// rowOf is what the fact of another package says of one of its functions.
func rowOf(m *flow.Package, fn *types.Func) row {
	pkg := fn.Pkg()
	if pkg == nil || pkg == m.Pass.Pkg {
		return row{}
	}
	rows, ok := ModelOf(m).imported[pkg]
	if !ok {
		var f fact
		rows = map[string]row{}
		if summary.Imports(m.Pass.Pkg, pkg) && m.Pass.ImportPackageFact(pkg, &f) {
			for _, r := range f.Rows {
				rows[r.Name] = r
			}
		}
		ModelOf(m).imported[pkg] = rows
	}
	return rows[knowledge.FuncName(fn)]
}

// helpers finds the calls that hand a function to a retrier. A function that
// hands on its own parameter is a retrier too, so the search is repeated until
// it finds no new one.
func helpers(m *flow.Package) {
	seen := map[*ast.CallExpr]bool{}
	for range 4 {
		if len(ModelOf(m).retriers) == 0 && !importsRetriers(m) {
			return
		}
		before := len(ModelOf(m).retriers)
		for _, file := range m.Pass.Files {
			for _, root := range world.Roots(m, file) {
				helperCalls(m, root, seen)
			}
		}
		if len(ModelOf(m).retriers) == before {
			return
		}
	}
}

// importsRetriers reports whether a package that this one imports has retriers.
func importsRetriers(m *flow.Package) bool {
	for _, imp := range m.Pass.Pkg.Imports() {
		if knowledge.HasRetriers(imp.Path()) {
			return true
		}
		var f fact
		if m.Pass.ImportPackageFact(imp, &f) {
			return true
		}
	}
	return false
}

func helperCalls(m *flow.Package, root *flow.Unit, seen map[*ast.CallExpr]bool) {
	var kept token.Pos // the end of a literal that is for later
	var stack []ast.Node
	ast.Inspect(root.Body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if lit, ok := n.(*ast.FuncLit); ok && !handedOver(stack) {
			kept = max(kept, lit.End())
		}
		c, ok := n.(*ast.CallExpr)
		if !ok || seen[c] {
			return true
		}
		r := RetrierOf(m, m.Sums.Callee(c))
		if r == nil || r.Op == LoopBody || r.Op >= len(c.Args) {
			return true
		}
		seen[c] = true
		if s := helperSite(m, root, c, r); s != nil {
			s.InLiteral = s.InLiteral || c.Pos() < kept
			ModelOf(m).Sites = append(ModelOf(m).Sites, s)
		}
		return true
	})
}

// handedOver reports whether a literal, the top of a stack of nodes, is called
// where it stands or given to a function that may call it: not one that is
// returned, stored or run by a goroutine.
func handedOver(stack []ast.Node) bool {
	n := len(stack)
	if n < 3 {
		return false
	}
	_, called := stack[n-2].(*ast.CallExpr)
	_, apart := stack[n-3].(*ast.GoStmt)
	return called && !apart
}

// helperSite describes a call of a retrier.
func helperSite(m *flow.Package, u *flow.Unit, c *ast.CallExpr, r *knowledge.Retrier) *Site {
	s := newSite(m, u, c)
	s.Kind, s.Retrier = Helper, m.Sums.Callee(c)
	var op ast.Expr
	if r.Op >= 0 {
		op = c.Args[r.Op]
	}
	s.Known, s.Op = r, op
	handsOn(m, u, c, r, op)
	s.Attempts = opAttempts(m, u, op)
	s.Place = placeOf(s.Attempts)
	if lit := world.Literal(u, op); lit != nil && len(s.Attempts) == 0 {
		s.Place = world.PlaceWithin(u, lit.Body) // it only asks what is in memory
		if s.Place == knowledge.Local {
			s.Safe.Verdict = Idempotent
		}
	}
	p := policy.At(m, u, c, r)
	s.Bound, s.Max = p.Bound, int64(p.Attempts)
	if r.Ctx >= 0 && r.Ctx < len(c.Args) {
		switch arg := c.Args[r.Ctx]; {
		case s.Bound&knowledge.Ctx != 0:
			s.Bound = s.Bound&^knowledge.Ctx | world.EndsOf(u, arg)
		case m.Sums.IsDone(arg) != nil && s.Bound&knowledge.Stop != 0:
			s.Bound = s.Bound&^knowledge.Stop | knowledge.Ctx
		}
	}
	s.Bound = classBound(m, u, s.Bound, r, c, op)
	if s.Bound&knowledge.ErrorClass != 0 && hasLiveContext(m, u, s, r, c, op) {
		s.Bound |= knowledge.Ctx
	}
	if r.Max > 0 && r.Max <= len(c.Args) {
		if n, ok := world.Constant(u, c.Args[r.Max-1]); ok && n > 0 {
			s.Max = n
		}
	}
	s.Limit = policy.LimitAt(m, u, c, r, s.Max)
	s.Delay = Delay{Shape: p.Shape, Capped: p.Capped, Jitter: p.Jitter, Highest: policy.Highest(p), First: float64(p.First), Factor: p.Factor}
	if p.Shape == knowledge.Constant {
		s.Delay.Constant = p.First
	}
	if p.Wait != knowledge.NoWait {
		s.Wait = &summary.Wait{Node: c, Call: c, Kind: p.Wait}
		if p.Cancel {
			s.Wait.Cancel = knowledge.Ctx
		}
	}
	s.Reach = ReachAt(u, c.Pos())
	judgeSafety(m, u, nil, s)
	if r.Conflict {
		s.Safe.Verdict = Idempotent
	}
	return s
}

// classBound says whether errors of some class end a retried operation: for a
// poll any error that the operation gives back, for others one that it marks as
// permanent.
func classBound(m *flow.Package, u *flow.Unit, b knowledge.Bound, r *knowledge.Retrier, c *ast.CallExpr, op ast.Expr) knowledge.Bound {
	lit := world.Literal(u, op)
	if lit == nil || ModelOf(m).retriers[m.Sums.Callee(c)] == r {
		return b // of an own retrier the loop itself was looked at
	}
	fails := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if k := len(n.Results); k > 0 && r.Poll {
				last := n.Results[k-1]
				fails = fails || summary.IsError(m.Info.TypeOf(last)) && !m.Info.Types[last].IsNil() || k == 1 && returnsPair(m, n.Results[0])
			}
		case *ast.CallExpr:
			fails = fails || !r.Poll && knowledge.EndsRetries(summary.LastName(n.Fun))
		}
		return true
	})
	if fails {
		return b | knowledge.ErrorClass
	}
	if r.Poll {
		return b &^ knowledge.ErrorClass
	}
	return b
}

// returnsPair reports whether an expression is a call that gives back an answer
// and an error.
func returnsPair(m *flow.Package, e ast.Expr) bool {
	c, ok := world.CallOf(e)
	if !ok {
		return false
	}
	sig, ok := world.Signature(m, c)
	return ok && sig.Results().Len() == 2 && summary.FailsBy(sig) == summary.ByError
}

// hasLiveContext reports whether an attempt gets a context that somebody can
// cancel. One that the retried function is given is the retrier's own.
func hasLiveContext(m *flow.Package, u *flow.Unit, s *Site, r *knowledge.Retrier, c *ast.CallExpr, op ast.Expr) bool {
	for _, a := range s.Attempts {
		if a.Ctx == nil || world.IsBackground(u, a.Ctx) {
			continue
		}
		obj := m.Object(a.Ctx)
		if obj == nil || op == nil || obj.Pos() < op.Pos() || obj.Pos() >= op.End() {
			return true
		}
		if r.Ctx >= 0 && r.Ctx < len(c.Args) && !world.IsBackground(u, c.Args[r.Ctx]) {
			return true
		}
	}
	return false
}

// handsOn records the function around a call as a retrier if the operation that
// the call retries is the function's own parameter.
func handsOn(m *flow.Package, u *flow.Unit, c *ast.CallExpr, r *knowledge.Retrier, op ast.Expr) {
	if u.Fn == nil || op == nil || ModelOf(m).retriers[u.Fn] != nil {
		return
	}
	sig := u.Fn.Signature()
	i := summary.ParamIndex(m.Info, sig, op)
	if lit := world.Literal(u, op); i < 0 && lit != nil {
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			if x, ok := n.(*ast.CallExpr); ok && i < 0 {
				i = summary.ParamIndex(m.Info, sig, x.Fun)
			}
			return i < 0
		})
	}
	if i < 0 {
		return
	}
	outer := &knowledge.Retrier{Op: i, Ctx: -1, Policy: policy.At(m, u, c, r), Poll: r.Poll, Conflict: r.Conflict}
	if outer.Wait != knowledge.NoWait {
		outer.Wait = knowledge.Library // what waits is the retrier inside
	}
	if r.Ctx >= 0 && r.Ctx < len(c.Args) {
		outer.Bound = outer.Bound&^knowledge.Ctx | outer.Bound&knowledge.Ctx&world.EndsOf(u, c.Args[r.Ctx]) | world.EndsOf(u, c.Args[r.Ctx])&knowledge.Elapsed
		outer.Ctx = summary.ParamIndex(m.Info, sig, c.Args[r.Ctx])
	}
	outer.Deaf = outer.Ctx < 0 && handsOnDeaf(u, c, r)
	if r.Interval > 0 && r.Interval <= len(c.Args) {
		outer.Interval = summary.ParamIndex(m.Info, sig, c.Args[r.Interval-1]) + 1
	}
	if r.Max > 0 && r.Max <= len(c.Args) {
		outer.Max = summary.ParamIndex(m.Info, sig, c.Args[r.Max-1]) + 1
		if n, ok := world.Constant(u, c.Args[r.Max-1]); ok {
			if n == 1 {
				return // calls it once
			}
			outer.Attempts = int(n)
		}
	}
	ModelOf(m).retriers[u.Fn] = outer
}

// handsOnDeaf reports whether nothing can end the wait of a retrier that a function
// hands its own parameter to: the retrier listens to nothing, or is given a context that
// never ends, and the function has none in reach.
func handsOnDeaf(u *flow.Unit, c *ast.CallExpr, r *knowledge.Retrier) bool {
	if in := reach(u, c.Pos(), nil); in.live() || r.Wait == knowledge.NoWait {
		return false
	}
	if r.Ctx >= 0 && r.Ctx < len(c.Args) {
		return world.IsBackground(u, c.Args[r.Ctx])
	}
	return r.Deaf
}

// opAttempts are the attempts that a retried operation makes: the calls in a
// literal or in a function of this package that can fail, or the function
// itself.
func opAttempts(m *flow.Package, u *flow.Unit, op ast.Expr) []world.Attempt {
	if op == nil {
		return nil
	}
	var out []world.Attempt
	if lit := world.Literal(u, op); lit != nil {
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if ok && !m.Info.Types[c.Fun].IsType() && world.Signals(m, c) {
				out = append(out, world.AttemptOf(u, c))
			}
			return true
		})
		return out
	}
	if fn, ok := m.Object(op).(*types.Func); ok {
		e := m.Sums.Of(fn)
		call := &ast.CallExpr{Fun: op, Lparen: op.End(), Rparen: op.End()}
		return []world.Attempt{{Call: call, Callee: fn, Entry: e, Place: e.Place}}
	}
	if c, ok := world.CallOf(op); ok { // a wrapper that gives the operation back
		for _, a := range c.Args {
			out = append(out, opAttempts(m, u, a)...)
			out = append(out, remoteMethods(m, a)...)
		}
		if place := m.Sums.PlaceOfFunc(op); len(out) == 0 && place.Leaves() { // a function that makes it
			out = append(out, world.Attempt{Call: c, Callee: m.Sums.Callee(c), Entry: knowledge.Entry{Place: place}, Place: place})
		}
	}
	return out
}

// remoteMethods are the operations of a client that is handed to a wrapper, as
// a remotes.Fetcher is.
func remoteMethods(m *flow.Package, e ast.Expr) []world.Attempt {
	iface, ok := summary.TypeUnder[*types.Interface](m.Info.TypeOf(e))
	if !ok {
		return nil
	}
	for fn := range iface.Methods() {
		entry := knowledge.Lookup(fn)
		if entry.Place == knowledge.Remote {
			call := &ast.CallExpr{Fun: e, Lparen: e.End(), Rparen: e.End()}
			return []world.Attempt{{Call: call, Callee: fn, Entry: entry, Place: entry.Place}}
		}
	}
	return nil
}
