package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/graph"
	"github.com/retryvet/retryvet/internal/tool/nearest"
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

// mapFormats are those in which there is a map.
func mapFormats() []string { return []string{"text", "json", "dot", "html"} }

// limits are the numbers above which a chain makes the command fail, 0 for none.
type limits struct{ attempts, seconds float64 }

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
