package format

import (
	"go/doc/comment"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/sarif"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/fingerprint"
	"github.com/retryvet/retryvet/passes"
)

// The package sarif lacks some properties that services need; these types add
// them. A field here hides the one of the embedded type with the same name.
type (
	sarifLog struct {
		sarif.Log
		Runs []sarifRun `json:"runs"`
	}
	sarifRun struct {
		sarif.Run
		Results     []sarifResult                     `json:"results"` // there when empty: the run found nothing
		Invocations []sarifInvocation                 `json:"invocations"`
		Bases       map[string]sarif.ArtifactLocation `json:"originalUriBaseIds,omitempty"`
		ColumnKind  string                            `json:"columnKind"`
	}
	sarifInvocation struct {
		sarif.Invocation
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string        `json:"level"`
		Message sarif.Message `json:"message"`
	}
	sarifResult struct {
		sarif.Result
		RuleIndex           int               `json:"ruleIndex"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Properties          *sarifProperties  `json:"properties,omitempty"`
	}
	// sarifProperties are the numbers of the site that a finding is within, by the
	// names that they have in the list of sites.
	sarifProperties struct {
		WorstAttempts *int64   `json:"worst_attempts,omitempty"`
		WorstWait     *float64 `json:"worst_wait,omitempty"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifBase   = "%SRCROOT%" // by this name GitHub knows the root of the repository
	homepage    = "https://github.com/retryvet/retryvet"
)

// levels are the severities in the words of SARIF.
var levels = map[passes.Severity]string{passes.Error: sarif.Error, passes.Warning: sarif.Warning, passes.Info: "note"}

func writeSARIF(out io.Writer, r Report) error {
	run := sarifRun{
		Run: sarif.Run{Tool: sarif.Tool{Driver: sarif.ToolComponent{
			Name: "retryvet", Version: r.Version, InformationURI: homepage,
		}}},
		Results:     []sarifResult{},
		Invocations: []sarifInvocation{{Invocation: sarif.Invocation{ExecutionSuccessful: r.Failure == ""}}},
		ColumnKind:  "unicodeCodePoints",
	}
	if r.Failure != "" {
		run.Invocations[0].Notifications = []sarifNotification{{Level: sarif.Error, Message: sarif.Message{Text: r.Failure}}}
	}
	if r.Root != "" {
		run.Bases = map[string]sarif.ArtifactLocation{sarifBase: {URI: fileURI(r.Root) + "/"}}
	}
	index := map[string]int{}
	for i, a := range r.Checks {
		index[a.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, r.rule(a))
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, r.result(f, index[f.Check]))
	}
	return indented(out, sarifLog{
		Log:  sarif.Log{Version: sarif.Version, Schema: sarifSchema},
		Runs: []sarifRun{run},
	})
}

// rule is a check with its manual.
func (r Report) rule(a *analysis.Analyzer) sarif.ReportingDescriptor {
	summary := manual.Summary(a.Doc)
	_, body, _ := strings.Cut(a.Doc, "\n")
	var parser comment.Parser
	printer := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	doc := parser.Parse(body)
	return sarif.ReportingDescriptor{
		ID:                   a.Name, // a name would have to differ from it
		ShortDescription:     sarif.Message{Text: strings.ToUpper(summary[:1]) + summary[1:] + "."},
		Help:                 sarif.Message{Text: string(printer.Text(doc)), Markdown: string(printer.Markdown(doc))},
		HelpURI:              manual.URL(a.Name),
		DefaultConfiguration: sarif.ReportingConfiguration{Enabled: true, Level: levels[r.severity(a.Name)]},
	}
}

func (r Report) result(f finding.Finding, ruleIndex int) sarifResult {
	text := f.Message
	if remedy := r.remedy(f); remedy != "" {
		text += "\nRemedy: " + remedy
	}
	out := sarifResult{
		Result: sarif.Result{
			RuleID: f.Check, Kind: sarif.Fail, Level: levels[r.severity(f.Check)],
			Message:      sarif.Message{Text: text},
			Locations:    []sarif.Location{{PhysicalLocation: r.location(f.Place)}},
			Suppressions: []sarif.Suppression{}, // not suppressed, as against not known
		},
		RuleIndex:           ruleIndex,
		PartialFingerprints: map[string]string{fingerprint.Name: f.Fingerprint},
	}
	if f.WorstAttempts != nil || f.WorstWait != nil {
		out.Properties = &sarifProperties{f.WorstAttempts, f.WorstWait}
	}
	for i, x := range f.Related {
		out.RelatedLocations = append(out.RelatedLocations, sarif.Location{
			ID: i + 1, Message: &sarif.Message{Text: x.Message}, PhysicalLocation: r.location(x.Place),
		})
	}
	for _, fix := range f.Fixes {
		if changes, ok := r.changes(fix); ok {
			out.Fixes = append(out.Fixes, sarif.Fix{Description: sarif.Message{Text: fix.Message}, ArtifactChanges: changes})
		}
	}
	return out
}

// changes are the edits of a fix, by file; false if a file is not what it was.
func (r Report) changes(fix finding.Fix) (out []sarif.ArtifactChange, ok bool) {
	index := map[string]int{}
	for _, e := range fix.Edits {
		line, col, ok1 := r.Files.Position(e.File, e.Start)
		endLine, endCol, ok2 := r.Files.Position(e.File, e.End)
		if !ok1 || !ok2 {
			return nil, false
		}
		i, there := index[e.File]
		if !there {
			i = len(out)
			index[e.File] = i
			out = append(out, sarif.ArtifactChange{ArtifactLocation: r.artifact(e.File)})
		}
		out[i].Replacements = append(out[i].Replacements, sarif.Replacement{
			DeletedRegion:   r.region(finding.Place{File: e.File, Line: line, Col: col, EndLine: endLine, EndCol: endCol}),
			InsertedContent: sarif.ArtifactContent{Text: e.New},
		})
	}
	return out, len(out) > 0
}

func (r Report) location(p finding.Place) sarif.PhysicalLocation {
	return sarif.PhysicalLocation{ArtifactLocation: r.artifact(p.File), Region: r.region(p)}
}

// region is a place whose columns count characters, as SARIF wants it, instead
// of bytes.
func (r Report) region(p finding.Place) sarif.Region {
	return sarif.Region{
		StartLine:   max(1, p.Line),
		StartColumn: 1 + r.Files.Characters(p.File, p.Line, p.Col),
		EndLine:     max(1, p.EndLine),
		EndColumn:   1 + r.Files.Characters(p.File, p.EndLine, p.EndCol),
	}
}

func (r Report) artifact(file string) sarif.ArtifactLocation {
	if path, ok := within(r.Root, file); ok {
		return sarif.ArtifactLocation{URI: (&url.URL{Path: path}).String(), URIBaseID: sarifBase}
	}
	return sarif.ArtifactLocation{URI: fileURI(file)}
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/...
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
