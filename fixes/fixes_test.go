package fixes_test

import (
	"flag"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/tool/apply"
	"github.com/retryvet/retryvet/passes"
)

var update = flag.Bool("update", false, "write the goldens anew")

// data is the module that holds what is fixed here.
const data = "../analysistest_data/fixes"

// TestGoldens fixes each package with both targets. What comes out is compared
// with the file beside, as far as there is one: without it the file must stay
// as it is. It has to type-check, to be as gofmt leaves it, to have neither the
// findings that were fixed nor new ones, and to be left alone by the fixes.
func TestGoldens(t *testing.T) {
	for _, target := range []string{"stdlib", "runtime"} {
		for _, pkg := range []struct{ dir, checks string }{
			{"ctxsleep", "ctxsleep"},
			{"nojitter", "nojitter"},
			{"timeafter", "timeafter"},
			{"uncapped", "uncapped"},
			{"finalsleep", "finalsleep nojitter"},
			{"detachedctx", "detachedctx"},
			{"bodyleak", "bodyleak"},
			{"delayunit", "delayunit"},
			{"badrand", "badrand"},
			{"ctxslip", "ctxslip"},
			{"delaycap", "delaycap"},
			{"bodyreuse", "bodyreuse"},
			{"losterror", "losterror"},
			{"old", "ctxsleep nojitter timeafter"},
			{"exec", "ctxsleep nojitter finalsleep"},
		} {
			t.Run(target+"/"+pkg.dir, func(t *testing.T) {
				setTarget(t, target)
				check(t, filepath.Join(data, pkg.dir), target, strings.Fields(pkg.checks))
			})
		}
	}
}

func setTarget(t *testing.T, target string) {
	t.Helper()
	if err := site.Analyzer.Flags.Set("fixwith", target); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Analyzer.Flags.Set("fixwith", "stdlib") })
}

// check fixes the findings of some checks in one package.
func check(t *testing.T, dir, target string, checks []string) {
	before := analyze(t, dir, nil)
	var fixes []apply.Fix
	for _, f := range before {
		if f.fix != nil && slices.Contains(checks, f.check) {
			fixes = append(fixes, *f.fix)
			alone(t, *f.fix)
		}
	}
	res, err := apply.Fixes(fixes, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range res.Left {
		t.Errorf("%s: the fix of %s is left: %s", l.Fix.Posn, l.Fix.Check, l.Reason)
	}
	overlay := map[string][]byte{}
	for _, f := range res.Files {
		overlay[f.Name] = f.New
	}
	compare(t, dir, target, overlay)

	// What the fixes were for is gone, and nothing of any check is new.
	left := map[string]int{}
	for _, f := range before {
		left[f.key()]++
		if f.fix != nil && slices.Contains(checks, f.check) {
			left[f.key()]--
		}
	}
	for _, f := range analyze(t, dir, overlay) {
		if left[f.key()]--; left[f.key()] < 0 {
			t.Errorf("%s: one more finding in its file after the fixes: %s: %s", f.posn, f.check, f.message)
		}
		if f.fix != nil && slices.Contains(checks, f.check) {
			t.Errorf("%s: another fix of %s after the first run: %s", f.posn, f.check, f.message)
		}
	}
}

// alone checks what one fix by itself makes of its file.
func alone(t *testing.T, f apply.Fix) {
	res, err := apply.Fixes([]apply.Fix{f}, os.ReadFile)
	if err != nil || len(res.Files) != 1 {
		t.Errorf("%s: the fix of %s alone: %v, %v", f.Posn, f.Check, res, err)
	}
}

// compare compares the files of a folder with their goldens.
func compare(t *testing.T, dir, target string, overlay map[string][]byte) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		abs, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		golden := name + "." + target
		fixed, changed := overlay[abs]
		if formatted, err := format.Source(fixed); changed && (err != nil || string(formatted) != string(fixed)) {
			t.Errorf("%s: gofmt would change what comes out: %v", name, err)
		}
		if *update {
			os.Remove(golden)
			if changed {
				if err := os.WriteFile(golden, fixed, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			continue
		}
		want, err := os.ReadFile(golden)
		switch {
		case err != nil && changed:
			t.Errorf("%s is changed, but must not be:\n%s", name, fixed)
		case err == nil && string(want) != string(fixed):
			diff := apply.File{Old: want, New: fixed}
			t.Errorf("%s differs from what was wanted:\n%s", golden, diff.Diff(golden))
		}
	}
}

type finding struct {
	check, posn, message string
	fix                  *apply.Fix
}

// key is what findings are counted by: fixes move lines, and a finding that stays
// may be worded in another way.
func (f *finding) key() string {
	file, _, _ := strings.Cut(f.posn, ".go:")
	return f.check + " " + filepath.Base(file)
}

// analyze runs all checks over a package that has to compile, and returns what
// they find.
func analyze(t *testing.T, dir string, overlay map[string][]byte) []finding {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir, Overlay: overlay}
	pkgs, err := packages.Load(cfg, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatalf("%s does not compile: %v", dir, e)
		}
	}
	g, err := checker.Analyze(passes.All(), pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []finding
	seen := map[string]bool{} // what is reported twice counts once
	for act := range g.All() {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if !act.IsRoot {
			continue
		}
		for _, d := range act.Diagnostics {
			f := finding{check: act.Analyzer.Name, posn: act.Package.Fset.Position(d.Pos).String(), message: d.Message}
			if seen[f.check+f.posn] {
				continue
			}
			seen[f.check+f.posn] = true
			if len(d.SuggestedFixes) > 0 {
				f.fix = &apply.Fix{Check: f.check, Message: d.SuggestedFixes[0].Message, Posn: f.posn}
				for _, e := range d.SuggestedFixes[0].TextEdits {
					from, to := act.Package.Fset.Position(e.Pos), act.Package.Fset.Position(e.End)
					f.fix.Edits = append(f.fix.Edits, apply.Edit{File: from.Filename, Start: from.Offset, End: to.Offset, New: string(e.NewText)})
				}
			}
			out = append(out, f)
		}
	}
	return out
}
