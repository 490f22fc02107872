// Package libraries writes the page that lists every library that retryvet knows:
// what is known of it, for which versions, and where it was read.
package libraries

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Page makes the page, in Markdown, from the files of rows in a directory.
func Page(dir fs.FS) ([]byte, error) {
	data, err := knowledge.ReadData(dir)
	if err != nil {
		return nil, err
	}
	p := &page{data: data, modules: map[string]knowledge.Module{}}
	for _, m := range data.Modules {
		p.modules[m.Key] = m
	}
	p.intro()
	p.clients()
	p.retriers()
	p.waits()
	p.harms()
	p.packages()
	return []byte(p.out.String()), nil
}

type page struct {
	data    *knowledge.Data
	modules map[string]knowledge.Module
	out     strings.Builder
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(&p.out, format, args...) }

// table writes the head of a table.
func (p *page) table(heads ...string) {
	p.printf("| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
}

func (p *page) intro() {
	p.printf(`# Libraries

What retryvet knows of the standard library and of popular libraries: %d functions, methods and types of %d packages. Each was read in the library's source, at the version that is named, and a test looks it up there. The rows, with the line of each, are in [internal/knowledge/data](../internal/knowledge/data); [its README](../internal/knowledge/data/README.md) describes their language, in which [you can tell of your own](guide.md#tell-it-of-your-own-helpers).

A package's path is written without its major version. Versions are those that a line is right for: "from" with, "before" without the version named; where nothing is said, all.

`, len(p.data.Rows), len(p.byPackage())+len(p.data.Same))
}

func (p *page) clients() {
	p.printf("## Clients that try again by themselves\n\nHow often one call is sent at most by default, the first time included.\n\n")
	users := p.users()
	p.table("client", "packages", "attempts", "changed by", "versions", "read in")
	list := slices.Clone(p.data.Clients)
	slices.SortStableFunc(list, func(a, b knowledge.ClientRow) int {
		return cmp.Compare(strings.ToLower(strings.TrimPrefix(a.Client.Name, "the ")), strings.ToLower(strings.TrimPrefix(b.Client.Name, "the ")))
	})
	for _, c := range list {
		attempts := "no limit"
		if c.Client.Attempts > 0 {
			attempts = strconv.Itoa(c.Client.Attempts)
		}
		var options []string
		for _, o := range c.Client.Options {
			options = append(options, "`"+o.Local()+"`")
		}
		p.printf("| %s | %s | %s | %s | %s | %s |\n", c.Client.Name, code(users[c.Key]), attempts, strings.Join(options, ", "), versions(c.Versions), p.source(c.Source))
	}
	p.printf("\n")
}

// users lists the packages whose rows name a client.
func (p *page) users() map[string][]string {
	users := map[string][]string{}
	for _, r := range p.data.Rows {
		for word := range strings.SplitSeq(r.What, ",") {
			if key, ok := strings.CutPrefix(word, "client("); ok {
				key = strings.TrimSuffix(key, ")")
				if !slices.Contains(users[key], r.Package) {
					users[key] = append(users[key], r.Package)
				}
			}
		}
	}
	return users
}

func (p *page) retriers() {
	p.printf("## Functions that retry what they are given\n\nBy default, where options change it.\n\n")
	p.table("function", "attempts", "ends by", "delay", "jitter", "changed by", "versions", "read in")
	for _, r := range p.data.Rows {
		x := r.Entry.Retrier
		if x == nil {
			continue
		}
		attempts, bound, delay := "not limited", strings.Join(x.Bound.Names(), ", "), x.Shape.String()
		if x.Bound&knowledge.Attempts != 0 {
			attempts = "as told"
		}
		if x.Attempts > 0 {
			attempts = strconv.Itoa(x.Attempts)
		}
		if bound == "" {
			bound = "nothing"
		}
		switch x.Shape {
		case knowledge.Exponential:
			delay += map[knowledge.Tri]string{knowledge.Yes: ", capped", knowledge.No: ", not capped"}[x.Capped]
		case knowledge.LibraryPolicy, knowledge.Variable:
			delay = "as told"
		}
		var options []string
		for _, o := range x.Options {
			options = append(options, "`"+o.Local()+"`")
		}
		p.printf("| `%s` %s | %s | %s | %s | %s | %s | %s | %s |\n", r.Package, r.Name, attempts, bound, delay, x.Jitter, strings.Join(options, ", "), versions(r.Versions), p.source(r.Source))
	}
	p.printf("\n")
}

func (p *page) waits() {
	p.printf("## Functions that wait\n\n")
	p.table("function", "ended early by", "versions", "read in")
	for _, r := range p.data.Rows {
		w := r.Entry.Wait
		if w == nil {
			continue
		}
		ctx := "nothing"
		switch {
		case w.Ctx == knowledge.Inside:
			ctx = "a context that it was made with"
		case w.Ctx >= 0:
			ctx = "its context"
		}
		p.printf("| `%s` %s | %s | %s | %s |\n", r.Package, r.Name, ctx, versions(r.Versions), p.source(r.Source))
	}
	p.printf("\n")
}

func (p *page) harms() {
	p.printf("## Setups that do harm\n\nWhat [retrylib](retrylib.md) reports, of each the words of its message.\n\n")
	p.table("what is set up", "what follows", "versions", "read in")
	for _, h := range p.data.Harms {
		what, _, _ := strings.Cut(h.What, "@")
		p.printf("| `%s` %s | %s | %s | %s |\n", h.Package, what, h.Message, versions(h.Versions), p.source(h.Source))
	}
	p.printf("\n")
}

// byPackage is the rows of each package.
func (p *page) byPackage() map[string][]knowledge.Row {
	rows := map[string][]knowledge.Row{}
	for _, r := range p.data.Rows {
		rows[r.Package] = append(rows[r.Package], r)
	}
	return rows
}

func (p *page) packages() {
	p.printf("## All packages\n\nA path that ends in `...` stands for all packages below it that are not listed themselves. \"The rest\" is what holds for everything else in the package.\n\n")
	p.table("package", "known", "versions", "read in")
	rows := p.byPackage()
	type line struct{ path, text string }
	var lines []line
	for path, list := range rows {
		lines = append(lines, line{path, fmt.Sprintf("| `%s` | %s | %s | %s |\n", path, known(list), span(list), p.sources(list))})
	}
	for _, s := range p.data.Same {
		lines = append(lines, line{s.Package, fmt.Sprintf("| `%s` | as `%s` | %s | %s |\n", s.Package, s.As, versions(s.Versions), p.source(s.Source))})
	}
	slices.SortFunc(lines, func(a, b line) int { return cmp.Compare(a.path, b.path) })
	for _, l := range lines {
		p.out.WriteString(l.text)
	}
}

// kinds are what rows are counted by: the first that fits.
var kinds = []struct {
	one, many string
	fits      func(knowledge.Row) bool
}{
	{"retrier", "retriers", func(r knowledge.Row) bool { return r.Entry.Retrier != nil }},
	{"wait", "waits", func(r knowledge.Row) bool { return r.Entry.Wait != nil }},
	{"never returns", "never return", func(r knowledge.Row) bool { return r.Entry.Exits }},
	{"blocks", "block", func(r knowledge.Row) bool { return r.Entry.Blocks }},
	{"remote, not to be repeated", "remote, not to be repeated", func(r knowledge.Row) bool {
		return r.Entry.Place == knowledge.Remote && r.Entry.Effect.Unsafe()
	}},
	{"remote, repeatable", "remote, repeatable", func(r knowledge.Row) bool {
		return r.Entry.Place == knowledge.Remote && r.Entry.Effect == knowledge.Idempotent
	}},
	{"remote", "remote", func(r knowledge.Row) bool { return r.Entry.Place == knowledge.Remote }},
	{"random", "random", func(r knowledge.Row) bool { return r.Entry.Random }},
	{"part of a back-off", "parts of a back-off", func(r knowledge.Row) bool { return r.State.Role != knowledge.NoRole || r.State.Grows }},
	{"derives a context", "derive a context", func(r knowledge.Row) bool { return r.State.Derives > 0 }},
	{"local", "local", func(r knowledge.Row) bool { return r.Entry.Place == knowledge.Local }},
	{"not known", "not known", func(knowledge.Row) bool { return true }},
}

// known says what the rows of a package say.
func known(rows []knowledge.Row) string {
	counts := make([]int, len(kinds))
	rest := ""
	for _, r := range rows {
		i := slices.IndexFunc(kinds, func(k struct {
			one, many string
			fits      func(knowledge.Row) bool
		}) bool {
			return k.fits(r)
		})
		if r.Name == "*" {
			rest = "the rest " + kinds[i].one
			continue
		}
		counts[i]++
	}
	var list []string
	for i, n := range counts {
		switch {
		case n == 1:
			list = append(list, "1 "+kinds[i].one)
		case n > 1:
			list = append(list, strconv.Itoa(n)+" "+kinds[i].many)
		}
	}
	if rest != "" {
		list = append(list, rest)
	}
	return strings.Join(list, "; ")
}

// span is the versions of rows, if they are the same for all.
func span(rows []knowledge.Row) string {
	for _, r := range rows {
		if r.Versions != rows[0].Versions {
			return "differ by function"
		}
	}
	return versions(rows[0].Versions)
}

func versions(r knowledge.Range) string {
	var list []string
	if r.From != "" {
		list = append(list, "from "+r.From)
	}
	if r.Before != "" {
		list = append(list, "before "+r.Before)
	}
	return strings.Join(list, ", ")
}

// source is a place in a module.
func (p *page) source(s string) string {
	key, place, ok := strings.Cut(s, ":")
	if !ok {
		return "not found"
	}
	text := p.module(key)
	if place != "." {
		text += " " + place
	}
	return text
}

func (p *page) module(key string) string {
	m := p.modules[key]
	switch {
	case key == "std":
		return "the standard library"
	case m.Version == "-":
		return m.Path
	}
	return m.Path + " " + m.Version
}

// sources lists the modules that rows were read in.
func (p *page) sources(rows []knowledge.Row) string {
	var list []string
	for _, r := range rows {
		key, _, ok := strings.Cut(r.Source, ":")
		if text := p.module(key); ok && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

func code(list []string) string {
	var out []string
	for _, s := range list {
		out = append(out, "`"+s+"`")
	}
	return strings.Join(out, ", ")
}
