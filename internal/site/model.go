package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/rounds"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// Analyzer finds the sites of a package. Its result is a *Model.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysites",
	Doc:        "find the places that attempt an operation again after it failed",
	Run:        run,
	Requires:   []*analysis.Analyzer{summary.Analyzer},
	ResultType: reflect.TypeFor[*Model](),
	FactTypes:  []analysis.Fact{new(fact)},
}

// Facts exports the facts of Analyzer and does no more: for packages that are
// analysed for the sake of their importers only. Where something runs Analyzer, it
// must not run.
var Facts = &analysis.Analyzer{
	Name:      "retryfacts",
	Doc:       "find the functions that retry, for those who call them",
	Run:       func(pass *analysis.Pass) (any, error) { find(pass, true); return nil, nil },
	Requires:  []*analysis.Analyzer{summary.Analyzer},
	FactTypes: []analysis.Fact{new(fact)},
}

// tests is the flag that makes checks report in test code too.
var tests bool

func init() {
	Analyzer.Flags.Var(&summary.Told.Remote, "remote", "functions that leave the process, such as example.com/pkg.Func,example.com/pkg.Type.Method,example.com/pkg.Type.*")
	Analyzer.Flags.Var(&summary.Told.Idempotent, "idempotent", "functions that may be repeated, named in the same way")
	Analyzer.Flags.Var(&summary.Told.Knowledge, "knowledge", "what functions do, as rows of a package's path, a name and words, such as 'example.com/pkg Client.* remote; example.com/pkg Retry retrier(op=1,ctx=0,attempts=5)'")
	Analyzer.Flags.BoolVar(&tests, "tests", false, "report in _test.go files, in files that import testing and below folders such as test and e2e, too")
}

// Model holds the sites of a package.
type Model struct {
	*flow.Package
	Sites []*Site

	factsOnly bool // nobody will ask for the sites

	retriers map[*types.Func]*knowledge.Retrier // of this package
	imported map[*types.Package]map[string]row
	byFunc   map[*types.Func][]*Site
	retries  map[within]layer // see layering
}

// ModelOf is the model of a package.
func ModelOf(m *flow.Package) *Model { return flow.Notes[Model](m) }

func run(pass *analysis.Pass) (any, error) { return find(pass, false), nil }

// find finds the sites of a package and exports what its importers need. If only
// that is wanted, sites that say nothing to importers may be missing.
func find(pass *analysis.Pass, factsOnly bool) *Model {
	m := flow.NewPackage(pass, pass.ResultOf[summary.Analyzer].(*summary.Package))
	model := ModelOf(m)
	model.Package = m
	model.factsOnly = factsOnly
	model.retriers = map[*types.Func]*knowledge.Retrier{}
	model.imported = map[*types.Package]map[string]row{}
	model.byFunc = map[*types.Func][]*Site{}
	model.retries = map[within]layer{}
	for _, file := range pass.Files {
		loops(m, file)
	}
	applyIterators(m)
	helpers(m)
	slices.SortFunc(model.Sites, func(a, b *Site) int { return int(a.Pos() - b.Pos()) })
	for _, s := range model.Sites {
		model.byFunc[s.Func] = append(model.byFunc[s.Func], s)
	}
	for _, s := range model.Sites {
		findInner(m, s)
	}
	export(m)
	return model
}

// Use is the model that a pass was given, for itself until it calls done; see
// flow.Package.Use.
func Use(pass *analysis.Pass) (m *Model, done func()) {
	m = pass.ResultOf[Analyzer].(*Model)
	return m, m.Package.Use()
}

// Reported lists the sites that findings may be reported for.
func (m *Model) Reported() []*Site {
	skip := map[*ast.File]bool{}
	for _, f := range m.Pass.Files {
		skip[f] = Skip(m.Package, f)
	}
	return slices.DeleteFunc(slices.Clone(m.Sites), func(s *Site) bool { return skip[s.File] })
}

// loops finds the loops, goto cycles and recursions of a file that are sites.
func loops(m *flow.Package, file *ast.File) {
	for _, root := range world.Roots(m, file) {
		candidates(m, root, root.Body)
		recursion(m, root)
	}
}

// candidates looks for loops in a body and, by a unit of its own, in each
// function literal.
func candidates(m *flow.Package, u *flow.Unit, body ast.Node) {
	gotos := map[string]*ast.BranchStmt{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			candidates(m, u.Literal(n), n.Body)
			return false
		case *ast.BranchStmt:
			if n.Tok == token.GOTO && n.Label != nil {
				gotos[n.Label.Name] = n
			}
		case *ast.ForStmt:
			if promising(m, n) {
				noteIterator(m, u, n)
				consider(m, u, u.LoopRegion(n))
			}
		case *ast.RangeStmt:
			if rangeMayRepeat(m, n) && promising(m, n) {
				noteIterator(m, u, n)
				consider(m, u, u.LoopRegion(n))
			}
		}
		return true
	})
	if len(gotos) == 0 {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		l, ok := n.(*ast.LabeledStmt)
		if !ok {
			_, isLit := n.(*ast.FuncLit)
			return !isLit
		}
		g := gotos[l.Label.Name]
		if g != nil && g.Pos() > l.Pos() && !insideLoopOf(l, g) {
			consider(m, u, u.GotoRegion(l, g.End()))
		}
		return true
	})
}

// insideLoopOf reports whether a goto merely continues the labelled loop.
func insideLoopOf(l *ast.LabeledStmt, g *ast.BranchStmt) bool {
	switch l.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return g.End() <= l.End()
	}
	return false
}

// promising reports whether a loop can be a site at all: it contains a call
// that tells of failure or lives long, or something that waits. It keeps graphs from being
// built for loops that compute.
func promising(m *flow.Package, loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if !m.Info.Types[n.Fun].IsType() && (world.Signals(m, n) || m.Sums.OfCall(n).Wait != nil || m.Sums.OfCall(n).Blocks) {
				found = true
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// rangeMayRepeat reports whether a range loop can attempt the same thing each
// round: it ranges over a number, an iterator, a list of delays, or ticks.
func rangeMayRepeat(m *flow.Package, n *ast.RangeStmt) bool {
	t := m.Info.TypeOf(n.X)
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsInteger != 0
	case *types.Signature:
		return true
	case *types.Slice:
		return summary.IsNamed(u.Elem(), "time", "Duration")
	case *types.Array:
		return summary.IsNamed(u.Elem(), "time", "Duration")
	case *types.Chan:
		return summary.IsNamed(u.Elem(), "time", "Time")
	}
	return false
}

// consider classifies a region and keeps it if it is a site.
func consider(m *flow.Package, u *flow.Unit, r *flow.Region) {
	if r == nil || yields(u) != nil || ModelOf(m).factsOnly && !leaves(m, r.Node) {
		return
	}
	v := classify(r)
	if v.kind == Work && v.saysAgain {
		r.Polls = true // not a retry, as all errors leave
		v = classify(r)
	}
	if v.kind == Work {
		return
	}
	s := newSite(m, u, r.Node)
	s.Kind, s.Region = v.kind, r
	if _, ok := r.Node.(*ast.LabeledStmt); ok && s.Kind == Retry {
		s.Kind = Goto
	}
	s.Attempts = v.attempts
	s.Place = placeOf(s.Attempts)
	if len(s.Attempts) == 0 { // a poll of what is in memory
		s.Place, s.Safe.Verdict = knowledge.Local, Idempotent
	}
	settle(r, &v, s)
	b := bounds(r, &v)
	s.Bound, s.Deadline, s.Otherwise = b.of, b.deadline, b.otherwise
	if s.Bound&knowledge.Attempts != 0 {
		s.Max = rounds.Maximum(r, v.failing)
		s.AtMost = rounds.AtMost(r, s.Max)
		s.Limit = rounds.LimitOf(r, v.failing, s.Max)
	}
	s.Delay = delay(r, s.Wait)
	if s.Delay.Jitter == knowledge.No && spreads(r, &v, s.Waits) {
		s.Delay.Jitter = knowledge.Yes
	}
	s.Reach = reach(u, waitPos(m, s, r), r.Node)
	judgeSafety(m, u, r, s)
	ModelOf(m).Sites = append(ModelOf(m).Sites, s)
	noteRetrier(m, u, s)
}

// waitPos is where a site's reach is asked for: at its wait, or at its end.
func waitPos(m *flow.Package, s *Site, r *flow.Region) token.Pos {
	if s.Wait != nil {
		return s.Wait.Node.Pos()
	}
	return r.Node.Pos()
}

func newSite(m *flow.Package, u *flow.Unit, n ast.Node) *Site {
	s := &Site{Node: n, File: u.File, Func: u.Fn, Body: u.Body, FuncName: u.Name, InLiteral: u.Node != u.Root || u.Fn == nil, Unit: u}
	if u.Fn != nil {
		if recv := knowledge.ReceiverName(u.Fn); recv != "" {
			s.FuncName = recv + "." + s.FuncName
		}
	}
	return s
}

func keep(m *flow.Package, s *Site) {
	if s != nil {
		ModelOf(m).Sites = append(ModelOf(m).Sites, s)
	}
}

// Skip reports whether findings in a file are unwanted: in generated files
// always, in tests unless the flag -tests is set.
func Skip(m *flow.Package, file *ast.File) bool {
	return syntax.Generated(file) || !tests && isTest(m, file)
}

// isTest reports whether a file is test code: by its name, by its folder, or because
// it imports package testing. That says nothing of the other files of its package.
func isTest(m *flow.Package, file *ast.File) bool {
	return m.IsTestFile(file) || inTestFolder(m) || summary.ImportsTesting(file)
}

// inTestFolder reports whether the package lies in a folder of its module that
// holds nothing but tests and what serves them. The module's own path says
// nothing: a program may be called test.
func inTestFolder(m *flow.Package) bool {
	if m.Pass.Module == nil || m.Pass.Module.Path == "" {
		return false
	}
	folders, ok := strings.CutPrefix(m.Pass.Pkg.Path(), m.Pass.Module.Path+"/")
	for folder := range strings.SplitSeq(folders, "/") {
		if ok && knowledge.TestFolder(folder) {
			return true
		}
	}
	return false
}

// Summaries gives access to what functions do, for checks that ask about calls
// outside of sites.
func Summaries(m *flow.Package) *summary.Package { return m.Sums }
