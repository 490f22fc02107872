package fixes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBehaviour runs the retries of package exec before and after they were
// fixed, each in a program of its own with virtual time, and compares what they
// return, how often they try, and in which order they do what can be seen: for
// an operation that fails a number of times, for good, and for one whose context
// is cancelled between two attempts.
func TestBehaviour(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	before := behaviour(t, "")
	if !strings.Contains(before, "doubling fails 3:") {
		t.Fatalf("the harness did not run:\n%s", before)
	}
	// A cancelled context means nothing to them.
	uncancelled, late, _ := strings.Cut(before, "CANCELLED\n")
	if !strings.Contains(late, "late") || strings.Contains(late, "at once") {
		t.Errorf("before the fixes, a wait was cancelled:\n%s", late)
	}
	for _, target := range []string{"stdlib", "runtime"} {
		after := behaviour(t, "."+target)
		got, cancelled, _ := strings.Cut(after, "CANCELLED\n")
		if got != uncancelled {
			t.Errorf("%s: after the fixes:\n%s\nbefore:\n%s", target, got, uncancelled)
		}
		if strings.Contains(cancelled, "late") || !strings.Contains(cancelled, "at once") {
			t.Errorf("%s: after the fixes, a wait was not cancelled:\n%s", target, cancelled)
		}
	}
}

// behaviour runs one version of the retries, by the end of its files' names, and
// returns what it did.
func behaviour(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	runtime, err := filepath.Abs("../runtime")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"go.mod":          "module exec\n\ngo 1.26\n\nrequire github.com/retryvet/retryvet/runtime v0.0.0\n\nreplace github.com/retryvet/retryvet/runtime => " + runtime + "\n",
		"harness_test.go": harness,
	}
	for _, name := range []string{"cases.go", "loops.go", "kept.go"} {
		text, err := os.ReadFile(filepath.Join(data, "exec", name+version))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-count=1", "-v", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("version %q: %v\n%s", version, err, out)
	}
	_, trace, _ := strings.Cut(string(out), "TRACE\n")
	trace, _, _ = strings.Cut(trace, "END\n")
	return says.ReplaceAllString(trace, "")
}

// says is what an error of package retry says beside the operation's own error.
var says = regexp.MustCompile(` \(attempts: \d+; [^)]*\)`)

// harness calls each retry with a fake database and writes down what happens.
const harness = `package exec

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// fake fails a number of times, and then for ever succeeds or ends it all.
type fake struct {
	fails  int
	last   error
	trace  *strings.Builder
	tries  int
	cancel func()
}

func (f *fake) Connect(context.Context) (driver.Conn, error) { return conn{f}, nil }
func (f *fake) Driver() driver.Driver                         { return nil }

type conn struct{ *fake }

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, nil }
func (c conn) Close() error                        { return nil }
func (c conn) Begin() (driver.Tx, error)           { return nil, nil }
func (c conn) Ping(context.Context) error {
	c.tries++
	fmt.Fprintf(c.trace, "[try %d]", c.tries)
	if c.tries == 1 && c.cancel != nil {
		time.AfterFunc(time.Millisecond, c.cancel)
	}
	if c.tries <= c.fails {
		return fmt.Errorf("failure %d", c.tries)
	}
	return c.last
}

func run(name string, f *fake) (took time.Duration) {
	var trace strings.Builder
	f.trace = &trace
	log.SetFlags(0)
	log.SetOutput(&trace)
	defer log.SetOutput(os.Stderr)
	ctx := context.Background()
	if f.cancel != nil {
		ctx, f.cancel = context.WithCancel(ctx)
	}
	db := sql.OpenDB(f)
	defer db.Close()
	start := time.Now()
	err := Cases[name](ctx, db)
	took = time.Since(start)
	if f.cancel == nil {
		fmt.Printf("%s fails %d: %q: %v, %d tries\n", name, f.fails, trace.String(), err, f.tries)
		return took
	}
	switch {
	case took > time.Millisecond:
		fmt.Printf("%s: late\n", name)
	case errors.Is(err, context.Canceled):
		fmt.Printf("%s: at once, %v\n", name, err)
	default:
		fmt.Printf("%s: at once\n", name)
	}
	return took
}

func TestAll(t *testing.T) {
	fmt.Println("TRACE")
	names := slices.Sorted(maps.Keys(Cases))
	for _, name := range names {
		for fails := range 8 {
			synctest.Test(t, func(t *testing.T) { run(name, &fake{fails: fails}) })
			synctest.Test(t, func(t *testing.T) { run(name, &fake{fails: fails, last: sql.ErrConnDone}) })
		}
	}
	fmt.Println("CANCELLED")
	for _, name := range names {
		synctest.Test(t, func(t *testing.T) { run(name, &fake{fails: 20, cancel: func() {}}) })
	}
	fmt.Println("END")
}
`
