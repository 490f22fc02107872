package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/tool/nearest"
	"github.com/retryvet/retryvet/passes"
)

// all stands for all checks, as in passes.Choose.
const all = "all"

// The keys that are no flags.
const (
	keyChecks   = "checks"
	keySeverity = "severity"
	keyPaths    = "paths"
	keyExclude  = "exclude"
)

// keys are the names that a file may have at its top.
func keys() []string {
	list := []string{keyChecks, keyExclude, keyPaths, keySeverity}
	for check, fs := range flagSets() {
		if check == "" {
			list = append(list, names(fs)...)
		} else {
			list = append(list, check)
		}
	}
	slices.Sort(list)
	return list
}

// errorAt is an error about a node, with its place where there is a file.
func (c *Config) errorAt(n *yaml.Node, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if c.File == "" {
		return err
	}
	return fmt.Errorf("%s:%d:%d: %w", c.File, n.Line, n.Column, err)
}

// read takes what the document says.
func (c *Config) read(doc *yaml.Node) error {
	top := doc
	if doc.Kind == yaml.DocumentNode {
		top = doc.Content[0]
	}
	if top.Kind == 0 || top.Tag == "!!null" {
		return nil // an empty file
	}
	return c.eachKey("the settings", top, func(key, value *yaml.Node) (err error) {
		fs, isCheck := flagSets()[key.Value]
		switch {
		case key.Value == keyChecks:
			err = c.readChecks(value)
		case key.Value == keySeverity:
			err = c.readSeverity(value)
		case key.Value == keyPaths:
			c.Paths, err = c.patterns(keyPaths, value)
		case key.Value == keyExclude:
			err = c.readExclude(value)
		case slices.Contains(names(flagSets()[""]), key.Value):
			err = c.addFlag(key.Value, value)
		case isCheck && key.Value != "":
			err = c.eachKey(key.Value, value, func(key2, value *yaml.Node) error {
				if fs.Lookup(key2.Value) == nil {
					return c.unknown(key2, "setting %q of "+key.Value, names(fs))
				}
				return c.addFlag(key.Value+"."+key2.Value, value)
			})
		default:
			err = c.unknown(key, "setting %q", keys())
		}
		return err
	})
}

// unknown is an error about a name that is none of some.
func (c *Config) unknown(n *yaml.Node, what string, names []string) error {
	hint := nearest.Hint("%s", n.Value, names)
	if hint == "" {
		hint = ": want one of " + strings.Join(names, ", ")
	}
	return c.errorAt(n, "unknown "+what+"%s", n.Value, hint)
}

// eachKey calls a function with the keys and values of a map, or not at all for
// nothing.
func (c *Config) eachKey(title string, n *yaml.Node, do func(key, value *yaml.Node) error) error {
	n = resolved(n)
	if n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return c.errorAt(n, "%s: want keys with values", title)
	}
	seen := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			return c.errorAt(key, "%s: %q is there twice", title, key.Value)
		}
		seen[key.Value] = true
		if err := do(key, resolved(n.Content[i+1])); err != nil {
			return err
		}
	}
	return nil
}

// resolved is the node that an alias stands for, or the node itself.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// list reads a list of words, or one word.
func (c *Config) list(title string, n *yaml.Node) (words []*yaml.Node, err error) {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	for _, x := range items {
		if x = resolved(x); x.Kind != yaml.ScalarNode || x.Tag == "!!null" {
			return nil, c.errorAt(x, "%s: want a word or a list of words", title)
		}
		words = append(words, x)
	}
	return words, nil
}

func (c *Config) readChecks(n *yaml.Node) error {
	words, err := c.list(keyChecks, n)
	if err != nil {
		return err
	}
	c.Checks = []string{}
	for _, w := range words {
		if err := c.knownCheck(w, strings.TrimLeft(w.Value, "+-"), "core", all); err != nil {
			return err
		}
		c.Checks = append(c.Checks, w.Value)
	}
	if chosen, _ := passes.Choose(c.Checks); len(chosen) == 0 {
		return c.errorAt(n, "%s leaves no check to run", keyChecks)
	}
	return nil
}

// knownCheck refuses what is neither a check nor one of some other words.
func (c *Config) knownCheck(n *yaml.Node, name string, others ...string) error {
	names := append(others, passes.Names()...)
	if slices.Contains(names, name) {
		return nil
	}
	at := *n
	at.Value = name
	return c.unknown(&at, "check %q", names)
}

func (c *Config) readSeverity(n *yaml.Node) error {
	c.Severity = map[string]passes.Severity{}
	return c.eachKey(keySeverity, n, func(key, value *yaml.Node) error {
		if err := c.knownCheck(key, key.Value, all); err != nil {
			return err
		}
		s := passes.Severity(value.Value)
		if !slices.Contains(passes.Severities, s) {
			var names []string
			for _, s := range passes.Severities {
				names = append(names, string(s))
			}
			return c.unknown(value, "severity %q", names)
		}
		c.Severity[key.Value] = s
		return nil
	})
}

func (c *Config) patterns(title string, n *yaml.Node) (out []string, err error) {
	words, err := c.list(title, n)
	for _, w := range words {
		if !doublestar.ValidatePattern(w.Value) {
			return nil, c.errorAt(w, "%s: %q is no pattern of paths", title, w.Value)
		}
		out = append(out, w.Value)
	}
	return out, err
}

func (c *Config) readExclude(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return c.errorAt(n, "%s: want a list, each with paths and perhaps checks", keyExclude)
	}
	for _, item := range n.Content {
		var x Exclusion
		err := c.eachKey(keyExclude, item, func(key, value *yaml.Node) (err error) {
			switch key.Value {
			case keyPaths:
				x.Paths, err = c.patterns(keyPaths, value)
			case keyChecks:
				var words []*yaml.Node
				words, err = c.list(keyChecks, value)
				for _, w := range words {
					if err == nil {
						err = c.knownCheck(w, w.Value)
					}
					x.Checks = append(x.Checks, w.Value)
				}
			default:
				err = c.unknown(key, "setting %q of "+keyExclude, []string{keyPaths, keyChecks})
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(x.Paths) == 0 {
			return c.errorAt(item, "%s: an exclusion needs paths; a check that is wanted nowhere is left out by checks", keyExclude)
		}
		c.Exclude = append(c.Exclude, x)
	}
	return nil
}

// addFlag takes the value of a flag. A list is joined by commas, as on a command
// line.
func (c *Config) addFlag(name string, n *yaml.Node) error {
	words, err := c.list(name, n)
	if err != nil {
		return err
	}
	var values []string
	for _, w := range words {
		values = append(values, w.Value)
	}
	separator := ","
	if own, ok := lookup(name).Value.(interface{ Separator() string }); ok {
		separator = own.Separator()
	}
	c.Flags = append(c.Flags, Flag{name, strings.Join(values, separator), n})
	return nil
}
