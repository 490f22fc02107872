package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/doc/comment"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/tool/nearest"
	"github.com/retryvet/retryvet/passes"
)

// help prints what the command does, and its flags.
func help(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprint(w, `retryvet finds retry code in Go that makes outages worse.

	retryvet [flags] [packages]               ./... if no packages are given
	go vet -vettool=$(which retryvet) ./...   the same checks, run by go vet
	retryvet map [flags] [packages]           the worst case of every chain of retries, from each way into the program
	retryvet -fix [packages]                  apply the fixes; so does go fix -fixtool=$(which retryvet)
	retryvet help [check]                     this text, or the manual of a check
	retryvet version                          the version
	retryvet completion bash|zsh|fish         what a shell needs to complete flags and checks

Checks, of which * marks the core and - those that run only where they are asked for:

`)
	table(w)
	var o options
	var matrix string
	flags := declared(&o, &matrix)
	declare(flags, &o.flags, map[string]string{})
	fmt.Fprint(w, "\nFlags, which stand before the packages:\n\n")
	for _, name := range ownFlags() {
		value, usage := flag.UnquoteUsage(flags.Lookup(name))
		if isBool(flags.Lookup(name)) {
			value = ""
		}
		fmt.Fprintf(w, "  -%s\t%s\n", strings.TrimSpace(name+" "+value), usage)
	}
	fmt.Fprintf(w, "\nthe flags of go vet that choose checks (-name, -name=false), and the build flags of the go command (go help build): -%s.\n",
		strings.Join(slices.Concat(buildFlags, buildSwitches), " -"))
	fmt.Fprint(w, "\nWhat stands behind a flag:\n\n")
	for _, p := range placeholders {
		fmt.Fprintf(w, "  %s\t%s\n", p[0], p[1])
	}
	fmt.Fprint(w, `
Settings come from .retryvet.yaml in the root of the module or above; flags go before them.

To silence a finding, write on its line or on the line above

	//retryvet:ignore check reason

Exit status: 0 nothing found, 1 findings, 2 the tool or the build failed.
`)
}

// ownFlags are the names of the flags that -h explains: those of the command, of
// the model, of checks.
func ownFlags() (names []string) {
	add := func(prefix string) func(*flag.Flag) {
		return func(f *flag.Flag) { names = append(names, prefix+f.Name) }
	}
	var o options
	var matrix string
	declared(&o, &matrix).VisitAll(add(""))
	site.Analyzer.Flags.VisitAll(add(""))
	slices.Sort(names)
	for _, a := range passes.All() {
		a.Flags.VisitAll(add(a.Name + "."))
	}
	return names
}

// checkInfo is what -list and -explain print of a check as JSON.
type checkInfo struct {
	Check    string          `json:"check"`
	Reports  string          `json:"reports"`
	Severity passes.Severity `json:"severity"`
	Core     bool            `json:"core"`
	Default  bool            `json:"default"` // it runs unasked
	Since    string          `json:"since"`
	Remedy   string          `json:"remedy"`
	URL      string          `json:"url"`
	Manual   string          `json:"manual,omitempty"` // Markdown
}

func infoOf(a *analysis.Analyzer, o options) checkInfo {
	return checkInfo{
		Check: a.Name, Reports: strings.TrimPrefix(manual.Summary(a.Doc), "report "),
		Severity: o.severityOf(a.Name), Core: slices.Contains(passes.Core, a.Name),
		Default: !slices.Contains(passes.Optional, a.Name), Since: passes.Since(a.Name),
		Remedy: manual.Remedy(a.Doc), URL: a.URL,
	}
}

func writeJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(v)
}

// list prints the checks.
func list(out io.Writer, o options) error {
	if o.format == "json" {
		var all []checkInfo
		for _, a := range passes.All() {
			all = append(all, infoOf(a, o))
		}
		return writeJSON(out, all)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	table(w)
	fmt.Fprintln(w, "\nAll but those with - run unless -checks chooses. Those with * are the core: -checks core.")
	return w.Flush()
}

func table(w io.Writer) {
	for _, a := range passes.All() {
		mark := " "
		if slices.Contains(passes.Core, a.Name) {
			mark = "*"
		}
		if slices.Contains(passes.Optional, a.Name) {
			mark = "-"
		}
		fmt.Fprintf(w, "%s %s\t%s\n", mark, a.Name, manual.Summary(a.Doc))
	}
}

// explain prints the manual of a check.
func explain(out io.Writer, o options) error {
	i := slices.Index(passes.Names(), o.explain)
	if i < 0 {
		return fmt.Errorf("%q is no check%s (retryvet -list lists them)", o.explain, nearest.Hint("%s", o.explain, passes.Names()))
	}
	a := passes.All()[i]
	var parser comment.Parser
	doc := parser.Parse(a.Doc)
	if o.format == "json" {
		info := infoOf(a, o)
		printer := comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
		info.Manual = string(printer.Markdown(doc))
		return writeJSON(out, info)
	}
	printer := comment.Printer{TextCodePrefix: "    "}
	_, err := fmt.Fprintf(out, "%s\n%s\n", printer.Text(doc), a.URL)
	return err
}
