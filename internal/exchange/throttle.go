package exchange

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Unheeded is an answer by which a server asks for patience, 429 or 503, that
// leads to the next attempt although nothing reads how long the server asks to
// wait, or nothing holds to it.
type Unheeded struct {
	Call   *ast.CallExpr // gave back the response
	At     ast.Node      // in the site: what looks at the status, or the attempt
	Status int64         // 503 if both lead to the next attempt
	// Decider is the name in the declaration of the function of this package that
	// says so; nil if the site looks at the status itself.
	Decider *ast.Ident
	// Logged is set where Retry-After stands in a log line or an error's text only.
	Logged bool
	// Misread is what is done to the Retry-After that is read, nil if none is.
	Misread *Misread
}

// throttles finds out whether a site repeats what a server refused for now
// without holding to the time that it asks for.
func throttles(m *flow.Package, s *site.Site, rounds []round) *Unheeded {
	if s.Known != nil && s.Known.Conflict || len(rounds) == 0 {
		return nil
	}
	for _, f := range rounds {
		for _, a := range responses(f.r) {
			got := unheeded(m, s, f, a)
			if got == nil {
				continue
			}
			reads, logs := readsRetryAfter(m, s, rounds)
			if !reads && s.Delay.Shape != knowledge.Server {
				got.Logged = logs
				return got
			}
			if got.Misread = misread(s); got.Misread != nil {
				return got
			}
		}
	}
	return nil
}

// unheeded says whether an answer of 503 or 429 leads to the next attempt.
func unheeded(m *flow.Package, s *site.Site, f round, a answer) *Unheeded {
	from := clientOf(m, a.Call)
	if a.resp == nil || from == patient {
		return nil
	}
	asks := f.asks(a.resp)
	explicit := namesThrottling(m, f, a.resp)
	if len(asks) == 0 || !explicit && (f.attempt == nil && s.Op == nil || !classNames(m, s)) || takesTurns(s, f, a) {
		return nil // whoever did not tell the codes apart did not think of servers that ask for patience
	}
	for _, status := range [...]int64{world.ServiceUnavailable, world.TooManyRequests} {
		if !f.repeatsOn(s, a, status) {
			continue
		}
		at := ast.Node(f.attempt)
		if f.attempt == nil {
			at = asks[0]
		}
		return &Unheeded{Call: a.Call, At: at, Status: status, Decider: decider(m, f, asks, s)}
	}
	return nil
}

// takesTurns reports whether each round asks a list of servers one after the
// other: what one of them says is not for the next.
func takesTurns(s *site.Site, f round, a answer) bool {
	if s.Region == nil {
		return false
	}
	c := f.attempt
	if c == nil {
		c = a.Call
	}
	for _, loop := range world.InnerLoops(s.Region) {
		rs, ok := loop.(*ast.RangeStmt)
		if !ok || rs.Value == nil || !flow.Within(c, rs.Body) {
			continue
		}
		if server := s.Unit.M.Object(rs.Value); server != nil && world.Mentions(s.Region, c, server) {
			return true
		}
	}
	return false
}

// decider is the declaration of the function that judges a response for a site:
// one that is given it.
func decider(m *flow.Package, f round, asks []ast.Node, s *site.Site) *ast.Ident {
	if f.attempt != nil {
		return nil
	}
	for _, n := range asks {
		if c, ok := n.(*ast.CallExpr); ok {
			if decl := m.Sums.Decl(world.BodyOf(m, m.Sums.Callee(c))); decl != nil && namesStatus(m, decl.Body) {
				return decl.Name
			}
		}
	}
	if decl, ok := f.r.U.Node.(*ast.FuncDecl); ok && s.Kind == site.Helper {
		return decl.Name
	}
	return nil
}

// repeatsOn reports whether an answer of some status leads to the next attempt,
// and one of 200 does not.
func (f round) repeatsOn(s *site.Site, a answer, status int64) bool {
	bad, sure := f.leadsOn(a, status)
	if !bad || !sure {
		return false
	}
	if f.loop && !s.Kind.Again() {
		return true // success leads on as well, at its time
	}
	good, sure := f.leadsOn(a, world.GoodStatus)
	return !good && sure
}

// leadsOn reports whether an answer of a status leads to the next attempt, and
// whether that is certain: all questions about the status could be answered.
func (f round) leadsOn(a answer, status int64) (found, sure bool) {
	answered := world.Refused
	if status == world.GoodStatus {
		answered = world.Success
	}
	w := func(c *ast.CallExpr) world.Outcome {
		switch {
		case c == a.Call:
			return answered
		case answered == world.Refused && checksResponse(f.r.U.M, c, a.resp):
			return world.Failure
		}
		return world.Success
	}
	o := world.At(f.r, a.Placed)
	o.Status = status
	if f.next != nil {
		o.Later = slices.ContainsFunc(f.r.Order, func(b *cfg.Block) bool { return flow.Holds(b, f.next) })
	} else if !f.loop {
		o.Ended = func(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) {
			found = found || f.fails(in, ret, env)
		}
	}
	in := world.Run(f.r, w, o)
	if f.next != nil {
		for b := range in.Reached {
			found = found || flow.Holds(b, f.next)
		}
	} else if f.loop {
		found = in.Back
	}
	return found, !in.Unsure && !in.Exhausted()
}

// checksResponse reports whether a call is given a response and says by an error
// whether it is a good one.
func checksResponse(m *flow.Package, c *ast.CallExpr, resp *types.Var) bool {
	sig, ok := world.Signature(m, c)
	if !ok || sig.Results().Len() != 1 || summary.FailsBy(sig) != summary.ByError {
		return false
	}
	if fn := world.BodyOf(m, m.Sums.Callee(c)); fn != nil && !namesStatusCode(m.Sums.Decl(fn).Body) {
		return false // it drains or closes
	}
	for _, a := range c.Args {
		if m.Object(a) == resp {
			return true
		}
	}
	return false
}

// namesStatusCode reports whether code looks at the status of some response.
func namesStatusCode(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == "StatusCode"
		return !found
	})
	return found
}

// asks lists what looks at the status of a response in a round: comparisons and
// switches, and calls that are given the response or its status.
func (f round) asks(resp *types.Var) []ast.Node {
	m := f.r.U.M
	var out []ast.Node
	for _, b := range f.r.Order {
		for _, n := range b.Nodes {
			world.WalkNode(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if n.Sel.Name == "StatusCode" && m.Object(n.X) == resp {
						out = append(out, n)
					}
				case *ast.CallExpr:
					for _, a := range n.Args {
						if m.Object(a) == resp && (answersFirst(m, n) || checksResponse(m, n, resp)) || answersFirst(m, n) && holdsStatus(f.r.U, a, resp) {
							out = append(out, n)
						}
					}
				}
				return true
			})
		}
	}
	return out
}

// holdsStatus reports whether an expression is the status of a response, or a
// variable that is only ever assigned it.
func holdsStatus(u *flow.Unit, e ast.Expr, resp *types.Var) bool {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok {
		defs := u.Definitions()[u.M.Object(id)]
		if len(defs) != 1 || defs[0].Rhs == nil || defs[0].Multi {
			return false
		}
		e = ast.Unparen(defs[0].Rhs)
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "StatusCode" && u.M.Object(sel.X) == resp
}

// namesThrottling reports whether a round, or a function of this package that it
// asks about a response, names one of the two statuses or the class of server
// errors.
func namesThrottling(m *flow.Package, f round, resp *types.Var) bool {
	if namesStatus(m, f.node()) {
		return true
	}
	for _, n := range f.asks(resp) {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := world.BodyOf(m, m.Sums.Callee(c)); fn != nil && namesStatus(m, m.Sums.Decl(fn).Body) {
				return true
			}
		}
	}
	return false
}

// classNames reports whether what decides which errors of a site are tried again
// names one of the statuses: the site itself, the retrier that it calls, or a
// function of this package that one of them asks.
func classNames(m *flow.Package, s *site.Site) bool {
	root := ast.Node(s.Node)
	if decl := m.Sums.Decl(world.BodyOf(m, s.Retrier)); decl != nil {
		root = decl.Body
	}
	if namesStatus(m, s.Node) || namesStatus(m, root) {
		return true
	}
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !found {
			if fn := world.BodyOf(m, m.Sums.Callee(c)); fn != nil {
				found = namesStatus(m, m.Sums.Decl(fn).Body)
			}
		}
		return !found
	})
	return found
}

// namesStatus reports whether code compares with 429 or 503, lists them, or
// tells server errors from others.
func namesStatus(m *flow.Package, root ast.Node) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch {
			case n.Op == token.EQL, n.Op == token.NEQ, n.Op == token.GEQ, n.Op == token.GTR, n.Op == token.LSS, n.Op == token.LEQ, n.Op == token.QUO:
				found = found || isThrottling(m, n.X) || isThrottling(m, n.Y) || site.IsStatusExpr(n.X) && isServerError(m, n)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				found = found || isThrottling(m, e)
			}
		case *ast.Ident:
			found = found || listsThrottling(m, n)
		case *ast.CompositeLit:
			found = found || world.LiteralLists(m, n, world.TooManyRequests) || world.LiteralLists(m, n, world.ServiceUnavailable)
		}
		return !found
	})
	return found
}

// isThrottling reports whether an expression is the constant 429 or 503.
func isThrottling(m *flow.Package, e ast.Expr) bool {
	n, ok := world.ConstInt(m, e)
	return ok && (n == world.TooManyRequests || n == world.ServiceUnavailable)
}

// isServerError reports whether a comparison tells the statuses from 500 on from
// those below: status >= 500, status > 499, status < 500, status/100 == 5.
func isServerError(m *flow.Package, b *ast.BinaryExpr) bool {
	n, ok := world.ConstInt(m, b.Y)
	if !ok {
		return false
	}
	switch b.Op {
	case token.GEQ, token.LSS:
		return n == 500
	case token.GTR, token.LEQ:
		return n == 499
	case token.EQL, token.NEQ:
		_, division := ast.Unparen(b.X).(*ast.BinaryExpr)
		return division && n == 5
	}
	return false
}

// listsThrottling reports whether a variable of package level is a list or set
// of statuses with 429 or 503 in it.
func listsThrottling(m *flow.Package, e ast.Expr) bool {
	return world.Lists(m, e, world.TooManyRequests) == world.IsTrue || world.Lists(m, e, world.ServiceUnavailable) == world.IsTrue
}

// readsRetryAfter reports whether the function around a site, or one that it
// calls, reads for how long a server asks to wait: it names the header or a
// field of that name, or hands the response to code that is not known. What only
// stands in a log line does not count, and is told.
func readsRetryAfter(m *flow.Package, s *site.Site, rounds []round) (reads, logs bool) {
	w := &waitReader{m: m, seen: map[ast.Node]bool{}}
	reads = w.reads(s.Unit.Root, 0)
	for _, f := range rounds {
		reads = reads || w.reads(f.r.U.Node, 0)
	}
	return reads, w.logged
}

// readDepth is how many calls deep a reading of Retry-After is looked for.
const readDepth = 4

type waitReader struct {
	m      *flow.Package
	seen   map[ast.Node]bool
	logged bool // a log line names the header
}

func (w *waitReader) reads(root ast.Node, depth int) bool {
	if w.seen[root] {
		return false
	}
	w.seen[root] = true
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		found = found || namesWait(w.m, n)
		if n, ok := n.(*ast.CallExpr); ok {
			fn := world.BodyOf(w.m, w.m.Sums.Callee(n))
			switch {
			case fn == nil && knowledge.Logs(summary.LastName(n.Fun)):
				w.logged = w.logged || slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return namesRetryAfter(w.m, e) })
				return false
			case fn == nil:
				found = found || givesHeader(w.m, n)
			case depth < readDepth:
				found = found || w.reads(w.m.Sums.Decl(fn), depth+1)
			}
		}
		return !found
	})
	return found
}

// namesRetryAfter reports whether an expression names the header or a field of that
// name.
func namesRetryAfter(m *flow.Package, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		found = found || namesWait(m, n)
		return !found
	})
	return found
}

// namesWait reports whether a node itself is a name of that kind.
func namesWait(m *flow.Package, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		return knowledge.NamesServersWait(n.Name) || isWaitHeader(m, n)
	case *ast.BasicLit:
		return knowledge.NamesServersWait(n.Value)
	case *ast.SelectorExpr:
		return isWaitHeader(m, n)
	}
	return false
}

// isWaitHeader reports whether a constant is the name of such a header.
func isWaitHeader(m *flow.Package, e ast.Expr) bool {
	tv := m.Info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && knowledge.NamesServersWait(constant.StringVal(tv.Value))
}

// givesHeader reports whether a call of code that is not known gets a response,
// or the headers of one, and may take a time from it: it gives back more than
// whether it succeeded.
func givesHeader(m *flow.Package, c *ast.CallExpr) bool {
	if world.IsBuiltin(m, c) || m.Info.Types[c.Fun].IsType() {
		return false
	}
	fn := m.Sums.Callee(c)
	if fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "fmt", "log", "log/slog", "net/http/httputil", "net/http", "errors":
			return false
		}
	}
	for _, a := range c.Args {
		t := m.Info.TypeOf(a)
		if t == nil {
			continue
		}
		if world.IsResponse(t) && givesDuration(m, c) || summary.IsNamed(t, "net/http", "Header") && isResponseHeader(m, a) {
			return true
		}
	}
	return false
}

// givesDuration reports whether a call gives back a time, or something in which
// one may hide, such as an error.
func givesDuration(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := world.Signature(m, c)
	if !ok {
		return false
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			continue
		}
		return true
	}
	return false
}

func isResponseHeader(m *flow.Package, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Header" && world.IsResponse(m.Info.TypeOf(sel.X))
}
