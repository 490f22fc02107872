package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// What the calls of a round do to the variables of the function around it: function
// literals that the round runs, functions of this package that are given what holds
// a flag or a counter, and the methods of sync/atomic.

// mostBlocks is how large a body may be to be run: what keeps a flag or a counter is
// short, and a long one has too many ways.
const mostBlocks = 40

// effects runs what the calls in a node do, inner calls first.
func (in *Interp) effects(n ast.Node, env []Value) {
	var calls []*ast.CallExpr
	WalkNode(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			return false
		case *ast.GoStmt:
			if joins(in.R) {
				calls = append(calls, n.Call)
			}
			return false
		case *ast.CallExpr:
			calls = append(calls, n)
		}
		return true
	})
	slices.Reverse(calls) // what stands inside comes first
	for _, c := range calls {
		in.effect(c, env)
	}
}

func (in *Interp) effect(c *ast.CallExpr, env []Value) {
	m := in.R.U.M
	if x, op := AtomicOp(m, c); op != "" {
		in.atomic(x, op, c, env)
		return
	}
	if in.depth >= mostInline {
		return
	}
	if lit := Literal(in.R.U, c.Fun); lit != nil {
		sig, ok := Signature(m, c)
		byError := ok && summary.FailsBy(sig) == summary.ByError
		switch {
		case byError && MayFail(m, lit):
			in.forget(lit, env) // the call itself is what fails
		case byError || answers(m, c) || in.concerned(lit):
			in.ran(c, in.enter(in.R.U.Literal(lit), c, nil, env))
		}
		return
	}
	if lits := RunsLiterals(in.R.U, c); len(lits) > 0 {
		for _, lit := range lits {
			if in.concerned(lit) {
				in.enter(in.R.U.Literal(lit), nil, nil, env)
			}
		}
		return
	}
	fn := m.Sums.Callee(c)
	if fn == nil || m.Sums.Decl(fn) == nil || !in.writes(c, fn) && (!answers(m, c) || len(in.held(c, fn)) == 0) {
		in.fill(c, env)
		return
	}
	if o := in.World(c); (o == Failure || o == Refused) && summary.FailsBy(fn.Signature()) == summary.ByError {
		in.drop(c, fn, env) // how far it came before it failed is not known
		return
	}
	results := in.enter(UnitOf(m, in.R.U.File, m.Sums.Decl(fn), fn), c, fn, env)
	if summary.FailsBy(fn.Signature()) != summary.ByError || !Signals(m, c) {
		in.ran(c, results) // whether an attempt fails is for the world to say
	}
}

// answers reports whether a call gives back nothing but a yes or no, or a number.
func answers(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok || sig.Results().Len() != 1 {
		return false
	}
	b, ok := summary.TypeUnder[*types.Basic](sig.Results().At(0).Type())
	return ok && b.Info()&(types.IsBoolean|types.IsInteger) != 0
}

// concerned reports whether a literal writes what is tracked here, or sends to it.
func (in *Interp) concerned(lit *ast.FuncLit) bool {
	known := flow.Notes[notes](in.R.U.M)
	targets, ok := known.targets[lit]
	if !ok {
		targets = writtenIn(in.R.U.M, lit)
		if known.targets == nil {
			known.targets = map[*ast.FuncLit][]ast.Expr{}
		}
		known.targets[lit] = targets
	}
	return slices.ContainsFunc(targets, func(e ast.Expr) bool {
		_, ok := in.Tracked[in.tracked(e)]
		return ok
	})
}

// writes reports whether a function writes what is tracked here through what a call
// gives it.
func (in *Interp) writes(c *ast.CallExpr, fn *types.Func) bool {
	m := in.R.U.M
	return slices.ContainsFunc(paramWrites(m, fn, 0), func(w location) bool {
		arg := argumentOf(c, fn, w.root)
		if arg == nil {
			return false
		}
		l := locate(m, arg)
		if l.root == nil {
			return false
		}
		_, ok := in.Tracked[flow.Notes[notes](m).standsFor(l.field(w.path))]
		return ok
	})
}

// ran notes what a call gave back.
func (in *Interp) ran(c *ast.CallExpr, results []Value) {
	if in.results == nil {
		in.results = map[*ast.CallExpr][]Value{}
	}
	in.results[c] = results
}

// held lists the tracked locations here that are part of what a call is given, by
// the parameter: a method may ask or write them.
func (in *Interp) held(c *ast.CallExpr, fn *types.Func) map[*types.Var]location {
	m := in.R.U.M
	known := flow.Notes[notes](m)
	var out map[*types.Var]location
	for _, p := range paramsOf(fn) {
		arg := argumentOf(c, fn, p)
		if arg == nil {
			continue
		}
		l := locate(m, arg)
		if l.root == nil {
			continue
		}
		for path, v := range known.fields[l.root] {
			if _, ok := in.Tracked[v]; ok && strings.HasPrefix(path, l.path+".") {
				if out == nil {
					out = map[*types.Var]location{}
				}
				out[p] = l
				break
			}
		}
	}
	return out
}

// atomic does what a method of sync/atomic's types does.
func (in *Interp) atomic(x ast.Expr, op string, c *ast.CallExpr, env []Value) {
	obj := in.tracked(x)
	i, ok := in.Tracked[obj]
	if v, known := in.given[obj]; !ok && known && op == "Load" {
		in.ran(c, []Value{v})
	}
	if !ok {
		return
	}
	switch op {
	case "Load":
		in.ran(c, []Value{env[i]})
	case "Store":
		env[i] = Anything
		if len(c.Args) == 1 {
			env[i] = in.numeric(c.Args[0], env)
		}
	case "Add":
		env[i] = NotZero
	default:
		env[i] = Anything
	}
}

// enter runs a body in the same world: that of a literal, whose variables around it
// are those here, or that of a function whose parameters hold what is here. It gives
// back the values of the results.
func (in *Interp) enter(u *flow.Unit, c *ast.CallExpr, fn *types.Func, env []Value) []Value {
	m := in.R.U.M
	r := Whole(m, u)
	if r == nil || len(r.Order) > mostBlocks {
		return nil
	}
	sub := prepare(r, in.World, Options{Status: in.Status, Cancelled: in.Cancelled, MayEnd: in.MayEnd, Says: in.Says, Is: in.Is, MayLoad: in.MayLoad})
	sub.depth = in.depth + 1
	sub.given = map[types.Object]Value{}
	here := map[types.Object]types.Object{} // of what the body names, what it is here
	if fn == nil {
		for obj := range in.Tracked {
			here[obj] = obj
		}
		for obj, v := range in.given {
			sub.given[obj] = v
		}
	} else {
		known := flow.Notes[notes](m)
		for p, l := range in.held(c, fn) {
			for path, v := range known.fields[l.root] {
				if strings.HasPrefix(path, l.path+".") {
					inside := location{p, path[len(l.path):]}
					here[inside.standIn(m, v.Type())] = v
				}
			}
		}
		for _, p := range paramsOf(fn) {
			if arg := argumentOf(c, fn, p); arg != nil && (Trackable(p.Type()) || isCount(p.Type())) {
				sub.given[p] = in.numeric(arg, env)
			}
		}
	}
	start := sub.Start()
	for inside, outside := range here {
		i, ok := in.Tracked[outside]
		if !ok {
			continue
		}
		if j, ok := sub.Tracked[inside]; ok {
			start[j] = env[i]
		} else {
			sub.given[inside] = env[i]
		}
	}
	well := fn != nil && summary.FailsBy(fn.Signature()) == summary.ByError && in.World(c) == Success && Signals(m, c)
	ran := sub.through(start, well)
	ends, results := ran.ends, ran.results
	in.Steps += ran.steps
	in.Unsure = in.Unsure || ran.unsure
	whole := ran.steps <= MaxSteps && len(ends) > 0
	for inside, outside := range here {
		i, ok := in.Tracked[outside]
		j, written := sub.Tracked[inside]
		if !ok || !written {
			continue
		}
		env[i] = Anything
		if whole {
			env[i] = ends[0][j]
			for _, e := range ends[1:] {
				env[i] = join(env[i], e[j])
			}
		}
	}
	if !whole {
		return nil
	}
	out := slices.Clone(results[0])
	for _, vals := range results[1:] {
		for k := range out {
			if k < len(vals) {
				out[k] = join(out[k], vals[k])
			} else {
				out[k] = Anything
			}
		}
	}
	return out
}

// join is what is known where either of two values may be there.
func join(a, b Value) Value {
	if a == b {
		return a
	}
	return Anything
}

// forget drops what is known of the variables that a literal assigns.
func (in *Interp) forget(lit *ast.FuncLit, env []Value) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				return true
			}
			for _, l := range n.Lhs {
				if i, ok := in.Tracked[in.tracked(l)]; ok {
					env[i] = Anything
				}
			}
		case *ast.IncDecStmt:
			if i, ok := in.Tracked[in.tracked(n.X)]; ok {
				env[i] = Anything
			}
		}
		return true
	})
}

// fill forgets what is known of the variables whose addresses a call is given, as
// that which decodes an answer. An error that is there is completed at most, and one
// that is not comes of what fails in the call.
func (in *Interp) fill(c *ast.CallExpr, env []Value) {
	m := in.R.U.M
	for _, arg := range c.Args {
		x := Addressed(arg)
		if x == arg || summary.IsError(m.Info.TypeOf(x)) && (in.Eval(x, env) == NotNil || in.World(c) == Success && !in.givenError(c, env)) {
			continue
		}
		in.Set(x, Anything, env)
	}
}

// givenError reports whether a call is given an error that may be one.
func (in *Interp) givenError(c *ast.CallExpr, env []Value) bool {
	return slices.ContainsFunc(c.Args, func(a ast.Expr) bool {
		return summary.IsError(in.R.U.M.Info.TypeOf(a)) && in.Eval(a, env) != IsNil
	})
}

// drop forgets what is known of what a function writes through its parameters.
func (in *Interp) drop(c *ast.CallExpr, fn *types.Func, env []Value) {
	m := in.R.U.M
	for _, w := range paramWrites(m, fn, 0) {
		arg := argumentOf(c, fn, w.root)
		if arg == nil {
			continue
		}
		if l := locate(m, arg); l.root != nil {
			if i, ok := in.Tracked[flow.Notes[notes](m).standsFor(l.field(w.path))]; ok {
				env[i] = Anything
			}
		}
	}
}

// MayFail reports whether a function literal learns of something that can fail.
func MayFail(m *flow.Package, lit *ast.FuncLit) bool {
	return slices.ContainsFunc(syntax.Heard(lit.Body), func(c *ast.CallExpr) bool {
		return !m.Info.Types[c.Fun].IsType() && Signals(m, c)
	})
}
