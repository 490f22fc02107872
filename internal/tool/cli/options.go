package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/listing"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/tool/format"
	"github.com/retryvet/retryvet/passes"
)

// options is what a person asked for.
type options struct {
	help, version, list bool
	explain             string // the name of a check

	checks        selection
	format        string
	matrix        []platform
	baseline      string // a file
	writeBaseline bool
	newFrom       string // a revision
	sites         bool
	fix, diff     bool
	dir           string   // of -C, "" for the current one
	flags         []string // for go vet, in order, as -name=value
	packages      []string
}

// parse reads the command line. Its errors are meant for the user.
func parse(args []string) (options, error) {
	var o options
	if len(args) > 0 && args[0] == "help" { // as go vet's own usage message proposes
		return options{help: true}, nil
	}
	fs := flag.NewFlagSet("retryvet", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.version, "version", false, "")
	fs.BoolVar(&o.list, "list", false, "")
	fs.StringVar(&o.explain, "explain", "", "")
	checks := fs.String("checks", "", "")
	fs.StringVar(&o.format, "format", "text", "")
	matrix := fs.String("matrix", "", "")
	fs.StringVar(&o.baseline, "baseline", "", "")
	fs.BoolVar(&o.writeBaseline, "write-baseline", false, "")
	fs.StringVar(&o.newFrom, "new-from", "", "")
	fs.BoolVar(&o.sites, "sites", false, "")
	fs.BoolVar(&o.fix, "fix", false, "")
	fs.BoolVar(&o.diff, "diff", false, "")
	fs.StringVar(&o.dir, "C", "", "")
	named := map[string]string{}
	declare(fs, &o.flags, named)
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return options{help: true}, nil
	case err != nil:
		return o, fmt.Errorf("%w (retryvet -h lists the flags)", err)
	}
	o.packages = fs.Args()
	for _, p := range o.packages {
		if strings.HasPrefix(p, "-") {
			return o, fmt.Errorf("flag %s stands behind a package: flags come first", p)
		}
	}
	if len(o.packages) == 0 {
		o.packages = []string{"./..."}
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var err error
	if o.checks, err = selected(given["checks"], *checks, named); err != nil {
		return o, err
	}
	if given["matrix"] {
		if o.matrix, err = platforms(*matrix); err != nil {
			return o, err
		}
	}
	if err := o.consistent(given, named); err != nil {
		return o, err
	}
	if o.sites {
		o.flags = append(o.flags, "-"+listing.Analyzer.Name)
	}
	return o, nil
}

// selected is the checks that -checks or flags with the names of checks choose.
func selected(given bool, list string, named map[string]string) (selection, error) {
	if !given {
		return chosen(named)
	}
	if len(named) > 0 {
		return nil, fmt.Errorf("-checks and -%s both choose checks: use one of them", slices.Min(slices.Collect(maps.Keys(named))))
	}
	return choose(list)
}

// consistent refuses values and combinations that mean nothing.
func (o options) consistent(given map[string]bool, named map[string]string) error {
	for name, value := range map[string]string{"baseline": o.baseline, "new-from": o.newFrom, "explain": o.explain} {
		if given[name] && value == "" {
			return fmt.Errorf("-%s needs a value", name)
		}
	}
	if !slices.Contains(format.Names(), o.format) {
		return fmt.Errorf("-format %q is none of %s", o.format, strings.Join(format.Names(), ", "))
	}
	if o.sites {
		beside := slices.Sorted(maps.Keys(named))
		for _, name := range append(beside, "checks", "format", "baseline", "write-baseline", "new-from", "fix", "diff") {
			if given[name] {
				return fmt.Errorf("-sites lists sites and runs no check, so -%s has no meaning beside it", name)
			}
		}
	}
	switch {
	case o.writeBaseline && o.baseline == "":
		return errors.New("-write-baseline needs the file's name: -baseline FILE -write-baseline")
	case o.fix && o.diff:
		return errors.New("-diff shows what -fix would do and changes nothing: use one of them")
	case o.writeBaseline && (o.fix || o.diff):
		return errors.New("-write-baseline writes all findings, so -fix and -diff have no meaning beside it")
	case o.writeBaseline && o.newFrom != "":
		return errors.New("-write-baseline writes all findings, so -new-from has no meaning beside it")
	}
	return nil
}

// declare adds the flags that go vet knows. Those that have the names of checks
// go to named, the others to handed: the checks' own, those that they share, the
// build flags.
func declare(fs *flag.FlagSet, handed *[]string, named map[string]string) {
	hand := func(name string) func(string) {
		return func(value string) { *handed = append(*handed, "-"+name+"="+value) }
	}
	for _, a := range passes.All() {
		fs.Var(&vetFlag{isBool: true, check: parsesAsBool, set: func(value string) { named[a.Name] = value }}, a.Name, "")
		a.Flags.VisitAll(func(f *flag.Flag) {
			// Setting the analyzer's own flag finds a bad value here, where the
			// message can be a good one.
			name := a.Name + "." + f.Name
			fs.Var(&vetFlag{isBool: isBool(f), check: f.Value.Set, set: hand(name)}, name, "")
		})
	}
	site.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		fs.Var(&vetFlag{isBool: isBool(f), check: f.Value.Set, set: hand(f.Name)}, f.Name, "")
	})
	for _, name := range buildFlags {
		fs.Var(&vetFlag{set: hand(name)}, name, "")
	}
	for _, name := range buildSwitches {
		fs.Var(&vetFlag{isBool: true, set: hand(name)}, name, "")
	}
}

// The build flags of go vet, see go help build. -C is not among them as it has
// to come first, nor is -json, which the front end itself uses.
var (
	buildFlags = []string{
		"asmflags", "buildmode", "compiler", "gccgoflags", "gcflags", "installsuffix", "ldflags", "mod",
		"modfile", "overlay", "p", "pgo", "pkgdir", "tags", "toolexec",
	}
	buildSwitches = []string{
		"a", "asan", "buildvcs", "linkshared", "modcacherw", "msan", "n", "race", "trimpath", "v", "work", "x",
	}
)

// vetFlag is the value of a flag that go vet knows.
type vetFlag struct {
	isBool bool
	check  func(string) error // nil leaves the judgement to go vet
	set    func(string)
}

func (v *vetFlag) String() string   { return "" }
func (v *vetFlag) IsBoolFlag() bool { return v.isBool }

func (v *vetFlag) Set(value string) error {
	if v.check != nil {
		if err := v.check(value); err != nil {
			return err
		}
	}
	v.set(value)
	return nil
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func parsesAsBool(value string) error {
	if _, err := strconv.ParseBool(value); err != nil {
		return errors.New("want true or false")
	}
	return nil
}
