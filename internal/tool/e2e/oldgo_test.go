package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// olderGo are the versions before that of go.mod.
var olderGo = []string{"1.25.4", "1.24.10", "1.23.12"}

// TestOlderGo analyses modules of older versions of Go: by the go command of this
// machine, and by that of each version, as on a machine that has nothing newer.
func TestOlderGo(t *testing.T) {
	for _, version := range olderGo {
		t.Run(version, func(t *testing.T) {
			language := version[:strings.LastIndexByte(version, '.')]
			dir := tooltest.Dir(t, "go.mod", "module example.com/m\n\ngo "+language+"\n", "fetch.go", tooltest.Bad)
			want := []string{"fetch.go:9:2: uncapped", "fetch.go:13:3: ctxsleep"}
			for _, toolchain := range []string{"local", "go" + version} {
				env := []string{"GOWORK=off", "GOFLAGS=", "GOTOOLCHAIN=" + toolchain}
				if toolchain != "local" {
					if os.Getenv("CI") == "" {
						t.Skip("a toolchain is a large download: set CI for that")
					}
					if o := tooltest.Run(t, dir, env, "go", "version").Must(t); !strings.Contains(o.Stdout, toolchain+" ") {
						t.Fatalf("want %s, have %s", toolchain, o.Stdout)
					}
				}
				o := tooltest.Run(t, dir, env, tool, "./...")
				if got := o.Heads(); o.Status != 1 || strings.Join(got, " ") != strings.Join(want, " ") {
					t.Errorf("%s: status %d, %q, want %q; %s", toolchain, o.Status, got, want, o.Stderr)
				}
				if o := tooltest.Run(t, dir, env, "go", "vet", "-vettool="+tool, "./..."); o.Status != 1 || !strings.Contains(o.Stderr, "fetch.go:13:3: ctxsleep: ") {
					t.Errorf("go vet of %s: status %d, %s", toolchain, o.Status, o.Stderr)
				}
			}
		})
	}
}
