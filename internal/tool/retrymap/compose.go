package retrymap

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/graph"
)

// Wish says what a map is to show.
type Wish struct {
	Wanted   func(file string) bool   // whether entries in the package of a file count
	Relative func(file string) string // a file's name for people
	From     *regexp.Regexp           // of entries, by name, function or package; nil for all
	To       string                   // a part of an operation's target or name; "" for all
}

// mostOfEntry is how many chains of one entry a map has, the worst.
const mostOfEntry = 50

// Compose makes the map of packages.
func Compose(pkgs []*graph.Package, wish Wish) *Map {
	p := join(pkgs)
	p.enter(pkgs, wish)
	p.chains()
	m := &Map{Entries: []Entry{}, Operations: []Operation{}, Layers: []Layer{}, Chains: []Chain{}}
	for _, pkg := range pkgs {
		if m.Module == "" || len(pkg.Module) < len(m.Module) {
			m.Module = pkg.Module
		}
	}
	type found struct {
		n *node
		t *tail
	}
	var all []found
	for _, n := range p.nodes {
		if n.entry == nil || !n.wanted || wish.From != nil && !wish.From.MatchString(n.entry.Name) && !wish.From.MatchString(n.Show) && !wish.From.MatchString(n.pkg) {
			continue
		}
		seen := map[way]bool{}
		for _, t := range n.tails {
			k := way{op: t.op, inner: t.inner}
			if t.layers == 0 || seen[k] || !p.ops[t.op].meets(wish.To) {
				continue
			}
			if len(seen) == mostOfEntry {
				break
			}
			seen[k] = true
			all = append(all, found{n, t})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(-compareTails(a.t, b.t), cmp.Compare(kindRank(a.n.entry.Kind), kindRank(b.n.entry.Kind)), cmp.Compare(a.n.index, b.n.index))
	})
	b := &builder{m: m, p: p, wish: wish, entries: map[*node]int{}, ops: map[int]int{}, layers: map[int]int{}}
	for _, f := range all {
		b.chain(f.n, f.t)
	}
	return m
}

// meets reports whether an operation is one that was asked for.
func (o Operation) meets(to string) bool {
	to = strings.ToLower(to)
	return strings.Contains(strings.ToLower(o.Target), to) || strings.Contains(strings.ToLower(o.Name), to)
}

// kindRank orders entries whose chains are equally bad.
func kindRank(kind string) int {
	return slices.Index([]string{"http", "grpc", "reconciler", "consumer", "main", "exported"}, kind)
}

// enter finds the ways into the program: what is registered, what is one by itself,
// and of the exported functions those that none of these leads to.
func (p *program) enter(pkgs []*graph.Package, wish Wish) {
	dirs := map[string]bool{}
	for _, n := range p.nodes {
		dir := filepath.Dir(n.File)
		if _, ok := dirs[dir]; !ok {
			dirs[dir] = wish.Wanted == nil || wish.Wanted(n.File)
		}
		n.wanted = dirs[dir]
	}
	make := func(n *node, kind, name string) {
		if n.entry == nil {
			n.entry = &Entry{Kind: kind, Name: name, Package: n.pkg, At: Place{File: n.File, Line: n.Line}}
		}
	}
	for _, pkg := range pkgs {
		for _, e := range pkg.Entries {
			if n := p.named[text(pkg, e.Func)]; n != nil {
				name := e.Name
				if name == "" {
					name = n.Show
				}
				make(n, e.Kind, name)
			}
		}
	}
	for _, n := range p.nodes {
		switch n.Ways {
		case "main", "reconciler", "grpc":
			make(n, n.Ways, n.Show)
		case "literal":
			make(n, "main", n.Show)
		case "http", "consumer":
			if n.callers == 0 {
				make(n, n.Ways, n.Show)
			}
		}
	}
	for _, pkg := range pkgs {
		for _, held := range pkg.Held {
			if n := p.named[text(pkg, held)]; n != nil && n.callers == 0 {
				make(n, "main", n.Show)
			}
		}
	}
	for _, n := range p.nodes { // who registers a handler does not call it
		n.edges = slices.DeleteFunc(n.edges, func(e edge) bool { return e.handed && e.to.entry != nil })
	}
	reached := map[*node]bool{}
	var stack []*node
	for _, n := range p.nodes {
		if n.entry != nil {
			stack = append(stack, n)
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if reached[n] {
			continue
		}
		reached[n] = true
		for _, e := range n.edges {
			if e.to != nil && !reached[e.to] {
				stack = append(stack, e.to)
			}
		}
	}
	for _, n := range p.nodes {
		if !reached[n] && n.Ways == "exported" {
			make(n, "exported", n.Show)
		}
	}
}

// builder fills a map.
type builder struct {
	m       *Map
	p       *program
	wish    Wish
	entries map[*node]int
	ops     map[int]int
	layers  map[int]int
}

// place is a place with the file's name for people.
func (b *builder) place(at Place) Place {
	if b.wish.Relative != nil {
		at.File = b.wish.Relative(at.File)
	}
	return at
}

func (b *builder) chain(n *node, t *tail) {
	c := Chain{Attempts: t.attempts, Seconds: t.takes.amount()}
	var ok bool
	if c.Entry, ok = b.entries[n]; !ok {
		c.Entry = len(b.m.Entries)
		b.entries[n] = c.Entry
		e := *n.entry
		e.At = b.place(e.At)
		b.m.Entries = append(b.m.Entries, e)
	}
	if c.Operation, ok = b.ops[t.op]; !ok {
		c.Operation = len(b.m.Operations)
		b.ops[t.op] = c.Operation
		b.m.Operations = append(b.m.Operations, b.p.ops[t.op])
	}
	layers, via := t.through()
	for _, i := range layers {
		k, ok := b.layers[i]
		if !ok {
			k = len(b.m.Layers)
			b.layers[i] = k
			l := b.p.layers[i].Layer
			l.At = b.place(l.At)
			b.m.Layers = append(b.m.Layers, l)
		}
		c.Layers = append(c.Layers, k)
		c.Budget = c.Budget || b.m.Layers[k].Budget
	}
	for _, f := range via {
		c.Via = append(c.Via, f.pkg+"."+f.Show)
	}
	b.m.Chains = append(b.m.Chains, c)
}
