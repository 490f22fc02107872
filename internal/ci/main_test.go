package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestModules(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"go.mod", "runtime/go.mod", "runtime/bench/go.mod", "a/testdata/go.mod", "analysistest_data/x/go.mod", ".git/go.mod", "_old/go.mod", "docs/node_modules/x/go.mod", "a/a.go"} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	got, err := modules(".")
	if want := []string{".", "runtime", "runtime/bench"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
