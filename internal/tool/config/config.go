// Package config reads the settings of retryvet: from a file .retryvet.yaml, which
// the command and the plugin of golangci-lint share, or from the settings that
// golangci-lint hands to the plugin.
package config

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes"
)

// Name is the file's name.
const Name = ".retryvet.yaml"

// Config is what settings say. The zero value says nothing.
type Config struct {
	File     string // "" if the settings are not from a file
	Data     []byte // its content
	Checks   []string
	Severity map[string]passes.Severity // by check, or all
	Paths    []string
	Exclude  []Exclusion
	Flags    []Flag

	dir string // which patterns are seen from
}

// Exclusion is findings that are not to be reported.
type Exclusion struct {
	Paths  []string // patterns, at least one
	Checks []string // all if there are none
}

// Flag is a value for a flag of the analyzers, as go vet names it: tests,
// uncapped.strict.
type Flag struct {
	Name, Value string
	at          *yaml.Node
}

// Find is the file of settings for a directory: that in the root of its module or
// in the nearest directory above, "" if there is none.
func Find(dir string) string {
	start := dir
	if mod := upwards(dir, "go.mod"); mod != "" {
		start = filepath.Dir(mod)
	}
	return upwards(start, Name)
}

// upwards is the path of a file in a directory or the nearest one above.
func upwards(dir, name string) string {
	for {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Read reads a file. Errors name the file, the line and the column.
func Read(file string) (*Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, fmt.Errorf("cannot read %s: %w", file, err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %s", file, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	c := &Config{File: file, Data: data, dir: dir}
	return c, c.read(&doc)
}

// Of takes settings that are in memory, seen from a directory.
func Of(settings any, dir string) (*Config, error) {
	var doc yaml.Node
	if err := doc.Encode(settings); err != nil {
		return nil, fmt.Errorf("the settings cannot be read: %w", err)
	}
	c := &Config{dir: dir}
	return c, c.read(&doc)
}

// Reset gives all flags of the analyzers their defaults.
func Reset() {
	for _, fs := range flagSets() {
		fs.VisitAll(func(f *flag.Flag) { f.Value.Set(f.DefValue) })
	}
}

// Set gives the analyzers' flags the values of the settings.
func (c *Config) Set() error {
	for _, f := range c.Flags {
		if err := lookup(f.Name).Value.Set(f.Value); err != nil {
			return c.errorAt(f.at, "%s cannot be %q: %w", f.Name, f.Value, err)
		}
	}
	return nil
}

// Reports reports whether findings of a check in a file are wanted.
func (c *Config) Reports(check, file string) bool {
	rel, err := filepath.Rel(c.dir, file)
	if err != nil {
		return true
	}
	rel = filepath.ToSlash(rel)
	if len(c.Paths) > 0 && !matches(c.Paths, rel) {
		return false
	}
	return !slices.ContainsFunc(c.Exclude, func(x Exclusion) bool {
		return (len(x.Checks) == 0 || slices.Contains(x.Checks, check)) && matches(x.Paths, rel)
	})
}

// matches reports whether one of some patterns has a file, or a directory that it
// is in.
func matches(patterns []string, file string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		p = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
		return p == "." || doublestar.MatchUnvalidated(p, file) || doublestar.MatchUnvalidated(p+"/**", file)
	})
}

// SeverityOf is the severity of the findings of a check.
func (c *Config) SeverityOf(check string) passes.Severity {
	if c != nil {
		for _, name := range []string{check, all} {
			if s, ok := c.Severity[name]; ok {
				return s
			}
		}
	}
	return passes.SeverityOf(check)
}

// flagSets are the flags of all analyzers, by the key that holds them: that of a
// check, or none for those that all checks share.
func flagSets() map[string]*flag.FlagSet {
	sets := map[string]*flag.FlagSet{"": &site.Analyzer.Flags}
	for _, a := range passes.All() {
		if hasFlags(a) {
			sets[a.Name] = &a.Flags
		}
	}
	return sets
}

func lookup(name string) *flag.Flag {
	check, rest, ok := strings.Cut(name, ".")
	if !ok {
		check, rest = "", name
	}
	return flagSets()[check].Lookup(rest)
}

// names are the names of those flags that people set.
func names(fs *flag.FlagSet) (out []string) {
	fs.VisitAll(func(f *flag.Flag) {
		if f.Name != suggest {
			out = append(out, f.Name)
		}
	})
	return out
}

// suggest is a flag that each driver sets as it needs fixes or not.
const suggest = "suggest"

func hasFlags(a *analysis.Analyzer) bool { return len(names(&a.Flags)) > 0 }
