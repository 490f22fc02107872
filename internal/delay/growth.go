package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Growth is a term by which a delay is multiplied from round to round: a shift
// or a power by a counter, or a variable that is multiplied.
type Growth struct {
	Node ast.Node      // the shift, the power or the multiplication
	Wait *summary.Wait // the wait whose delay grows; nil for functions on their own
	// Held is set where a maximum holds the delay, or the counter that it is
	// computed from.
	Held bool
	// Late is set where the value may overflow before the maximum is applied, and
	// then be below it.
	Late bool
	// Attempts is how many the site makes at most, by a constant of its own or of
	// its function's callers; 0 if that is not known.
	Attempts int64
	// Highest is the longest delay, in nanoseconds, where the number of rounds
	// and all that it is computed from are constant; 0 where it is not known.
	Highest float64

	vars []*types.Var // what is multiplied, or raised to
}

// wait is a wait of a site and how long it takes.
type wait struct {
	of       *summary.Wait
	duration ast.Expr
}

// waits lists the waits of a site whose length is known, the one between attempts
// first.
func waits(s *site.Site) []wait {
	var out []wait
	if s.Wait != nil && s.Delay.Expr != nil {
		out = append(out, wait{s.Wait, s.Delay.Expr})
	}
	for i := range s.Waits {
		if w := &s.Waits[i]; w.Duration != nil && (s.Wait == nil || w.Node != s.Wait.Node) {
			out = append(out, wait{w, w.Duration})
		}
	}
	return out
}

// regionOf is what a site repeats: a loop, or a function that calls itself.
func regionOf(m *flow.Package, s *site.Site) *flow.Region {
	if s.Region != nil {
		return s.Region
	}
	return world.RegionOf(m, s.Unit)
}

// terms lists the terms by which a site's delay grows, and those of its other
// waits.
func terms(m *flow.Package, s *site.Site) []*Growth {
	var out []*Growth
	r, attempts := regionOf(m, s), site.MostAttempts(m, s)
	for _, w := range waits(s) {
		rec := m.Values().Recurrence(w.duration, r.Span(), w.of.Call)
		for _, fn := range rec.Inside {
			used(m, fn)
		}
		highest := 0.0
		if attempts > 1 {
			highest = inRound(m, r, w.duration, attempts-1)
		}
		for _, g := range growths(rec) {
			g.Wait, g.Attempts, g.Highest = w.of, attempts, highest
			out = append(out, g)
		}
	}
	return out
}

func growths(rec value.Recurrence) []*Growth {
	var out []*Growth
	if rec.Growth != value.Multiplies {
		return nil
	}
	for _, n := range rec.Terms {
		out = append(out, &Growth{Node: n, Held: rec.Hold != value.Free, Late: rec.Hold == value.Late, vars: rec.Vars})
	}
	return out
}

// delayFuncs lists the terms by which the delays grow that functions of the
// package compute from a parameter or field, where no site of the package calls
// them: somebody else's does. The delays of all sites must have been followed before.
func delayFuncs(m *flow.Package) []*Growth {
	var out []*Growth
	for _, file := range m.Pass.Files {
		if site.Skip(m, file) {
			continue
		}
		for _, root := range world.Roots(m, file) {
			out = append(out, delaysIn(m, root)...)
		}
	}
	return out
}

// delaysIn looks at a function and the literals in it that compute delays.
func delaysIn(m *flow.Package, root *flow.Unit) []*Growth {
	var out []*Growth
	for _, u := range root.Bodies() {
		if computesDelay(m, u) && !flow.Notes[delayNotes](m).usedDelays[u.Node] && (u.Node != u.Root || handedOut(u) && !heldByAskers(m, u.Fn)) {
			found := growths(m.Values().Returned(u.Node))
			if u.Node != u.Root && counted(m, root, u) {
				found = slices.DeleteFunc(found, func(g *Growth) bool { return g.Late })
			}
			out = append(out, found...)
		}
	}
	return out
}

// used notes that a site's delay comes from a function.
func used(m *flow.Package, n ast.Node) {
	notes := flow.Notes[delayNotes](m)
	if notes.usedDelays == nil {
		notes.usedDelays = map[ast.Node]bool{}
	}
	notes.usedDelays[n] = true
}

// computesDelay reports whether a function gives back a duration and shifts or
// raises something to a power, and its names speak of trying again.
func computesDelay(m *flow.Package, u *flow.Unit) bool {
	if u.Typ.Results == nil || len(u.Typ.Results.List) == 0 || !summary.IsNamed(m.Info.TypeOf(u.Typ.Results.List[0].Type), "time", "Duration") {
		return false
	}
	return namedForRetry(u) && raises(m, u.Body)
}

// raises reports whether a body shifts by a variable or calls a power function.
func raises(m *flow.Package, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || n.Op == token.SHL && m.Info.Types[n.Y].Value == nil
		case *ast.CallExpr:
			fn := m.Sums.Callee(n)
			found = found || fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math" && (fn.Name() == "Pow" || fn.Name() == "Exp2")
		}
		return !found
	})
	return found
}

// namedForRetry reports whether the names of a function, its type and its
// parameters say that it computes a delay between attempts.
func namedForRetry(u *flow.Unit) bool {
	if knowledge.SpeaksOfRetry(u.Name) || u.Fn != nil && knowledge.SpeaksOfRetry(knowledge.ReceiverName(u.Fn)) {
		return true
	}
	for _, f := range u.Typ.Params.List {
		for _, name := range f.Names {
			if knowledge.SpeaksOfRetry(name.Name) {
				return true
			}
		}
	}
	return false
}

// handedOut reports whether code that is not in sight can call a function.
func handedOut(u *flow.Unit) bool { return u.Fn == nil || u.Fn.Exported() }

// computed is what the delays of a site are computed by.
func computed(m *flow.Package, s *site.Site) []value.Computation {
	var out []value.Computation
	for _, w := range waits(s) {
		out = append(out, m.Values().Computed(w.duration))
	}
	return out
}

// unitOf is the function of the package that a node stands in: the site's, or one
// that its delay is computed in.
func unitOf(m *flow.Package, s *site.Site, n ast.Node) *flow.Unit {
	if flow.Within(n, s.Unit.Node) {
		return s.Unit
	}
	return world.UnitAround(m, n)
}

// isLoop reports whether a statement is a loop.
func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// enclosingLoop is the innermost loop around a node.
func enclosingLoop(body, n ast.Node) ast.Node {
	var loop ast.Node
	ast.Inspect(body, func(m ast.Node) bool {
		if m == nil || m.Pos() > n.Pos() || n.End() > m.End() {
			return false
		}
		if isLoop(m) {
			loop = m
		}
		return true
	})
	return loop
}

// delayNotes is what the questions about delays keep of a package.
type delayNotes struct {
	usedDelays map[ast.Node]bool // functions that compute a site's delay, see delayFuncs
	seeds      []*ast.CallExpr   // see seededConstantly
}
