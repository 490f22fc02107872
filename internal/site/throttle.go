package site

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Unheeded is an answer by which a server asks for patience, 429 or 503, that
// leads to the next attempt although nothing reads how long the server asks to
// wait.
type Unheeded struct {
	Call   *ast.CallExpr // gave back the response
	At     ast.Node      // in the site: what looks at the status, or the attempt
	Status int64         // 503 if both lead to the next attempt
	// Decider is the name in the declaration of the function of this package that
	// says so; nil if the site looks at the status itself.
	Decider *ast.Ident
}

// The statuses that come with a Retry-After: RFC 9110, section 10.2.3, and RFC
// 6585, section 4.
const (
	tooManyRequests    = 429
	serviceUnavailable = 503
)

// throttles finds out whether a site repeats what a server refused for now
// without reading for how long.
func (m *Package) throttles(s *Site, rounds []round) {
	if s.Delay.Shape == knowledge.Server || s.retrier != nil && s.retrier.Conflict || len(rounds) == 0 {
		return
	}
	for _, f := range rounds {
		for _, a := range f.r.responses() {
			if got := m.unheeded(s, f, a); got != nil && !m.readsRetryAfter(s, rounds) {
				s.exchange.Unheeded = got
				return
			}
		}
	}
}

// unheeded says whether an answer of 503 or 429 leads to the next attempt.
func (m *Package) unheeded(s *Site, f round, a answer) *Unheeded {
	from := m.clientOf(a.call)
	if a.resp == nil || from == patient {
		return nil
	}
	asks := f.asks(a.resp)
	explicit := m.namesThrottling(f, a.resp)
	if from == foreign && !explicit || len(asks) == 0 {
		return nil
	}
	if !explicit && (!s.Kind.Again() && !(s.Kind == Helper && !f.again) || s.oneMore()) {
		return nil // waits for something that is not there yet, or tries another way
	}
	if s.takesTurns(f, a) {
		return nil
	}
	if !explicit && (s.Probes() || f.probes(a.resp) || f.attempt != nil && s.Bound&knowledge.ErrorClass != 0 && !m.classNames(s)) {
		return nil
	}
	for _, status := range [...]int64{serviceUnavailable, tooManyRequests} {
		if !f.repeatsOn(s, a, status) {
			continue
		}
		at := ast.Node(f.attempt)
		if f.attempt == nil {
			at = asks[0]
		}
		return &Unheeded{Call: a.call, At: at, Status: status, Decider: m.decider(f, asks, s)}
	}
	return nil
}

// takesTurns reports whether each round asks a list of servers one after the
// other: what one of them says is not for the next.
func (s *Site) takesTurns(f round, a answer) bool {
	if s.region == nil {
		return false
	}
	c := f.attempt
	if c == nil {
		c = a.call
	}
	for _, loop := range s.region.innerLoops() {
		rs, ok := loop.(*ast.RangeStmt)
		if !ok || rs.Value == nil || !within(c, rs.Body) {
			continue
		}
		if server := s.unit.m.object(rs.Value); server != nil && s.region.mentions(c, server) {
			return true
		}
	}
	return false
}

// oneMore reports whether a site makes one more attempt at once, as with another
// address or token: that is no coming back.
func (s *Site) oneMore() bool {
	return s.Wait == nil && (s.Kind == Recursive || s.Max == 1 || s.Max == 2)
}

// decider is the declaration of the function that judges a response for a site:
// one that is given it.
func (m *Package) decider(f round, asks []ast.Node, s *Site) *ast.Ident {
	if f.attempt != nil {
		return nil
	}
	for _, n := range asks {
		if c, ok := n.(*ast.CallExpr); ok {
			if decl := m.sums.Decl(m.bodyOf(m.sums.Callee(c))); decl != nil && m.namesStatus(decl.Body) {
				return decl.Name
			}
		}
	}
	if decl, ok := f.r.u.node.(*ast.FuncDecl); ok && s.Kind == Helper {
		return decl.Name
	}
	return nil
}

// repeatsOn reports whether an answer of some status leads to the next attempt,
// and one of 200 does not.
func (f round) repeatsOn(s *Site, a answer, status int64) bool {
	bad, sure := f.leadsOn(a, status)
	if !bad || !sure {
		return false
	}
	if f.loop && !s.Kind.Again() {
		return true // success leads on as well, at its time
	}
	good, sure := f.leadsOn(a, goodStatus)
	return !good && sure
}

// leadsOn reports whether an answer of a status leads to the next attempt, and
// whether that is certain: all questions about the status could be answered.
func (f round) leadsOn(a answer, status int64) (found, sure bool) {
	answered := refused
	if status == goodStatus {
		answered = success
	}
	start := f.r.u.graph.Blocks[a.block]
	in := f.r.interp(func(c *ast.CallExpr) outcome {
		switch {
		case c == a.call:
			return answered
		case answered == refused && f.r.u.m.checksResponse(c, a.resp):
			return failure
		}
		return success
	})
	in.status = status
	sure = true
	switch {
	case f.next != nil:
		for _, b := range f.r.order {
			if holds(b, f.next) {
				in.later = true
			}
		}
		in.walk(in.step(state{block: start, env: in.start()}, a.node, false))
		for b := range in.reached {
			found = found || holds(b, f.next)
		}
	case f.loop:
		in.walk(in.step(state{block: start, env: in.start()}, a.node, start == f.r.head && a.node == 0))
		found = in.back
	default:
		in.ended = func(ret *ast.ReturnStmt, env []value) {
			found = found || f.fails(in, ret, env)
		}
		in.walk(in.step(state{block: start, env: in.start()}, a.node, false))
	}
	return found, !in.unsure && f.r.steps <= maxSteps
}

// checksResponse reports whether a call is given a response and says by an error
// whether it is a good one.
func (m *Package) checksResponse(c *ast.CallExpr, resp *types.Var) bool {
	sig, ok := m.signature(c)
	if !ok || sig.Results().Len() != 1 || summary.FailsBy(sig) != summary.ByError {
		return false
	}
	if fn := m.bodyOf(m.sums.Callee(c)); fn != nil && !namesStatusCode(m.sums.Decl(fn).Body) {
		return false // it drains or closes
	}
	for _, a := range c.Args {
		if m.object(a) == resp {
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
	m := f.r.u.m
	var out []ast.Node
	for _, b := range f.r.order {
		for _, n := range b.Nodes {
			walkNode(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if n.Sel.Name == "StatusCode" && m.object(n.X) == resp {
						out = append(out, n)
					}
				case *ast.CallExpr:
					for _, a := range n.Args {
						if m.object(a) == resp && (m.answersFirst(n) || m.checksResponse(n, resp)) || m.answersFirst(n) && f.r.u.holdsStatus(a, resp) {
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
func (u *unit) holdsStatus(e ast.Expr, resp *types.Var) bool {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok {
		defs := u.definitions()[u.m.object(id)]
		if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi {
			return false
		}
		e = ast.Unparen(defs[0].rhs)
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "StatusCode" && u.m.object(sel.X) == resp
}

// probes reports whether a round asks for nothing but whether somebody answers:
// the body of the response is not read, and the response is not handed on.
func (f round) probes(resp *types.Var) bool {
	if f.next != nil {
		return false
	}
	node := f.node()
	if !f.r.inside(resp.Pos()) {
		node = f.r.u.root
	}
	u := f.r.u.m.usesOf(node, resp, 0)
	return !u.reads && !u.escapes
}

// namesThrottling reports whether a round, or a function of this package that it
// asks about a response, names one of the two statuses or the class of server
// errors.
func (m *Package) namesThrottling(f round, resp *types.Var) bool {
	if m.namesStatus(f.node()) {
		return true
	}
	for _, n := range f.asks(resp) {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := m.bodyOf(m.sums.Callee(c)); fn != nil && m.namesStatus(m.sums.Decl(fn).Body) {
				return true
			}
		}
	}
	return false
}

// classNames reports whether what decides which errors of a site are tried again
// names one of the statuses: the site itself, or a function of this package that
// it asks.
func (m *Package) classNames(s *Site) bool {
	root := ast.Node(s.Node)
	if m.namesStatus(root) {
		return true
	}
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !found {
			if fn := m.bodyOf(m.sums.Callee(c)); fn != nil {
				found = m.namesStatus(m.sums.Decl(fn).Body)
			}
		}
		return !found
	})
	return found
}

// namesStatus reports whether code compares with 429 or 503, lists them, or
// tells server errors from others.
func (m *Package) namesStatus(root ast.Node) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch {
			case n.Op == token.EQL, n.Op == token.GEQ, n.Op == token.GTR, n.Op == token.QUO:
				found = found || m.isThrottling(n.X) || m.isThrottling(n.Y) || isStatusExpr(n.X) && m.isServerError(n)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				found = found || m.isThrottling(e)
			}
		case *ast.Ident:
			found = found || m.listsThrottling(n)
		case *ast.CompositeLit:
			found = found || m.literalLists(n, tooManyRequests) || m.literalLists(n, serviceUnavailable)
		}
		return !found
	})
	return found
}

// isThrottling reports whether an expression is the constant 429 or 503.
func (m *Package) isThrottling(e ast.Expr) bool {
	n, ok := m.constInt(e)
	return ok && (n == tooManyRequests || n == serviceUnavailable)
}

// isServerError reports whether a comparison picks the statuses from 500 on:
// status >= 500, status > 499, status/100 == 5.
func (m *Package) isServerError(b *ast.BinaryExpr) bool {
	n, ok := m.constInt(b.Y)
	if !ok {
		return false
	}
	switch b.Op {
	case token.GEQ:
		return n == 500
	case token.GTR:
		return n == 499
	case token.EQL:
		_, division := ast.Unparen(b.X).(*ast.BinaryExpr)
		return division && n == 5
	}
	return false
}

// listsThrottling reports whether a variable of package level is a list or set
// of statuses with 429 or 503 in it.
func (m *Package) listsThrottling(e ast.Expr) bool {
	return m.lists(e, tooManyRequests) == isTrue || m.lists(e, serviceUnavailable) == isTrue
}

// lists says whether a variable of package level lists a number; anything if it
// lists nothing that is known.
func (m *Package) lists(e ast.Expr, status int64) value {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return boolValue(m.literalLists(lit, status))
	}
	v, ok := m.object(e).(*types.Var)
	if !ok || v.Pkg() != m.pass.Pkg || v.Parent() != v.Pkg().Scope() {
		return anything
	}
	for _, init := range m.info.InitOrder {
		if len(init.Lhs) == 1 && init.Lhs[0] == v {
			if lit, ok := ast.Unparen(init.Rhs).(*ast.CompositeLit); ok {
				return boolValue(m.literalLists(lit, status))
			}
		}
	}
	return anything
}

// literalLists reports whether a list, or a map's keys, hold a number.
func (m *Package) literalLists(lit *ast.CompositeLit, status int64) bool {
	t := m.info.TypeOf(lit)
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
	default:
		return false
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Key
			if v := m.info.Types[kv.Value]; v.Value != nil && v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value) {
				continue
			}
		}
		if n, ok := m.constInt(el); ok && n == status {
			return true
		}
	}
	return false
}

// readsRetryAfter reports whether the function around a site, or one that it
// calls, reads for how long a server asks to wait: it names the header or a
// field of that name, or hands the response to code that is not known.
func (m *Package) readsRetryAfter(s *Site, rounds []round) bool {
	seen := map[ast.Node]bool{}
	if m.readsWait(s.unit.root, seen, 0) {
		return true
	}
	for _, f := range rounds {
		if m.readsWait(f.r.u.node, seen, 0) {
			return true
		}
	}
	return false
}

// readDepth is how many calls deep a reading of Retry-After is looked for.
const readDepth = 4

func (m *Package) readsWait(root ast.Node, seen map[ast.Node]bool, depth int) bool {
	if seen[root] {
		return false
	}
	seen[root] = true
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || namesWait(n.Name) || m.isWaitHeader(n)
		case *ast.BasicLit:
			found = found || namesWait(n.Value)
		case *ast.CallExpr:
			if m.bodyOf(m.sums.Callee(n)) == nil {
				found = found || m.givesHeader(n)
			} else if depth < readDepth {
				found = found || m.readsWait(m.sums.Decl(m.bodyOf(m.sums.Callee(n))), seen, depth+1)
			}
		case *ast.SelectorExpr:
			found = found || m.isWaitHeader(n)
		}
		return !found
	})
	return found
}

// isWaitHeader reports whether a constant is the name of such a header.
func (m *Package) isWaitHeader(e ast.Expr) bool {
	tv := m.info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && namesWait(constant.StringVal(tv.Value))
}

// namesWait reports whether a word names the time that a server asks to wait.
func namesWait(s string) bool {
	s = strings.ToLower(s)
	s = strings.NewReplacer("-", "", "_", "").Replace(s)
	return strings.Contains(s, "retryafter") || strings.Contains(s, "ratelimitreset") || strings.Contains(s, "ratereset")
}

// givesHeader reports whether a call of code that is not known gets a response,
// or the headers of one, and may take a time from it: it gives back more than
// whether it succeeded.
func (m *Package) givesHeader(c *ast.CallExpr) bool {
	if m.isBuiltin(c) || m.info.Types[c.Fun].IsType() {
		return false
	}
	fn := m.sums.Callee(c)
	if fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "fmt", "log", "log/slog", "net/http/httputil", "net/http", "errors":
			return false
		}
	}
	for _, a := range c.Args {
		t := m.info.TypeOf(a)
		if t == nil {
			continue
		}
		if isResponse(t) && m.givesDuration(c) || summary.IsNamed(t, "net/http", "Header") && m.isResponseHeader(a) {
			return true
		}
	}
	return false
}

// givesDuration reports whether a call gives back a time, or something in which
// one may hide, such as an error.
func (m *Package) givesDuration(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
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

func (m *Package) isResponseHeader(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Header" && isResponse(m.info.TypeOf(sel.X))
}

// bad is the status of a bad response.
func (in *interp) bad() int64 {
	switch {
	case in.status != 0:
		return in.status
	case in.code != 0:
		return in.code
	}
	return badStatus
}

// statusIn is the number that a variable has that holds a status: a parameter
// that was given one, or a local that is only ever assigned resp.StatusCode.
func (in *interp) statusIn(id *ast.Ident, env []value) (int64, bool) {
	m := in.r.u.m
	v, ok := m.object(id).(*types.Var)
	if !ok || v.IsField() {
		return 0, false
	}
	if in.statuses[v] {
		return in.status, true
	}
	if in.r.u.isParam(v) {
		return 0, false
	}
	defs := in.r.u.definitions()[v]
	if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi {
		return 0, false
	}
	if sel, ok := ast.Unparen(defs[0].rhs).(*ast.SelectorExpr); ok && sel.Sel.Name == "StatusCode" {
		return in.statusOf(sel, env)
	}
	return 0, false
}

// judged answers a question that is asked of a bad response or of its status by
// looking into the function of this package that is asked.
func (in *interp) judged(c *ast.CallExpr, env []value) (value, bool) {
	m := in.r.u.m
	resp, status := -1, -1
	for i, a := range c.Args {
		if t := m.info.TypeOf(a); t != nil && isResponse(t) {
			switch in.eval(a, env) {
			case badResponse, goodResponse:
				resp = i
			}
			continue
		}
		if n, ok := in.statusOf(a, env); ok && n == in.status && m.isNumber(a) {
			status = i
		}
	}
	if resp < 0 && status < 0 {
		return anything, false
	}
	if status >= 0 {
		for _, a := range c.Args {
			if v := m.lists(a, in.status); v != anything {
				return v, true
			}
		}
	}
	fn := m.bodyOf(m.sums.Callee(c))
	if fn == nil {
		for _, a := range c.Args {
			if v := m.lists(a, in.status); v != anything && resp >= 0 {
				return v, true
			}
		}
		if in.status == goodStatus {
			return anything, false // as ever: no question is answered yes for a good response
		}
		in.unsure = true
		return anything, true
	}
	return in.answerOf(fn, resp, status), true
}

func (m *Package) isNumber(e ast.Expr) bool {
	t := m.info.TypeOf(e)
	return t != nil && isNumeric(t)
}

// answerOf is what a function that gives back a boolean says of a status.
func (in *interp) answerOf(fn *types.Func, resp, status int) value {
	m := in.r.u.m
	sig := fn.Signature()
	r := m.whole(m.unitOf(in.r.u.file, m.sums.Decl(fn), fn))
	if r == nil || in.depth > 2 || sig.Variadic() || max(resp, status) >= sig.Params().Len() {
		in.unsure = true
		return anything
	}
	sub := r.interp(func(*ast.CallExpr) outcome { return success })
	sub.status, sub.depth = in.status, in.depth+1
	env := sub.start()
	sub.given = map[types.Object]value{}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		switch {
		case i == resp && in.status == goodStatus:
			sub.given[p] = goodResponse
		case i == resp:
			sub.given[p] = badResponse
		case i == status:
			sub.statuses = map[types.Object]bool{p: true}
		case summary.IsError(p.Type()):
			sub.given[p] = isNil
		}
	}
	yes, no := false, false
	sub.ended = func(ret *ast.ReturnStmt, env []value) {
		if len(ret.Results) == 0 {
			yes, no = true, true
			return
		}
		switch sub.truth(ret.Results[0], env) {
		case isTrue:
			yes = true
		case isFalse:
			no = true
		default:
			yes, no = true, true
		}
	}
	sub.walk([]state{{block: r.head, env: env}})
	in.unsure = in.unsure || sub.unsure
	switch {
	case yes && !no:
		return isTrue
	case no && !yes:
		return isFalse
	}
	return anything
}

// isStatus reports whether an expression is resp.StatusCode, or a variable that
// holds it.
func (m *Package) isStatus(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "StatusCode"
	case *ast.Ident:
		return true
	}
	return false
}

// listed is whether a set that is looked up by a status has it.
func (in *interp) listed(set, index ast.Expr, env []value) value {
	if _, ok := in.statusOf(index, env); !ok {
		return anything
	}
	v := in.r.u.m.lists(set, in.status)
	if v == anything {
		in.unsure = true
	}
	return v
}
