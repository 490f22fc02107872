package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/listing"
	"github.com/retryvet/retryvet/passes"
)

// usage is the one line that says how the command is called.
const usage = "usage: retryvet [flags] packages, for example retryvet ./... (retryvet -h lists checks and flags)"

// options is what a person asked for.
type options struct {
	help     bool
	sites    bool
	dir      string   // of -C, "" for the current one
	flags    []string // for go vet, in order, as -name=value
	packages []string
}

// parse reads the command line. Its errors are meant for the user.
func parse(args []string) (options, error) {
	var o options
	if len(args) > 0 && args[0] == "help" { // as go vet's own usage message proposes
		return options{help: true}, nil
	}
	fs := flag.NewFlagSet("retryvet", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.sites, "sites", false, "")
	fs.StringVar(&o.dir, "C", "", "")
	chosen := declare(fs, &o.flags)
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
	switch {
	case len(o.packages) == 0:
		return o, errors.New(usage)
	case o.sites && len(*chosen) > 0:
		return o, fmt.Errorf("-sites lists sites and runs no check, so -%s has no meaning beside it", (*chosen)[0])
	case o.sites:
		o.flags = append(o.flags, "-"+listing.Analyzer.Name)
	}
	return o, nil
}

// declare adds the flags that are handed on to go vet: those of the checks,
// -tests, and the build flags. It returns where the names of the checks that
// flags choose will be.
func declare(fs *flag.FlagSet, to *[]string) (chosen *[]string) {
	chosen = new([]string)
	for _, a := range passes.All() {
		fs.Var(&handedOn{name: a.Name, isBool: true, check: parsesAsBool, to: to, note: chosen}, a.Name, "")
		a.Flags.VisitAll(func(f *flag.Flag) {
			// Setting the analyzer's own flag finds a bad value here, where the
			// message can be a good one.
			fs.Var(&handedOn{name: a.Name + "." + f.Name, isBool: isBool(f), check: f.Value.Set, to: to}, a.Name+"."+f.Name, "")
		})
	}
	fs.Var(&handedOn{name: "tests", isBool: true, check: parsesAsBool, to: to}, "tests", "")
	for _, name := range buildFlags {
		fs.Var(&handedOn{name: name, to: to}, name, "")
	}
	for _, name := range buildSwitches {
		fs.Var(&handedOn{name: name, isBool: true, to: to}, name, "")
	}
	return chosen
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

// handedOn is the value of a flag that is kept as it was given.
type handedOn struct {
	name   string
	isBool bool
	check  func(string) error // nil leaves the judgement to go vet
	to     *[]string
	note   *[]string // where the flag's name is noted, nil for nowhere
}

func (h *handedOn) String() string   { return "" }
func (h *handedOn) IsBoolFlag() bool { return h.isBool }

func (h *handedOn) Set(value string) error {
	if h.check != nil {
		if err := h.check(value); err != nil {
			return err
		}
	}
	*h.to = append(*h.to, "-"+h.name+"="+value)
	if h.note != nil && !slices.Contains(*h.note, h.name) {
		*h.note = append(*h.note, h.name)
	}
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
