package summary

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// fact carries the summaries of a package's functions to its importers. The
// entries stay encoded until the first function of the package is asked for,
// since every package of a build carries the facts of all that it imports and
// most are never looked at.
type fact struct{ Entries []byte }

func (*fact) AFact() {}

func (f *fact) String() string {
	var names []string
	for name, e := range f.decode() {
		names = append(names, name+describe(e))
	}
	slices.Sort(names)
	return fmt.Sprintf("%v", names)
}

// row is one function of a fact.
type row struct {
	Name  string // Func or Type.Method
	Entry knowledge.Entry
}

func (f *fact) decode() map[string]knowledge.Entry {
	var rows []row
	if err := gob.NewDecoder(bytes.NewReader(f.Entries)).Decode(&rows); err != nil {
		return nil // made by another version of the tool: nothing is known
	}
	m := make(map[string]knowledge.Entry, len(rows))
	for _, r := range rows {
		m[r.Name] = r.Entry
	}
	return m
}

// fromFact looks a function, or a variable that holds one, up in the fact of the
// package that declares it.
func (p *Package) fromFact(pkg *types.Package, name string) (knowledge.Entry, bool) {
	m, ok := p.imported[pkg]
	if !ok {
		var f fact
		if Imports(p.pass.Pkg, pkg) && p.pass.ImportPackageFact(pkg, &f) {
			m = f.decode()
		}
		p.imported[pkg] = m
	}
	e, ok := m[name]
	return e, ok
}

// Imports reports whether a package imports another one directly. Facts of
// others are not asked for, as in the methods of a type that a third package
// hands out: golangci-lint would have them, but the go command and Bazel give a
// tool the facts of direct imports alone, and all drivers are to say the same.
func Imports(pkg, other *types.Package) bool { return slices.Contains(pkg.Imports(), other) }

// describe renders an entry for tests.
func describe(e knowledge.Entry) string {
	s := ""
	if w := e.Wait; w != nil {
		s += fmt.Sprintf(" waits(%s,%d,%d)", w.Kind, w.Duration, w.Ctx)
	}
	if e.Random {
		s += " random"
	}
	if e.Computed {
		s += " computed"
	}
	switch e.Place {
	case knowledge.Remote, knowledge.ProbablyRemote, knowledge.OfParameter:
		s += " " + e.Place.String()
	case knowledge.PlaceUnknown:
		s += " unknown"
	}
	if e.Runs > 0 {
		s += fmt.Sprintf(" runs(%d)", e.Runs-1)
	}
	if e.OfNil != knowledge.Unknown {
		s += fmt.Sprintf(" ofNil(%s)", e.OfNil)
	}
	if e.Probe {
		s += " probes"
	}
	if e.Blocks {
		s += " blocks"
	}
	if e.Exits {
		s += " exits"
	}
	if m := e.Method; m != nil {
		s += fmt.Sprintf(" sends(%s%d)", m.Const, m.Param)
	}
	return s
}
