package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/passes"
)

// help prints what the command does, its checks and its flags.
func help(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprint(w, `retryvet finds retry code in Go that makes outages worse.

	retryvet [flags] packages                 for example: retryvet ./...
	go vet -vettool=$(which retryvet) ./...   the same checks, run by go vet
	go fix -fixtool=$(which retryvet) ./...   apply the fixes

Checks. All run unless flags choose: -name runs only that one, -name=false all others.

`)
	for _, a := range passes.All() {
		fmt.Fprintf(w, "  -%s\t%s\n", a.Name, manual.Summary(a.Doc))
	}
	fmt.Fprint(w, "\nFlags, which stand before the packages:\n\n")
	for _, a := range passes.All() {
		a.Flags.VisitAll(func(f *flag.Flag) {
			fmt.Fprintf(w, "  -%s.%s\t%s\n", a.Name, f.Name, f.Usage)
		})
	}
	fmt.Fprintf(w, "  -tests\t%s\n", testsFlag().Usage)
	fmt.Fprint(w, "  -sites\tlist every place that retries, reconnects or polls, as JSON, one a line\n")
	fmt.Fprint(w, "  -C dir\tchange to dir first\n")
	fmt.Fprintf(w, "\nand the build flags of the go command (go help build): -%s.\n", strings.Join(append(append([]string{}, buildFlags...), buildSwitches...), " -"))
	fmt.Fprint(w, `
To silence a finding, write on its line or on the line above

	//retryvet:ignore check reason

Exit status: 0 nothing found, 1 findings, 2 the tool or the build failed.
`)
}
