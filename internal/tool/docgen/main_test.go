package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUpToDate(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if have, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is not what the code says (%v): run go run ./internal/tool/docgen", name, err)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := "docs/" + filepath.Base(page)
		if _, made := files[name]; !made && strings.HasPrefix(string(data), notice) {
			t.Errorf("%s is the page of a check that is no more", name)
		}
	}
}

func TestFill(t *testing.T) {
	const text = "a\n<!-- docgen: code x.txt -->\nold\n<!-- end -->\nb\n"
	const want = "a\n<!-- docgen: code x.txt -->\n```go\nnew\n```\n<!-- end -->\nb\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.txt"), []byte("new\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	once, err := fill(dir, []byte(text))
	if err != nil || string(once) != want {
		t.Fatalf("%v, %q, want %q", err, once, want)
	}
	if twice, err := fill(dir, once); err != nil || string(twice) != want {
		t.Errorf("a second time: %v, %q, want %q", err, twice, want)
	}
	if _, err := fill(dir, []byte("<!-- docgen: nonsense -->\n")); err == nil {
		t.Error("no error for an unknown part")
	}
}
