package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

func TestDiff(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "sub/m.go", bad)
	got := run(t, dir, tool, "-diff", "./...")
	const want = `--- a/sub/m.go
+++ b/sub/m.go
@@ -10,6 +10,10 @@
 		if err := get(); err == nil {
 			return
 		}
-		time.Sleep(10 * time.Second)
+		select {
+		case <-ctx.Done():
+			return
+		case <-time.After(10 * time.Second):
+		}
 	}
 }
`
	if got.Stdout != want || got.Stderr != "" || got.Status != 1 {
		t.Errorf("-diff: %+v, want status 1 and\n%s", got, want)
	}
	if tooltest.Read(t, filepath.Join(dir, "sub/m.go")) != bad {
		t.Error("-diff changed the file")
	}
}

func TestFix(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "m.go", bad)
	got := run(t, dir, tool, "-fix", "./...")
	if got.Stdout != "" || got.Stderr != "retryvet: fixes applied: 2, in files: 1\n" || got.Status != 0 {
		t.Errorf("-fix: %+v, want status 0", got)
	}
	fixed := tooltest.Read(t, filepath.Join(dir, "m.go"))
	if !strings.Contains(fixed, "case <-ctx.Done():") {
		t.Errorf("-fix did not change the file:\n%s", fixed)
	}
	if got := run(t, dir, tool, "-fix", "./..."); got != (outcome{}) {
		t.Errorf("a second -fix: %+v, want silence", got)
	}
	if tooltest.Read(t, filepath.Join(dir, "m.go")) != fixed {
		t.Error("a second -fix changed the file again")
	}
}

func TestFixReadOnly(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "m.go", bad)
	name := filepath.Join(dir, "m.go")
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	got := run(t, dir, tool, "-fix", "./...")
	if got.Stdout != "" || got.Stderr != "retryvet: nothing was changed: write "+name+": permission denied\n" || got.Status != 2 {
		t.Errorf("-fix of a read-only file: %+v, want one line and status 2", got)
	}
	if tooltest.Read(t, name) != bad {
		t.Error("the file was changed")
	}
}

// TestFixWithRuntime can't have the module, and then can.
func TestFixWithRuntime(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "m.go", bad)
	got := run(t, dir, tool, "-fixwith=runtime", "-fix", "./...")
	if got.Stdout != "" || strings.Count(got.Stderr, "\n") != 1 || !strings.Contains(got.Stderr, "cannot require github.com/retryvet/retryvet/runtime, which -fixwith=runtime needs: ") ||
		!strings.Contains(got.Stderr, "-runtime CLONE/runtime takes it from there") || got.Status != 2 {
		t.Errorf("without the module: %+v, want one line and status 2", got)
	}
	if tooltest.Read(t, filepath.Join(dir, "m.go")) != bad || tooltest.Read(t, filepath.Join(dir, "go.mod")) != gomod {
		t.Error("something was changed")
	}

	home, err := filepath.Abs("../../../runtime")
	if err != nil {
		t.Fatal(err)
	}
	clone := tooltest.Dir(t, "go.mod", gomod, "m.go", bad)
	if got := run(t, clone, tool, "-fixwith=runtime", "-runtime", home, "-fix", "./..."); got.Status != 0 {
		t.Errorf("from a clone: %+v", got)
	}
	run(t, clone, "go", "build", "./...").want(t, 0, "", "")
	if mod := tooltest.Read(t, filepath.Join(clone, "go.mod")); !strings.Contains(mod, "replace github.com/retryvet/retryvet/runtime => "+home) {
		t.Errorf("go.mod is\n%s", mod)
	}
	if got := run(t, clone, tool, "-fixwith=runtime", "-runtime", "nosuch", "./..."); got.Status != 0 {
		t.Errorf("without -fix nothing is needed: %+v", got)
	}
	dir = tooltest.Dir(t, "go.mod", gomod+"\nreplace github.com/retryvet/retryvet/runtime => "+home+"\n", "m.go", bad)
	if got := run(t, dir, tool, "-fixwith=runtime", "-fix", "./..."); got.Stdout != "" || got.Status != 0 {
		t.Errorf("with the module: %+v, want status 0", got)
	}
	if fixed := tooltest.Read(t, filepath.Join(dir, "m.go")); !strings.Contains(fixed, "retry.Sleep(ctx, 10*time.Second)") {
		t.Errorf("the file is\n%s", fixed)
	}
	if mod := tooltest.Read(t, filepath.Join(dir, "go.mod")); !strings.Contains(mod, "require github.com/retryvet/retryvet/runtime v") {
		t.Errorf("go.mod is\n%s", mod)
	}
}

func TestFixFlags(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "m.go", good)
	for _, test := range []struct{ flags, says string }{
		{"-fix -diff", "-diff shows what -fix would do"},
		{"-fixwith=other", "must be stdlib or runtime"},
	} {
		got := run(t, dir, tool, strings.Fields(test.flags)...)
		if !strings.Contains(got.Stderr, test.says) || got.Status != 2 {
			t.Errorf("%s: %+v, want %q", test.flags, got, test.says)
		}
	}
}

// TestFixUncommitted changes no file that has changes which git does not have.
func TestFixUncommitted(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "m.go", bad, "other.go", "package m\n")
	tooltest.Git(t, dir, "init", "-q")
	tooltest.Commit(t, dir)
	changed := strings.Replace(bad, "\nfunc", "\n// Fetch fetches.\nfunc", 1)
	tooltest.Write(t, dir, "m.go", changed, "other.go", "package m // of no fix\n")
	got := run(t, dir, tool, "-fix", "-checks", "ctxsleep")
	got.want(t, 2, "", "retryvet: nothing was changed: m.go would be, and has changes that are not committed: commit or stash them, or let -force mix them with the fixes\n")
	if text := tooltest.Read(t, filepath.Join(dir, "m.go")); text != changed {
		t.Errorf("the file is\n%s", text)
	}
	tooltest.Write(t, dir, "go.mod", gomod)
	if got := run(t, dir, tool, "-fix", "-force", "-checks", "ctxsleep"); got.Status != 0 || tooltest.Read(t, filepath.Join(dir, "m.go")) == changed {
		t.Errorf("with -force: %+v", got)
	}
	tooltest.Write(t, dir, "m.go", bad)
	if got := run(t, dir, tool, "-fix", "-checks", "ctxsleep"); got.Status != 0 || tooltest.Read(t, filepath.Join(dir, "m.go")) == bad {
		t.Errorf("of a committed file: %+v", got)
	}
}
