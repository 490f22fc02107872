package cli_test

import (
	"go/doc/comment"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
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
		before, after := examples(t, a)
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

// examples returns the code of a manual that follows the paragraphs which begin
// with Before and After, as files.
func examples(t *testing.T, a *analysis.Analyzer) (before, after string) {
	t.Helper()
	var parser comment.Parser
	var last string
	for _, block := range parser.Parse(a.Doc).Content {
		switch block := block.(type) {
		case *comment.Paragraph:
			last = ""
			if text, ok := block.Text[0].(comment.Plain); ok {
				last = string(text)
			}
		case *comment.Code:
			switch {
			case strings.HasPrefix(last, "Before"):
				before = source(block.Text)
			case strings.HasPrefix(last, "After"):
				after = source(block.Text)
			}
		}
	}
	if (before == "") != (after == "") {
		t.Errorf("%s: the manual has code before or after, but not both", a.Name)
	}
	return before, after
}

var qualifier = regexp.MustCompile(`\b(bytes|context|errors|fmt|http|net|rand|sql|sync|time)\.`)

// source makes a file of declarations: it adds the imports that they need.
func source(code string) string {
	paths := map[string]string{"http": "net/http", "rand": "math/rand/v2", "sql": "database/sql"}
	var imports []string
	for _, m := range qualifier.FindAllStringSubmatch(code, -1) {
		path := m[1]
		if p, ok := paths[path]; ok {
			path = p
		}
		imports = append(imports, "\t\""+path+"\"\n")
	}
	slices.Sort(imports)
	return "package code\n\nimport (\n" + strings.Join(slices.Compact(imports), "") + ")\n\n" + code
}
