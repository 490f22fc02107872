// Package page writes a map of retries as one HTML file, which needs no network.
//
// The file holds what is drawn as JSON and as rows of a table. Where things stand
// in the picture depends on the width of the window and on what is chosen, so the
// script works it out in the browser; docs/map.md says how, and why no library
// does it.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

//go:embed page.html
var markup string

//go:embed page.css
var style string

// The script stands in files by what they do, and runs as one.
var (
	//go:embed layout.js
	layoutJS string
	//go:embed picture.js
	pictureJS string
	//go:embed detail.js
	detailJS string
	//go:embed table.js
	tableJS string
)

// parsed is the template, made when the first page is written: a vettool that
// writes none does not wait for it.
var parsed = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(markup))
})

// Write writes m as a page. It fails if m names what it does not hold, or if w
// does.
func Write(w io.Writer, m *retrymap.Map) error {
	if err := check(m); err != nil {
		return err
	}
	script := "'use strict'\n{\n" + strings.Join([]string{layoutJS, pictureJS, detailJS, tableJS}, "\n") + "}\n"
	d := dataOf(m)
	return parsed().Execute(w, map[string]any{
		"Module": m.Module,
		"Data":   d,
		"Rows":   rowsOf(m, d),
		"Counts": countsOf(m, d),
		"Choice": choiceOf(m),
		"Style":  template.CSS(style),
		"Script": template.JS(script),
		// Nothing but this script may run, and nothing may be loaded, whatever the
		// names and the source lines of the program contain.
		"Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" + digest(script) + "'",
	})
}

func digest(script string) string {
	sum := sha256.Sum256([]byte(script))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// check complains of an index that leads nowhere, and of a number that JSON does
// not have.
func check(m *retrymap.Map) error {
	within := func(chain int, what string, i, n int) error {
		if i < 0 || i >= n {
			return fmt.Errorf("chain %d of the map names %s %d of %d", chain, what, i, n)
		}
		return nil
	}
	for i, c := range m.Chains {
		for _, a := range [...]retrymap.Amount{c.Attempts, c.Seconds} {
			if math.IsNaN(a.Known) || math.IsInf(a.Known, 0) {
				return fmt.Errorf("chain %d of the map has an amount of %v", i, a.Known)
			}
		}
		if err := within(i, "entry", c.Entry, len(m.Entries)); err != nil {
			return err
		}
		if err := within(i, "operation", c.Operation, len(m.Operations)); err != nil {
			return err
		}
		for _, l := range c.Layers {
			if err := within(i, "layer", l, len(m.Layers)); err != nil {
				return err
			}
		}
	}
	return nil
}
