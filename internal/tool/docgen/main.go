// Command docgen writes the pages under docs/ that come from the analyzers' own
// manuals, and the parts of README.md that come from the code and from a run of
// retryvet over sample/:
//
//	go run ./internal/tool/docgen
//
// With -examples DIR it writes the code before and after of all manuals to that
// directory, as a module, for those who want to run other tools over it.
//
// It finds the repository by the go.mod file of the directory that it runs in.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/doc/comment"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge/libraries"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/tool/config"
	"github.com/retryvet/retryvet/internal/tool/examples"
	"github.com/retryvet/retryvet/passes"
)

//go:generate go run .

func main() {
	log.SetFlags(0)
	log.SetPrefix("docgen: ")
	dir := flag.String("examples", "", "write the examples of the manuals to this directory, and nothing else")
	flag.Parse()
	if *dir != "" {
		if err := examples.Write(*dir); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := write(); err != nil {
		log.Fatal(err)
	}
}

func write() error {
	root, err := repository()
	if err != nil {
		return err
	}
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// repository is the directory of the module that the current directory is in.
func repository() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	return filepath.Dir(strings.TrimSpace(string(out))), nil
}

// generate makes all files, by their names within the repository.
func generate(root string) (map[string][]byte, error) {
	files := map[string][]byte{"docs/checks.md": index(), "docs/retryvet.schema.json": config.Schema(), "docs/herd.svg": herdPicture()}
	fixing, err := withFixes(root)
	if err != nil {
		return nil, err
	}
	for _, a := range passes.All() {
		files["docs/"+a.Name+".md"] = page(a, fixing[a.Name])
	}
	known, err := libraries.Page(os.DirFS(filepath.Join(root, "internal", "knowledge", "data")))
	if err != nil {
		return nil, err
	}
	files["docs/libraries.md"] = append([]byte(strings.ReplaceAll(notice, "passes/*/doc.go", "internal/knowledge/data")), known...)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	files["README.md"], err = fill(root, readme)
	return files, err
}

// notice is the first line of generated pages.
const notice = "<!-- Written by go run ./internal/tool/docgen; the text is in passes/*/doc.go. -->\n\n"

// withFixes is the checks that can have fixes: those that ask package fixes.
func withFixes(root string) (map[string]bool, error) {
	cmd := exec.Command("go", "list", "-f", `{{.Name}} {{join .Imports " "}}`, "./passes/...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	fixing := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		fixing[words[0]] = slices.Contains(words[1:], "github.com/retryvet/retryvet/fixes")
	}
	return fixing, nil
}

// facts are what a reader of a check's page wants to know at once.
func facts(a *analysis.Analyzer, fixes bool) string {
	runs, fix := "by itself", "none: the remedy says what to do"
	if slices.Contains(passes.Core, a.Name) {
		runs = "by itself, and in the core"
	}
	if slices.Contains(passes.Optional, a.Name) {
		runs = "only where it is asked for: `-checks +" + a.Name + "`"
	}
	if fixes {
		fix = "where it provably changes nothing else: `-fix`"
	}
	return fmt.Sprintf("| severity | since | runs | fix |\n|---|---|---|---|\n| %s | %s | %s | %s |\n",
		passes.SeverityOf(a.Name), passes.Since(a.Name), runs, fix)
}

// pictures are those that say more than a sentence of a manual, by check.
var pictures = map[string]string{
	"budgetuse": "![A simulated outage: without a budget the service stays down after the fault is over; with one, calls succeed again soon after](../runtime/docs/outage.svg)",
	"nojitter":  "![A simulated outage: without jitter all clients come back in the same moments, wave after wave; with it their attempts are spread over the time](./herd.svg)",
}

// page is the manual of one check.
func page(a *analysis.Analyzer, fixes bool) []byte {
	var parser comment.Parser
	printer := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	_, text, _ := strings.Cut(a.Doc, "\n")
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s# %s\n\nReports %s.\n\n%s", notice, a.Name, what(a), facts(a, fixes))
	why := false // the section that a picture ends
	for _, block := range parser.Parse(text).Content {
		b.WriteString("\n")
		if code, ok := block.(*comment.Code); ok {
			b.WriteString("```go\n" + code.Text + "```\n") // fenced, and so in colour
			continue
		}
		if _, ok := block.(*comment.Heading); ok {
			if why && pictures[a.Name] != "" {
				b.WriteString(pictures[a.Name] + "\n\n")
			}
			why = isWhy(block)
		}
		b.Write(printer.Markdown(&comment.Doc{Content: []comment.Block{block}}))
	}
	return b.Bytes()
}

// isWhy reports whether a block is the heading of why a defect hurts.
func isWhy(block comment.Block) bool {
	h, ok := block.(*comment.Heading)
	return ok && len(h.Text) == 1 && h.Text[0] == comment.Plain("Why it hurts")
}

// what is what a check reports, to go on a sentence.
func what(a *analysis.Analyzer) string {
	return strings.TrimPrefix(manual.Summary(a.Doc), "report ")
}

// index lists the checks.
func index() []byte {
	return []byte(notice + "# Checks\n\n" + table("") +
		"\n[guide.md](guide.md) says how to run them, what is never reported, and how to silence a finding.\n")
}

// table is the checks with what they report, each a link to its page in dir.
func table(dir string) string {
	var b strings.Builder
	b.WriteString("| check | reports | severity |\n|---|---|---|\n")
	for _, a := range passes.All() {
		fmt.Fprintf(&b, "| [%s](%s%s.md)%s | %s | %s |\n", a.Name, dir, a.Name, asked(a), what(a), passes.SeverityOf(a.Name))
	}
	return b.String()
}

// asked marks a check that runs only where it is asked for.
func asked(a *analysis.Analyzer) string {
	if slices.Contains(passes.Optional, a.Name) {
		return " (off by default)"
	}
	return ""
}

// A part of a file that docgen writes stands between these two lines.
const (
	begin = "<!-- docgen: "
	end   = "<!-- end -->\n"
)

// fill writes the generated parts of a page.
func fill(root string, text []byte) ([]byte, error) {
	var b bytes.Buffer
	for line := range strings.Lines(skipParts(string(text))) {
		b.WriteString(line)
		name, ok := strings.CutPrefix(line, begin)
		if !ok {
			continue
		}
		made, err := part(root, strings.TrimSuffix(name, " -->\n"))
		if err != nil {
			return nil, err
		}
		b.WriteString(made + end)
	}
	return b.Bytes(), nil
}

// skipParts drops what stands between the lines that mark generated parts, and
// the line that ends them.
func skipParts(text string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case line == end:
			inside = false
		case !inside:
			b.WriteString(line)
			inside = strings.HasPrefix(line, begin)
		}
	}
	return b.String()
}

// part makes one generated part: the table of checks, a file, or a session.
func part(root, name string) (string, error) {
	kind, arg, _ := strings.Cut(name, " ")
	switch kind {
	case "checks":
		return table("docs/"), nil
	case "code":
		data, err := os.ReadFile(filepath.Join(root, arg))
		return "```go\n" + string(data) + "```\n", err
	case "session":
		return session(root, arg)
	}
	return "", fmt.Errorf("README.md asks for %q, which is none of checks, code, session", name)
}

// session is a command with what it prints. Its status must be that of findings.
func session(root, command string) (string, error) {
	args := strings.Fields(command)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = root
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.Stderr = os.Stderr // go run says there that the status was 1
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		return "", fmt.Errorf("%s: want findings and so status 1, have %v", command, err)
	}
	return "```console\n$ " + command + "\n" + out.String() + "```\n", nil
}
