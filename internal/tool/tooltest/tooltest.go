// Package tooltest is what those tests share that run the program as users do:
// it builds the program, lays out code to analyse, runs commands and reads what
// they found.
package tooltest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The sources of tests need no more of the standard library than they must: each
// of its packages is analysed when the program has changed.
const (
	GoMod = "module example.com/m\n\ngo 1.26.0\n"

	// Bad has a finding of uncapped in line 9 and one of ctxsleep in line 13.
	Bad = `package m

import (
	"context"
	"time"
)

func Fetch(ctx context.Context, get func() error) {
	for {
		if err := get(); err == nil {
			return
		}
		time.Sleep(10 * time.Second)
	}
}
`
)

// Main builds the program, says where it is, runs the tests of a package, which
// is in the root's module, and exits.
func Main(m *testing.M, tool *string) {
	dir, err := os.MkdirTemp("", "retryvet")
	if err != nil {
		panic(err)
	}
	if *tool, err = Build("", dir); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// Build builds the program as users do, from within the root's module, into a
// directory, and returns its name.
//
// Without the state and the place of the repository in it, the program is the same
// file each time and everywhere, and so go vet's cache of the standard library stays
// warm.
func Build(within, dir string) (string, error) {
	tool := filepath.Join(dir, "retryvet.exe")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", tool, "github.com/retryvet/retryvet/cmd/retryvet")
	cmd.Dir = within
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tool, nil
}

// Outcome is what a command did.
type Outcome struct {
	Stdout, Stderr string
	Status         int
}

// Run runs a program in a directory, with changes to this process's environment.
func Run(t *testing.T, dir string, env []string, program string, args ...string) Outcome {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// Must ends the test if a command has failed.
func (o Outcome) Must(t *testing.T) Outcome {
	t.Helper()
	if o.Status != 0 {
		t.Fatalf("status %d\n%s%s", o.Status, o.Stdout, o.Stderr)
	}
	return o
}

// Heads are the first lines of the findings that the program printed as text,
// cut behind the check's name.
func (o Outcome) Heads() []string {
	var heads []string
	for line := range strings.Lines(o.Stdout) {
		if !strings.HasPrefix(line, "\t") {
			parts := strings.SplitN(line, ": ", 3)
			heads = append(heads, strings.Join(parts[:min(2, len(parts))], ": "))
		}
	}
	return heads
}

// Git runs git in a directory, whatever the user's configuration says.
func Git(t *testing.T, dir string, args ...string) {
	t.Helper()
	env := []string{"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull}
	identity := []string{"-c", "user.name=test", "-c", "user.email=test@example.com"}
	Run(t, dir, env, "git", append(identity, args...)...).Must(t)
}

// Commit commits all that is in a repository.
func Commit(t *testing.T, dir string) {
	t.Helper()
	Git(t, dir, "add", "-A")
	Git(t, dir, "commit", "-q", "-m", "x")
}

// Finding is what the drivers agree on of a finding.
type Finding struct {
	File           string
	Line, Col      int
	Check, Message string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Col, f.Check, f.Message)
}

// Sorted sorts findings and leaves each once.
func Sorted(list []Finding) []Finding {
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col, strings.Compare(a.String(), b.String()))
	})
	return slices.Compact(list)
}

// position is a file, a line and a column.
var position = regexp.MustCompile(`^(.*):(\d+):(\d+)$`)

// Findings reads what go vet -json, or the tool, has printed. Of the messages it
// takes what the check says, without its name and the remedy around that.
func (o Outcome) Findings(t *testing.T) []Finding {
	t.Helper()
	var list []Finding
	for dec := json.NewDecoder(strings.NewReader(o.Stdout)); ; {
		var packages map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&packages); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s%s", err, o.Stdout, o.Stderr)
		}
		for _, checks := range packages {
			for check, found := range checks {
				for _, f := range found {
					m := position.FindStringSubmatch(f.Posn)
					line, _ := strconv.Atoi(m[2])
					col, _ := strconv.Atoi(m[3])
					message, _, _ := strings.Cut(strings.TrimPrefix(f.Message, check+": "), " (remedy: ")
					list = append(list, Finding{m[1], line, col, check, message})
				}
			}
		}
	}
	return Sorted(list)
}

// Difference lists what only one of two drivers has found.
func Difference(driver string, list []Finding, other string, others []Finding) string {
	var b strings.Builder
	only := func(driver string, list, others []Finding) {
		for _, f := range list {
			if !slices.Contains(others, f) {
				fmt.Fprintf(&b, "only %s: %v\n", driver, f)
			}
		}
	}
	only(driver, list, others)
	only(other, others, list)
	return b.String()
}

// Dir writes files, given as name and content in turn, to a new directory.
func Dir(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	Write(t, dir, files...)
	return dir
}

// Write writes files, given as name and content in turn, below a directory.
func Write(t *testing.T, dir string, files ...string) {
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

// Clone copies a directory.
func Clone(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(Dir(t), "m")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// Sources is the Go files of a directory and of those in it, one after another.
func Sources(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	for _, pattern := range []string{"*.go", "*/*.go"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, name := range files {
			fmt.Fprintf(&b, "-- %s --\n%s", filepath.Base(name), Read(t, name))
		}
	}
	return b.String()
}

// Read is the text of a file.
func Read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
