// Package examples takes the code before and after out of the manuals of checks.
package examples

import (
	"go/doc/comment"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/passes"
)

// Of returns the code of a manual that follows the paragraphs which begin with
// Before and After, each as a file; "" where there is none.
func Of(a *analysis.Analyzer) (before, after string) {
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
	return before, after
}

// Block is a block of Go in a page, as a file.
type Block struct {
	Line  int // of the page
	Code  string
	Finds []string // the checks that are to find something in it
}

// Blocks returns the blocks of Go in a page in Markdown. A paragraph *Wrong: NAME,
// NAME* before one says what is wrong in it.
func Blocks(page string) []Block {
	var out []Block
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		if lines[i] != "```go" {
			continue
		}
		b := Block{Line: i + 1}
		if names, ok := strings.CutPrefix(lines[max(i-2, 0)], "*Wrong: "); ok {
			b.Finds = strings.Split(strings.TrimSuffix(names, "*"), ", ")
		}
		from := i + 1
		for i = from; i < len(lines) && lines[i] != "```"; i++ {
		}
		b.Code = source(strings.Join(lines[from:i], "\n") + "\n")
		out = append(out, b)
	}
	return out
}

// Write writes the examples of all checks to a directory, as a module with a
// package before/NAME and a package after/NAME for each.
func Write(dir string) error {
	files := map[string]string{"go.mod": "module example.com/examples\n\ngo 1.26.0\n"}
	for _, a := range passes.All() {
		if before, after := Of(a); before != "" {
			files["before/"+a.Name+"/code.go"], files["after/"+a.Name+"/code.go"] = before, after
		}
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

var qualifier = regexp.MustCompile(`\b(bytes|context|errors|fmt|http|io|net|rand|sql|strconv|sync|synctest|testing|time)\.`)

// source makes a file of declarations: it adds the imports that they need.
func source(code string) string {
	paths := map[string]string{"http": "net/http", "rand": "math/rand/v2", "sql": "database/sql", "synctest": "testing/synctest"}
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
