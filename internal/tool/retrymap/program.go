package retrymap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/graph"
)

// program is the functions of all packages together.
type program struct {
	nodes    []*node // by name
	named    map[string]*node
	layers   []*layer
	ops      []Operation
	opIndex  map[Operation]int
	defaults map[string]graph.Default
	links    map[string][]string
	ifaces   map[string][]string         // their methods
	having   map[string][]implementation // what has a method
	resolved map[string][]*node
}

// node is a function.
type node struct {
	graph.Func
	pkg   string
	index int
	edges []edge

	callers int    // who calls it directly
	entry   *Entry // nil if it is no way into the program
	wanted  bool   // its package was asked for
	tails   []*tail
	group   int // of functions that call each other
}

// edge is a call of a function, or of an operation.
type edge struct {
	to     *node // nil for an operation
	op     int
	layers []int // that repeat it, the outermost first
	lib    int   // the library that repeats it, as a layer, -1 for none
	fails  bool
	apart  bool
	handed bool // it is handed to somebody
	iface  bool
}

// layer is a layer with what its numbers are computed from.
type layer struct {
	Layer
	delays    []float64
	grows     bool
	after     bool    // it waits after its last attempt, too
	every     float64 // seconds, by a default
	delayText string
}

// The kinds of layers.
const (
	reconnect = "reconnect"
	client    = "client"
)

// unnamed is a number of attempts that no expression says.
const unnamed = "n"

// implementation is a type that has a method.
type implementation struct {
	of      string // the type
	methods map[string]string
}

// mostImplementations is how many types may stand behind an interface for a call of its
// method to lead to them: more are no use to anybody who reads a map.
const mostImplementations = 100

// join makes one program of packages. Rows of the same package, as its tests see it,
// count once.
func join(pkgs []*graph.Package) *program {
	p := &program{
		links: map[string][]string{}, named: map[string]*node{}, opIndex: map[Operation]int{}, defaults: map[string]graph.Default{},
		ifaces: map[string][]string{}, having: map[string][]implementation{}, resolved: map[string][]*node{},
	}
	pkgs = slices.Clone(pkgs)
	slices.SortStableFunc(pkgs, func(a, b *graph.Package) int { return strings.Compare(a.Path, b.Path) })
	pkgs = slices.CompactFunc(pkgs, func(a, b *graph.Package) bool { return a.Path == b.Path })
	for _, pkg := range pkgs {
		for i := range pkg.Funcs {
			f := pkg.Funcs[i]
			if p.named[f.Name] == nil {
				n := &node{Func: f, pkg: pkg.Path}
				p.named[f.Name] = n
				p.nodes = append(p.nodes, n)
			}
		}
		for k, d := range pkg.Defaults {
			if old, ok := p.defaults[k]; !ok || d.Rank > old.Rank || d.Rank == old.Rank && d.N > old.N {
				p.defaults[k] = d
			}
		}
		for to, from := range pkg.Links {
			p.links[to] = merged(p.links[to], from)
		}
		for name, methods := range pkg.Ifaces {
			p.ifaces[name] = methods
		}
		for _, t := range pkg.Types {
			p.hasMethods(pkg, t)
		}
	}
	slices.SortFunc(p.nodes, func(a, b *node) int { return strings.Compare(a.Name, b.Name) })
	for i, n := range p.nodes {
		n.index = i
	}
	for _, pkg := range pkgs {
		for i := range pkg.Funcs {
			p.connect(pkg, p.named[pkg.Funcs[i].Name])
		}
	}
	return p
}

func (p *program) hasMethods(pkg *graph.Package, t graph.Type) {
	x := implementation{of: pkg.Path + "." + t.Name, methods: map[string]string{}}
	for m, to := range t.Methods {
		name := ""
		if to > 0 {
			name = pkg.Names[to-1]
		}
		x.methods[m] = name
	}
	for m := range t.Methods {
		p.having[m] = append(p.having[m], x)
	}
}

// text is an index of a package's Names as the name.
func text(pkg *graph.Package, i int) string {
	if i == 0 {
		return ""
	}
	return pkg.Names[i-1]
}

// connect gives a function its layers and edges.
func (p *program) connect(pkg *graph.Package, n *node) {
	if n.pkg != pkg.Path || n.edges != nil {
		return
	}
	own := make([]int, len(n.Layers))
	for i := range n.Layers {
		own[i] = len(p.layers)
		p.layers = append(p.layers, p.layer(pkg, n, &n.Layers[i]))
	}
	for _, e := range n.Func.Edges {
		out := edge{op: -1, lib: -1, fails: e.Fails, apart: e.Apart, handed: e.Handed}
		for _, i := range e.In {
			out.layers = append(out.layers, own[i])
		}
		name := text(pkg, e.To)
		switch {
		case e.Iface > 0:
			out.iface = true
			impls := p.implementing(text(pkg, e.Iface), name)
			for _, to := range impls {
				out.to = to
				n.edges = append(n.edges, out)
			}
			if len(impls) > 0 {
				continue
			}
		case name != "":
			if out.to = p.named[name]; out.to == nil {
				continue
			}
			if !e.Apart {
				out.to.callers++
			}
			n.edges = append(n.edges, out)
			continue
		}
		if e.Op > 0 {
			out.to = nil
			out.op = p.operation(Operation{Name: text(pkg, e.Op), Target: text(pkg, e.At), Maybe: e.Maybe})
			if e.Lib != nil {
				out.lib = p.library(n, e.Lib)
			}
			n.edges = append(n.edges, out)
		}
	}
}

func (p *program) operation(o Operation) int {
	i, ok := p.opIndex[o]
	if !ok {
		i = len(p.ops)
		p.opIndex[o] = i
		p.ops = append(p.ops, o)
	}
	return i
}

// implementing lists the functions that a method of an interface can be.
func (p *program) implementing(iface, method string) []*node {
	key := iface + " " + method
	if out, ok := p.resolved[key]; ok {
		return out
	}
	var out []*node
	want := p.ifaces[iface]
	name := method[strings.LastIndexByte(method, '.')+1:]
	rarest, asked := "", ""
	for _, m := range want {
		if rarest == "" || len(p.having[m]) < len(p.having[rarest]) {
			rarest = m
		}
		if strings.HasPrefix(m, name+"#") {
			asked = m
		}
	}
	types := 0
	for _, x := range p.having[rarest] {
		has := asked != ""
		for _, m := range want {
			_, ok := x.methods[m]
			has = has && ok
		}
		if !has {
			continue
		}
		types++
		if to := p.named[x.methods[asked]]; to != nil && !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	slices.SortFunc(out, func(a, b *node) int { return cmp.Compare(a.index, b.index) })
	if types > mostImplementations {
		out = nil
	}
	p.resolved[key] = out
	return out
}

// layer makes a layer of a site.
func (p *program) layer(pkg *graph.Package, n *node, s *graph.Layer) *layer {
	l := &layer{Layer: Layer{
		Kind: s.Kind, Func: n.Show, Package: n.pkg, At: Place{File: n.File, Line: s.Line, End: s.End},
		Attempts: p.amount(s.Attempts), Timeout: Amount{Known: s.Timeout}, Deadline: Amount{Known: s.Deadline},
		Bound: s.Bound, Delay: s.Shape, Jitter: s.Jitter, Budget: s.Budget,
	}, delays: s.Delays, grows: s.Grows, after: s.After, delayText: "the waits of " + n.Show}
	if s.Delay != nil {
		if s.Delay.Text != "" {
			l.delayText = s.Delay.Text
		}
		if a := p.amount(*s.Delay); len(a.Symbols) == 0 && a.Known > 0 {
			l.every = a.Known / 1e9
			l.Wait.Defaults = a.Defaults
		}
	}
	if to := p.named[text(pkg, s.Retrier)]; to != nil {
		p.fromRetrier(l, to)
	}
	l.Wait = l.total(l.Wait.Defaults)
	return l
}

// total is how long a layer waits between all its attempts.
func (l *layer) total(defaults []string) Amount {
	switch {
	case l.Attempts.Endless:
		return Amount{Endless: true}
	case len(l.Attempts.Symbols) > 0:
		if d := l.round(); d.known > 0 || len(d.terms) > 0 {
			return Amount{Symbols: []string{l.Attempts.Attempts() + " x " + d.String()}}
		}
		return Amount{}
	}
	a := l.waits(l.Attempts.Known).amount()
	a.Defaults = defaults
	return a
}

// fromRetrier takes from the loop of the module's own retrier what a call of it does
// not show.
func (p *program) fromRetrier(l *layer, to *node) {
	for i := range to.Layers {
		s := &to.Layers[i]
		if l.delays == nil && l.every == 0 {
			l.delays, l.grows, l.after = s.Delays, s.Grows, s.After
		}
		if len(l.Attempts.Symbols) > 0 && l.Attempts.Symbols[0] == unnamed {
			l.Attempts = p.amount(s.Attempts)
		}
		if l.Timeout.Known == 0 {
			l.Timeout.Known = s.Timeout
		}
		if l.Deadline.Known == 0 {
			l.Deadline.Known = s.Deadline
		}
	}
}

// library makes a layer of a library that repeats what it is asked for.
func (p *program) library(n *node, lib *graph.Lib) int {
	l := &layer{Layer: Layer{Kind: client, Func: lib.Name, Package: n.pkg, At: Place{File: n.File, Line: lib.Line}}, delayText: "the waits of " + lib.Name}
	l.Attempts = Amount{Known: float64(lib.Attempts)}
	if lib.Attempts == 0 {
		l.Attempts = Amount{Known: 1, Symbols: []string{unnamed}}
	}
	l.Wait = l.total(nil)
	p.layers = append(p.layers, l)
	return len(p.layers) - 1
}

// unless is what a field, a variable or a parameter holds unless somebody sets it: its
// own default, or the one of what it is given.
func (p *program) unless(key string, seen map[string]bool) graph.Default {
	best := p.defaults[key]
	if seen[key] || len(seen) > 30 {
		return graph.Default{}
	}
	seen[key] = true
	for _, from := range p.links[key] {
		if d := p.unless(from, seen); d.Rank > best.Rank || d.Rank == best.Rank && d.N > best.N {
			best = d
		}
	}
	return best
}

// amount is a number as the whole program knows it.
func (p *program) amount(n graph.Number) Amount {
	if n.Endless {
		return Amount{Known: 1, Endless: true}
	}
	if n.N > 0 {
		return Amount{Known: n.N}
	}
	most := n.Default
	if most == 0 && n.Key != "" {
		most = p.unless(n.Key, map[string]bool{}).N
	}
	if most > 0 {
		return Amount{Known: most + n.More, Defaults: []string{n.Text}}
	}
	text := n.Text
	if n.More > 0 {
		text = "(" + text + " + " + figure(n.More) + ")"
	} else if n.More < 0 {
		text = "(" + text + " - " + figure(-n.More) + ")"
	}
	return Amount{Known: 1, Symbols: []string{text}}
}
