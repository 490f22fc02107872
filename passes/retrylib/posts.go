package retrylib

import (
	"fmt"
	"go/ast"
	"go/constant"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/request"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// posts reports the requests that must not be repeated, by a client that repeats them
// by itself: POST and PATCH are not idempotent (RFC 9110, section 9.2.2).
func (f *finder) posts() []finding {
	var found []finding
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn := f.m.Sums.Callee(call)
		if fn == nil {
			continue
		}
		client := f.m.Sums.Known(fn.Origin()).Client
		if client == nil || !client.RepeatsPost {
			continue
		}
		inner := site.RetriesOf(f.m, fn)
		if inner == nil {
			continue
		}
		u := world.UnitAround(f.m, call)
		if u == nil || reads(u.Name) {
			continue
		}
		method, about := f.methodOf(u, call)
		if method != "POST" && method != "PATCH" || slices.ContainsFunc(about, f.readsByURL) {
			continue
		}
		if keyed, _ := request.Key(f.m, u, nil, nil); keyed {
			continue
		}
		found = append(found, finding{call, fmt.Sprintf("%s sends this %s up to %d times and it has no Idempotency-Key: one that took effect before its answer was lost takes effect twice",
			client.Name, method, inner.Attempts)})
	}
	return found
}

// methodOf is the HTTP method of a call, by the call or by the request that it is given,
// and the arguments that may tell what is asked for.
func (f *finder) methodOf(u *flow.Unit, call *ast.CallExpr) (method string, about []ast.Expr) {
	if m := f.m.Sums.OfCall(call).Method; m != nil {
		return request.MethodOf(f.m, u, call, m), call.Args
	}
	if len(call.Args) != 1 {
		return "", nil
	}
	for _, d := range u.Definitions()[f.m.Object(call.Args[0])] {
		if made, ok := d.Rhs.(*ast.CallExpr); ok {
			about = append(about, made.Args...)
		}
	}
	return request.RequestMethod(f.m, u, call.Args[0]), about
}

// readsByURL reports whether an argument, as far as it is constant, says that the
// request only asks.
func (f *finder) readsByURL(e ast.Expr) bool {
	found := reads(phrase.Source(e))
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && !found {
			if v := f.m.Info.Types[x].Value; v != nil && v.Kind() == constant.String {
				found = reads(constant.StringVal(v))
			}
		}
		return !found
	})
	return found
}

// reads reports whether a name or an address says that a POST only asks, or may be sent
// again. It never leads to a finding.
func reads(name string) bool {
	for word := range knowledge.Words(name) {
		switch word {
		case "query", "search", "find", "get", "list", "read", "lookup", "graphql", "token", "oauth", "login", "auth", "authenticate", "session",
			"validate", "verify", "check", "preview", "estimate", "render", "translate", "complete", "completions", "embeddings", "embed", "chat",
			"rpc", "jsonrpc", "health", "ping", "refresh", "batch", "fetch", "download", "count", "resolve", "scan", "analyze", "evaluate", "introspect",
			"update", "set", "delete", "remove", "upsert", "put", "sync", "heartbeat", "register":
			return true
		}
	}
	return false
}
