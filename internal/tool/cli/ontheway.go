package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// onTheWay is a flag by which the front end has the tool report on the packages
// of the user's modules also where the go command wants only their facts.
//
// The go command (1.26) keeps what a tool said of a package whether it was asked
// for the package or for one that imports it, and does not tell the two apart.
// So once go vet ./cmd/x has analysed ./internal/y on the way, for facts alone,
// go vet ./... takes the silence from the cache, and findings in y are lost. With
// this flag the tool says the same both times, and the front end drops what was
// not asked for.
const onTheWay = "retryontheway"

// wholeConfig is the file to use instead of a description of a package: one that
// wants more than facts, and whose name for the package tells whether tests are
// within it. It is the same file if the package is not the user's.
func wholeConfig(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return name // the tool will say so
	}
	var all map[string]json.RawMessage // as it may have more than the tool knows
	var cfg struct {
		ID, Dir, ModulePath string
		GoFiles             []string
	}
	if json.Unmarshal(data, &all) != nil || json.Unmarshal(data, &cfg) != nil || !own(cfg.ModulePath, cfg.Dir) || between(cfg.ID) {
		return name
	}
	all["VetxOnly"] = json.RawMessage("false")
	isTest := func(file string) bool { return strings.HasSuffix(file, "_test.go") }
	if !strings.Contains(cfg.ID, " [") && slices.ContainsFunc(cfg.GoFiles, isTest) {
		all["ID"], _ = json.Marshal(cfg.ID + " [tests]") // as go list marks a variant
	}
	if data, err = json.Marshal(all); err != nil {
		return name
	}
	whole := strings.TrimSuffix(name, ".cfg") + ".whole.cfg"
	if os.WriteFile(whole, data, 0o666) != nil {
		return name
	}
	return whole
}

// own reports whether a package may be one of those that the user analyses: it
// is neither of the standard library, which has no module here, nor from the
// module cache, whose directories end with a version, nor vendored.
func own(module, dir string) bool {
	dir = filepath.ToSlash(dir)
	return module != "" && !strings.Contains(dir, "@v") && !strings.Contains(dir, "/vendor/")
}

// between reports whether a package is analysed for no sake but that of others,
// ever: it lies between a package and the test that it is compiled anew for.
func between(id string) bool {
	pkg, test, variant := strings.Cut(strings.TrimSuffix(id, ".test]"), " [")
	return variant && pkg != test && pkg != test+"_test"
}
