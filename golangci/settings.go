package golangci

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes"
)

// configure sets the analyzers' flags as the settings say, all others to their
// defaults, and returns the checks that run.
//
// The settings are a map. Its key checks holds the list of checks that run; each
// flag that all checks share has a key of its own, and so has each check with
// flags, whose value maps their names to their values.
func configure(settings any) ([]*analysis.Analyzer, error) {
	all := passes.All()
	reset(&site.Analyzer.Flags)
	for _, a := range all {
		reset(&a.Flags)
	}
	keys, err := table("the settings", settings)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(slices.Clone(all), func(a *analysis.Analyzer) bool { return slices.Contains(passes.Optional, a.Name) })
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value := keys[key]
		i := slices.IndexFunc(all, func(a *analysis.Analyzer) bool { return a.Name == key && hasFlags(a) })
		switch {
		case key == "checks":
			chosen, err = choose(all, value)
		case site.Analyzer.Flags.Lookup(key) != nil:
			err = set(&site.Analyzer.Flags, key, key, value)
		case i >= 0:
			err = setAll(all[i], value)
		default:
			err = fmt.Errorf("unknown setting %q: want one of %s", key, strings.Join(known(all), ", "))
		}
		if err != nil {
			return nil, err
		}
	}
	return chosen, nil
}

// known lists the keys that settings may have.
func known(all []*analysis.Analyzer) []string {
	keys := append([]string{"checks"}, names(&site.Analyzer.Flags)...)
	for _, a := range all {
		if hasFlags(a) {
			keys = append(keys, a.Name)
		}
	}
	return keys
}

// setAll sets the flags of one check.
func setAll(a *analysis.Analyzer, settings any) error {
	keys, err := table(a.Name, settings)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a.Flags.Lookup(key) == nil {
			return fmt.Errorf("unknown setting %q of %s: want one of %s", key, a.Name, strings.Join(names(&a.Flags), ", "))
		}
		if err := set(&a.Flags, key, a.Name+"."+key, keys[key]); err != nil {
			return err
		}
	}
	return nil
}

// set sets one flag. A list is joined by commas, as on a command line.
func set(flags *flag.FlagSet, name, title string, value any) error {
	text := fmt.Sprint(value)
	switch value := value.(type) {
	case nil, map[string]any:
		return fmt.Errorf("setting %s has no value that a flag can have", title)
	case []any:
		var parts []string
		for _, v := range value {
			parts = append(parts, fmt.Sprint(v))
		}
		text = strings.Join(parts, ",")
	}
	if err := flags.Set(name, text); err != nil {
		return fmt.Errorf("setting %s cannot be %q: %w", title, text, err)
	}
	return nil
}

// choose reads the list of checks, see passes.Choose.
func choose(all []*analysis.Analyzer, value any) ([]*analysis.Analyzer, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("setting checks is %v: want a list of names", value)
	}
	var items []string
	for _, v := range list {
		items = append(items, fmt.Sprint(v))
	}
	runs, unknown := passes.Choose(items)
	switch {
	case runs == nil:
		return nil, fmt.Errorf("unknown check %q in setting checks: want all, core, or some of %s", unknown, strings.Join(passes.Names(), ", "))
	case len(runs) == 0:
		return nil, errors.New("setting checks leaves no check to run")
	}
	return slices.DeleteFunc(slices.Clone(all), func(a *analysis.Analyzer) bool { return !runs[a.Name] }), nil
}

// table is a value that has to be a map, or nothing.
func table(title string, value any) (map[string]any, error) {
	switch value := value.(type) {
	case nil:
		return nil, nil
	case map[string]any:
		return value, nil
	}
	return nil, fmt.Errorf("%s are %v: want keys with values", title, value)
}

func reset(flags *flag.FlagSet) {
	flags.VisitAll(func(f *flag.Flag) { f.Value.Set(f.DefValue) })
}

func names(flags *flag.FlagSet) []string {
	var out []string
	flags.VisitAll(func(f *flag.Flag) { out = append(out, f.Name) })
	return out
}

func hasFlags(a *analysis.Analyzer) bool { return len(names(&a.Flags)) > 0 }
