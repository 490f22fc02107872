package golangci_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

const module = "github.com/golangci/golangci-lint/v2"

// version is the release of golangci-lint that the documentation names.
var version = regexp.MustCompile(`v2[.\d]+`).FindString(documented("custom.yml"))

// documented is one of the files that docs/golangci-lint.md shows.
func documented(name string) string {
	page, err := os.ReadFile("../docs/golangci-lint.md")
	if err != nil {
		panic(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(page, -1)
	return string(blocks[slices.Index([]string{"custom.yml", "golangci.yml"}, name)][1])
}

// build asks for the test that builds golangci-lint. That takes longer than all
// other tests together, so it is not among those that everybody runs.
var build = flag.Bool("build", false, "build golangci-lint with the plugin, and test it")

// TestGolangciLint builds golangci-lint with the plugin, as a user would, and
// runs it.
func TestGolangciLint(t *testing.T) {
	if !*build {
		t.Skip("builds golangci-lint: go run ./internal/ci golangci")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("golangci-lint custom needs git")
	}
	source := download(t)
	t.Run("versions", func(t *testing.T) { versions(t, source) })
	tool, err := tooltest.Build("..", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := drivers{lint: custom(t, source), vet: tool, cache: t.TempDir()}
	t.Run("same findings", d.sameFindings)
	t.Run("settings", d.settings)
	t.Run("unknown settings", d.unknown)
	t.Run("nolint", d.nolint)
	t.Run("cache", d.cached)
	t.Run("fix", d.fix)
}

// download brings the source of golangci-lint here and returns its directory.
func download(t *testing.T) string {
	out, err := exec.Command("go", "mod", "download", "-json", module+"@"+version).CombinedOutput()
	if err != nil {
		t.Fatalf("go mod download: %v\n%s", err, out)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	return m.Dir
}

// versions checks that a golangci-lint with the plugin has the versions of
// analysis libraries that it has without: others would change its own linters. What
// the checks' module requires counts even where the plugin does not link it.
func versions(t *testing.T, source string) {
	theirs, ours := requirements(t, filepath.Join(source, "go.mod")), requirements(t, "../go.mod")
	maps.Copy(ours, requirements(t, "go.mod"))
	for _, path := range []string{"golang.org/x/tools", "honnef.co/go/tools", "github.com/golangci/plugin-module-register"} {
		if ours[path] != theirs[path] || ours[path] == "" {
			t.Errorf("%s: we have %q, golangci-lint %s has %q", path, ours[path], version, theirs[path])
		}
	}
}

func requirements(t *testing.T, gomod string) map[string]string {
	data, err := os.ReadFile(gomod)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\s*(?:require )?(\S+\.\S+) (v\S+)`).FindAllSubmatch(data, -1) {
		out[string(m[1])] = string(m[2])
	}
	return out
}

// custom runs golangci-lint custom and returns the program that it makes.
func custom(t *testing.T, source string) string {
	tmp := t.TempDir()
	// golangci-lint custom clones a repository. This one holds what the module
	// proxy has.
	repo := filepath.Join(tmp, "golangci-lint.git")
	if err := os.CopyFS(repo, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	tooltest.Git(t, repo, "init", "-q")
	tooltest.Commit(t, repo)
	tooltest.Git(t, repo, "tag", version)
	// The file of the documentation as it stands there, in a module beside a clone.
	clone := filepath.Join(tmp, "retryvet")
	for _, name := range []string{"cmd", "fixes", "golangci", "internal", "passes"} {
		if err := os.CopyFS(filepath.Join(clone, name), os.DirFS(filepath.Join("..", name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		tooltest.Write(t, clone, name, tooltest.Read(t, filepath.Join("..", name)))
	}
	tmp = filepath.Join(tmp, "shop")
	tooltest.Write(t, tmp, ".custom-gcl.yml", documented("custom.yml"))
	run(t, tmp, []string{
		"GOFLAGS=-trimpath", // the clone's directory is another one each time, and the build cache goes by it
		"GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url." + repo + ".insteadOf",
		"GIT_CONFIG_VALUE_0=https://github.com/golangci/golangci-lint.git",
	}, "go", "run", module+"/cmd/golangci-lint@"+version, "custom")
	name := filepath.Join(tmp, "custom-gcl")
	if _, err := os.Stat(name); err != nil {
		name += ".exe"
	}
	return name
}

// documentedSettings stands for the whole configuration of the documentation.
var documentedSettings = documented("golangci.yml")

// drivers are the programs that run the checks.
type drivers struct{ lint, vet, cache string }

// run runs a program in a directory.
func run(t *testing.T, dir string, env []string, program string, args ...string) tooltest.Outcome {
	t.Helper()
	return tooltest.Run(t, dir, append([]string{"GOWORK=off", "GOFLAGS="}, env...), program, args...)
}

// golangci runs golangci-lint in a module with the given settings of the plugin,
// indented as in the file.
func (d drivers) golangci(t *testing.T, dir, settings string, args ...string) (found []tooltest.Finding, stderr string, status int) {
	t.Helper()
	if settings != documentedSettings {
		settings = `version: "2"
linters:
  default: none
  enable: [retryvet]
  settings:
    custom:
      retryvet:
        type: module
        description: finds retry code that makes outages worse
` + settings
	}
	tooltest.Write(t, dir, ".golangci.yml", settings)
	args = append([]string{"run", "--output.json.path=stdout", "--show-stats=false", "--path-mode=abs",
		"--max-issues-per-linter=0", "--max-same-issues=0", "--uniq-by-line=false"}, args...)
	env := []string{"GOLANGCI_LINT_CACHE=" + d.cache, "GL_DEBUG=goanalysis/issues/cache"}
	o := run(t, dir, env, d.lint, args...)
	if o.Stdout == "" {
		return nil, o.Stderr, o.Status
	}
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal([]byte(o.Stdout), &report); err != nil {
		t.Fatalf("%v in\n%s%s", err, o.Stdout, o.Stderr)
	}
	for _, i := range report.Issues {
		check, message, _ := strings.Cut(i.Text, ": ")
		found = append(found, tooltest.Finding{File: i.Pos.Filename, Line: i.Pos.Line, Col: i.Pos.Column, Check: check, Message: message})
	}
	return tooltest.Sorted(found), o.Stderr, o.Status
}

// govet runs go vet in a module.
func (d drivers) govet(t *testing.T, dir string) []tooltest.Finding {
	t.Helper()
	return run(t, dir, nil, "go", "vet", "-json", "-vettool="+d.vet, "./...").Findings(t)
}

// command runs the command in a module.
func (d drivers) command(t *testing.T, dir string) []tooltest.Finding {
	t.Helper()
	o := run(t, dir, nil, d.vet, "-format", "json", "./...")
	var report struct {
		Findings []struct {
			File           string
			Line, Column   int
			Check, Message string
		}
	}
	if err := json.Unmarshal([]byte(o.Stdout), &report); err != nil {
		t.Fatalf("%v in\n%s%s", err, o.Stdout, o.Stderr)
	}
	var found []tooltest.Finding
	for _, f := range report.Findings {
		found = append(found, tooltest.Finding{File: filepath.Join(dir, filepath.FromSlash(f.File)), Line: f.Line, Col: f.Column, Check: f.Check, Message: f.Message})
	}
	return tooltest.Sorted(found)
}

// sameFindings compares the drivers, the command among them, on the goldens of all
// checks.
func (d drivers) sameFindings(t *testing.T) {
	modules, err := filepath.Glob("../analysistest_data/*/go.mod")
	if err != nil || len(modules) == 0 {
		t.Fatal(modules, err)
	}
	total := 0
	for _, gomod := range append(modules, "../sample/go.mod") {
		if len(requirements(t, gomod)) > 0 {
			continue // it needs large libraries
		}
		dir := tooltest.Clone(t, filepath.Dir(gomod))
		got, stderr, status := d.golangci(t, dir, "")
		want := d.govet(t, dir)
		if !slices.Equal(got, want) {
			t.Errorf("%s: golangci-lint (status %d) and go vet differ:\n%s%s", gomod, status, tooltest.Difference("golangci-lint", got, "go vet", want), stderr)
		}
		if got := d.command(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: the command and go vet differ:\n%s", gomod, tooltest.Difference("the command", got, "go vet", want))
		}
		total += len(want)
	}
	if total < 100 {
		t.Errorf("%d findings are too few to compare", total)
	}
	t.Logf("%d findings", total)
}

const (
	gomod = tooltest.GoMod
	bad   = tooltest.Bad

	// ended has a finding of uncapped in line 9 where that is strict.
	ended = `package m

import (
	"context"
	"time"
)

func Fetch(ctx context.Context, get func() error) {
	for {
		if err := get(); err == nil {
			return
		}
		select {
		case <-time.After(10 * time.Second):
		case <-ctx.Done():
			return
		}
	}
}
`
)

func (d drivers) settings(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"bad.go", bad,
		"ended.go", strings.Replace(ended, "Fetch", "FetchOrEnd", 1),
		"bad_test.go", strings.Replace(bad, "Fetch", "FetchInTest", 1))
	for settings, want := range map[string][]string{
		documentedSettings: {"bad.go:13 ctxsleep", "bad.go:9 uncapped", "ended.go:9 uncapped"},
		"":                 {"bad.go:13 ctxsleep", "bad.go:9 uncapped"},
		"        settings: {checks: [uncapped]}\n":                           {"bad.go:9 uncapped"},
		"        settings: {checks: [all, -uncapped]}\n":                     {"bad.go:13 ctxsleep"},
		"        settings: {checks: [uncapped], uncapped: {strict: true}}\n": {"bad.go:9 uncapped", "ended.go:9 uncapped"},
		"        settings: {checks: [uncapped], tests: true}\n":              {"bad.go:9 uncapped", "bad_test.go:9 uncapped"},
	} {
		found, stderr, status := d.golangci(t, dir, settings)
		if got := brief(found); !slices.Equal(got, want) || status != 1 {
			t.Errorf("%q: status %d, %q, want %q\n%s", settings, status, got, want, stderr)
		}
	}
}

func (d drivers) unknown(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "bad.go", bad)
	_, stderr, status := d.golangci(t, dir, "        settings: {uncaped: {strict: true}}\n")
	if status == 0 || status == 1 || !strings.Contains(stderr, `unknown setting "uncaped", did you mean "uncapped"?`) {
		t.Errorf("status %d\n%s", status, stderr)
	}
}

func (d drivers) nolint(t *testing.T) {
	for line, want := range map[string][]string{
		"\tfor { //nolint:retryvet // somebody stops it":           {"bad.go:13 ctxsleep"},
		"\tfor { //retryvet:ignore uncapped somebody stops it":     {"bad.go:13 ctxsleep"},
		"\tfor { //nolint:other // somebody stops it":              {"bad.go:13 ctxsleep", "bad.go:9 uncapped"},
		"\t//retryvet:ignore uncapped somebody stops it\n\tfor { ": {"bad.go:14 ctxsleep"},
	} {
		dir := tooltest.Dir(t, "go.mod", gomod, "bad.go", strings.Replace(bad, "\tfor {", line, 1))
		found, stderr, _ := d.golangci(t, dir, "")
		if got := brief(found); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q\n%s", line, got, want, stderr)
		}
	}
	dir := tooltest.Dir(t, "go.mod", gomod, "bad.go", strings.Replace(bad, "func Fetch", "//nolint:retryvet // all of it\nfunc Fetch", 1))
	if found, stderr, status := d.golangci(t, dir, ""); len(found) > 0 || status != 0 {
		t.Errorf("a nolint comment of a function silences it: status %d, %v\n%s", status, found, stderr)
	}
}

// cached runs twice, the second time from golangci-lint's cache, which a change
// of a dependency outdates.
func (d drivers) cached(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"bad.go", strings.NewReplacer("time.Sleep(", "pause.For(", "\"context\"\n", "\"context\"\n\t\"example.com/m/pause\"\n").Replace(bad),
		"pause/pause.go", "package pause\n\nimport \"time\"\n\nfunc For(d time.Duration) { time.Sleep(d) }\n")
	first, stderr, _ := d.golangci(t, dir, "")
	if got, want := brief(first), []string{"bad.go:10 uncapped", "bad.go:14 ctxsleep"}; !slices.Equal(got, want) {
		t.Fatalf("%q, want %q\n%s", got, want, stderr)
	}
	if want := "analyzing 2/2 packages"; !strings.Contains(stderr, want) {
		t.Errorf("no %q in\n%s", want, stderr)
	}
	second, stderr, _ := d.golangci(t, dir, "")
	if !slices.Equal(first, second) {
		t.Errorf("from the cache: %v, want %v", second, first)
	}
	if want := "analyzing 0/2 packages"; !strings.Contains(stderr, want) {
		t.Errorf("no %q in\n%s", want, stderr)
	}
	tooltest.Write(t, dir, "pause/pause.go", "package pause\n\nimport \"time\"\n\nfunc For(d time.Duration) {}\n")
	if third, stderr, _ := d.golangci(t, dir, ""); len(third) > 0 {
		t.Errorf("after the dependency has changed, which now does not wait: %v\n%s", third, stderr)
	}
}

// fix applies the fixes and compares with what go vet makes of the same files.
func (d drivers) fix(t *testing.T) {
	byLint, byVet := tooltest.Clone(t, "../sample"), tooltest.Clone(t, "../sample")
	d.golangci(t, byLint, "", "--fix")
	run(t, byVet, nil, "go", "vet", "-vettool="+d.vet, "-fix", "./...")
	before, lint, vet := tooltest.Sources(t, "../sample"), tooltest.Sources(t, byLint), tooltest.Sources(t, byVet)
	if vet == before {
		t.Skip("no finding of the sample has a fix")
	}
	if lint != vet {
		t.Errorf("golangci-lint --fix makes\n%s\ngo vet -fix makes\n%s", lint, vet)
	}
}

// brief is the findings as file, line and check.
func brief(found []tooltest.Finding) []string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s:%d %s", filepath.Base(f.File), f.Line, f.Check))
	}
	slices.Sort(out)
	return out
}
