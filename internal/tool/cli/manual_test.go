package cli_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/tool/examples"
	"github.com/retryvet/retryvet/internal/tool/tooltest"
	"github.com/retryvet/retryvet/passes"
)

// Each manual says what to do, and its examples are true: the code before has
// the finding, the code after has none of any check.
func TestManuals(t *testing.T) {
	files := []string{"go.mod", gomod}
	var wantBefore []string
	for _, a := range passes.All() {
		if !strings.HasPrefix(a.Doc, a.Name+": ") || manual.Summary(a.Doc) == "" {
			t.Errorf("%s: the manual does not begin with the check's name and a summary: %q", a.Name, a.Doc)
		}
		if manual.Remedy(a.Doc) == "" {
			t.Errorf("%s: the manual has no paragraph that begins with Remedy:", a.Name)
		}
		before, after := examples.Of(a)
		if (before == "") != (after == "") {
			t.Errorf("%s: the manual has code before or after, but not both", a.Name)
		}
		if before == "" {
			continue
		}
		files = append(files, "before/"+a.Name+"/code.go", before, "after/"+a.Name+"/code.go", after)
		wantBefore = append(wantBefore, a.Name)
	}
	dir := tooltest.Dir(t, files...)
	for _, head := range run(t, dir, tool, "-checks", "all", "./before/...").Heads() {
		place, check, _ := strings.Cut(head, ": ")
		wantBefore = slices.DeleteFunc(wantBefore, func(name string) bool {
			return name == check && strings.HasPrefix(place, "before/"+name+"/")
		})
	}
	if len(wantBefore) > 0 {
		t.Errorf("no finding in the code before of %v", wantBefore)
	}
	run(t, dir, tool, "-checks", "all", "./after/...").want(t, 0, "", "")
}

// The page that teaches is true: each block of Go compiles, has findings of the checks
// that are named above it, and none of any other.
func TestRetriesInGo(t *testing.T) {
	page, err := os.ReadFile("../../../docs/retries-in-go.md")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"go.mod", gomod}
	want := map[string]bool{} // by the block's file and the check
	for _, b := range examples.Blocks(string(page)) {
		name := fmt.Sprintf("line%d/code.go", b.Line)
		files = append(files, name, b.Code)
		for _, check := range b.Finds {
			want[name+" "+check] = true
		}
	}
	if len(files) < 10 || len(want) < 5 {
		t.Fatalf("%d blocks, %d findings: these are not all", len(files)/2-1, len(want))
	}
	got := map[string]bool{}
	result := run(t, tooltest.Dir(t, files...), tool, "-checks", "all", "./...")
	for _, head := range result.Heads() {
		place, check, _ := strings.Cut(head, ": ")
		file, _, _ := strings.Cut(place, ":")
		got[file+" "+check] = true
	}
	for _, line := range slices.Sorted(maps.Keys(want)) {
		if !got[line] {
			t.Errorf("not found: %s", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(got)) {
		if !want[line] {
			t.Errorf("found, and not named: %s", line)
		}
	}
	if len(got) == 0 || t.Failed() {
		t.Log(result)
	}
}
