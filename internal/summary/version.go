package summary

import (
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// moduleVersion is the fact that a package belongs to a version of its module.
// The go command, golangci-lint and the drivers of x/tools tell the version of the
// module that a package under analysis belongs to, not of those it imports; so a
// package whose defaults changed between versions passes it on to its importers.
// A driver that does not tell it, such as Bazel, leaves the import path alone to
// go by.
type moduleVersion struct{ Version string }

func (*moduleVersion) AFact() {}

func (v *moduleVersion) String() string { return v.Version }

// exportVersion tells importers the version, where it makes a difference.
func (p *Package) exportVersion() {
	if m := p.pass.Module; m != nil && m.Version != "" && knowledge.Changed(p.pass.Pkg.Path()) {
		p.pass.ExportPackageFact(&moduleVersion{m.Version})
	}
}

// library is what the tables know of fn, at the version that is used here.
func (p *Package) library(fn *types.Func) knowledge.Entry {
	if fn.Pkg() == nil {
		return knowledge.Entry{}
	}
	return knowledge.LookupAt(fn, p.version(fn.Pkg()))
}

// version is that of the module that a package belongs to, "" if it is not known.
func (p *Package) version(pkg *types.Package) string {
	if !knowledge.Changed(pkg.Path()) {
		return ""
	}
	if pkg == p.pass.Pkg {
		if m := p.pass.Module; m != nil {
			return m.Version
		}
		return ""
	}
	var v moduleVersion
	if Imports(p.pass.Pkg, pkg) && p.pass.ImportPackageFact(pkg, &v) {
		return v.Version
	}
	return ""
}
