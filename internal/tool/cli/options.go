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

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/tool/config"
	"github.com/retryvet/retryvet/internal/tool/format"
	"github.com/retryvet/retryvet/internal/tool/listing"
	"github.com/retryvet/retryvet/internal/tool/nearest"
	"github.com/retryvet/retryvet/passes"
)

// options is what a person asked for.
type options struct {
	help, version, list bool
	explain             string // the name of a check
	completion          string // the name of a shell

	checks        selection
	format        string
	output        string // a file, "" for standard output
	colour        string // always, never or auto
	matrix        []platform
	baseline      string // a file
	writeBaseline bool
	newFrom       string // a revision
	sites         bool
	mapping       mapping
	fix, diff     bool
	force         bool
	runtime       string   // directory of the runtime's module, "" to take it from the module proxy
	dir           string   // of -C, "" for the current one
	flags         []string // for go vet, in order, as -name=value
	packages      []string

	given  map[string]bool // flags of the command line
	named  map[string]string
	choice string         // the value of -checks
	config *config.Config // nil if there is none
}

// declared is the flags of the command with their documentation, which -h and the
// completion of shells print: what stands in backquotes is the value's name.
func declared(o *options, matrix *string) *flag.FlagSet {
	fs := flag.NewFlagSet("retryvet", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.choice, "checks", "", "report what these `CHECKS` find: names, all or core, with - before those to leave out")
	fs.StringVar(&o.format, "format", "text", "print as `FORMAT`: "+strings.Join(format.Names(), ", "))
	fs.StringVar(&o.output, "o", "", "write to `FILE` what would go to standard output")
	fs.StringVar(&o.colour, "color", auto, "`WHEN` to use colours: auto, always or never")
	fs.StringVar(&o.baseline, "baseline", "", "report only what is not in this `FILE`")
	fs.BoolVar(&o.writeBaseline, "write-baseline", false, "write what is found to the file of -baseline")
	fs.StringVar(&o.newFrom, "new-from", "", "report only what the change since this `REVISION` touches")
	fs.StringVar(matrix, "matrix", "", "analyse for several `PLATFORMS`, such as linux/amd64,windows/amd64")
	fs.BoolVar(&o.fix, "fix", false, "apply the fixes, and report what has none")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would change")
	fs.BoolVar(&o.force, "force", false, "let -fix change files that have changes which are not committed")
	fs.StringVar(&o.runtime, "runtime", "", "with -fixwith=runtime, take package retry from this `DIR`, a clone's runtime, by a replace in go.mod")
	fs.StringVar(&o.dir, "C", "", "change to `DIR` first")
	fs.BoolVar(&o.list, "list", false, "list the checks")
	fs.StringVar(&o.explain, "explain", "", "print the manual of a `CHECK`")
	fs.BoolVar(&o.sites, "sites", false, "list every place that retries, reconnects or polls, as JSON, one a line")
	fs.BoolVar(&o.version, "version", false, "print the version")
	fs.StringVar(&o.mapping.from, "from", "", "with map, show what begins at entries whose name, function or package matches this `REGEXP`")
	fs.StringVar(&o.mapping.to, "to", "", "with map, show what ends at this `HOST` or client, or at operations with this in their name")
	fs.IntVar(&o.mapping.top, "top", 0, "with map, show the worst `N` chains (default all, as text 20)")
	fs.StringVar(&o.mapping.failAbove, "fail-above", "", "with map, exit with status 1 if a chain is above these `LIMITS`, such as attempts=50,seconds=120")
	return fs
}

// placeholders are the names of values in the documentation of flags.
var placeholders = [][2]string{
	{"CHECK", "the name of a check, as -list prints it"},
	{"CHECKS", "such names, separated by commas"},
	{"DIR", "a directory"},
	{"FILE", "a file's name, seen from the directory of -C"},
	{"FORMAT", "one of the names given there"},
	{"FUNCTIONS", "functions, separated by commas, as example.com/pkg.Func, example.com/pkg.Type.Method, example.com/pkg.Type.*"},
	{"HOST", "a part of the name of a server, a client or an operation"},
	{"LIMITS", "attempts=N, seconds=N or both, separated by a comma"},
	{"N", "a number"},
	{"PLATFORMS", "operating systems and architectures, separated by commas, as go tool dist list prints them"},
	{"REGEXP", "a regular expression of Go"},
	{"REVISION", "a commit of git: a branch, a tag, a hash, HEAD"},
	{"ROWS", "what functions do, separated by semicolons, as docs/guide.md has it"},
	{"TARGET", "stdlib, or runtime for package retry too"},
	{"WHEN", "one of the words given there"},
}

// words are what may stand in the place of a flag.
var words = map[string]string{"help": "-h", "version": "-version"}

// parse reads the command line. Its errors are meant for the user.
func parse(args []string) (options, error) {
	var o options
	if len(args) > 0 && words[args[0]] != "" {
		if args[0] == "help" && len(args) > 1 {
			args = append([]string{"-explain"}, args[1:]...)
		} else {
			args = append([]string{words[args[0]]}, args[1:]...)
		}
	}
	if len(args) == 2 && args[0] == completionWord {
		o.completion = args[1]
		return o, nil
	}
	if len(args) > 0 && args[0] == mapWord {
		o.mapping.wanted, args = true, args[1:]
	}
	var matrix string
	fs := declared(&o, &matrix)
	o.named = map[string]string{}
	declare(fs, &o.flags, o.named)
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return options{help: true}, nil
	case err != nil:
		return o, flagError(err, fs)
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
	o.given = map[string]bool{}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	var err error
	if o.checks, err = selected(o.given["checks"], o.choice, o.named); err != nil {
		return o, err
	}
	if o.given["matrix"] {
		if o.matrix, err = platforms(matrix); err != nil {
			return o, err
		}
	}
	if err := o.consistent(); err != nil {
		return o, err
	}
	if err := o.mapping.read(o.given); err != nil {
		return o, err
	}
	if !o.given["suggest"] && (o.fix || o.diff || slices.Contains(format.Fixing, o.format) && !o.mapping.wanted || o.format == "html") {
		o.flags = append(o.flags, "-suggest")
	}
	if o.format == "sarif" && !o.mapping.wanted && !o.writeBaseline {
		o.flags = append(o.flags, "-"+withSites)
	}
	if o.sites {
		o.flags = append(o.flags, "-"+listing.Analyzer.Name)
	}
	if o.mapping.wanted {
		o.flags = append(o.flags, o.mapping.flags()...)
	}
	return o, nil
}

// flagError is an error of the command line, with the flag that may be meant.
func flagError(err error, fs *flag.FlagSet) error {
	const unknown = "flag provided but not defined: -"
	name, ok := strings.CutPrefix(err.Error(), unknown)
	if !ok {
		return fmt.Errorf("%w (retryvet -h lists the flags)", err)
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return fmt.Errorf("there is no flag -%s%s (retryvet -h lists the flags)", name, nearest.Hint("-%s", name, names))
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
func (o options) consistent() error {
	for name, value := range map[string]string{"baseline": o.baseline, "new-from": o.newFrom, "explain": o.explain, "o": o.output, "runtime": o.runtime} {
		if o.given[name] && value == "" {
			return fmt.Errorf("-%s needs a value", name)
		}
	}
	formats := format.Names()
	if o.mapping.wanted {
		formats = mapFormats()
	}
	if !slices.Contains(formats, o.format) {
		return fmt.Errorf("-format %q is none of %s%s", o.format, strings.Join(formats, ", "), nearest.Hint("%s", o.format, formats))
	}
	if colours := []string{auto, always, never}; !slices.Contains(colours, o.colour) {
		return fmt.Errorf("-color %q is none of %s", o.colour, strings.Join(colours, ", "))
	}
	if about := o.list || o.explain != ""; about && o.format != "text" && o.format != "json" {
		return fmt.Errorf("-list and -explain print text or json, not %s", o.format)
	}
	if o.sites {
		beside := slices.Sorted(maps.Keys(o.named))
		for _, name := range append(beside, "checks", "format", "baseline", "write-baseline", "new-from", "fix", "diff") {
			if o.given[name] {
				return fmt.Errorf("-sites lists sites and runs no check, so -%s has no meaning beside it", name)
			}
		}
	}
	switch {
	case o.force && !o.fix:
		return errors.New("-force is about what -fix may change, and means nothing without it")
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
			fs.Var(&vetFlag{isBool: isBool(f), check: f.Value.Set, set: hand(name)}, name, f.Usage)
		})
	}
	site.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		fs.Var(&vetFlag{isBool: isBool(f), check: f.Value.Set, set: hand(f.Name)}, f.Name, modelUsage(f))
	})
	for _, name := range buildFlags {
		fs.Var(&vetFlag{set: hand(name)}, name, "")
	}
	for _, name := range buildSwitches {
		fs.Var(&vetFlag{isBool: true, set: hand(name)}, name, "")
	}
}

// modelUsage is the documentation of a flag of the model with the name of its
// value, which drivers that print it elsewhere do not want.
func modelUsage(f *flag.Flag) string {
	name := map[string]string{"remote": "FUNCTIONS", "idempotent": "FUNCTIONS", "knowledge": "ROWS", "fixwith": "TARGET"}[f.Name]
	if name == "" {
		return f.Usage
	}
	return "`" + name + "`: " + strings.ReplaceAll(f.Usage, "`", "")
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
