package fixes_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/apply"
)

// executable are the packages of goldens that have a test of their behaviour.
var executable = []string{"./exec", "./uncapped", "./detachedctx", "./bodyleak", "./delayunit", "./ctxslip", "./delaycap", "./badrand", "./bodyreuse", "./losterror"}

// TestBehaviour runs retries before and after they were fixed, in virtual time
// and with operations that fail by a script. What they return, how often they
// try, and in which order they do what can be seen must stay the same, but for
// what the fixes are for: that is what each case in the tests of these packages
// says of itself.
func TestBehaviour(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	before := behaviour(t, "", executable)
	if !strings.Contains(before, `trace: exec doubling: "[ping 1]`) {
		t.Fatalf("the tests did not run:\n%s", before)
	}
	for _, target := range []string{"stdlib", "runtime"} {
		if after := behaviour(t, target, executable); after != before {
			diff := apply.File{Old: []byte(before), New: []byte(after)}
			t.Errorf("%s: after the fixes:\n%s", target, diff.Diff("trace"))
		}
	}
}

// behaviour runs one version of the retries, the fixes for a target in the place
// of the files as they were, and returns what they do.
func behaviour(t *testing.T, target string, pkgs []string) string {
	t.Helper()
	overlay, err := json.Marshal(map[string]any{"Replace": goldens(t, target, pkgs)})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(name, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"test", "-v", "-count=1", "-vet=off", "-timeout=60s", "-overlay=" + name}, pkgs...)...)
	cmd.Dir = data
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "RETRYVET_FIXED="+target)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("target %q: %v\n%s", target, err, traced.ReplaceAll(out, nil))
	}
	return says.ReplaceAllString(strings.Join(traced.FindAllString(string(out), -1), ""), "")
}

// goldens are the files of some packages that fixes change, with what they become.
func goldens(t *testing.T, target string, pkgs []string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pkg := range pkgs {
		dir, err := filepath.Abs(filepath.Join(data, pkg))
		if err != nil {
			t.Fatal(err)
		}
		names, err := filepath.Glob(filepath.Join(dir, "*.go."+target))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			out[strings.TrimSuffix(name, "."+target)] = name
		}
	}
	return out
}

var (
	// traced is a line that tells what a retry does.
	traced = regexp.MustCompile(`(?m)^trace: .*\n`)
	// says is what an error of package retry says beside the operation's own error.
	says = regexp.MustCompile(` \(attempts: \d+; [^)]*\)`)
)
