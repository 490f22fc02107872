package site

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// policyAt is the policy of a retrier at one call: its defaults, changed by the
// options that the call gives and by those given to the policy object that it
// names, where they are in the same function.
func (m *Package) policyAt(u *unit, c *ast.CallExpr, r *knowledge.Retrier) knowledge.Policy {
	p := r.Policy
	if len(r.Options) == 0 {
		return p
	}
	for i, arg := range c.Args {
		if i != r.Op && i != r.Ctx {
			m.applyArg(u, arg, r, &p, 0)
		}
	}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.info.Selections[sel] != nil {
		m.applyArg(u, sel.X, r, &p, 0)
	}
	return p
}

// applyArg changes a policy by one argument: an option call, a policy literal,
// a predeclared policy, or a local variable that holds one of these.
func (m *Package) applyArg(u *unit, arg ast.Expr, r *knowledge.Retrier, p *knowledge.Policy, depth int) {
	if depth > 5 {
		p.Attempts, p.Jitter = 0, knowledge.Unknown
		return
	}
	arg = ast.Unparen(arg)
	if summary.IsContext(m.info.TypeOf(arg)) {
		return
	}
	if lit, ok := literalOf(arg); ok {
		if _, isSlice := summary.TypeUnder[*types.Slice](m.info.TypeOf(lit)); isSlice {
			for _, el := range lit.Elts { // a list of options
				m.applyArg(u, el, r, p, depth+1)
			}
			return
		}
		m.applyLiteral(u, lit, r, p)
		return
	}
	switch e := arg.(type) {
	case *ast.CallExpr:
		if m.isBuiltin(e) { // append(options, ...)
			for _, a := range e.Args {
				m.applyArg(u, a, r, p, depth+1)
			}
			return
		}
		fn := m.sums.Callee(e)
		if fn == nil {
			return
		}
		if o, ok := option(r.Options, fn.Pkg(), knowledge.FuncName(fn)); ok {
			m.applyOption(u, o, m.settingOf(o, e), p)
		} else if fn.Pkg() != nil && !knowledge.HasRetriers(fn.Pkg().Path()) {
			p.Bound &^= knowledge.Elapsed // somebody's own policy: its time is not known
		}
		for _, a := range e.Args { // WithMaxRetries(NewExponentialBackOff(), 3)
			if _, isNumber := u.constant(a); !isNumber {
				m.applyArg(u, a, r, p, depth+1)
			}
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && m.info.Selections[sel] != nil {
			m.applyArg(u, sel.X, r, p, depth+1) // builder chains
		}
	case *ast.Ident, *ast.SelectorExpr:
		obj := m.object(e)
		if obj == nil {
			return
		}
		if o, ok := option(r.Options, obj.Pkg(), obj.Name()); ok {
			m.applyOption(u, o, nil, p)
			return
		}
		m.applyVariable(u, obj, r, p, depth)
	}
}

// applyVariable follows a policy object to where this function makes and
// changes it. One that comes from elsewhere is unknown.
func (m *Package) applyVariable(u *unit, obj types.Object, r *knowledge.Retrier, p *knowledge.Policy, depth int) {
	v, ok := obj.(*types.Var)
	if ok && predeclared(v, p) {
		return
	}
	if isNumeric(obj.Type()) {
		return // a length or a number, and no policy
	}
	if !ok || v.IsField() {
		m.forget(r, p)
		return
	}
	defs := u.definitions()[obj]
	known := false
	for _, d := range defs {
		if d.rhs != nil && !d.multi {
			known = true
			m.applyArg(u, d.rhs, r, p, depth+1)
		}
	}
	_, isSlice := summary.TypeUnder[*types.Slice](v.Type())
	if !known && (isStructLike(v.Type()) || isSlice) {
		m.forget(r, p)
		return
	}
	for field, sets := range u.definitions() {
		f, ok := field.(*types.Var)
		if !ok || !f.IsField() {
			continue
		}
		for _, d := range sets {
			a, ok := d.node.(*ast.AssignStmt)
			if !ok || d.rhs == nil || len(a.Lhs) != 1 {
				continue
			}
			sel, ok := ast.Unparen(a.Lhs[0]).(*ast.SelectorExpr)
			if !ok || m.object(sel.X) != obj {
				continue
			}
			if o, ok := fieldOption(r.Options, f); ok {
				m.applyOption(u, o, d.rhs, p)
			}
		}
	}
}

// predeclared reports whether a policy is one that its library declares, and
// makes p that policy. Retriers' tables give the library's default one.
func predeclared(v *types.Var, p *knowledge.Policy) bool {
	if v.Pkg() == nil || v.Pkg().Path() != "k8s.io/client-go/util/retry" {
		return false
	}
	if v.Name() == "DefaultBackoff" { // util/retry/util.go: 4 steps, factor 5
		p.Attempts = 4
	}
	return true
}

// settingOf is the argument that says what an option sets: the first that is no
// policy itself.
func (m *Package) settingOf(o knowledge.Option, c *ast.CallExpr) ast.Expr {
	for _, a := range c.Args {
		t := m.info.TypeOf(a)
		switch {
		case o.Sets == knowledge.SetsCtx && summary.IsContext(t):
			return a
		case o.Sets != knowledge.SetsCtx && t != nil && !isStructLike(t):
			return a
		}
	}
	return lastArg(c)
}

// forget drops what options may have changed out of sight.
func (m *Package) forget(r *knowledge.Retrier, p *knowledge.Policy) {
	for _, o := range r.Options {
		switch o.Sets {
		case knowledge.SetsAttempts, knowledge.SetsRetries:
			p.Attempts = 0
		case knowledge.SetsJitter:
			p.Jitter = knowledge.Unknown
		case knowledge.SetsCap:
			p.Capped = knowledge.Unknown
		case knowledge.SetsFirst:
			p.First = 0
		}
	}
}

func isStructLike(t types.Type) bool {
	if p, ok := summary.TypeUnder[*types.Pointer](t); ok {
		t = p.Elem()
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Interface:
		return true
	}
	return false
}

func lastArg(c *ast.CallExpr) ast.Expr {
	if len(c.Args) == 0 {
		return nil
	}
	return c.Args[len(c.Args)-1]
}

// applyLiteral changes a policy by the fields of a literal. Fields that are not
// given are zero.
func (m *Package) applyLiteral(u *unit, lit *ast.CompositeLit, r *knowledge.Retrier, p *knowledge.Policy) {
	t := m.info.TypeOf(lit)
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return
	}
	given := map[string]ast.Expr{}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				given[id.Name] = kv.Value
			}
		}
	}
	for _, o := range r.Options {
		typ, field, ok := strings.Cut(o.Local(), ".")
		if !ok || typ != n.Obj().Name() {
			continue
		}
		if v, ok := given[field]; ok {
			m.applyOption(u, o, v, p)
		} else if o.Sets == knowledge.SetsJitter {
			p.Jitter = knowledge.No
		} else if o.Sets == knowledge.SetsFactor {
			p.Shape, p.Capped = knowledge.Constant, knowledge.Unknown
		}
	}
}

// option finds the option that a function or variable of a package is.
func option(options []knowledge.Option, pkg *types.Package, name string) (knowledge.Option, bool) {
	if pkg == nil {
		return knowledge.Option{}, false
	}
	for _, o := range options {
		if o.Is(pkg.Path(), name) {
			return o, true
		}
	}
	return knowledge.Option{}, false
}

// fieldOption finds the option that a struct field is.
func fieldOption(options []knowledge.Option, f *types.Var) (knowledge.Option, bool) {
	for _, o := range options {
		if strings.HasSuffix(o.Name, "."+f.Name()) {
			return o, true
		}
	}
	return knowledge.Option{}, false
}

// applyOption changes a policy by one option of a given value; nil is a value
// that the option does not need.
func (m *Package) applyOption(u *unit, o knowledge.Option, value ast.Expr, p *knowledge.Policy) {
	n, known := int64(0), false
	if value != nil {
		n, known = u.constant(value)
	}
	switch o.Sets {
	case knowledge.SetsAttempts, knowledge.SetsRetries:
		p.Attempts = 0
		p.Bound |= knowledge.Attempts
		if known && n > 0 {
			p.Attempts = int(n)
			if o.Sets == knowledge.SetsRetries {
				p.Attempts++
			}
		}
		if known && n == 0 {
			p.Bound &^= knowledge.Attempts
		}
	case knowledge.SetsElapsed:
		if known && n == 0 {
			p.Bound &^= knowledge.Elapsed
		} else {
			p.Bound |= knowledge.Elapsed
		}
	case knowledge.SetsCtx:
		if value == nil || !u.isBackground(value) {
			p.Bound |= knowledge.Ctx
			p.Cancel = true
		}
	case knowledge.SetsDelay, knowledge.SetsEndless:
		p.Shape, p.Jitter = knowledge.Constant, knowledge.No
		if o.Sets == knowledge.SetsEndless {
			p.Bound &^= knowledge.Elapsed
		}
	case knowledge.SetsFirst:
		p.First = 0
		if known {
			p.First = n
		}
	case knowledge.SetsFactor:
		p.Factor, _ = m.constFloat(value)
		p.Shape, p.Capped = knowledge.Exponential, max(p.Capped, knowledge.No)
		if p.Factor == 1 {
			p.Shape, p.Capped = knowledge.Constant, knowledge.Unknown
		}
	case knowledge.SetsCap:
		p.Capped = knowledge.Yes
	case knowledge.SetsJitter:
		p.Jitter = knowledge.Yes
		if value != nil && m.isZero(value) {
			p.Jitter = knowledge.No
		}
	case knowledge.SetsOff:
		if value == nil || !m.isFalse(value) {
			p.Attempts, p.Bound = 1, p.Bound|knowledge.Attempts
		}
	case knowledge.SetsUnknown:
		p.Attempts, p.Jitter = 0, knowledge.Unknown
	}
}

func (m *Package) isZero(e ast.Expr) bool {
	tv := m.info.Types[e]
	if tv.Value == nil {
		return false
	}
	switch tv.Value.Kind() {
	case constant.Int, constant.Float:
		return constant.Sign(tv.Value) == 0
	case constant.Bool:
		return !constant.BoolVal(tv.Value)
	}
	return false
}

func (m *Package) isFalse(e ast.Expr) bool {
	tv := m.info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.Bool && !constant.BoolVal(tv.Value)
}
