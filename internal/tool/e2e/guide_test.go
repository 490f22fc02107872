package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
	modpath "golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestGuide types what the guide and the README show to a newcomer, as it stands
// there: in an empty directory, on a machine that has nothing but Go and git. The
// module proxy and the code to clone are made here.
func TestGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and analyses a part of the standard library")
	}
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	const (
		uncapped, ctxsleep = "fetch.go:9:2: uncapped", "fetch.go:13:3: ctxsleep"
		finalsleep         = "last.go:10:3: finalsleep" // which is not in the core
	)
	const last = `package m

import "time"

func FetchOrFail(get func() error) (err error) {
	for range 3 {
		if err = get(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`
	// With -trimpath the go command would take what it knows of a shop elsewhere for
	// this one, if it were not another.
	unique := "\n// " + filepath.Base(t.TempDir()) + time.Now().Format(time.RFC3339Nano) + "\n"
	shop := module(t, "fetch.go", tooltest.Bad+unique, "last.go", last+unique)
	tooltest.Git(t, shop, "init", "-q")
	tooltest.Commit(t, shop)
	n := newcomer(t, "https://example.com/shop", shop)
	clone(t, filepath.Join(n.dir, "retryvet"))
	guide := section(t, "../../../docs/guide.md", "## Begin")
	begin, pin := guide[0], guide[1]
	if commands := len(begin) + strings.Count(strings.Join(begin, "\n"), "&&"); commands >= 10 {
		t.Errorf("%d commands are many to begin with", commands)
	}

	did := n.types(t, "", begin,
		want{"go install -C retryvet ", 0, nil},
		want{"git clone https://", 0, nil},
		want{"retryvet -checks core ", 1, []string{uncapped, ctxsleep}},
		want{"retryvet -explain nojitter", 0, anything},
		want{"retryvet -baseline retryvet.json -write-baseline ", 0, nil},
		want{"git add retryvet.json && git commit ", 0, anything},
		want{"retryvet -baseline retryvet.json ", 0, nil})
	if manual := did[3].Stdout; !strings.HasPrefix(manual, "nojitter: report ") || !strings.Contains(manual, "\nAfter, with rand ") {
		t.Errorf("-explain prints\n%s", manual)
	}
	n.types(t, "shop", []string{"git status --short"}, want{"git status", 0, nil})

	tooltest.Write(t, n.dir, "shop/new/new.go", tooltest.Bad)
	n.types(t, "shop", begin[len(begin)-1:],
		want{"retryvet -baseline ", 1, []string{"new/new.go:9:2: uncapped", "new/new.go:13:3: ctxsleep"}})
	if err := os.RemoveAll(filepath.Join(n.dir, "shop", "new")); err != nil {
		t.Fatal(err)
	}

	everything := []string{uncapped, ctxsleep, finalsleep}
	n.types(t, "shop", pin,
		want{"go mod edit -replace ", 0, nil},
		want{"go get -tool ", 0, nil},
		want{"go tool retryvet ", 1, everything})
	did = n.types(t, "shop", section(t, "../../../README.md", "## Run it")[0],
		want{"go install -C ../retryvet ", 0, nil},
		want{"retryvet ", 1, everything},
		want{"go vet -vettool=$(which retryvet) ", 1, nil})
	outcome{Outcome: did[2]}.want(t, "fetch.go:13", "fetch.go:9", "last.go:10")

	// Fixes: shown, applied, and with package retry from the clone.
	n.types(t, "shop", section(t, "../../../docs/guide.md", "## Fixes")[1],
		want{"retryvet -fixwith=runtime -runtime ../retryvet/runtime -fix ", 0, nil})
	n.types(t, "shop", []string{"go build ./... && grep -q retry.Sleep fetch.go", "git checkout -q . && git clean -fdq && git status --short"},
		want{"go build ", 0, nil}, want{"git checkout", 0, nil})
	did = n.types(t, "shop", section(t, "../../../docs/guide.md", "## Fixes")[0],
		want{"retryvet -diff ", 1, anything},
		want{"retryvet -fix ", 0, nil},
		want{"go fix -fixtool", 0, nil})
	if diff := did[0].Stdout; !strings.Contains(diff, "+\t\tcase <-ctx.Done():") {
		t.Errorf("-diff prints\n%s", diff)
	}
	n.types(t, "shop", []string{"go build ./...", "git checkout -q . && git clean -fdq"}, want{"go build ", 0, nil}, want{"git checkout", 0, nil})

	tooltest.Write(t, n.dir, "shop/use/use.go", "package use\n\nimport \"github.com/retryvet/retryvet/runtime/retry\"\n\nvar Policy retry.Policy\n")
	for _, install := range [][]string{
		section(t, "../../../docs/guide.md", "## Package retry")[0],
		section(t, "../../../runtime/README.md", "## Install")[0],
	} {
		n.types(t, "shop", append(install, "go build ./use", "git checkout -q go.mod && git status --short"),
			want{"go mod edit -replace ", 0, nil}, want{"go get ", 0, nil}, want{"go build ", 0, nil}, want{"git checkout ", 0, anything})
	}
	n.types(t, "shop", []string{"git checkout -q . && git clean -fdq"}, want{"git checkout ", 0, nil})
	n.types(t, "shop", section(t, "../../../docs/guide.md", "## Once there is a release")[0],
		want{"go install ", 0, nil},
		want{"go get -tool ", 0, nil},
		want{"go tool retryvet ", 1, everything})
	did = n.types(t, "shop", []string{"retryvet -version"}, want{"retryvet -version", 0, anything})
	if version := did[0].Stdout; !strings.HasPrefix(version, "retryvet "+published+" ") {
		t.Errorf("the program that was installed says it is %s", version)
	}

	// The action for GitHub installs the program for the steps behind it.
	path := filepath.Join(n.dir, "path")
	n.env = append(n.env, "RUNNER_TEMP="+n.dir, "GITHUB_PATH="+path, "VERSION=latest")
	n.types(t, "", []string{installStep(t)}, want{"export GOBIN=", 0, nil})
	n.types(t, "shop", []string{strings.TrimSpace(tooltest.Read(t, path)) + "/retryvet ./..."}, want{n.dir, 1, everything})
}

// installStep is the commands by which action.yml installs the program.
func installStep(t *testing.T) string {
	var action struct {
		Runs struct{ Steps []struct{ Run string } }
	}
	if err := yaml.Unmarshal([]byte(tooltest.Read(t, "../../../action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	return action.Runs.Steps[0].Run
}

// section is the commands in a section of a page: its code blocks without a
// language, each as lines.
func section(t *testing.T, page, heading string) (blocks [][]string) {
	t.Helper()
	_, text, ok := strings.Cut(tooltest.Read(t, page), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("%s has no %q", page, heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	for _, m := range regexp.MustCompile("(?s)\n```\n(.*?)\n```").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, strings.Split(m[1], "\n"))
	}
	return blocks
}

// person is somebody who types commands in a directory.
type person struct {
	dir string
	env []string
}

// clone lays the repository out as a clone has it, as far as it is needed.
func clone(t *testing.T, dir string) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "cmd", "internal", "passes", "fixes", "runtime"} {
		if err := copyAll(filepath.Join(dir, name), filepath.Join("../../..", name)); err != nil {
			t.Fatal(err)
		}
	}
}

// newcomer is somebody without anything: an empty directory and a home without
// configuration or downloaded modules. What a URL names is a repository here. The build cache is that of this machine.
func newcomer(t *testing.T, url, repository string) person {
	home := tooltest.Dir(t)
	goEnv := tooltest.Run(t, "", nil, "go", "env", "GOCACHE", "GOMODCACHE").Must(t).Stdout
	cache, modules, _ := strings.Cut(strings.TrimSpace(goEnv), "\n")
	n := person{dir: filepath.Join(home, "empty"), env: []string{
		"HOME=" + home,
		"PATH=" + filepath.Join(home, "go", "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		"GOPATH=", "GOBIN=", "GOMODCACHE=", "GOENV=off", "GOWORK=",
		"GOCACHE=" + cache,
		"GOPROXY=" + fileURL(proxy(t)) + "," + fileURL(filepath.Join(modules, "cache", "download")), // the latter has what we depend on
		"GOSUMDB=off",
		// The same program each time, wherever it is built, lets the build cache serve
		// what this one analyses.
		"GOFLAGS=-modcacherw -trimpath",
	}}
	n.env = append(n.env, gitConfig(
		"url."+fileURL(repository)+".insteadOf", url,
		"user.name", "test",
		"user.email", "test@example.com")...)
	if err := os.Mkdir(n.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return n
}

// gitConfig is the environment by which git has these settings, given as key and
// value in turn, and no others.
func gitConfig(settings ...string) []string {
	env := []string{"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(settings)/2)}
	for i := range len(settings) / 2 {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, settings[2*i]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, settings[2*i+1]))
	}
	return env
}

// published is the version of the root's module that the proxy has.
const published = "v0.1.0"

// proxy is the directory of a module proxy that has the root's module as it is
// here, packed as the go command and the real proxy pack a version: what they
// refuse is refused here.
func proxy(t *testing.T) string {
	dir := t.TempDir()
	m := modpath.Version{Path: "github.com/retryvet/retryvet", Version: published}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(m.Path), "@v", name) }
	tooltest.Write(t, dir,
		m.Path+"/@v/list", published+"\n",
		m.Path+"/@v/"+published+".info", `{"Version": "`+published+`"}`,
		m.Path+"/@v/"+published+".mod", tooltest.Read(t, "../../../go.mod"))
	f, err := os.Create(at(published + ".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := modzip.CreateFromDir(f, m, "../../.."); err != nil {
		t.Fatal(err)
	}
	return dir
}

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/
		path = "/" + path
	}
	return "file://" + path
}

// want is what a line of commands should do.
type want struct {
	begins string // the line
	status int
	heads  []string // the findings, see tooltest
}

// anything, in the place of findings, lets a line print what it likes.
var anything = []string{"anything"}

// types runs lines in one shell, in a directory as seen from the person's.
func (p person) types(t *testing.T, dir string, lines []string, wants ...want) (did []tooltest.Outcome) {
	t.Helper()
	if len(lines) != len(wants) {
		t.Fatalf("%d lines, not %d:\n%s", len(lines), len(wants), strings.Join(lines, "\n"))
	}
	notes := t.TempDir()
	note := func(i int, what string) string { return filepath.Join(notes, fmt.Sprint(i, what)) }
	var script strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&script, "begin=$EPOCHREALTIME\n{ %s\n} >'%s' 2>'%s'\necho $? $begin $EPOCHREALTIME >'%s'\n", line, note(i, "out"), note(i, "err"), note(i, "status"))
	}
	tooltest.Run(t, filepath.Join(p.dir, dir), p.env, "bash", "--noprofile", "--norc", "-c", script.String()).Must(t)
	for i, line := range lines {
		o := tooltest.Outcome{Stdout: tooltest.Read(t, note(i, "out")), Stderr: tooltest.Read(t, note(i, "err"))}
		var begin, end float64
		fmt.Sscan(tooltest.Read(t, note(i, "status")), &o.Status, &begin, &end)
		t.Logf("%5.1fs  %s", end-begin, line)
		w := wants[i]
		if !strings.HasPrefix(line, w.begins) {
			t.Errorf("%q stands where the test wants %q", line, w.begins)
		}
		if o.Status != w.status || !slices.Equal(w.heads, anything) && !slices.Equal(o.Heads(), w.heads) {
			t.Errorf("%s\nhas status %d, want %d and %q; it printed\n%s%s", line, o.Status, w.status, w.heads, o.Stdout, o.Stderr)
		}
		did = append(did, o)
	}
	return did
}
