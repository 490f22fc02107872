package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/facts/tokenfile"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Analyzer finds the sites of a package. Its result is a *Model.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysites",
	Doc:        "find the places that attempt an operation again after it failed",
	Run:        run,
	Requires:   []*analysis.Analyzer{summary.Analyzer, tokenfile.Analyzer},
	ResultType: reflect.TypeFor[*Model](),
	FactTypes:  []analysis.Fact{new(fact)},
}

// tests is the flag that makes checks report in test code too.
var tests bool

func init() {
	Analyzer.Flags.Var(&summary.Told.Remote, "remote", "functions that leave the process, such as example.com/pkg.Func,example.com/pkg.Type.Method,example.com/pkg.Type.*")
	Analyzer.Flags.Var(&summary.Told.Idempotent, "idempotent", "functions that may be repeated, named in the same way")
	Analyzer.Flags.BoolVar(&tests, "tests", false, "report in _test.go files, in packages that import testing and below folders such as test and e2e, too")
}

// Model holds the sites of a package.
type Model struct {
	*Package
	Sites []*Site

	retriers map[*types.Func]*knowledge.Retrier // of this package
	imported map[*types.Package]map[string]row
	byFunc   map[*types.Func][]*Site
	retries  map[*types.Func]*Inner
	options  map[string][]ast.Expr // uses of client options, see off
}

// modelOf is the model of a package.
func modelOf(m *Package) *Model { return Notes[Model](m) }

func run(pass *analysis.Pass) (any, error) {
	m := NewPackage(pass, pass.ResultOf[summary.Analyzer].(*summary.Package))
	model := modelOf(m)
	model.Package = m
	model.retriers = map[*types.Func]*knowledge.Retrier{}
	model.imported = map[*types.Package]map[string]row{}
	model.byFunc = map[*types.Func][]*Site{}
	model.retries = map[*types.Func]*Inner{}
	for _, file := range pass.Files {
		m.loops(file)
	}
	m.applyIterators()
	m.helpers()
	slices.SortFunc(model.Sites, func(a, b *Site) int { return int(a.Pos() - b.Pos()) })
	for _, s := range model.Sites {
		model.byFunc[s.Func] = append(model.byFunc[s.Func], s)
	}
	for _, s := range model.Sites {
		m.findInner(s)
	}
	m.export()
	return model, nil
}

// ask begins a question about a site that a check asks; what it returns ends the
// question. Each has all the interpreter's steps for itself, so that the answer
// does not depend on which check came first.
func (m *Package) ask(s *Site) (done func()) {
	m.asking.Lock()
	if s.region != nil {
		s.region.steps = 0
	}
	return m.asking.Unlock
}

// loops finds the loops, goto cycles and recursions of a file that are sites.
func (m *Package) loops(file *ast.File) {
	for _, root := range m.roots(file) {
		m.candidates(root, root.body)
		m.recursion(root)
	}
}

// roots lists the functions of a file that stand in no other: the declared ones,
// and the literals that variables of package level hold.
func (m *Package) roots(file *ast.File) []*unit {
	var out []*unit
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				fn, _ := m.info.Defs[d.Name].(*types.Func)
				out = append(out, m.unitOf(file, d, fn))
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					out = append(out, m.literals(file, v)...)
				}
			}
		}
	}
	return out
}

// literals lists the outermost function literals that variables are given.
func (m *Package) literals(file *ast.File, spec *ast.ValueSpec) []*unit {
	var out []*unit
	for _, value := range spec.Values {
		ast.Inspect(value, func(n ast.Node) bool {
			lit, ok := n.(*ast.FuncLit)
			if ok {
				out = append(out, &unit{m: m, file: file, root: lit, name: spec.Names[0].Name, node: lit, typ: lit.Type, body: lit.Body})
			}
			return !ok
		})
	}
	return out
}

// candidates looks for loops in a body and, by a unit of its own, in each
// function literal.
func (m *Package) candidates(u *unit, body ast.Node) {
	gotos := map[string]*ast.BranchStmt{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			lit := &unit{m: m, file: u.file, root: u.root, fn: u.fn, name: u.name, node: n, typ: n.Type, body: n.Body}
			m.candidates(lit, n.Body)
			return false
		case *ast.BranchStmt:
			if n.Tok == token.GOTO && n.Label != nil {
				gotos[n.Label.Name] = n
			}
		case *ast.ForStmt:
			if m.promising(n) {
				m.noteIterator(u, n)
				m.consider(u, u.loopRegion(n))
			}
		case *ast.RangeStmt:
			if m.rangeMayRepeat(n) && m.promising(n) {
				m.noteIterator(u, n)
				m.consider(u, u.loopRegion(n))
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
			m.consider(u, u.gotoRegion(l, g.End()))
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
// that tells of failure, or something that waits. It keeps graphs from being
// built for loops that compute.
func (m *Package) promising(loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if !m.info.Types[n.Fun].IsType() && (m.signals(n) || m.sums.OfCall(n).Wait != nil) {
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
func (m *Package) rangeMayRepeat(n *ast.RangeStmt) bool {
	t := m.info.TypeOf(n.X)
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
func (m *Package) consider(u *unit, r *region) {
	if r == nil || u.yields() != nil {
		return
	}
	v := r.classify()
	if v.kind == Work && r.saysAgain {
		r.polls = true // not a retry, as all errors leave
		v = r.classify()
	}
	if v.kind == Work {
		return
	}
	s := m.newSite(u, r.node)
	s.Kind, s.region = v.kind, r
	if _, ok := r.node.(*ast.LabeledStmt); ok && s.Kind == Retry {
		s.Kind = Goto
	}
	s.Attempts = v.attempts
	s.Place = placeOf(s.Attempts)
	if len(s.Attempts) == 0 { // a poll of what is in memory
		s.Place, s.Safe.Verdict = knowledge.Local, Idempotent
	}
	r.settle(&v, s)
	s.Bound = r.bounds(&v)
	s.Deadline, s.Otherwise = r.deadline, r.otherwise
	if s.Bound&knowledge.Attempts != 0 {
		s.Max = r.maximum(&v)
	}
	s.Delay = r.delay(s.Wait)
	if s.Delay.Jitter == knowledge.No && r.spreads(&v, s.Waits) {
		s.Delay.Jitter = knowledge.Yes
	}
	s.Reach = u.reach(m.waitPos(s, r), r.node)
	m.judgeSafety(u, r, s)
	modelOf(m).Sites = append(modelOf(m).Sites, s)
	m.noteRetrier(u, s)
}

// waitPos is where a site's reach is asked for: at its wait, or at its end.
func (m *Package) waitPos(s *Site, r *region) token.Pos {
	if s.Wait != nil {
		return s.Wait.Node.Pos()
	}
	return r.node.Pos()
}

func (m *Package) newSite(u *unit, n ast.Node) *Site {
	s := &Site{Node: n, File: u.file, Func: u.fn, Body: u.body, FuncName: u.name, InLiteral: u.node != u.root || u.fn == nil, unit: u}
	if u.fn != nil {
		if recv := knowledge.ReceiverName(u.fn); recv != "" {
			s.FuncName = recv + "." + s.FuncName
		}
	}
	return s
}

func (m *Package) unitOf(file *ast.File, decl *ast.FuncDecl, fn *types.Func) *unit {
	return &unit{m: m, file: file, root: decl, fn: fn, name: decl.Name.Name, node: decl, typ: decl.Type, body: decl.Body}
}

func (m *Package) keep(s *Site) {
	if s != nil {
		modelOf(m).Sites = append(modelOf(m).Sites, s)
	}
}

// regionOf is a whole function as a region, for questions about expressions.
func (m *Package) regionOf(u *unit) *region {
	return &region{u: u, node: u.node, from: u.body.Pos(), to: u.body.End()}
}

// Skip reports whether findings in a file are unwanted: in generated files
// always, in tests unless the flag -tests is set.
func (m *Package) Skip(file *ast.File) bool {
	return Generated(file) || !tests && m.isTest(file)
}

// isTest reports whether a file is test code: by its name, by its folder, or
// because a file of the package that is no test imports package testing. The go
// command analyses a package together with its tests, so those do not count.
func (m *Package) isTest(file *ast.File) bool {
	if m.isTestFile(file) || m.inTestFolder() {
		return true
	}
	for _, f := range m.pass.Files {
		if m.isTestFile(f) {
			continue
		}
		for _, imp := range f.Imports {
			if imp.Path.Value == `"testing"` {
				return true
			}
		}
	}
	return false
}

func (m *Package) isTestFile(file *ast.File) bool {
	return strings.HasSuffix(m.pass.Fset.File(file.FileStart).Name(), "_test.go")
}

// inTestFolder reports whether the package lies in a folder of its module that
// holds nothing but tests and what serves them. The module's own path says
// nothing: a program may be called test.
func (m *Package) inTestFolder() bool {
	if m.pass.Module == nil || m.pass.Module.Path == "" {
		return false
	}
	folders, ok := strings.CutPrefix(m.pass.Pkg.Path(), m.pass.Module.Path+"/")
	for folder := range strings.SplitSeq(folders, "/") {
		if ok && knowledge.TestFolder(folder) {
			return true
		}
	}
	return false
}

// Summaries gives access to what functions do, for checks that ask about calls
// outside of sites.
func (m *Package) Summaries() *summary.Package { return m.sums }
