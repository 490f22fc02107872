// Package e2e holds tests of the tool under the real go command and other
// drivers, which run it as a separate process for each package.
package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tool is the program under test, as users build it.
var tool string

// The test's own program is two others as well, by these variables of the
// environment: a tool that notes each call and then runs the one under test, and
// a cache program of the go command (cacheprog_test.go).
const (
	callsVar = "RETRYVET_TEST_CALLS" // file of the notes
	toolVar  = "RETRYVET_TEST_TOOL"
	storeVar = "RETRYVET_TEST_STORE" // directory of the cache program's store
)

func TestMain(m *testing.M) {
	if calls := os.Getenv(callsVar); calls != "" && !slices.Contains(os.Args, serveCache) {
		os.Exit(note(calls))
	}
	if store := os.Getenv(storeVar); store != "" {
		if err := serve(store, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	dir, err := os.MkdirTemp("", "retryvet")
	if err != nil {
		panic(err)
	}
	tool = filepath.Join(dir, "retryvet.exe")
	// The same file each time, see internal/cli.
	build := exec.Command("go", "build", "-buildvcs=false", "-o", tool, "github.com/retryvet/retryvet/cmd/retryvet")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// note appends the package that the tool is called for to a file, runs the tool
// and returns its status.
func note(calls string) int {
	last := os.Args[len(os.Args)-1]
	if strings.HasSuffix(last, ".cfg") {
		data, err := os.ReadFile(last)
		if err != nil {
			panic(err)
		}
		var cfg struct{ ID string }
		if err := json.Unmarshal(data, &cfg); err != nil {
			panic(err)
		}
		f, err := os.OpenFile(calls, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			panic(err)
		}
		if _, err := f.WriteString(cfg.ID + "\n"); err != nil {
			panic(err)
		}
		f.Close()
	}
	cmd := exec.Command(os.Getenv(toolVar), os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		panic(err)
	}
	return cmd.ProcessState.ExitCode()
}

// outcome is what a command did.
type outcome struct {
	stdout, stderr string
	status         int
	calls          []string // the packages that the tool was called for
}

// run runs the go command in a directory. The argument TOOL= in a flag stands
// for the tool.
func run(t *testing.T, dir string, env []string, args ...string) outcome {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range args {
		args[i] = strings.Replace(args[i], "TOOL", self, 1)
	}
	calls := filepath.Join(t.TempDir(), "calls")
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", callsVar+"="+calls, toolVar+"="+tool)
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	o := outcome{stdout: stdout.String(), stderr: stderr.String(), status: cmd.ProcessState.ExitCode()}
	if data, err := os.ReadFile(calls); err == nil {
		for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
			o.calls = append(o.calls, s.Text())
		}
	}
	slices.Sort(o.calls)
	return o
}

// vet runs go vet with the tool on all packages of a module.
func vet(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	return run(t, dir, nil, slices.Concat([]string{"vet", "-vettool=TOOL"}, args, []string{"./..."})...)
}

// posn finds findings and compiler errors. The text of a related position begins
// with a tab.
var posn = regexp.MustCompile(`(?m)^(?:vet: )?(?:\./)?([^\s:][^\n:]*\.go:\d+):\d+: \S.*$`)

// want compares the findings that go vet prints as text, each as file and line,
// in any order.
func (o outcome) want(t *testing.T, findings ...string) {
	t.Helper()
	var got []string
	for _, m := range posn.FindAllStringSubmatch(o.stderr, -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	if !slices.Equal(got, findings) {
		t.Errorf("findings %q, want %q\n%s%s", got, findings, o.stdout, o.stderr)
	}
	if (o.status == 0) != (len(findings) == 0) {
		t.Errorf("status %d", o.status)
	}
}

// wantCalls compares the packages of the module that the tool was called for.
func (o outcome) wantCalls(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, id := range o.calls {
		if strings.HasPrefix(id, "example.com/") {
			got = append(got, id)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the tool was called for %q, want %q", got, want)
	}
}

// diagnostics reads what go vet -json prints: file:line:column check: message.
func (o outcome) diagnostics(t *testing.T) []string {
	t.Helper()
	var out []string
	for dec := json.NewDecoder(strings.NewReader(o.stdout)); ; {
		var packages map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&packages); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s%s", err, o.stdout, o.stderr)
		}
		for _, checks := range packages {
			for check, list := range checks {
				for _, d := range list {
					out = append(out, d.Posn+" "+check+": "+d.Message)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

const gomod = "module example.com/m\n\ngo 1.26.0\n"

// module writes files, given as name and content in turn, to a new directory
// that has a go.mod.
func module(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, append([]string{"go.mod", gomod}, files...)...)
	return dir
}

func write(t *testing.T, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// clone copies a directory.
func clone(t *testing.T, dir string) string {
	t.Helper()
	to, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	to = filepath.Join(to, "m")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}
