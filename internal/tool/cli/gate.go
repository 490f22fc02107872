package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/gate"
	"github.com/retryvet/retryvet/internal/tool/source"
)

// gateway lets through the findings that -baseline and -new-from want.
type gateway struct {
	known  gate.Baseline
	change *gate.Change // nil for everything
	files  *source.Files
}

func openGate(o options, files *source.Files) (g gateway, err error) {
	g.files = files
	if o.baseline != "" && !o.writeBaseline {
		if g.known, err = gate.Read(o.baseline); err != nil {
			return g, err
		}
	}
	if o.newFrom != "" {
		g.change, err = gate.Since(o.newFrom)
	}
	return g, err
}

func (g gateway) keep(list []finding.Finding) []finding.Finding {
	return slices.DeleteFunc(list, func(f finding.Finding) bool {
		return g.known.Has(f) || g.change != nil && !g.change.Touches(f, g.files)
	})
}

// tellStale names the entries of the baseline that are found no more, of the
// checks and packages that were asked for. They silence nothing, but might
// silence what comes back.
func (g gateway) tellStale(o options, found []finding.Finding, stderr io.Writer) {
	var scope scope
	stale := g.known.Stale(found)
	if len(stale) > 0 {
		scope = scopeOf(acrossModules(o.packages), o.flags, platform{})
	}
	var lines []string
	for _, k := range stale {
		if o.checks[k.Check] && scope.has(filepath.Dir(k.File)) {
			lines = append(lines, fmt.Sprintf("\t%s: %s\n", fromModule(k.File), k.Check))
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(stderr, "retryvet: found no more of what %s has (-write-baseline writes it anew): %d\n%s", o.baseline, len(lines), strings.Join(lines, ""))
	}
}

// writeBaseline writes what was found to the baseline. When not all packages
// were analysed it does not, as the findings of the others would be lost.
func writeBaseline(o options, list []finding.Finding, failure error, stderr io.Writer) int {
	if failure != nil {
		return fail(stderr, fmt.Errorf("the baseline is not written: %w", failure))
	}
	if err := gate.Write(o.baseline, list); err != nil {
		return fail(stderr, err)
	}
	fmt.Fprintf(stderr, "retryvet: findings in %s: %d\n", o.baseline, len(list))
	return nothing
}
