package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestIdentity compares what the tool calls itself with what the go command would.
// A program whose linker noted nothing answers with a hash of all that it is.
func TestIdentity(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not in ELF here, so unitchecker answers")
	}
	out, err := exec.Command("go", "tool", "buildid", tool).Output()
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimSpace(string(out))
	if got, want := run(t, ".", tool, "-V=full").Must(t).Stdout, tool+" version devel buildID="+id+"\n"; got != want {
		t.Errorf("-V=full prints %q, want %q", got, want)
	}

	program, err := os.ReadFile(tool)
	if err != nil {
		t.Fatal(err)
	}
	for name, note := range map[string]string{
		"by another linker": "redacted",
		"in several words":  strings.ReplaceAll(id, "/", " "),
	} {
		other := filepath.Join(t.TempDir(), "tool")
		note += strings.Repeat("\x00", len(id)-len(note))
		if err := os.WriteFile(other, bytes.ReplaceAll(program, []byte(id), []byte(note)), 0o777); err != nil {
			t.Fatal(err)
		}
		got := run(t, ".", other, "-V=full").Must(t).Stdout
		if _, hash, _ := strings.Cut(got, "buildID="); len(strings.TrimSpace(hash)) != 64 {
			t.Errorf("%s: -V=full prints %q, want a hash", name, got)
		}
	}
}
