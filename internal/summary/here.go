package summary

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net/netip"
	"slices"
	"strings"
)

// staysHere reports whether a call names a server of this machine: by an address
// or URL among its arguments, or by a request that was made for such a URL.
func (p *Package) staysHere(c *ast.CallExpr) bool {
	if p.namesHere(c) {
		return true
	}
	for _, arg := range c.Args {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		if !ok || !IsNamed(p.pass.TypesInfo.TypeOf(arg), "net/http", "Request") {
			continue
		}
		if made := p.requestOf(id); made != nil && p.namesHere(made) {
			return true
		}
	}
	return false
}

// namesHere reports whether an argument is an address or URL of this machine.
func (p *Package) namesHere(c *ast.CallExpr) bool {
	return slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		text, ok := p.text(arg)
		return ok && isHere(text)
	})
}

// Host is the server that a call names, by an address or URL among its arguments or
// by a request that was made for such a URL; "" if it names none.
func (p *Package) Host(c *ast.CallExpr) string {
	for _, arg := range c.Args {
		if text, ok := p.text(arg); ok {
			if _, rest, isURL := strings.Cut(text, "://"); isURL {
				host, _, _ := strings.Cut(rest, "/")
				if host = host[strings.LastIndexByte(host, '@')+1:]; host != "" && !strings.Contains(host, "%") {
					return host
				}
			}
		}
		if id, ok := ast.Unparen(arg).(*ast.Ident); ok && IsNamed(p.pass.TypesInfo.TypeOf(arg), "net/http", "Request") {
			if made := p.requestOf(id); made != nil && made != c {
				if host := p.Host(made); host != "" {
					return host
				}
			}
		}
	}
	return ""
}

// requestOf is the call that makes the request that a local variable holds; nil
// if there is none, or more than one. All are listed on first use: most packages
// send nothing.
func (p *Package) requestOf(id *ast.Ident) *ast.CallExpr {
	if p.requests == nil {
		p.requests = map[types.Object]*ast.CallExpr{}
		for _, file := range p.pass.Files {
			ast.Inspect(file, p.noteRequest)
		}
	}
	return p.requests[p.pass.TypesInfo.Uses[id]]
}

func (p *Package) noteRequest(n ast.Node) bool {
	a, ok := n.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || !IsNamed(p.pass.TypesInfo.TypeOf(a.Lhs[0]), "net/http", "Request") {
		return true
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok {
		return true
	}
	obj := p.pass.TypesInfo.ObjectOf(id)
	c, _ := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if _, again := p.requests[obj]; again {
		c = nil
	}
	p.requests[obj] = c
	return true
}

// text is the constant text of an expression, or the one that it begins with.
func (p *Package) text(e ast.Expr) (string, bool) {
	e = ast.Unparen(e)
	if tv := p.pass.TypesInfo.Types[e]; tv.Value != nil {
		if tv.Value.Kind() != constant.String {
			return "", false
		}
		return constant.StringVal(tv.Value), true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return p.text(e.X)
		}
	case *ast.CallExpr:
		if fn := p.Callee(e); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" && fn.Name() == "Sprintf" {
			return p.text(e.Args[0])
		}
	}
	return "", false
}

// isHere reports whether an address or URL is one of this machine.
func isHere(text string) bool {
	scheme, rest, isURL := strings.Cut(text, "://")
	if !isURL {
		rest = text
	}
	host, _, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback()
	}
	// Not net.SplitHostPort: package net makes every process of the tool load libc. Nor
	// net/url, which takes no verb of a format for a port.
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	host = strings.Trim(host, "[]")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback()
	}
	return host == "localhost" || isURL && (strings.HasPrefix(scheme, "unix") || strings.HasSuffix(host, ".sock"))
}
