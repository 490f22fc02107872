package summary

import (
	"go/ast"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// propagate carries what callees do to their callers until nothing changes.
func (p *Package) propagate() {
	for _, f := range p.nodes {
		p.absorb(f)
	}
	// Each round settles at least one more level of calls; chains of helpers
	// within one package are short, and a summary that comes too late only
	// leaves something unknown.
	const rounds = 8
	for range rounds {
		changed := false
		for _, f := range p.nodes {
			if p.absorb(f) {
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// absorb recomputes a function's entry from its callees and reports whether it
// changed.
func (p *Package) absorb(f *function) bool {
	before := f.entry
	if f.decl == nil {
		f.entry.Place = p.place(f)
		return f.entry != before
	}
	place := p.placeBehind(f)
	for _, c := range f.calls {
		e := p.OfCall(c.expr)
		place = place.Join(p.inheritPlace(f, c, e))
		if c.fn == nil {
			continue
		}
		f.entry.Blocks = f.entry.Blocks || e.Blocks && (place == knowledge.Remote && f.small || p.staysWith(f, c))
		if own := knowledge.Lookup(c.fn.Origin()).Effect; own.Unsafe() {
			f.entry.Effect = own
		}
		if e.Random && f.entry.Wait == nil {
			f.entry.Random = true
		}
		if e.Wait != nil && f.small && f.entry.Wait == nil {
			f.entry.Wait = p.inheritWait(f, c, e.Wait)
		}
		if e.Method != nil && f.entry.Method == nil && p.Of(c.fn).Method != nil {
			f.entry.Method = p.inheritMethod(f, c, e.Method)
		}
	}
	f.entry.Place = p.named(f, place)
	f.entry.Probe = place == knowledge.Remote && p.probes(f)
	if place == knowledge.Remote && FailsBy(f.sig) == ByError {
		f.entry.Wait = nil // an operation that also waits, not a helper that waits
	}
	if f.entry.Random && !returnsDraw(f.sig) {
		f.entry.Random = false
	}
	return f.entry != before
}

// inheritMethod says which HTTP method f sends through a callee: the callee's
// own, or the one that an argument names. A constant counts for helpers only,
// small functions that make or answer with a request or a response, since a
// larger one does more than send; a parameter that is handed on says itself what
// it is.
func (p *Package) inheritMethod(f *function, c call, m *knowledge.Method) *knowledge.Method {
	key := m.Key || p.setsKey(f)
	if m.Const == "" && m.Param < len(c.expr.Args) {
		if i := ParamIndex(p.pass.TypesInfo, f.sig, c.expr.Args[m.Param]); i >= 0 {
			return &knowledge.Method{Param: i, Key: key}
		}
	}
	if !f.small || !aboutHTTP(f.sig) && !p.sends(f) {
		return nil
	}
	if m.Const != "" {
		return &knowledge.Method{Const: m.Const, Key: key}
	}
	if m.Param >= len(c.expr.Args) {
		return nil
	}
	arg := ast.Unparen(c.expr.Args[m.Param])
	if tv, ok := p.pass.TypesInfo.Types[arg]; ok && tv.Value != nil {
		method := strings.Trim(tv.Value.ExactString(), `"`)
		if method == "" {
			method = "GET" // as NewRequest documents
		}
		return &knowledge.Method{Const: method, Key: key}
	}
	return nil
}
