package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// go install of a version refuses a module whose go.mod has replace or exclude
// directives, and the checks of others would not see them.
func TestInstallable(t *testing.T) {
	for _, dir := range []string{"../../..", "../../../runtime"} {
		out, err := exec.Command("go", "mod", "edit", "-json", filepath.Join(dir, "go.mod")).Output()
		if err != nil {
			t.Fatal(err)
		}
		var mod struct{ Replace, Exclude []any }
		if err := json.Unmarshal(out, &mod); err != nil {
			t.Fatal(err)
		}
		if len(mod.Replace)+len(mod.Exclude) > 0 {
			t.Errorf("%s/go.mod has replace or exclude directives, so go install of a version fails", dir)
		}
	}
}

// TestReproducible builds the released program twice, in different directories,
// by the settings of .goreleaser.yaml.
func TestReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program twice")
	}
	config, err := os.ReadFile("../../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"CGO_ENABLED=0", "-trimpath", "-buildvcs=true"} {
		if !strings.Contains(string(config), setting) {
			t.Errorf("no %s in .goreleaser.yaml", setting)
		}
	}
	// Goreleaser builds into a folder of the repository, and what git does not
	// ignore makes the go command mark the program as modified.
	if ignored := tooltest.Read(t, "../../../.gitignore"); !strings.Contains("\n"+ignored, "\n/dist/\n") {
		t.Error("no /dist/ in .gitignore")
	}
	var programs [2][]byte
	for i := range programs {
		dir := t.TempDir()
		clone(t, dir)
		if o := run(t, dir, []string{"CGO_ENABLED=0"}, "build", "-trimpath", "-buildvcs=false", "-o", "retryvet", "./cmd/retryvet"); o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		if programs[i], err = os.ReadFile(filepath.Join(dir, "retryvet")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(programs[0], programs[1]) {
		t.Error("two builds of the same sources differ")
	}
}

// copyAll copies a file or a directory, if it is there.
func copyAll(to, from string) error {
	info, err := os.Stat(from)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return os.CopyFS(to, os.DirFS(from))
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}
