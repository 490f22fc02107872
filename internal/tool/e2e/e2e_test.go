// Package e2e holds tests of the tool under the real go command and other
// drivers, which run it as a separate process for each package.
package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
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
	tooltest.Main(m, &tool)
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
	tooltest.Outcome
	calls []string // the packages that the tool was called for
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
	env = append([]string{"GOWORK=off", "GOFLAGS=", "GOPROXY=off", callsVar + "=" + calls, toolVar + "=" + tool}, env...)
	o := outcome{Outcome: tooltest.Run(t, dir, env, "go", args...)}
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
	for _, m := range posn.FindAllStringSubmatch(o.Stderr, -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	if !slices.Equal(got, findings) {
		t.Errorf("findings %q, want %q\n%s%s", got, findings, o.Stdout, o.Stderr)
	}
	if (o.Status == 0) != (len(findings) == 0) {
		t.Errorf("status %d", o.Status)
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

// module writes files, given as name and content in turn, to a new directory
// that has a go.mod.
func module(t *testing.T, files ...string) string {
	t.Helper()
	return tooltest.Dir(t, append([]string{"go.mod", tooltest.GoMod}, files...)...)
}
