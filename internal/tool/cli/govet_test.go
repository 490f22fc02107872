package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

func TestGoVet(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", bad, "fetch_test.go", strings.Replace(bad, "Fetch", "fetchToo", 1))
	got := run(t, dir, "go", "vet", "-vettool="+tool, "-uncapped", "./...")
	if got.Status != 1 || !regexp.MustCompile(`fetch.go:9:2: uncapped: .* \(remedy: limit .*\.\)\n`).MatchString(got.Stderr) || strings.Contains(got.Stderr, "fetch_test.go") {
		t.Errorf("status %d, stderr:\n%s", got.Status, got.Stderr)
	}
	run(t, dir, "go", "vet", "-vettool="+tool, "-uncapped", "./...").want(t, 1, got.Stdout, got.Stderr)

	got = run(t, dir, "go", "vet", "-vettool="+tool, "-uncapped", "-tests", "./...")
	if got.Status != 1 || !strings.Contains(got.Stderr, "fetch_test.go:9:2: ") {
		t.Errorf("-tests: status %d, stderr:\n%s", got.Status, got.Stderr)
	}

	// Sites are listed when asked for, never else.
	const site = `"kind":"retry"`
	if got := run(t, dir, "go", "vet", "-vettool="+tool, "./..."); strings.Contains(got.Stderr, site) {
		t.Errorf("sites are listed unasked:\n%s", got.Stderr)
	}
	if got := run(t, dir, "go", "vet", "-vettool="+tool, "-uncapped=false", "./..."); strings.Contains(got.Stderr, site) {
		t.Errorf("sites are listed unasked:\n%s", got.Stderr)
	}
	if got := run(t, dir, "go", "vet", "-vettool="+tool, "-retrysitelist", "./..."); !strings.Contains(got.Stderr, site) || strings.Contains(got.Stderr, "ctxsleep") {
		t.Errorf("want sites and nothing else:\n%s", got.Stderr)
	}
}

func TestGoFix(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", good)
	run(t, dir, "go", "fix", "-fixtool="+tool, "./...").want(t, 0, "", "")
	run(t, dir, "go", "fix", "-fixtool="+tool, "-diff", "-uncapped", "./...").want(t, 0, "", "")
	if data, err := os.ReadFile(filepath.Join(dir, "fetch.go")); err != nil || string(data) != good {
		t.Errorf("%v, or a fix where there is nothing to fix:\n%s", err, data)
	}
}

// TestTrimpath finds in a second checkout what it found in the first, and names
// the files of the second.
func TestTrimpath(t *testing.T) {
	env := []string{"GOWORK=", "GOFLAGS=-trimpath", "GOPROXY=off"}
	for range 2 {
		dir := tooltest.Dir(t, "go.mod", gomod, "m.go", bad)
		got := outcome{tooltest.Run(t, dir, env, tool, "-checks", "uncapped,ctxsleep", "./...")}
		if got.Status != 1 || !strings.Contains(got.Stdout, "m.go:9:2: uncapped") {
			t.Errorf("%+v, want status 1 and uncapped", got)
		}
	}
}
