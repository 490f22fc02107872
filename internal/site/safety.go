package site

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// judgeSafety says whether the attempts of a site may be repeated: the worst of
// them decides.
func (m *Package) judgeSafety(u *unit, r *region, s *Site) {
	for _, a := range s.Attempts {
		got := m.safetyOf(u, r, a)
		if got.Verdict == Unsafe && r != nil && r.onlyThrottled(a.Call) {
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
func (m *Package) safetyOf(u *unit, r *region, a Attempt) Safety {
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
	if m.guarded(a.Call) {
		s.Verdict = Idempotent
		return s
	}
	if why := m.insert(a); why != "" {
		s.Verdict, s.Why = Unsafe, why
		return s
	}
	s = m.httpSafety(u, r, a, s)
	if s.Verdict == SafetyUnknown && s.Method == "" && repeatable(summary.LastName(a.Call.Fun)) {
		s.Verdict = Idempotent
	}
	return s
}

// repeatable reports whether an operation's name says that it reads, sets up or
// puts a thing into a state, which the second time changes nothing. It never
// leads to a finding.
func repeatable(name string) bool {
	for word := range words(name) {
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
func (m *Package) guarded(c *ast.CallExpr) bool {
	for {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		before, ok := callOf(sel.X)
		if !ok {
			return false
		}
		if m.sums.OfCall(before).Effect == knowledge.Idempotent {
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
func (m *Package) insert(a Attempt) string {
	if a.Callee == nil || !strings.HasPrefix(a.Callee.Name(), "Exec") && !strings.HasPrefix(a.Callee.Name(), "Query") {
		return ""
	}
	for _, arg := range a.Call.Args {
		tv := m.info.Types[arg]
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
func (m *Package) httpSafety(u *unit, r *region, a Attempt, s Safety) Safety {
	if meth := a.Entry.Method; meth != nil {
		s.Method = m.methodOf(u, a.Call, meth)
		if s.Method == "" && meth.Const == "" && meth.Param < len(a.Call.Args) {
			s.Method = m.callersMethod(u, a.Call.Args[meth.Param])
		}
		if meth.Key {
			s.Verdict = Idempotent
			return s
		}
		return m.judgeMethod(u, r, nil, s)
	}
	req := m.request(a)
	if req == nil {
		return m.helperSafety(u, a, s)
	}
	if v := u.given(req, 0); v != nil {
		return m.judgeAnyRequest(u, v, s)
	}
	s.Method = m.requestMethod(u, req)
	if m.keyedBuilder(u, req) {
		s.Verdict = Idempotent
		return s
	}
	return m.judgeMethod(u, r, req, s)
}

// helperSafety judges an attempt that hands its request to a helper. The helper
// may give a POST a key, so only methods that need none are judged.
func (m *Package) helperSafety(u *unit, a Attempt, s Safety) Safety {
	req := m.requestAmong(a.Call.Args)
	if req == nil || a.Place != knowledge.Remote {
		return s
	}
	switch method := m.requestMethod(u, req); method {
	case "", "POST", "PATCH":
	default:
		s.Method, s.Verdict = method, Idempotent
	}
	return s
}

// request is the *http.Request that an attempt sends, if it sends one.
func (m *Package) request(a Attempt) ast.Expr {
	if a.Callee == nil || a.Callee.Name() != "Do" && a.Callee.Name() != "RoundTrip" {
		return nil
	}
	return m.requestAmong(a.Call.Args)
}

// requestAmong is the first argument that is an *http.Request.
func (m *Package) requestAmong(args []ast.Expr) ast.Expr {
	for _, arg := range args {
		if summary.IsNamed(m.info.TypeOf(arg), "net/http", "Request") {
			return arg
		}
	}
	return nil
}

// given is the parameter that a request comes from, by itself or as a copy of
// it; nil if the function makes the request.
func (u *unit) given(req ast.Expr, depth int) *types.Var {
	v, ok := u.m.object(req).(*types.Var)
	if !ok || v.IsField() || depth > 3 {
		return nil
	}
	if u.isParam(v) {
		return v
	}
	for _, d := range u.definitions()[v] {
		if d.rhs == nil || d.multi {
			continue
		}
		src := d.rhs
		if c, ok := callOf(src); ok { // req.Clone(ctx), req.WithContext(ctx)
			sel, ok := c.Fun.(*ast.SelectorExpr)
			if !ok || !summary.IsNamed(u.m.info.TypeOf(sel.X), "net/http", "Request") {
				continue
			}
			src = sel.X
		}
		if u.m.object(src) == v {
			continue
		}
		if p := u.given(src, depth+1); p != nil {
			return p
		}
	}
	return nil
}

// methodOf is the HTTP method that a call sends: a constant, or "" if it is not
// one.
func (m *Package) methodOf(u *unit, c *ast.CallExpr, meth *knowledge.Method) string {
	if meth.Const != "" {
		return meth.Const
	}
	if meth.Param >= len(c.Args) {
		return ""
	}
	return u.constString(c.Args[meth.Param])
}

// callersMethod is a method that is unsafe to repeat among those that callers in
// this package give a parameter; "" if all are safe or not known.
func (m *Package) callersMethod(u *unit, e ast.Expr) string {
	if u.fn == nil {
		return ""
	}
	i := summary.ParamIndex(m.info, u.fn.Signature(), e)
	if i < 0 {
		return ""
	}
	unsafe := ""
	for _, file := range m.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && i < len(c.Args) && m.sums.Callee(c) == u.fn {
				switch method := u.constString(c.Args[i]); method {
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
func (u *unit) constString(e ast.Expr) string {
	if tv := u.m.info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
		if s := constant.StringVal(tv.Value); s != "" {
			return strings.ToUpper(s)
		}
		return "GET"
	}
	defs := u.definitions()[u.m.object(e)]
	if v, ok := u.m.object(e).(*types.Var); ok && len(defs) == 1 && defs[0].rhs != nil && !defs[0].multi && !u.isParam(v) {
		return u.constString(defs[0].rhs)
	}
	return ""
}

// requestMethod is the method of a request made in this function.
func (m *Package) requestMethod(u *unit, req ast.Expr) string {
	method := ""
	for _, d := range u.definitions()[m.object(req)] {
		c, ok := callOf(d.rhs)
		if !ok {
			continue
		}
		meth := m.sums.OfCall(c).Method
		if meth == nil {
			if len(c.Args) == 1 { // req.Clone(ctx), req.WithContext(ctx)
				if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.object(sel.X) != m.object(req) && summary.IsNamed(m.info.TypeOf(sel.X), "net/http", "Request") {
					return m.requestMethod(u, sel.X)
				}
			}
			continue
		}
		got := m.methodOf(u, c, meth)
		if method != "" && got != method {
			return ""
		}
		method = got
	}
	return method
}

// keyedBuilder reports whether a request is made by a helper that gives it an
// idempotency key.
func (m *Package) keyedBuilder(u *unit, req ast.Expr) bool {
	for _, d := range u.definitions()[m.object(req)] {
		if c, ok := callOf(d.rhs); ok {
			if meth := m.sums.OfCall(c).Method; meth != nil && meth.Key {
				return true
			}
		}
	}
	return false
}

// judgeMethod judges a known HTTP method. RFC 9110, section 9.2.2, lists the
// idempotent ones.
func (m *Package) judgeMethod(u *unit, r *region, req ast.Expr, s Safety) Safety {
	switch s.Method {
	case "":
	case "POST", "PATCH":
		set, fresh := m.key(u, r, req)
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
func (m *Package) key(u *unit, r *region, req ast.Expr) (set, fresh bool) {
	ast.Inspect(u.root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); (name == "Set" || name == "Add" || name == "SetHeader") && len(n.Args) == 2 && m.isKeyName(n.Args[0]) {
				set = true
				fresh = r != nil && r.drawnInside(n.Args[1])
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if ix, ok := n.Lhs[0].(*ast.IndexExpr); ok && m.isKeyName(ix.Index) {
					set = true
					fresh = r != nil && r.drawnInside(n.Rhs[0])
				}
			}
		case *ast.KeyValueExpr:
			if m.isKeyName(n.Key) {
				set = true
				fresh = r != nil && r.drawnInside(n.Value)
			}
		}
		return true
	})
	return set, fresh
}

func (m *Package) isKeyName(e ast.Expr) bool {
	tv := m.info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && summary.IsIdempotencyKey(constant.StringVal(tv.Value))
}

// drawnInside reports whether a value is made by a call within the region, so
// that each attempt gets another one.
func (r *region) drawnInside(e ast.Expr) bool {
	draws := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if r.contains(n) && r.drawCall(n) {
				draws = true
			}
		case *ast.Ident:
			v, ok := r.u.m.info.Uses[n].(*types.Var)
			if !ok || v.IsField() {
				return true
			}
			for _, d := range r.u.definitions()[v] {
				if d.rhs != nil && r.contains(d.node) && r.drawnInside(d.rhs) {
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
func (r *region) drawCall(c *ast.CallExpr) bool {
	if r.u.m.sums.OfCall(c).Random {
		return true
	}
	fn := r.u.m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	path := strings.ToLower(fn.Pkg().Path())
	return strings.Contains(path, "uuid") || strings.Contains(path, "ulid") || strings.Contains(path, "xid") || strings.Contains(path, "ksuid") || strings.Contains(path, "nanoid")
}

// judgeAnyRequest judges an attempt that sends whatever request it was given,
// as a RoundTripper does: it is safe only if the function looks at the method,
// or leaves that to a helper.
func (m *Package) judgeAnyRequest(u *unit, req *types.Var, s Safety) Safety {
	if m.looksAtMethod(u.root, map[types.Object]bool{req: true}, 0) {
		return s
	}
	s.Verdict, s.Why = Unsafe, "every request, POST and PATCH included"
	return s
}

// looksAtMethod reports whether a body asks requests for their method, their
// idempotency key or whether they may be replayed.
func (m *Package) looksAtMethod(body ast.Node, reqs map[types.Object]bool, depth int) bool {
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
				found = found || isMethodOf(a) && m.returnsBool(n)
			}
			if depth < 2 && m.usesAnyArg(n, reqs) {
				fn := m.sums.Callee(n)
				if fn != nil && strings.Contains(strings.ToLower(fn.Name()), "idempot") {
					found = true
				}
				if decl := m.sums.Decl(fn); decl != nil && m.looksAtMethod(decl.Body, reqs, depth+1) {
					found = true
				}
				if fn == nil && m.returnsBool(n) {
					found = true // a policy of the caller's decides
				}
			}
		}
		return !found
	})
	return found
}

func (m *Package) returnsBool(c *ast.CallExpr) bool {
	b, ok := summary.TypeUnder[*types.Basic](m.info.TypeOf(c))
	return ok && b.Info()&types.IsBoolean != 0
}

func (m *Package) usesAnyArg(c *ast.CallExpr, objs map[types.Object]bool) bool {
	for _, a := range c.Args {
		if objs[m.object(a)] || summary.IsNamed(m.info.TypeOf(a), "net/http", "Request") {
			return true
		}
	}
	return false
}

func isMethodOf(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Method"
}
