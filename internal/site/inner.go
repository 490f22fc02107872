package site

import (
	"go/ast"
	"go/types"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/policy"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// maxChain bounds how many calls may lie between an attempt and the retry inside
// it. Further down, other code than the site's decides.
const maxChain = 3

// maxLayers bounds how many retries are looked for that lie in each other. No
// program that works has more.
const maxLayers = 4

// findInner looks for a retry inside the attempts of a site.
func findInner(m *flow.Package, s *Site) {
	if s.OnAnswer {
		return // what the attempt retries inside has ended well
	}
	q := newLayering(m)
	if s.Func != nil && !s.InLiteral {
		q.push(s.Func.Origin())
	}
	s.Inner = q.inside(s)
}

// layering is one question about retries inside of others. A function that leads
// back to one whose retry is being looked into has another answer there than
// elsewhere, so what is found on the way is remembered only if it went by none of
// them, and told only to questions of which that is true as well: then no answer
// depends on what was asked before. What went by one of them is remembered until the
// question comes back from it.
type layering struct {
	m       *flow.Package
	stack   []*types.Func        // whose own retries are being looked into
	found   []map[within]answer  // what was found under so many of them: no way is gone twice
	cut     int                  // the lowest of them that was come back to
	through map[*types.Func]bool // the functions with sites that were looked at
}

// answer is what was found under the functions of a stack, and the lowest of them
// that was come back to on the way.
type answer struct {
	layer

	cut int
}

func newLayering(m *flow.Package) *layering {
	return &layering{m: m, cut: uncut, found: make([]map[within]answer, 1)}
}

// push looks into the retries of one more function, pop comes back from there.
func (q *layering) push(fn *types.Func) {
	q.stack, q.found = append(q.stack, fn), append(q.found, nil)
}

func (q *layering) pop() {
	q.stack, q.found = q.stack[:len(q.stack)-1], q.found[:len(q.found)-1]
}

// keep remembers an answer for as long as the stack is what it is.
func (q *layering) keep(key within, a answer) {
	at := &q.found[len(q.stack)]
	if *at == nil {
		*at = map[within]answer{}
	}
	(*at)[key] = a
}

const uncut = math.MaxInt

// within names what is remembered: the retry that is at most so many calls below a
// function.
type within struct {
	fn    *types.Func
	calls int
}

// layer is the retry that was found, and the functions with sites on all ways that
// were gone.
type layer struct {
	inner   *Inner
	through map[*types.Func]bool
}

// inside is the retry inside the attempts of a site.
func (q *layering) inside(s *Site) *Inner {
	var best *Inner
	for _, a := range s.Attempts {
		in := q.ofCall(a.Call, calleeOf(q.m, a), madeBy(s.Unit, a.Call), maxChain)
		if a.Literal != nil {
			in = q.called(a.Literal, maxChain)
		}
		if in == nil || len(in.Chain) > maxChain {
			continue
		}
		if best == nil || in.Attempts == 0 || best.Attempts != 0 && in.Attempts > best.Attempts {
			own := *in // what is known of a function is shared by all that call it
			own.Call = a.Call
			best = &own
		}
	}
	return best
}

// ofCall says whether a call retries inside: its callee does, or the client that it
// goes through, which the call made gives where that is known.
func (q *layering) ofCall(c *ast.CallExpr, fn *types.Func, made *ast.CallExpr, calls int) *Inner {
	if fn == nil || calls < 0 {
		return nil
	}
	m := q.m
	if client := m.Sums.Known(fn.Origin()).Client; client != nil && !ofModule(m, fn.Pkg()) {
		return clientRetries(m, client, made)
	}
	if summary.IsInterfaceMethod(fn) {
		impl := m.Sums.Implementation(fn)
		if impl == nil {
			return importedRetries(m, fn)
		}
		fn = impl
	}
	return q.of(fn, calls)
}

// ofModule reports whether a package belongs to the module under analysis. What is
// known of a library from without does not hold of its own parts, of which some make
// what it is known for.
func ofModule(m *flow.Package, pkg *types.Package) bool {
	if pkg == m.Pass.Pkg {
		return true
	}
	return m.Pass.Module != nil && pkg != nil && m.Pass.Module.Path != "" && strings.HasPrefix(pkg.Path()+"/", m.Pass.Module.Path+"/")
}

// calleeOf is the function that an attempt calls: by name, or by a variable or field
// that nothing else is ever stored in.
func calleeOf(m *flow.Package, a world.Attempt) *types.Func {
	v, ok := m.Object(a.Call.Fun).(*types.Var)
	if a.Callee != nil || !ok {
		return a.Callee
	}
	if fns, all := m.Sums.Held(v); all && len(fns) == 1 {
		return fns[0]
	}
	return nil
}

// RetriesOf is how often a function of a library tries again by itself: as the
// client that it belongs to does by default, or as its package's fact says. It is
// nil where it does not, or where that is not known.
func RetriesOf(m *flow.Package, fn *types.Func) *Inner {
	if client := m.Sums.Known(fn.Origin()).Client; client != nil {
		return clientRetries(m, client, nil)
	}
	return importedRetries(m, fn)
}

// importedRetries is the retry that the fact of another package tells of.
func importedRetries(m *flow.Package, fn *types.Func) *Inner {
	if r := rowOf(m, fn).Retries; r != nil {
		return &Inner{Name: displayName(fn), Chain: r.Chain, Attempts: r.Attempts, Layers: r.Layers}
	}
	return nil
}

// clientRetries says how often a client library tries by default, unless the call
// that makes the client, if that is known, or this package configures it.
func clientRetries(m *flow.Package, client *knowledge.Client, made *ast.CallExpr) *Inner {
	n, known := policy.OfClient(m, client, made)
	if !known || n == 1 {
		return nil
	}
	return &Inner{Name: client.Name, Chain: []string{client.Name}, Attempts: n, Layers: []int64{n}}
}

// madeBy is the call that makes the client whose method a call is, where a local
// variable holds the client and nothing else is ever assigned to it.
func madeBy(u *flow.Unit, c *ast.CallExpr) *ast.CallExpr {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v, ok := u.M.Object(sel.X).(*types.Var)
	if !ok || v.IsField() || world.IsParam(u, v) {
		return nil
	}
	defs := u.Definitions()[v]
	if len(defs) != 1 {
		return nil
	}
	made, _ := world.CallOf(defs[0].Rhs)
	return made
}

// retriesOf says whether a function retries something remote: by a site of its
// own, or through the functions that it calls.
func retriesOf(m *flow.Package, fn *types.Func) *Inner {
	return newLayering(m).of(fn, maxChain)
}

func (q *layering) of(fn *types.Func, calls int) *Inner {
	if fn == nil || calls < 0 {
		return nil
	}
	fn = fn.Origin()
	if i := slices.Index(q.stack, fn); i >= 0 {
		q.cut = min(q.cut, i) // recursion ends here
		return nil
	}
	model := ModelOf(q.m)
	key := within{fn, calls}
	if l, ok := model.retries[key]; ok && !slices.ContainsFunc(q.stack, func(fn *types.Func) bool { return l.through[fn] }) {
		q.pass(l.through)
		return l.inner
	}
	if a, ok := q.found[len(q.stack)][key]; ok {
		q.cut = min(q.cut, a.cut)
		q.pass(a.through)
		return a.inner
	}
	if in := importedRetries(q.m, fn); in != nil {
		return in
	}
	decl := q.m.Sums.Decl(fn)
	if decl == nil {
		return nil
	}
	cut, through := q.cut, q.through
	q.cut, q.through = uncut, nil
	if len(model.byFunc[fn]) > 0 {
		q.pass(map[*types.Func]bool{fn: true})
	}
	in := q.own(fn)
	if in == nil && calls > 0 {
		if in = q.called(decl.Body, calls); in != nil {
			in = &Inner{Name: in.Name, Chain: append([]string{displayName(fn)}, in.Chain...), Attempts: in.Attempts, Layers: in.Layers, Pos: in.Pos}
		}
	}
	if q.cut >= len(q.stack) {
		q.cut = uncut
		model.retries[key] = layer{in, q.through}
	}
	q.keep(key, answer{layer{in, q.through}, q.cut})
	passed := q.through
	q.cut, q.through = min(q.cut, cut), through
	q.pass(passed)
	return in
}

// pass notes functions with sites that were looked at.
func (q *layering) pass(fns map[*types.Func]bool) {
	if q.through == nil && len(fns) > 0 {
		q.through = map[*types.Func]bool{}
	}
	maps.Copy(q.through, fns)
}

// own is the retry that a function makes itself.
func (q *layering) own(fn *types.Func) *Inner {
	m := q.m
	for _, s := range ModelOf(m).byFunc[fn] {
		if s.Place != knowledge.Remote || !s.Kind.Again() && s.Kind != Helper || s.Max == 1 || s.InLiteral {
			continue
		}
		if s.Kind == Helper {
			if r := RetrierOf(m, s.Retrier); r == nil || r.Poll || r.Conflict {
				continue
			}
		}
		in := &Inner{Name: displayName(fn), Chain: []string{displayName(fn)}, Attempts: s.Max, Layers: []int64{s.Max}, Pos: s.Pos()}
		if s.Max == 0 || s.OnAnswer {
			return in
		}
		if len(q.stack) == maxLayers {
			q.cut = -1
			return in
		}
		q.push(fn)
		inner := q.inside(s)
		q.pop()
		if inner != nil && inner.Attempts != 0 {
			in.Attempts *= inner.Attempts
			in.Layers = append(in.Layers, inner.Layers...)
			in.Chain = append(in.Chain, inner.Chain...)
		}
		return in
	}
	return nil
}

// called is the retry that a body makes through what it calls: that of the most
// attempts, and of those the nearest. A way through a function twice is never
// nearer, so recursion adds nothing.
func (q *layering) called(body *ast.BlockStmt, calls int) *Inner {
	var found *Inner
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			fn := q.m.Sums.Callee(n)
			if fn == nil {
				return true
			}
			if in := q.ofCall(n, fn, nil, calls-1); in != nil && (found == nil || outweighs(in, found)) {
				found = in
			}
		}
		return true
	})
	return found
}

// outweighs reports whether a retry makes more attempts than another, or as many
// nearer by.
func outweighs(a, b *Inner) bool {
	if a.Attempts == b.Attempts {
		return len(a.Chain) < len(b.Chain)
	}
	return a.Attempts == 0 || b.Attempts != 0 && a.Attempts > b.Attempts
}

// displayName is how messages call a function.
func displayName(fn *types.Func) string {
	name := knowledge.FuncName(fn)
	if fn.Pkg() != nil && !strings.Contains(name, ".") {
		name = fn.Pkg().Name() + "." + name
	}
	return name
}

// Calls reports the names along the chain of an inner retry.
func (in *Inner) Calls() string { return strings.Join(slices.Compact(in.Chain), " > ") }
