package site

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// judgeSafety says whether the attempts of a site may be repeated: the worst of
// them decides.
func judgeSafety(m *flow.Package, u *flow.Unit, r *flow.Region, s *Site) {
	for _, a := range s.Attempts {
		got := safetyOf(m, u, r, a)
		if got.Verdict == Unsafe && r != nil && onlyThrottled(r, a.Call) {
			got.Verdict = Idempotent
		}
		if got.Verdict == Unsafe {
			s.Safe = got
			s.Effect = a.Entry.Effect
			return
		}
		if got.Verdict == Idempotent && s.Safe.Verdict == SafetyUnknown {
			s.Safe = got
		}
	}
}

// safetyOf judges one attempt.
func safetyOf(m *flow.Package, u *flow.Unit, r *flow.Region, a world.Attempt) Safety {
	s := Safety{Call: a.Call}
	if a.Place == knowledge.Local {
		s.Verdict = Idempotent
		return s
	}
	if a.Entry.Effect.Unsafe() {
		s.Verdict, s.Why = Unsafe, effectText(a.Entry.Effect, summary.LastName(a.Call.Fun))
		return s
	}
	if a.Entry.Effect == knowledge.Idempotent {
		s.Verdict = Idempotent
		return s
	}
	if guarded(m, a.Call) {
		s.Verdict = Idempotent
		return s
	}
	if why := insert(m, a); why != "" {
		s.Verdict, s.Why = Unsafe, why
		return s
	}
	s = httpSafety(m, u, r, a, s)
	if s.Verdict == SafetyUnknown && s.Method == "" && repeatable(summary.LastName(a.Call.Fun)) {
		s.Verdict = Idempotent
	}
	return s
}

// repeatable reports whether an operation's name says that it reads, sets up or
// puts a thing into a state, which the second time changes nothing. It never
// leads to a finding.
func repeatable(name string) bool {
	for _, word := range knowledge.Words(name) {
		switch word {
		case "get", "list", "read", "fetch", "query", "load", "check", "ping", "status", "stat", "info", "state", "version", "health",
			"dial", "connect", "reconnect", "watch", "subscribe", "open", "put", "set", "update", "delete", "remove", "close", "wait",
			"poll", "sync", "resolve", "lookup", "find", "is", "has", "renew", "describe", "head", "login", "authenticate", "exists",
			"test", "verify", "validate", "kill", "stop", "apply", "ensure", "refresh", "recv", "receive", "stream", "gather", "collect",
			"download", "pull", "listen", "lock", "join", "session", "iterator", "consume", "mount", "start", "keep", "serve", "signed",
			"initial", "reload", "run", "members", "leader", "configuration", "inspect", "validity", "probe", "exec", "retrieve", "ls":
			return true
		}
	}
	return false
}

// guarded reports whether an attempt ends a chain of calls one of which makes it
// repeatable, as the comparison of a transaction does.
func guarded(m *flow.Package, c *ast.CallExpr) bool {
	for {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		before, ok := world.CallOf(sel.X)
		if !ok {
			return false
		}
		if m.Sums.OfCall(before).Effect == knowledge.Idempotent {
			return true
		}
		c = before
	}
}

func effectText(e knowledge.Effect, name string) string {
	switch e {
	case knowledge.Inserts:
		return name + " inserts"
	case knowledge.Appends:
		return name + " appends"
	case knowledge.Publishes:
		return name + " publishes"
	default:
		return name + " increments"
	}
}

// insertStatement matches SQL that adds rows.
var insertStatement = regexp.MustCompile(`(?is)^\s*(insert|copy)\s+(into\s+)?\S+`)

// keyedInsert matches clauses by which the database itself refuses the same row
// a second time, or does not mind.
var keyedInsert = regexp.MustCompile(`(?is)on\s+conflict|on\s+duplicate|insert\s+(or\s+)?ignore|or\s+replace|where\s+not\s+exists|if\s+not\s+exists`)

// insert reports, in words, an attempt that runs a constant INSERT without a
// clause for conflicts.
func insert(m *flow.Package, a world.Attempt) string {
	if a.Callee == nil || !strings.HasPrefix(a.Callee.Name(), "Exec") && !strings.HasPrefix(a.Callee.Name(), "Query") {
		return ""
	}
	for _, arg := range a.Call.Args {
		tv := m.Info.Types[arg]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			continue
		}
		sql := constant.StringVal(tv.Value)
		if insertStatement.MatchString(sql) && !keyedInsert.MatchString(sql) {
			return "INSERT without a conflict clause"
		}
		return ""
	}
	return ""
}

// httpSafety follows the HTTP method from where the request is made to the
// attempt.
func httpSafety(m *flow.Package, u *flow.Unit, r *flow.Region, a world.Attempt, s Safety) Safety {
	if meth := a.Entry.Method; meth != nil {
		s.Method = methodOf(m, u, a.Call, meth)
		if s.Method == "" && meth.Const == "" && meth.Param < len(a.Call.Args) {
			s.Method = callersMethod(m, u, a.Call.Args[meth.Param])
		}
		if meth.Key {
			s.Verdict = Idempotent
			return s
		}
		return judgeMethod(m, u, r, nil, s)
	}
	req := Request(m, a)
	if req == nil {
		return helperSafety(m, u, a, s)
	}
	if v := given(u, req, 0); v != nil {
		return judgeAnyRequest(m, u, v, s)
	}
	s.Method = RequestMethod(m, u, req)
	if keyedBuilder(m, u, req) {
		s.Verdict = Idempotent
		return s
	}
	return judgeMethod(m, u, r, req, s)
}

// helperSafety judges an attempt that hands its request to a helper. The helper
// may give a POST a key, so only methods that need none are judged.
func helperSafety(m *flow.Package, u *flow.Unit, a world.Attempt, s Safety) Safety {
	req := requestAmong(m, a.Call.Args)
	if req == nil || !a.Place.Leaves() {
		return s
	}
	switch method := RequestMethod(m, u, req); method {
	case "", "POST", "PATCH":
	default:
		s.Method, s.Verdict = method, Idempotent
	}
	return s
}

// Request is the *http.Request that an attempt sends, if it sends one.
func Request(m *flow.Package, a world.Attempt) ast.Expr {
	if a.Callee == nil || a.Callee.Name() != "Do" && a.Callee.Name() != "RoundTrip" {
		return nil
	}
	return requestAmong(m, a.Call.Args)
}

// requestAmong is the first argument that is an *http.Request.
func requestAmong(m *flow.Package, args []ast.Expr) ast.Expr {
	for _, arg := range args {
		if summary.IsNamed(m.Info.TypeOf(arg), "net/http", "Request") {
			return arg
		}
	}
	return nil
}

// given is the parameter that a request comes from, by itself or as a copy of
// it; nil if the function makes the request.
func given(u *flow.Unit, req ast.Expr, depth int) *types.Var {
	v, ok := u.M.Object(req).(*types.Var)
	if !ok || v.IsField() || depth > 3 {
		return nil
	}
	if world.IsParam(u, v) {
		return v
	}
	for _, d := range u.Definitions()[v] {
		if d.Rhs == nil || d.Multi {
			continue
		}
		src := d.Rhs
		if c, ok := world.CallOf(src); ok { // req.Clone(ctx), req.WithContext(ctx)
			sel, ok := c.Fun.(*ast.SelectorExpr)
			if !ok || !summary.IsNamed(u.M.Info.TypeOf(sel.X), "net/http", "Request") {
				continue
			}
			src = sel.X
		}
		if u.M.Object(src) == v {
			continue
		}
		if p := given(u, src, depth+1); p != nil {
			return p
		}
	}
	return nil
}

// methodOf is the HTTP method that a call sends: a constant, or "" if it is not
// one.
func methodOf(m *flow.Package, u *flow.Unit, c *ast.CallExpr, meth *knowledge.Method) string {
	if meth.Const != "" {
		return meth.Const
	}
	if meth.Param >= len(c.Args) {
		return ""
	}
	return constString(u, c.Args[meth.Param])
}

// callersMethod is a method that is unsafe to repeat among those that callers in
// this package give a parameter; "" if all are safe or not known.
func callersMethod(m *flow.Package, u *flow.Unit, e ast.Expr) string {
	if u.Fn == nil {
		return ""
	}
	i := summary.ParamIndex(m.Info, u.Fn.Signature(), e)
	if i < 0 {
		return ""
	}
	unsafe := ""
	for _, file := range m.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && i < len(c.Args) && m.Sums.Callee(c) == u.Fn {
				switch method := constString(u, c.Args[i]); method {
				case "POST", "PATCH":
					unsafe = method
				}
			}
			return true
		})
	}
	return unsafe
}

// constString is the value of a constant string, or of a local variable that is
// only ever given one; "GET" for an empty one, as net/http has it.
func constString(u *flow.Unit, e ast.Expr) string {
	if tv := u.M.Info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
		if s := constant.StringVal(tv.Value); s != "" {
			return strings.ToUpper(s)
		}
		return "GET"
	}
	defs := u.Definitions()[u.M.Object(e)]
	if v, ok := u.M.Object(e).(*types.Var); ok && len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi && !world.IsParam(u, v) {
		return constString(u, defs[0].Rhs)
	}
	return ""
}

// RequestMethod is the method of a request made in this function.
func RequestMethod(m *flow.Package, u *flow.Unit, req ast.Expr) string {
	method := ""
	for _, d := range u.Definitions()[m.Object(req)] {
		c, ok := world.CallOf(d.Rhs)
		if !ok {
			continue
		}
		meth := m.Sums.OfCall(c).Method
		if meth == nil {
			if len(c.Args) == 1 { // req.Clone(ctx), req.WithContext(ctx)
				if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.Object(sel.X) != m.Object(req) && summary.IsNamed(m.Info.TypeOf(sel.X), "net/http", "Request") {
					return RequestMethod(m, u, sel.X)
				}
			}
			continue
		}
		got := methodOf(m, u, c, meth)
		if method != "" && got != method {
			return ""
		}
		method = got
	}
	return method
}

// keyedBuilder reports whether a request is made by a helper that gives it an
// idempotency key.
func keyedBuilder(m *flow.Package, u *flow.Unit, req ast.Expr) bool {
	for _, d := range u.Definitions()[m.Object(req)] {
		if c, ok := world.CallOf(d.Rhs); ok {
			if meth := m.Sums.OfCall(c).Method; meth != nil && meth.Key {
				return true
			}
		}
	}
	return false
}

// judgeMethod judges a known HTTP method. RFC 9110, section 9.2.2, lists the
// idempotent ones.
func judgeMethod(m *flow.Package, u *flow.Unit, r *flow.Region, req ast.Expr, s Safety) Safety {
	switch s.Method {
	case "":
	case "POST", "PATCH":
		set, fresh := key(m, u, r, req)
		switch {
		case set && !fresh:
			s.Verdict = Idempotent
		case set:
			s.Verdict, s.FreshKey = Unsafe, true
			s.Why = s.Method + " whose Idempotency-Key is drawn anew for each attempt"
		default:
			s.Verdict, s.Why = Unsafe, s.Method+" without an Idempotency-Key"
		}
	default:
		s.Verdict = Idempotent
	}
	return s
}

// key reports whether the function gives its requests an idempotency key, and
// whether the key is drawn anew each attempt.
func key(m *flow.Package, u *flow.Unit, r *flow.Region, req ast.Expr) (set, fresh bool) {
	ast.Inspect(u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); (name == "Set" || name == "Add" || name == "SetHeader") && len(n.Args) == 2 && isKeyName(m, n.Args[0]) {
				set = true
				fresh = r != nil && drawnInside(r, n.Args[1])
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if ix, ok := n.Lhs[0].(*ast.IndexExpr); ok && isKeyName(m, ix.Index) {
					set = true
					fresh = r != nil && drawnInside(r, n.Rhs[0])
				}
			}
		case *ast.KeyValueExpr:
			if isKeyName(m, n.Key) {
				set = true
				fresh = r != nil && drawnInside(r, n.Value)
			}
		}
		return true
	})
	return set, fresh
}

func isKeyName(m *flow.Package, e ast.Expr) bool {
	tv := m.Info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && summary.IsIdempotencyKey(constant.StringVal(tv.Value))
}

// drawnInside reports whether a value is made by a call within the region, so
// that each attempt gets another one.
func drawnInside(r *flow.Region, e ast.Expr) bool {
	draws := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if r.Contains(n) && drawCall(r, n) {
				draws = true
			}
		case *ast.Ident:
			v, ok := r.U.M.Info.Uses[n].(*types.Var)
			if !ok || v.IsField() {
				return true
			}
			for _, d := range r.U.Definitions()[v] {
				if d.Rhs != nil && r.Contains(d.Node) && drawnInside(r, d.Rhs) {
					draws = true
				}
			}
		}
		return !draws
	})
	return draws
}

// drawCall reports whether a call gives another result each time: a random
// number or a fresh identifier.
func drawCall(r *flow.Region, c *ast.CallExpr) bool {
	if r.U.M.Sums.OfCall(c).Random {
		return true
	}
	fn := r.U.M.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	path := strings.ToLower(fn.Pkg().Path())
	return strings.Contains(path, "uuid") || strings.Contains(path, "ulid") || strings.Contains(path, "xid") || strings.Contains(path, "ksuid") || strings.Contains(path, "nanoid")
}

// judgeAnyRequest judges an attempt that sends whatever request it was given,
// as a RoundTripper does: it is safe only if the function looks at the method,
// or leaves that to a helper.
func judgeAnyRequest(m *flow.Package, u *flow.Unit, req *types.Var, s Safety) Safety {
	if LooksAtMethod(m, u.Root, map[types.Object]bool{req: true}, 0) {
		return s
	}
	s.Verdict, s.Why = Unsafe, "every request, POST and PATCH included"
	return s
}

// LooksAtMethod reports whether a body asks requests for their method, their
// idempotency key or whether they may be replayed.
func LooksAtMethod(m *flow.Package, body ast.Node, reqs map[types.Object]bool, depth int) bool {
	key := asked{body: body, depth: depth}
	for req := range reqs { // requests are known by their type
		if !summary.IsNamed(req.Type(), "net/http", "Request") {
			key.obj = req
		}
	}
	known := flow.Notes[safetyNotes](m)
	if known.asked == nil {
		known.asked = map[asked]bool{}
	}
	if found, ok := known.asked[key]; ok {
		return found
	}
	known.asked[key] = false // while it is asked about itself
	known.asked[key] = looksAtMethod(m, body, reqs, depth)
	return known.asked[key]
}

// safetyNotes is what the questions about safety keep of a package.
type safetyNotes struct {
	asked map[asked]bool // see LooksAtMethod
}

// asked is a body that is asked about requests, or about a variable.
type asked struct {
	body  ast.Node
	obj   types.Object
	depth int
}

func looksAtMethod(m *flow.Package, body ast.Node, reqs map[types.Object]bool, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || isMethodOf(n.X) || isMethodOf(n.Y)
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && isMethodOf(n.Tag)
		case *ast.IndexExpr:
			found = found || isMethodOf(n.Index)
		case *ast.BasicLit:
			found = found || summary.IsIdempotencyKey(strings.Trim(n.Value, "`\""))
		case *ast.CallExpr:
			for _, a := range n.Args {
				found = found || isMethodOf(a) && world.ReturnsBool(m, n)
			}
			if depth < 2 && UsesAnyArg(m, n, reqs) {
				fn := m.Sums.Callee(n)
				if fn != nil && strings.Contains(strings.ToLower(fn.Name()), "idempot") {
					found = true
				}
				if decl := m.Sums.Decl(fn); decl != nil && LooksAtMethod(m, decl.Body, reqs, depth+1) {
					found = true
				}
				if fn == nil && world.ReturnsBool(m, n) {
					found = true // a policy of the caller's decides
				}
			}
		}
		return !found
	})
	return found
}

func UsesAnyArg(m *flow.Package, c *ast.CallExpr, objs map[types.Object]bool) bool {
	for _, a := range c.Args {
		if objs[m.Object(a)] || summary.IsNamed(m.Info.TypeOf(a), "net/http", "Request") {
			return true
		}
	}
	return false
}

func isMethodOf(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Method"
}
