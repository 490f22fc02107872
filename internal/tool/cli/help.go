package cli

import (
	"flag"
	"fmt"
	"go/doc/comment"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes"
)

// help prints what the command does, and its flags.
func help(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprint(w, `retryvet finds retry code in Go that makes outages worse.

	retryvet [flags] [packages]               ./... if no packages are given
	go vet -vettool=$(which retryvet) ./...   the same checks, run by go vet
	retryvet -fix [packages]                  apply the fixes; so does go fix -fixtool=$(which retryvet)

Checks, of which * marks the core:

`)
	table(w)
	fmt.Fprint(w, "\nFlags, which stand before the packages:\n\n")
	for _, f := range [][2]string{
		{"checks list", "report what these checks find: names, all or core, with - before those to leave out"},
		{"format name", "text, json, sarif, github or checkstyle"},
		{"baseline file", "report only what is not in this file"},
		{"write-baseline", "write what is found to the file of -baseline"},
		{"new-from rev", "report only what the change since this git revision touches"},
		{"matrix list", "analyse for several platforms, such as linux/amd64,windows/amd64"},
		{"fix", "apply the fixes, and report what has none"},
		{"diff", "print what -fix would change"},
		{"C dir", "change to dir first"},
		{"list", "list the checks"},
		{"explain check", "print the manual of a check"},
		{"sites", "list every place that retries, reconnects or polls, as JSON, one a line"},
		{"version", "print the version"},
	} {
		fmt.Fprintf(w, "  -%s\t%s\n", f[0], f[1])
	}
	site.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		fmt.Fprintf(w, "  -%s\t%s\n", f.Name, strings.ReplaceAll(f.Usage, "`", ""))
	})
	for _, a := range passes.All() {
		a.Flags.VisitAll(func(f *flag.Flag) {
			fmt.Fprintf(w, "  -%s.%s\t%s\n", a.Name, f.Name, f.Usage)
		})
	}
	fmt.Fprintf(w, "\nthe flags of go vet that choose checks (-name, -name=false), and the build flags of the go command (go help build): -%s.\n",
		strings.Join(slices.Concat(buildFlags, buildSwitches), " -"))
	fmt.Fprint(w, `
To silence a finding, write on its line or on the line above

	//retryvet:ignore check reason

Exit status: 0 nothing found, 1 findings, 2 the tool or the build failed.
`)
}

// list prints the checks.
func list(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	table(w)
	fmt.Fprintln(w, "\nAll but those with - run unless -checks chooses. Those with * are the core: -checks core.")
	w.Flush()
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
func explain(out io.Writer, name string) error {
	for _, a := range passes.All() {
		if a.Name == name {
			var parser comment.Parser
			printer := comment.Printer{TextCodePrefix: "    "}
			fmt.Fprintf(out, "%s\n%s\n", printer.Text(parser.Parse(a.Doc)), a.URL)
			return nil
		}
	}
	return fmt.Errorf("%q is no check (retryvet -list lists them)", name)
}
