// Package house holds the repository to its own rules about packages and files.
package house

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/retryvet/retryvet/"

// floors are the packages from the bottom up. Each may import what lies below it;
// a name that ends with /... is that of all packages in a folder.
var floors = [][]string{
	{"internal/flow/origin"},
	{"internal/knowledge", "internal/manual", "internal/flow/value"},
	{"internal/summary", "internal/knowledge/libraries"},
	{"internal/flow", "internal/syntax"},
	{"internal/world"},
	{"internal/rounds"},
	{"internal/request", "internal/policy"},
	{"internal/site"},
	{"internal/site/sitetest"},
	{"internal/delay", "internal/exchange", "internal/residue", "internal/cancel", "internal/outcome", "internal/pace"},
	{"fixes/draft"},
	{"fixes"},
	{"internal/report"},
	{"internal/phrase"},
	{"passes/..."},
	{"passes"},
	{"internal/tool/...", "internal/ci", "internal/house", "internal/knowledge/gen"},
	{"cmd/..."},
}

// within are the folders whose packages may import each other.
var within = []string{"internal/tool/..."}

const (
	mostLines  = 5000 // of a package
	fileLines  = 500
	mostCircle = 8 // files that all lead to each other
)

// What is above a limit still, and how far. It may only become less.
var (
	longFiles     = map[string]int{}
	largePackages = map[string]int{}
)

func TestHouse(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "../.."}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 30 {
		t.Fatalf("%d packages: these are not all", len(pkgs))
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	for _, pkg := range pkgs {
		if len(pkg.Errors) > 0 {
			t.Errorf("%s: %v", pkg.PkgPath, pkg.Errors)
		}
		for path := range pkg.Imports {
			arrow(t, pkg.PkgPath, path)
		}
		lines(t, root, pkg)
		circle(t, pkg)
	}
}

// arrow complains of an import that goes up or sideways.
func arrow(t *testing.T, from, to string) {
	to, ok := strings.CutPrefix(to, module)
	from = strings.TrimPrefix(from, module)
	if !ok || slices.ContainsFunc(within, func(p string) bool { return matches(p, from) && matches(p, to) }) {
		return
	}
	a, b := floor(from), floor(to)
	switch {
	case a < 0:
		t.Errorf("%s stands on no floor: name it in floors", from)
	case b < 0:
		t.Errorf("%s stands on no floor: name it in floors", to)
	case a <= b:
		t.Errorf("%s imports %s, which does not stand below it", from, to)
	}
}

// floor is where a package stands, by its own name or that of the nearest folder,
// -1 if nowhere.
func floor(path string) int {
	for _, exact := range [...]bool{true, false} {
		at := slices.IndexFunc(floors, func(names []string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return name == path || !exact && matches(name, path) })
		})
		if at >= 0 {
			return at
		}
	}
	return -1
}

func matches(pattern, path string) bool {
	folder, ok := strings.CutSuffix(pattern, "...")
	return ok && strings.HasPrefix(path, folder)
}

// lines complains of packages and files that are too long. Generated files do not
// count.
func lines(t *testing.T, root string, pkg *packages.Package) {
	sum := 0
	for _, f := range pkg.Syntax {
		if ast.IsGenerated(f) {
			continue
		}
		tf := pkg.Fset.File(f.FileStart)
		n := tf.LineCount()
		sum += n
		name, err := filepath.Rel(root, tf.Name())
		if err != nil {
			t.Fatal(err)
		}
		limit(t, filepath.ToSlash(name), "lines", n, fileLines, longFiles)
	}
	limit(t, strings.TrimPrefix(pkg.PkgPath, module), "lines", sum, mostLines, largePackages)
}

// limit complains of what is above a limit, or above what is known to be.
func limit(t *testing.T, name, what string, n, most int, known map[string]int) {
	switch was, ok := known[name]; {
	case ok && n <= most:
		t.Errorf("%s has come down to %d %s: name it no more", name, n, what)
	case n > max(most, was):
		t.Errorf("%s: %d %s, more than %d", name, n, what, max(most, was))
	}
}

// circle complains of files of a package that lead to each other in too large a
// circle: no question can be read without the others.
func circle(t *testing.T, pkg *packages.Package) {
	largest := largestCircle(references(pkg))
	name := strings.TrimPrefix(pkg.PkgPath, module)
	limit(t, name, fmt.Sprintf("files in a circle (%s)", strings.Join(largest, " ")), len(largest), mostCircle, nil)
}

// references says which files of a package name something that another declares:
// a function, a type, a method, a field.
func references(pkg *packages.Package) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	base := func(pos token.Pos) string { return filepath.Base(pkg.Fset.File(pos).Name()) }
	add := func(id *ast.Ident, obj types.Object) {
		if obj == nil || obj.Pkg() != pkg.Types || !obj.Pos().IsValid() {
			return
		}
		if from, to := base(id.Pos()), base(obj.Pos()); from != to {
			if out[from] == nil {
				out[from] = map[string]bool{}
			}
			out[from][to] = true
		}
	}
	for id, obj := range pkg.TypesInfo.Uses {
		add(id, obj)
	}
	return out
}

// largestCircle lists the most files that can all be reached from each other.
func largestCircle(refs map[string]map[string]bool) []string {
	reach := map[string]map[string]bool{}
	for from := range refs {
		reach[from] = map[string]bool{}
		stack := []string{from}
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for to := range refs[at] {
				if !reach[from][to] {
					reach[from][to] = true
					stack = append(stack, to)
				}
			}
		}
	}
	var best []string
	for from := range refs {
		var round []string
		for to := range reach[from] {
			if reach[to][from] {
				round = append(round, to)
			}
		}
		slices.Sort(round)
		if len(round) > len(best) || len(round) == len(best) && slices.Compare(round, best) < 0 {
			best = round
		}
	}
	return best
}

func TestLargestCircle(t *testing.T) {
	refs := map[string]map[string]bool{"a": {"b": true}, "b": {"c": true}, "c": {"a": true, "d": true}, "d": {"e": true}, "e": {"d": true}}
	if got, want := largestCircle(refs), []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestFloors(t *testing.T) {
	for path, want := range map[string]string{"internal/flow": "internal/flow", "internal/tool/cli": "internal/tool/...", "passes": "passes", "passes/x": "passes/...", "internal/knowledge/gen": "internal/knowledge/gen"} {
		if at := floor(path); at < 0 || !slices.Contains(floors[at], want) {
			t.Errorf("%s is not on the floor of %s", path, want)
		}
	}
	if floor("internal/nowhere") >= 0 {
		t.Error("a package that is not named has a floor")
	}
}
