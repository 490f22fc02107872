package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/graph"
	"github.com/retryvet/retryvet/internal/tool/retrymap"
	"github.com/retryvet/retryvet/internal/tool/retrymap/page"
	"github.com/retryvet/retryvet/internal/tool/source"
)

// mapPrinters write a map in the formats that there are.
var mapPrinters = map[string]func(io.Writer, *retrymap.Map) error{
	"text": retrymap.Text,
	"json": func(w io.Writer, m *retrymap.Map) error { return writeJSON(w, m) },
	"dot":  retrymap.Dot,
	"html": page.Write,
}

// shownAsText is how many chains are printed as text where nobody says how many.
const shownAsText = 20

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
	files := map[string]string{}
	relative := func(file string) string {
		name := fromModule(file)
		files[name] = file
		return name
	}
	wish := retrymap.Wish{Relative: relative, From: o.mapping.matches, To: o.mapping.to}
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
	if o.format == "html" {
		illustrate(m, files)
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
			inner.Findings = append(inner.Findings, retrymap.Finding{Check: f.Check, Message: f.Message, Fix: diffOf(f)})
		}
	}
}
