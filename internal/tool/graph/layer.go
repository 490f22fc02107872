package graph

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// layers lists the sites that attempt a call again when it fails, the outermost
// first: those of which it is an attempt, and those of which that site is one. own
// says which attempt is meant where that is no call.
func (v *visitor) layers(c *ast.CallExpr, in frame, own func(world.Attempt) bool) []int {
	carriers := map[*ast.CallExpr]bool{c: true}
	for _, x := range in.calls {
		carriers[x] = true
	}
	var found []*site.Site
	for again := true; again; {
		again = false
		for _, s := range v.sites {
			if slices.Contains(found, s) || !slices.ContainsFunc(s.Attempts, func(a world.Attempt) bool {
				if own != nil && own(a) || carriers[a.Call] {
					return true
				}
				return a.Literal != nil && slices.ContainsFunc(in.lits, func(l *ast.FuncLit) bool { return l.Body == a.Literal })
			}) || !repeats(s, c, carriers) {
				continue
			}
			if s.Kind == site.Recursive && slices.ContainsFunc(found, func(x *site.Site) bool { return x.Kind == s.Kind }) {
				continue // another place from which the function calls itself: one layer
			}
			found = append(found, s)
			if call, ok := s.Node.(*ast.CallExpr); ok {
				carriers[call] = true
			}
			again = true
		}
	}
	slices.SortStableFunc(found, func(a, b *site.Site) int {
		switch {
		case flow.Within(b.Node, a.Node):
			return -1
		case flow.Within(a.Node, b.Node):
			return 1
		case flow.Within(c, b.Node) != flow.Within(c, a.Node): // the helper of a literal that stands elsewhere
			if flow.Within(c, b.Node) {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Pos(), b.Pos())
	})
	var out []int
	for _, s := range found {
		out = append(out, v.layer(s))
	}
	return out
}

// repeats reports whether a site attempts again what failed: a poll may go on after
// answers alone.
func repeats(s *site.Site, c *ast.CallExpr, carriers map[*ast.CallExpr]bool) bool {
	switch {
	case s.OnAnswer:
		return false
	case s.Kind == site.Recursive:
		return callsAgain(s, carriers)
	case s.Kind == site.Helper:
		return !s.Polls() || s.Bound&knowledge.ErrorClass == 0
	case s.Kind != site.Poll || s.Region == nil:
		return true
	}
	for _, a := range s.Attempts {
		if p, ok := world.PlacedCall(s.Region, a.Call); ok && carriers[a.Call] && site.FailsBack(s.Region, p) {
			return true
		}
	}
	return false
}

// callsAgain reports whether a function calls itself again after one of some attempts
// failed, all else going well.
func callsAgain(s *site.Site, carriers map[*ast.CallExpr]bool) bool {
	if s.First != s.Unit {
		return true
	}
	r := flow.Whole(s.Unit)
	again := flow.BlockWith(r.Order, s.Node)
	for _, a := range s.Attempts {
		if !carriers[a.Call] {
			continue
		}
		block, node := placeOf(r, a.Call)
		if block == nil || again == nil {
			return true
		}
		if in := world.Run(r, world.AllGoodBut(r, a.Call, world.Failure), world.Options{Block: block, Node: node}); block == again || in.Reached[again] {
			return true
		}
	}
	return false
}

// layer is the index of a site among the layers of the function.
func (v *visitor) layer(s *site.Site) int {
	if i, ok := v.index[s]; ok {
		return i
	}
	w := v.w
	at, end := w.m.Pass.Fset.Position(s.Pos()), w.m.Pass.Fset.Position(s.End())
	rounds, grows := delay.Rounds(s)
	l := Layer{
		Kind: kindOf(s), Line: at.Line, End: end.Line, Attempts: w.attempts(s), Delays: seconds(rounds), Grows: grows,
		Bound: s.Bound.Names(), Shape: s.Delay.Shape.String(), Jitter: s.Delay.Jitter.String(), Budget: hasBudget(s),
	}
	if last := w.outcomes.Of(s); last != nil && last.Wait != nil {
		l.After = true
	}
	if l.Delays == nil {
		l.Delay = w.delayOf(s)
	}
	if d := delay.DeadlineOf(s); d != nil {
		l.Deadline = d.After.Seconds()
	}
	l.Timeout = timeout(s)
	if s.Retrier != nil && s.Retrier.Pkg() != nil && ownPath(s.Retrier.Pkg().Path(), w.module) {
		l.Retrier = w.name(key(s.Retrier.Origin()))
	}
	i := len(v.f.Layers)
	v.index[s] = i
	v.f.Layers = append(v.f.Layers, l)
	return i
}

func kindOf(s *site.Site) string {
	switch {
	case s.Polls():
		return "poll"
	case s.Kind == site.Reconnect:
		return "reconnect"
	}
	return "retry"
}

// seconds turns nanoseconds into seconds.
func seconds(list []float64) []float64 {
	for i := range list {
		list[i] /= 1e9
	}
	return list
}

// timeout is how long one attempt of a site may take, in seconds, 0 if nothing in
// sight ends it.
func timeout(s *site.Site) float64 {
	m := s.Unit.M
	list, _ := delay.Timeouts(s)
	longest := 0.0
	for _, a := range s.Attempts {
		if a.Ctx == nil {
			continue
		}
		for _, d := range list {
			if d.Ends(m, a.Ctx) {
				longest = max(longest, d.After.Seconds())
			}
		}
	}
	return longest
}

// hasBudget reports whether a site takes each attempt after the first out of a budget:
// that of package retry, which has one unless it is told otherwise.
func hasBudget(s *site.Site) bool {
	return s.Retrier != nil && s.Retrier.Pkg() != nil && s.Retrier.Pkg().Path() == "github.com/retryvet/retryvet/runtime/retry"
}

// attempts is how often a site attempts its operation while that fails.
func (w *walker) attempts(s *site.Site) Number {
	if n := site.MostAttempts(w.m, s); n > 0 {
		return Number{N: float64(n)}
	}
	if s.AtMost > 0 {
		return Number{N: float64(s.AtMost)}
	}
	if s.Limit.Expr != nil {
		n := w.number(s.Unit, s.Limit.Expr)
		n.More = float64(s.Limit.More)
		if n.N > 0 {
			n.N, n.More = n.N+n.More, 0
		}
		return n
	}
	if d, each := delay.DeadlineOf(s), delay.Shortest(s); d != nil && each > 0 && s.Bound&knowledge.Attempts == 0 {
		return Number{N: float64(d.After/each) + 1} // no more fit into it
	}
	switch b := s.Bound; {
	case b&(knowledge.Attempts|knowledge.Elapsed|knowledge.Ctx|knowledge.Stop) != 0:
		return Number{Text: "n"}
	}
	return Number{Endless: true}
}

// delayOf is the delay of a site that is not known as a number.
func (w *walker) delayOf(s *site.Site) *Number {
	each := site.EachWait(s)
	if each == nil {
		return nil
	}
	n := w.number(s.Unit, each)
	if s.Delay.Shape != knowledge.Constant {
		n = Number{Text: n.Text} // what it begins with says little
	}
	return &n
}

// number is what is known of an expression: its value, or who holds it.
func (w *walker) number(u *flow.Unit, e ast.Expr) Number {
	return w.numberBelow(u, e, 0)
}

func (w *walker) numberBelow(u *flow.Unit, e ast.Expr, depth int) Number {
	m := w.m
	e = ast.Unparen(e)
	if n, ok := world.ConstFloat(m, e); ok {
		return Number{N: n}
	}
	if n, ok := world.Constant(u, e); ok {
		return Number{N: float64(n)}
	}
	if c, ok := world.CallOf(e); ok && len(c.Args) == 1 && m.Info.Types[c.Fun].IsType() {
		return w.numberBelow(u, c.Args[0], depth)
	}
	if star, ok := e.(*ast.StarExpr); ok {
		return w.numberBelow(u, star.X, depth)
	}
	out := Number{Text: phrase.Source(e)}
	obj, ok := m.Object(e).(*types.Var)
	if !ok {
		return out
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && obj.IsField() {
		out.Key = fieldKey(m.Info.TypeOf(sel.X), obj)
		return out
	}
	if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
		out.Key = obj.Pkg().Path() + "." + obj.Name()
		return out
	}
	if out.Key = w.params[obj]; depth > 2 {
		return out
	}
	// A variable that is given a setting and, where that is zero, a constant.
	for _, d := range u.Definitions()[obj] {
		if d.Rhs == nil || d.Multi || d.Tok != 0 && d.Tok.String() != "=" && d.Tok.String() != ":=" {
			continue
		}
		switch n := w.numberBelow(u, d.Rhs, depth+1); {
		case n.N > 0:
			out.Default = max(out.Default, n.N)
		case n.Key != "" || n.Default > 0:
			out.Text, out.Key, out.Default = n.Text, n.Key, max(out.Default, n.Default)
		}
	}
	return out
}

// fieldKey names a field for all packages; "" where its struct has no name.
func fieldKey(of types.Type, f *types.Var) string {
	if p, ok := summary.TypeUnder[*types.Pointer](of); ok {
		of = p.Elem()
	}
	n, ok := types.Unalias(of).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + f.Name()
}
