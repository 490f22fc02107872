package summary

import (
	"bytes"
	"encoding/gob"
	"slices"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// export publishes what the package's functions do, where there is anything to
// say: a function without an entry does nothing that matters.
func (p *Package) export() {
	var rows []row
	for fn, f := range p.funcs {
		if fn.Exported() && notable(f) {
			rows = append(rows, row{knowledge.FuncName(fn), f.entry})
		}
	}
	rows = append(rows, p.rowsOfInterfaces()...)
	rows = append(rows, p.rowsOfVariables()...)
	if len(rows) == 0 {
		return
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(rows); err != nil {
		return // cannot happen: the type is plain data
	}
	p.pass.ExportPackageFact(&fact{buf.Bytes()})
}

// notable reports whether there is more to say of a function than that it is
// local. That its place is not known matters for those that can fail.
func notable(f *function) bool {
	e := f.entry
	e.Effect = 0
	if e == (knowledge.Entry{}) {
		return givesErrors(f.sig)
	}
	return e != knowledge.Entry{Place: knowledge.Local}
}
