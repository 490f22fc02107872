package e2e

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

const (
	// pause is a package with a function that waits, and one that retries.
	pause = `package pause

import "time"

func For(d time.Duration) { time.Sleep(d) }

func Retry(op func() error) (err error) {
	for range 3 {
		time.Sleep(time.Second)
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}
`
	// bad has a finding of ctxsleep in line 11 by what pause.For does, and one of
	// uncapped in line 7.
	bad = `package fetch

import (
	"context"
	"example.com/m/pause"
)

func Fetch(ctx context.Context, get func() error) {
	for get() != nil {
		pause.For(10e9)
	}
}
`
)

func TestFactsAndCache(t *testing.T) {
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", bad, "fetch/fetch_test.go", "package fetch\n")

	first := vet(t, dir)
	first.want(t, "fetch/fetch.go:10", "fetch/fetch.go:9")
	first.wantCalls(t, "example.com/m/fetch", "example.com/m/pause")

	second := vet(t, dir)
	second.want(t, "fetch/fetch.go:10", "fetch/fetch.go:9")
	if len(second.calls) > 0 {
		t.Errorf("a second run called the tool for %q", second.calls)
	}

	other := vet(t, dir, "-ctxsleep")
	other.want(t, "fetch/fetch.go:10")
	other.wantCalls(t, "example.com/m/fetch", "example.com/m/pause") // the cache goes by the flags

	tooltest.Write(t, dir, "pause/pause.go", strings.Replace(pause, "{ time.Sleep(d) }", "{}", 1))
	changed := vet(t, dir)
	changed.want(t)
	changed.wantCalls(t, "example.com/m/fetch", "example.com/m/pause")
}

func TestJSON(t *testing.T) {
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", bad)
	for range 2 { // the second time from the cache
		o := vet(t, dir, "-json")
		if o.Status != 0 {
			t.Errorf("status %d", o.Status)
		}
		got := o.Findings(t)
		if len(got) != 2 || !strings.HasPrefix(got[0].String(), filepath.Join(dir, "fetch", "fetch.go")+":9:2: uncapped: ") ||
			!strings.HasPrefix(got[1].String(), filepath.Join(dir, "fetch", "fetch.go")+":10:3: ctxsleep: ") {
			t.Errorf("have %q", got)
		}
	}
}

func TestFlags(t *testing.T) {
	ended := strings.NewReplacer("for get() != nil {", "for get() != nil && ctx.Err() == nil {").Replace(bad)
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", ended, "fetch/in_test.go", strings.Replace(bad, "Fetch", "fetchToo", 1))
	vet(t, dir, "-uncapped").want(t)
	vet(t, dir, "-uncapped", "-uncapped.strict").want(t, "fetch/fetch.go:9")
	vet(t, dir, "-ctxsleep=false", "-uncapped.strict").want(t, "fetch/fetch.go:9")
	vet(t, dir, "-uncapped", "-tests").want(t, "fetch/in_test.go:9")
	if o := vet(t, dir, "-nosuch"); o.Status == 0 || !strings.Contains(o.Stderr, "nosuch") {
		t.Errorf("an unknown flag: status %d\n%s", o.Status, o.Stderr)
	}
}

// A package that does not compile is named, and the others are analysed.
func TestBroken(t *testing.T) {
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", bad,
		"broken/b.go", "package broken\n\nvar x int = missing\n",
		"uses/u.go", "package uses\n\nimport _ \"example.com/m/broken\"\n")
	vet(t, dir).want(t, "broken/b.go:3", "fetch/fetch.go:10", "fetch/fetch.go:9")
}

// A package is analysed together with its tests, and once more for what the
// external test imports.
func TestVariants(t *testing.T) {
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", bad,
		"fetch/in_test.go", strings.Replace(bad, "Fetch", "fetchToo", 1),
		"fetch/export_test.go", "package fetch\n\nvar Exported = fetchToo\n",
		"fetch/out_test.go", strings.Replace(bad, "package fetch", "package fetch_test\n\nimport _ \"example.com/m/fetch\"", 1))
	vet(t, dir, "-ctxsleep").want(t, "fetch/fetch.go:10")
	vet(t, dir, "-ctxsleep", "-tests").want(t, "fetch/fetch.go:10", "fetch/in_test.go:10", "fetch/out_test.go:12")
}

func TestCgo(t *testing.T) {
	out, err := exec.Command("go", "env", "CGO_ENABLED", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	enabled, cc, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if _, err := exec.LookPath(cc); enabled != "1" || err != nil {
		t.Skip("no C compiler")
	}
	cgo := strings.Replace(bad, "import (", "// int attempt(void) { return 1; }\nimport \"C\"\n\nimport (", 1)
	cgo = strings.Replace(cgo, "for get() != nil {", "for get() != nil || C.attempt() == 0 {", 1)
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", cgo)
	vet(t, dir, "-ctxsleep").want(t, "fetch/fetch.go:13")
}

// TestFix applies the fixes that there are.
func TestFix(t *testing.T) {
	for name, command := range map[string][]string{
		"vet": {"vet", "-vettool=TOOL", "-fix"},
		"fix": {"fix", "-fixtool=TOOL"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := tooltest.Clone(t, "../../../sample")
			all := func(flags ...string) outcome {
				return run(t, dir, nil, slices.Concat(command, flags, []string{"./..."})...)
			}
			before := tooltest.Sources(t, dir)
			diff := all("-diff")
			if tooltest.Sources(t, dir) != before {
				t.Error("-diff changes files")
			}
			if o := all(); o.Status != 0 {
				t.Errorf("status %d\n%s", o.Status, o.Stderr)
			}
			after := tooltest.Sources(t, dir)
			if (after == before) != (diff.Stdout == "") {
				t.Errorf("the files have changed: %v; -diff printed\n%s", after != before, diff.Stdout)
			}
			if after == before {
				t.Skip("no finding of the sample has a fix")
			}
			for line := range strings.Lines(diff.Stdout) {
				if rest, ok := strings.CutPrefix(line, "+"); ok && !strings.HasPrefix(rest, "++ ") && !strings.Contains(after, rest) {
					t.Errorf("-diff printed a line that is not in the fixed files: %s", line)
				}
			}
			if again := all("-diff"); again.Stdout != "" {
				t.Errorf("a second time there is more to fix:\n%s", again.Stdout)
			}
			if o := run(t, dir, nil, "build", "./..."); o.Status != 0 {
				t.Errorf("what is fixed does not compile:\n%s\n%s", o.Stderr, after)
			}
		})
	}
}
