package cli

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/tool/graph"
	"github.com/retryvet/retryvet/internal/tool/listing"
	"github.com/retryvet/retryvet/passes"
)

// calledByGo reports whether the arguments are those by which the go command
// (or another build system) calls an analysis tool: a question about the tool,
// or the description of a package behind the flags.
func calledByGo(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// serveGo answers the go command. It does not return.
func serveGo(args []string) {
	startLarge()
	if args[0] == "-V=full" && identify(os.Stdout) {
		os.Exit(0)
	}
	// The model that all checks share has flags, and since it is no check of its
	// own, drivers that make flags of the checks' flags do not see them.
	site.Analyzer.Flags.Set("suggest", strconv.FormatBool(wantsFixes(args)))
	site.Analyzer.Flags.VisitAll(func(f *flag.Flag) { flag.Var(f.Value, f.Name, f.Usage) })
	flag.Bool(onTheWay, false, "also report on own packages that are analysed only on the way (behind retryvet)")
	flag.Bool(withSites, false, "list the sites, too, beside what the checks find (behind retryvet)")
	noteProgress(args[len(args)-1])
	if slices.Contains(args, "-"+onTheWay) {
		os.Args[len(os.Args)-1] = wholeConfig(os.Args[len(os.Args)-1])
	}
	list := analyzers(args)
	if !slices.Contains(args, "-"+onTheWay) { // go vet, and not the front end
		list = spoken(list)
	}
	if factsOnly(os.Args[len(os.Args)-1]) {
		list = withoutRun(list)
	}
	unitchecker.Main(list...)
}

// factsOnly reports whether the go command wants no more of a package than the
// facts that its importers need.
func factsOnly(name string) bool {
	data, err := os.ReadFile(name)
	var cfg unitchecker.Config
	return err == nil && json.Unmarshal(data, &cfg) == nil && cfg.VetxOnly
}

// withoutRun is a list of checks with their flags, which the go command may hand
// over, that do nothing but have the model export its facts: unitchecker (as of
// x/tools v0.52) runs for the sake of facts all that depends on them.
func withoutRun(list []*analysis.Analyzer) []*analysis.Analyzer {
	out := make([]*analysis.Analyzer, len(list))
	for i, a := range list {
		idle := *a
		idle.Requires = []*analysis.Analyzer{site.Facts}
		idle.Run, idle.ResultType = func(*analysis.Pass) (any, error) { return nil, nil }, nil
		out[i] = &idle
	}
	return out
}

// wantsFixes reports whether the go command is about to apply fixes: it does so
// with -fix, for go fix and for go vet -fix. With -json alone it does not, for that
// is what a plain go vet asks for, too; who wants them there says -suggest.
func wantsFixes(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		on, err := strconv.ParseBool(value)
		return strings.HasPrefix(arg, "-") && name == "fix" && (!given || err == nil && on)
	})
}

// analyzers is what the tool runs when it is called with args: the usual checks,
// and of the optional ones and the list of sites what args mention. A tool runs
// all that it has unless a flag chooses, so these must not be there unasked; but
// the go command has to know of their flags, and the front end selects later.
func analyzers(args []string) []*analysis.Analyzer {
	mentioned := func(names ...string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			return strings.HasPrefix(arg, "-") && (name == "flags" || slices.Contains(names, name))
		})
	}
	list := slices.DeleteFunc(passes.All(), func(a *analysis.Analyzer) bool {
		return slices.Contains(passes.Optional, a.Name) && !mentioned(a.Name, onTheWay)
	})
	for _, a := range [...]*analysis.Analyzer{listing.Analyzer, graph.Analyzer} {
		if mentioned(a.Name) || a == listing.Analyzer && mentioned(withSites) {
			list = append(list, a)
		}
	}
	return list
}

// spoken are analyzers whose messages begin with the name of the check and end
// with the remedy. That is for go vet, whose text has the message and nothing else
// of a diagnostic. From Go 1.26 on it asks for JSON whatever it prints, so what it
// prints as JSON has them, too; other drivers have the name beside the message.
func spoken(list []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, check := range list {
		if check == listing.Analyzer || check == graph.Analyzer {
			out = append(out, check)
			continue
		}
		alone := *check
		alone.Run = func(pass *analysis.Pass) (any, error) {
			sub := *pass
			sub.Report = func(d analysis.Diagnostic) {
				if remedy := manual.Remedy(check.Doc); remedy != "" && !report.OfSuppression(d.Message) {
					d.Message += " (remedy: " + remedy + ")"
				}
				d.Message = check.Name + ": " + d.Message
				pass.Report(d)
			}
			return check.Run(&sub)
		}
		out = append(out, &alone)
	}
	return out
}
