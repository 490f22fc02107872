package summary

import (
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A package whose defaults changed tells its importers the version of its module,
// and they go by it.
func TestVersion(t *testing.T) {
	lib := types.NewPackage("github.com/opensearch-project/opensearch-go/v4", "opensearch")
	client := types.NewNamed(types.NewTypeName(token.NoPos, lib, "Client", nil), types.NewStruct(nil, nil), nil)
	do := types.NewFunc(token.NoPos, lib, "Do", types.NewSignatureType(types.NewVar(token.NoPos, lib, "", client), nil, nil, nil, nil, false))
	user := types.NewPackage("example.com/user", "user")
	user.SetImports([]*types.Package{lib})

	for version, attempts := range map[string]int{"": 7, "v4.5.0": 4, "v4.7.3": 7} {
		facts := map[string]analysis.Fact{}
		exporter := &Package{pass: &analysis.Pass{
			Pkg:               lib,
			Module:            &analysis.Module{Version: version},
			ExportPackageFact: func(f analysis.Fact) { facts[lib.Path()] = f },
		}}
		exporter.exportVersion()
		if got := exporter.Known(do).Client.Attempts; got != attempts {
			t.Errorf("%q: %d attempts in the package itself, want %d", version, got, attempts)
		}
		importer := &Package{pass: &analysis.Pass{
			Pkg: user,
			ImportPackageFact: func(pkg *types.Package, f analysis.Fact) bool {
				v, ok := facts[pkg.Path()].(*moduleVersion)
				if ok {
					*f.(*moduleVersion) = *v
				}
				return ok
			},
		}}
		if got := importer.Known(do).Client.Attempts; got != attempts {
			t.Errorf("%q: %d attempts, want %d", version, got, attempts)
		}
	}

	// Others have no such fact: it would be read for each package of a build.
	other := &Package{pass: &analysis.Pass{
		Pkg:               user,
		Module:            &analysis.Module{Version: "v1.0.0"},
		ExportPackageFact: func(analysis.Fact) { t.Error("a package without variants tells its version") },
	}}
	other.exportVersion()
}
