// Package policy knows what the code under analysis sets a library's policy to: the
// options of a call of a retrier, and those of the clients that try by themselves.
package policy

import (
	"go/ast"
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/rounds"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// Highest is the longest delay of a call of a retrier whose policy grows by a
// factor, in nanoseconds; 0 if it is not known.
func Highest(p knowledge.Policy) float64 {
	if p.Attempts < 2 || p.First == 0 || p.Factor == 0 {
		return 0
	}
	return float64(p.First) * math.Pow(p.Factor, float64(p.Attempts-2))
}

// At is the policy of a retrier at one call: its defaults, changed by the
// options that the call gives and by those given to the policy object that it
// names, where they are in the same function.
func At(m *flow.Package, u *flow.Unit, c *ast.CallExpr, r *knowledge.Retrier) knowledge.Policy {
	p := r.Policy
	if len(r.Options) == 0 {
		return p
	}
	for i, arg := range c.Args {
		if i != r.Op && i != r.Ctx {
			applyArg(m, u, arg, r, &p, nil)
		}
	}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && m.Info.Selections[sel] != nil {
		applyArg(m, u, sel.X, r, &p, nil)
	}
	return p
}

// applyArg changes a policy by one argument: an option call, a policy literal,
// a predeclared policy, or a local variable that holds one of these. Through is the
// variables that led to it.
func applyArg(m *flow.Package, u *flow.Unit, arg ast.Expr, r *knowledge.Retrier, p *knowledge.Policy, through []types.Object) {
	if len(through) > 5 {
		p.Attempts, p.Jitter = 0, knowledge.Unknown
		return
	}
	arg = ast.Unparen(arg)
	if summary.IsContext(m.Info.TypeOf(arg)) {
		return
	}
	if lit, ok := syntax.Literal(arg); ok {
		if _, isSlice := summary.TypeUnder[*types.Slice](m.Info.TypeOf(lit)); isSlice {
			for _, el := range lit.Elts { // a list of options
				applyArg(m, u, el, r, p, through)
			}
			return
		}
		applyLiteral(m, u, lit, r, p)
		return
	}
	switch e := arg.(type) {
	case *ast.CallExpr:
		if world.IsBuiltin(m, e) { // append(options, ...)
			for _, a := range e.Args {
				applyArg(m, u, a, r, p, through)
			}
			return
		}
		fn := m.Sums.Callee(e)
		if fn == nil {
			return
		}
		if o, ok := option(r.Options, fn.Pkg(), knowledge.FuncName(fn)); ok {
			applyOption(m, u, o, settingOf(m, o, e), p)
		} else if fn.Pkg() != nil && !knowledge.HasRetriers(fn.Pkg().Path()) {
			if !slices.Contains(through, types.Object(fn)) {
				applyMade(m, u, e, fn, r, p, append(through, fn))
			}
			return
		}
		for _, a := range e.Args { // WithMaxRetries(NewExponentialBackOff(), 3)
			if _, isNumber := world.Constant(u, a); !isNumber {
				applyArg(m, u, a, r, p, through)
			}
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && m.Info.Selections[sel] != nil {
			applyArg(m, u, sel.X, r, p, through) // builder chains
		}
	case *ast.Ident, *ast.SelectorExpr:
		obj := m.Object(e)
		if obj == nil {
			return
		}
		if o, ok := option(r.Options, obj.Pkg(), obj.Name()); ok {
			applyOption(m, u, o, nil, p)
			return
		}
		applyVariable(m, u, obj, r, p, through)
	}
}

// applyMade changes a policy by one that a function of the code makes: by what it
// returns, and by what it is given. Where what it returns is out of sight, of that only
// the context is known to count.
func applyMade(m *flow.Package, u *flow.Unit, c *ast.CallExpr, fn *types.Func, r *knowledge.Retrier, p *knowledge.Policy, through []types.Object) {
	var made ast.Expr
	decl := m.Sums.Decl(fn)
	if decl != nil {
		made = syntax.OnlyResult(decl.Body)
	}
	if made != nil {
		applyArg(m, world.UnitOf(m, u.File, decl, fn), made, r, p, through)
	} else {
		forget(m, r, p)
		p.Bound &^= knowledge.Elapsed
	}
	for _, a := range c.Args {
		if made == nil && summary.IsContext(m.Info.TypeOf(a)) {
			applyOption(m, u, knowledge.Option{Sets: knowledge.SetsCtx}, a, p)
		} else if _, isNumber := world.Constant(u, a); !isNumber {
			applyArg(m, u, a, r, p, through)
		}
	}
}

// applyVariable follows a policy object to where this function makes and
// changes it. One that comes from elsewhere is unknown. What wraps what the variable
// held, as b = backoff.WithContext(b, ctx) does, changes that once more.
func applyVariable(m *flow.Package, u *flow.Unit, obj types.Object, r *knowledge.Retrier, p *knowledge.Policy, through []types.Object) {
	v, ok := obj.(*types.Var)
	if slices.Contains(through, obj) {
		return
	}
	through = append(through, obj)
	if ok && predeclared(v, p) {
		return
	}
	if world.IsNumeric(obj.Type()) {
		return // a length or a number, and no policy
	}
	if !ok || v.IsField() {
		forget(m, r, p)
		return
	}
	defs := u.Definitions()[obj]
	known := false
	for _, d := range defs {
		if d.Rhs == nil || d.Multi {
			continue
		}
		known = true
		before := *p
		applyArg(m, u, d.Rhs, r, p, through)
		if scope := obj.Parent(); scope == nil || !syntax.Mentions(m.Info, d.Rhs, obj) || scope.Innermost(d.Node.Pos()) == scope {
			continue
		}
		if p.Attempts != before.Attempts { // under a condition
			p.Attempts = 0
		}
		if p.Jitter != before.Jitter {
			p.Jitter = knowledge.Unknown
		}
	}
	_, isSlice := summary.TypeUnder[*types.Slice](v.Type())
	if !known && (isStructLike(v.Type()) || isSlice) {
		forget(m, r, p)
		return
	}
	for field, sets := range u.Definitions() {
		f, ok := field.(*types.Var)
		if !ok || !f.IsField() {
			continue
		}
		for _, d := range sets {
			a, ok := d.Node.(*ast.AssignStmt)
			if !ok || d.Rhs == nil || len(a.Lhs) != 1 {
				continue
			}
			sel, ok := ast.Unparen(a.Lhs[0]).(*ast.SelectorExpr)
			if !ok || m.Object(sel.X) != obj {
				continue
			}
			if o, ok := fieldOption(r.Options, f); ok {
				applyOption(m, u, o, d.Rhs, p)
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
func settingOf(m *flow.Package, o knowledge.Option, c *ast.CallExpr) ast.Expr {
	for _, a := range c.Args {
		t := m.Info.TypeOf(a)
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
func forget(m *flow.Package, r *knowledge.Retrier, p *knowledge.Policy) {
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
func applyLiteral(m *flow.Package, u *flow.Unit, lit *ast.CompositeLit, r *knowledge.Retrier, p *knowledge.Policy) {
	t := m.Info.TypeOf(lit)
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
			applyOption(m, u, o, v, p)
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
func applyOption(m *flow.Package, u *flow.Unit, o knowledge.Option, value ast.Expr, p *knowledge.Policy) {
	n, known := int64(0), false
	if value != nil {
		n, known = world.Constant(u, value)
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
		if value == nil || !world.IsBackground(u, value) {
			p.Bound |= knowledge.Ctx
			p.Cancel = true
		}
	case knowledge.SetsDelay, knowledge.SetsEndless:
		p.Shape, p.Jitter = knowledge.Constant, knowledge.No
		p.Factor = 1
		if value != nil {
			p.First = 0
			if known && summary.IsNamed(m.Info.TypeOf(value), "time", "Duration") {
				p.First = n
			}
		}
		if o.Sets == knowledge.SetsEndless {
			p.Bound &^= knowledge.Elapsed
		}
	case knowledge.SetsFirst:
		p.First = 0
		if known {
			p.First = n
		}
	case knowledge.SetsFactor:
		p.Factor, _ = world.ConstFloat(m, value)
		p.Shape, p.Capped = knowledge.Exponential, max(p.Capped, knowledge.No)
		if p.Factor == 1 {
			p.Shape, p.Capped = knowledge.Constant, knowledge.Unknown
		}
	case knowledge.SetsCap:
		p.Capped = knowledge.Yes
	case knowledge.SetsJitter:
		p.Jitter = knowledge.Yes
		if value != nil && syntax.IsZero(m.Info, value) {
			p.Jitter = knowledge.No
		}
	case knowledge.SetsOff:
		if value == nil || !syntax.IsFalse(m.Info, value) {
			p.Attempts, p.Bound = 1, p.Bound|knowledge.Attempts
		}
	case knowledge.SetsUnknown:
		p.Attempts, p.Jitter = 0, knowledge.Unknown
	}
}

// LimitAt finds what a call of a retrier gives it as the number of attempts where
// that is no constant: a parameter, or an option.
func LimitAt(m *flow.Package, u *flow.Unit, c *ast.CallExpr, r *knowledge.Retrier, most int64) rounds.Limit {
	if most > 0 {
		return rounds.Limit{}
	}
	if r.Max > 0 && r.Max <= len(c.Args) {
		return rounds.Limit{Expr: c.Args[r.Max-1]}
	}
	var found rounds.Limit
	note := func(n ast.Node) bool {
		opt, ok := n.(*ast.CallExpr)
		if !ok || found.Expr != nil {
			return found.Expr == nil
		}
		fn := m.Sums.Callee(opt)
		if fn == nil {
			return true
		}
		o, ok := option(r.Options, fn.Pkg(), knowledge.FuncName(fn))
		if !ok || o.Sets != knowledge.SetsAttempts && o.Sets != knowledge.SetsRetries {
			return true
		}
		if value := settingOf(m, o, opt); value != nil {
			found.Expr = value
			if o.Sets == knowledge.SetsRetries {
				found.More = 1
			}
		}
		return true
	}
	for i, arg := range c.Args {
		if i == r.Op || len(r.Options) == 0 {
			continue
		}
		ast.Inspect(arg, note)
		for _, d := range u.Definitions()[m.Object(arg)] {
			if d.Rhs != nil {
				ast.Inspect(d.Rhs, note)
			}
		}
	}
	return found
}
