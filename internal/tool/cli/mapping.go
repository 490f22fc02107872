package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/graph"
	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/nearest"
	"github.com/retryvet/retryvet/internal/tool/retrymap"
	"github.com/retryvet/retryvet/internal/tool/source"
	"github.com/retryvet/retryvet/passes"
)

// mapWord is the first argument by which a person asks for the map of retries.
const mapWord = "map"

// mapping is what is asked of the map.
type mapping struct {
	wanted    bool
	from, to  string
	top       int
	failAbove string

	matches *regexp.Regexp // from, nil for all
	limits  limits
}

// limits are the numbers above which a chain makes the command fail, 0 for none.
type limits struct{ attempts, seconds float64 }

// mapPrinters write a map in the formats that there are.
var mapPrinters = map[string]func(io.Writer, *retrymap.Map) error{
	"text": retrymap.Text,
	"json": func(w io.Writer, m *retrymap.Map) error { return writeJSON(w, m) },
	"dot":  retrymap.Dot,
}

func mapFormats() []string { return []string{"text", "json", "dot"} }

// shownAsText is how many chains are printed as text where nobody says how many.
const shownAsText = 20

// read reads the values of its flags, and refuses what means nothing.
func (m *mapping) read(given map[string]bool) error {
	names := [...]string{"from", "to", "top", "fail-above"}
	if !m.wanted {
		for _, name := range names {
			if given[name] {
				return fmt.Errorf("-%s is about the map of retries: retryvet map -%s …", name, name)
			}
		}
		return nil
	}
	for _, name := range [...]string{"sites", "list", "explain", "fix", "diff", "force", "baseline", "write-baseline", "new-from", "runtime", "matrix"} {
		if given[name] {
			return fmt.Errorf("map draws the retries, so -%s has no meaning beside it", name)
		}
	}
	if given["from"] {
		re, err := regexp.Compile(m.from)
		if err != nil {
			return fmt.Errorf("-from %q is no regular expression: %w", m.from, err)
		}
		m.matches = re
	}
	if given["to"] && m.to == "" {
		return errors.New("-to needs a value")
	}
	if given["top"] && m.top < 1 {
		return fmt.Errorf("-top %d shows nothing: want 1 or more", m.top)
	}
	if given["fail-above"] {
		return m.readLimits()
	}
	return nil
}

// readLimits reads the value of -fail-above.
func (m *mapping) readLimits() error {
	for part := range strings.SplitSeq(m.failAbove, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		known := []string{"attempts", "seconds"}
		if !slices.Contains(known, name) {
			return fmt.Errorf("-fail-above %q: %q is none of %s%s (want attempts=50,seconds=120)", m.failAbove, name, strings.Join(known, ", "), nearest.Hint("%s", name, known))
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !(n > 0) {
			return fmt.Errorf("-fail-above %q: %q is no number above 0 (want attempts=50,seconds=120)", m.failAbove, value)
		}
		if name == "attempts" {
			m.limits.attempts = n
		} else {
			m.limits.seconds = n
		}
	}
	return nil
}

// flags are those for go vet: what makes up the map, and the checks whose findings
// stand in it, as a tool that is told to run one analyzer runs no other.
func (m *mapping) flags() []string {
	out := []string{"-" + graph.Analyzer.Name}
	for _, name := range passes.Names() {
		if !slices.Contains(passes.Optional, name) {
			out = append(out, "-"+name)
		}
	}
	return out
}

// drawMap prints the map of retries.
func drawMap(o options, out io.Writer, stderr io.Writer) int {
	list, failure := vet(o, stderr)
	var pkgs []*graph.Package
	var found []finding.Finding
	for _, f := range list {
		if f.Check != graph.Analyzer.Name {
			found = append(found, f)
			continue
		}
		var pkg graph.Package
		if err := json.Unmarshal([]byte(f.Message), &pkg); err != nil {
			return fail(stderr, fmt.Errorf("cannot read what makes up the map: %w", err))
		}
		pkgs = append(pkgs, &pkg)
	}
	wish := retrymap.Wish{Relative: fromModule, From: o.mapping.matches, To: o.mapping.to}
	if len(pkgs) > 0 {
		scope := scopeOf(o.packages, o.flags, platform{})
		wish.Wanted = func(file string) bool { return scope.files || scope.has(filepath.Dir(file)) }
	}
	m := retrymap.Compose(pkgs, wish)
	tell(m, o.keep(o.checks.keep(found), &source.Files{}))
	above := m.Above(o.mapping.limits.attempts, o.mapping.limits.seconds)
	shown := o.mapping.top
	if shown == 0 && o.format == "text" {
		shown = shownAsText
	}
	if shown > 0 {
		m = m.Worst(shown)
	}
	if err := mapPrinters[o.format](out, m); err != nil {
		return fail(stderr, err)
	}
	switch {
	case failure != nil:
		return fail(stderr, failure)
	case above > 0:
		return findings
	}
	return nothing
}

// tell gives each layer the findings within it, those of layers within it aside.
func tell(m *retrymap.Map, found []finding.Finding) {
	byFile := map[string][]*retrymap.Layer{}
	for i := range m.Layers {
		if l := &m.Layers[i]; l.At.End > 0 {
			byFile[l.At.File] = append(byFile[l.At.File], l)
		}
	}
	for _, f := range found {
		var inner *retrymap.Layer
		for _, l := range byFile[fromModule(f.File)] {
			if l.At.Line <= f.Line && f.Line <= l.At.End && (inner == nil || l.At.End-l.At.Line < inner.At.End-inner.At.Line) {
				inner = l
			}
		}
		if inner != nil {
			inner.Findings = append(inner.Findings, retrymap.Finding{Check: f.Check, Message: f.Message})
		}
	}
}
