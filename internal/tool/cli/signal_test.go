//go:build linux

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestSignal ends the program while a compiler runs, and finds neither that nor the
// go command running afterwards.
func TestSignal(t *testing.T) {
	const slow = `#!/bin/sh
case "$*" in *-V=full*) exec "$@" ;; esac
echo $$ $PPID >> "$RETRYVET_TEST_PIDS"
exec sleep 300
`
	dir := tooltest.Dir(t, "go.mod", gomod, "m.go", "package m\n\nimport _ \"example.com/m/dep\"\n", "dep/dep.go", "package dep // "+t.TempDir()+"\n", "slow", slow)
	if err := os.Chmod(filepath.Join(dir, "slow"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			notes := filepath.Join(t.TempDir(), "pids")
			cmd := exec.Command(tool, "-toolexec", filepath.Join(dir, "slow"), ".")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "RETRYVET_TEST_PIDS="+notes)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var pids []string
			for range 6000 {
				if data, _ := os.ReadFile(notes); bytes.HasSuffix(data, []byte("\n")) {
					pids = strings.Fields(string(data))
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if len(pids) == 0 {
				cmd.Process.Kill()
				t.Fatalf("nothing was compiled: %s", stderr.String())
			}
			cmd.Process.Signal(signal)
			cmd.Wait()
			if cmd.ProcessState.ExitCode() != 2 || stderr.String() != "retryvet: interrupted\n" {
				t.Errorf("%v, stderr %q", cmd.ProcessState, stderr.String())
			}
			for _, pid := range pids {
				// A process that has ended may wait for its parent to notice.
				if stat, err := os.ReadFile("/proc/" + pid + "/stat"); err == nil && !strings.Contains(string(stat), ") Z ") {
					t.Errorf("still running: %s", stat)
				}
			}
		})
	}
}
