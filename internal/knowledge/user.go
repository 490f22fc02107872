package knowledge

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Table is what users tell of their own functions, in the language of the data.
type Table struct {
	data *Data
	rows map[string]map[string]Row // by package and name
	same map[string]string         // packages that behave like others
}

// ParseUser reads rows that users write, one a line: those of data/README.md,
// without versions and sources. All errors are told, each with its line, counted
// from 1, and its reason.
func ParseUser(lines []string) (*Table, error) {
	p := reader{data: &Data{}, user: true}
	p.lines(lines)
	data, err := p.finish()
	if err != nil {
		return nil, err
	}
	t := &Table{data, map[string]map[string]Row{}, map[string]string{}}
	for _, r := range data.Rows {
		if t.rows[r.Package] == nil {
			t.rows[r.Package] = map[string]Row{}
		}
		if before, ok := t.rows[r.Package][r.Name]; ok {
			return nil, fmt.Errorf("line %d: %s %s is in line %d already", r.Line, r.Package, r.Name, before.Line)
		}
		t.rows[r.Package][r.Name] = r
	}
	for _, s := range data.Same {
		if t.rows[s.As] == nil && rowsOf(s.As) == nil {
			return nil, fmt.Errorf("line %d: nothing is known of package %s", s.Line, s.As)
		}
		t.same[s.Package] = s.As
	}
	return t, nil
}

// Unmatched tells of each row that names what is not there, given the packages
// that the rows name, as far as they could be loaded: a row that matches nothing
// changes nothing, and nobody would notice. What loads packages calls it, as an
// analyzer sees one package only.
func (t *Table) Unmatched(loaded []*types.Package) []error {
	if t == nil {
		return nil
	}
	var errs []error
	for _, r := range t.data.Rows {
		prefix, isPrefix := strings.CutSuffix(r.Package, "...")
		fits := func(p *types.Package) bool {
			return p.Path() == r.Package || isPrefix && strings.HasPrefix(p.Path(), prefix)
		}
		switch {
		case !slices.ContainsFunc(loaded, fits):
			errs = append(errs, fmt.Errorf("line %d: there is no package %s", r.Line, r.Package))
		case !slices.ContainsFunc(loaded, func(p *types.Package) bool { return fits(p) && declares(p, r.Name) }):
			errs = append(errs, fmt.Errorf("line %d: package %s has no %s", r.Line, r.Package, r.Name))
		}
	}
	for _, s := range t.data.Same {
		if !slices.ContainsFunc(loaded, func(p *types.Package) bool { return p.Path() == s.Package }) {
			errs = append(errs, fmt.Errorf("line %d: there is no package %s", s.Line, s.Package))
		}
	}
	return errs
}

// Packages lists the packages that the rows name, sorted: patterns for a loader.
func (t *Table) Packages() []string {
	if t == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(union(t.rows, t.same)))
}

func union[A, B any](a map[string]A, b map[string]B) map[string]bool {
	all := map[string]bool{}
	for k := range a {
		all[k] = true
	}
	for k := range b {
		all[k] = true
	}
	return all
}

// declares reports whether a package declares what the name of a row speaks of.
func declares(pkg *types.Package, name string) bool {
	if name == "*" {
		return true
	}
	recv, method, isMethod := strings.Cut(name, ".")
	if !isMethod {
		return pkg.Scope().Lookup(name) != nil
	}
	for _, n := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(n).(*types.TypeName)
		if !ok || n != recv && (!strings.HasPrefix(recv, "*") || !strings.HasSuffix(n, recv[1:])) {
			continue
		}
		if method == "*" {
			return true
		}
		named, ok := obj.Type().(*types.Named)
		if !ok {
			continue
		}
		for m := range named.Methods() {
			if m.Name() == method {
				return true
			}
		}
		if i, ok := named.Underlying().(*types.Interface); ok {
			for m := range i.ExplicitMethods() {
				if m.Name() == method {
					return true
				}
			}
		}
	}
	return false
}

// row is the row that speaks of fn.
func (t *Table) row(fn *types.Func) (Row, bool) {
	if t == nil || fn == nil || fn.Pkg() == nil {
		return Row{}, false
	}
	rows := t.of(fn.Pkg().Path())
	if len(rows) == 0 {
		return Row{}, false
	}
	for _, key := range keys(ReceiverName(fn), fn.Name()) {
		if r, ok := rows[key]; ok {
			return r, true
		}
	}
	return Row{}, false
}

// of is the rows of a package: of its path, or of the longest prefix.
func (t *Table) of(path string) map[string]Row {
	path = unvendored(path)
	if as, ok := t.same[path]; ok {
		path = as
	}
	if rows := t.rows[path]; rows != nil {
		return rows
	}
	best := ""
	for p := range t.rows {
		if prefix, ok := strings.CutSuffix(p, "..."); ok && strings.HasPrefix(path, prefix) && len(p) > len(best) {
			best = p
		}
	}
	return t.rows[best]
}

// alias is the package whose rows in the tables count for a path.
func (t *Table) alias(path string) string {
	if t != nil {
		if as, ok := t.same[unvendored(path)]; ok {
			return as
		}
	}
	return path
}

// has reports whether a row of a package is like this.
func (t *Table) has(path string, like func(Entry) bool) bool {
	if t == nil {
		return false
	}
	for _, r := range t.of(path) {
		if like(r.Entry) {
			return true
		}
	}
	return false
}

// Flag is the value of an analyzer's flag that takes rows of users, separated by
// semicolons or line ends. Each setting replaces the one before.
type Flag struct{ text string }

// own is what the flag says. Analyzers read it; flags are set before they run.
var own *Table

func (f *Flag) String() string { return f.text }

// Separator is what stands between two rows in a flag's value.
func (f *Flag) Separator() string { return "; " }

// Set takes the rows, whose lines are counted from 1.
func (f *Flag) Set(value string) error {
	t, err := ParseFlag(value)
	if err != nil {
		return err
	}
	f.text, own = value, t
	return nil
}

// ParseFlag reads the value of a Flag; no rows are no table.
func ParseFlag(value string) (*Table, error) {
	if strings.TrimSpace(value) == "" {
		return nil, nil
	}
	return ParseUser(strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == '\n' }))
}

// Told adds what users tell of fn to what is known of it.
func Told(fn *types.Func, e Entry) Entry {
	r, ok := own.row(fn)
	if !ok {
		return e
	}
	if r.What == "nothing" {
		return Entry{}
	}
	o := r.Entry
	if o.Wait != nil {
		e.Wait = o.Wait
	}
	if o.Place != PlaceUnknown {
		e.Place = o.Place
	}
	if o.Effect != EffectUnknown {
		e.Effect = o.Effect
	}
	if o.Method != nil {
		e.Method = o.Method
	}
	if o.Retrier != nil {
		e.Retrier = o.Retrier
	}
	if o.Client != nil {
		e.Client = o.Client
	}
	e.Random = e.Random || o.Random
	e.Blocks = e.Blocks || o.Blocks
	e.Exits = e.Exits || o.Exits
	e.Probe = e.Probe || o.Probe
	return e
}
