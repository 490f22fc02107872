package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/request"
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
	if why := statement(m, a); why != "" {
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
	for word := range knowledge.Words(name) {
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

// httpSafety follows the HTTP method from where the request is made to the
// attempt.
func httpSafety(m *flow.Package, u *flow.Unit, r *flow.Region, a world.Attempt, s Safety) Safety {
	if meth := a.Entry.Method; meth != nil {
		s.Method = request.MethodOf(m, u, a.Call, meth)
		if s.Method == "" && meth.Const == "" && meth.Param < len(a.Call.Args) {
			s.Method = request.CallersMethod(m, u, a.Call.Args[meth.Param])
		}
		if meth.Key {
			s.Verdict = Idempotent
			return s
		}
		return judgeMethod(m, u, r, nil, s)
	}
	req := request.Request(m, a)
	if req == nil {
		return helperSafety(m, u, a, s)
	}
	if v := request.Given(u, req, 0); v != nil {
		return judgeAnyRequest(m, u, v, s)
	}
	s.Method = request.RequestMethod(m, u, req)
	if request.KeyedBuilder(m, u, req) {
		s.Verdict = Idempotent
		return s
	}
	return judgeMethod(m, u, r, req, s)
}

// helperSafety judges an attempt that hands its request to a helper. The helper
// may give a POST a key, so only methods that need none are judged.
func helperSafety(m *flow.Package, u *flow.Unit, a world.Attempt, s Safety) Safety {
	req := request.RequestAmong(m, a.Call.Args)
	if req == nil || !a.Place.Leaves() {
		return s
	}
	switch method := request.RequestMethod(m, u, req); method {
	case "", "POST", "PATCH":
	default:
		s.Method, s.Verdict = method, Idempotent
	}
	return s
}

// judgeMethod judges a known HTTP method. RFC 9110, section 9.2.2, lists the
// idempotent ones.
func judgeMethod(m *flow.Package, u *flow.Unit, r *flow.Region, req ast.Expr, s Safety) Safety {
	switch s.Method {
	case "":
	case "POST", "PATCH":
		set, fresh := request.Key(m, u, r, req)
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

// judgeAnyRequest judges an attempt that sends whatever request it was given,
// as a RoundTripper does: it is safe only if the function looks at the method,
// or leaves that to a helper.
func judgeAnyRequest(m *flow.Package, u *flow.Unit, req *types.Var, s Safety) Safety {
	if request.LooksAtMethod(m, u.Root, map[types.Object]bool{req: true}, 0) {
		return s
	}
	if request.Repeatable(m, u.Fn) {
		return s
	}
	s.Verdict, s.Why = Unsafe, "every request, POST and PATCH included"
	return s
}
