package format

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/passes"
)

// What -format json prints is documented in docs/command-line.md.
type (
	jsonReport struct {
		Findings []jsonFinding `json:"findings"`
		Failure  string        `json:"failure,omitempty"`
	}
	jsonFinding struct {
		Check    string          `json:"check"`
		Severity passes.Severity `json:"severity"`
		Message  string          `json:"message"`
		Remedy   string          `json:"remedy,omitempty"`
		URL      string          `json:"url"`
		Package  string          `json:"package"`
		jsonPlace
		Fingerprint string        `json:"fingerprint"`
		Related     []jsonRelated `json:"related,omitempty"`
		Fixes       []jsonFix     `json:"fixes,omitempty"`
	}
	jsonPlace struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"endLine"`
		EndColumn int    `json:"endColumn"`
	}
	jsonRelated struct {
		Message string `json:"message"`
		jsonPlace
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		File  string `json:"file"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
)

func writeJSON(out io.Writer, r Report) error {
	list := jsonReport{Findings: []jsonFinding{}, Failure: r.Failure}
	for _, f := range r.Findings {
		x := jsonFinding{
			Check: f.Check, Severity: r.severity(f.Check), Message: f.Message, Remedy: r.remedy(f), URL: manual.URL(f.Check),
			Package: f.Package, jsonPlace: r.jsonPlace(f.Place), Fingerprint: f.Fingerprint,
		}
		for _, rel := range f.Related {
			x.Related = append(x.Related, jsonRelated{rel.Message, r.jsonPlace(rel.Place)})
		}
		for _, fix := range f.Fixes {
			edits := []jsonEdit{}
			for _, e := range fix.Edits {
				edits = append(edits, jsonEdit{r.jsonPath(e.File), e.Start, e.End, e.New})
			}
			x.Fixes = append(x.Fixes, jsonFix{fix.Message, edits})
		}
		list.Findings = append(list.Findings, x)
	}
	return indented(out, list)
}

func (r Report) jsonPath(file string) string { return filepath.ToSlash(relative(r.Here, file)) }

func (r Report) jsonPlace(p finding.Place) jsonPlace {
	return jsonPlace{r.jsonPath(p.File), p.Line, p.Col, p.EndLine, p.EndCol}
}

func indented(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(v)
}
