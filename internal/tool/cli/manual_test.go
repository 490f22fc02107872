package cli_test

import (
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
