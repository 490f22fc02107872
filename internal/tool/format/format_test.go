package format

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/fingerprint"
	"github.com/retryvet/retryvet/internal/tool/source"
	"github.com/retryvet/retryvet/passes"
)

const code = "package p\n\nfunc f() {\n\tä(); sleep()\n\tfor {\n\t}\n}\n"

// sample is a report with all that a report can have.
func sample(t *testing.T) Report {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "sub dir")
	name := filepath.Join(dir, "p.go")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(code), 0o666); err != nil {
		t.Fatal(err)
	}
	offset := strings.Index(code, "sleep")
	r := Report{
		Findings: []finding.Finding{
			{
				Check: "ctxsleep", Message: "100%: <a>, \"b\"", Package: "m", Place: finding.Place{File: name, Line: 4, Col: 8, EndLine: 4, EndCol: 15},
				Related: []finding.Related{
					{Place: finding.Place{File: name, Line: 5, Col: 2, EndLine: 5, EndCol: 5}, Message: "the loop"},
					{Place: finding.Place{File: name, Line: 4, Col: 2, EndLine: 4, EndCol: 2}, Message: "on its line"},
				},
				Fixes: []finding.Fix{{Message: "wait well", Edits: []finding.Edit{
					{File: name, Start: offset, End: offset + len("sleep"), New: "wait"},
					{File: name, Start: 0, End: 0, New: "// x\n"},
				}}, {Message: "of another file", Edits: []finding.Edit{{File: name + ".gone", Start: 1, End: 2}}}},
			},
			{Check: "uncapped", Message: report.Marker + " uncapped suppresses nothing here", Package: "m", Place: finding.Place{File: name, Line: 5, Col: 2, EndLine: 6, EndCol: 3}},
			{Check: "uncapped", Message: "elsewhere", Package: "m", Place: finding.Place{File: "/elsewhere/q.go"}},
		},
		Checks: passes.All(), Files: &source.Files{}, Version: "v1.2.3", Here: dir, Root: root,
	}
	fingerprint.Assign(r.Findings, r.Files)
	return r
}

func write(t *testing.T, format string, r Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	r := sample(t)
	r.Findings = r.Findings[:2]
	r.Colour = true
	want := "\x1b[1mp.go:4:8:\x1b[0m \x1b[1;33mctxsleep:\x1b[0m 100%: <a>, \"b\"\n\tä(); sleep()\n\t\x1b[1;32m     ^\x1b[0m\n" +
		"\t\x1b[2mp.go:5:2: the loop\x1b[0m\n\tremedy: "
	got := write(t, "text", r)
	if !strings.HasPrefix(got, want) {
		t.Errorf("have %q, want %q", got, want)
	}
	if strings.Count(got, "remedy:") != 1 {
		t.Errorf("the check's remedy is none for a useless suppression:\n%s", got)
	}
	r.Colour = false
	if got := write(t, "text", r); strings.Contains(got, "\x1b") {
		t.Errorf("colours in %q", got)
	}
}

func TestJSON(t *testing.T) {
	r := sample(t)
	r.Failure = "it broke"
	var got jsonReport
	dec := json.NewDecoder(strings.NewReader(write(t, "json", r)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if len(got.Findings) != 3 || got.Failure != "it broke" {
		t.Fatalf("have %+v", got)
	}
	f := got.Findings[0]
	if f.jsonPlace != (jsonPlace{"p.go", 4, 8, 4, 15}) || f.Check != "ctxsleep" || f.Severity != passes.Warning || f.Remedy == "" || f.URL == "" || f.Fingerprint == "" ||
		len(f.Related) != 2 || len(f.Fixes) != 2 || f.Fixes[0].Edits[1] != (jsonEdit{"p.go", 0, 0, "// x\n"}) {
		t.Errorf("have %+v", f)
	}
	if got := write(t, "json", Report{}); got != "{\n\t\"findings\": []\n}\n" {
		t.Errorf("of nothing: %s", got)
	}
}

func TestGitHub(t *testing.T) {
	lines := strings.Split(write(t, "github", sample(t)), "\n")
	for i, want := range []string{
		`::warning file=sub dir/p.go,line=4,col=8,title=retryvet%3A ctxsleep::100%25: <a>, "b"%0Athe loop: sub dir/p.go:5%0Aremedy: `,
		`::error file=sub dir/p.go,line=5,col=2,title=retryvet%3A uncapped::` + report.Marker,
		`::error file=/elsewhere/q.go,line=1,col=1,title=`,
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("have %s, want %s", lines[i], want)
		}
	}
	if len(lines) != 4 || lines[3] != "" {
		t.Errorf("lines %q, want three", lines)
	}
}

func TestCheckstyle(t *testing.T) {
	var got checkstyleReport
	if err := xml.Unmarshal([]byte(write(t, "checkstyle", sample(t))), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Files) != 2 || got.Files[0].Name != "p.go" || len(got.Files[0].Errors) != 2 || got.Files[1].Name != "/elsewhere/q.go" {
		t.Fatalf("have %+v", got)
	}
	if e := got.Files[0].Errors[0]; e.Line != 4 || e.Column != 8 || e.Source != "retryvet.ctxsleep" || !strings.HasPrefix(e.Message, `100%: <a>, "b" (remedy: `) {
		t.Errorf("have %+v", e)
	}
}

// schema is that which OASIS publishes.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSARIF(t *testing.T) {
	s := schema(t)
	failing := sample(t)
	failing.Failure = "it broke"
	for name, r := range map[string]Report{
		"full": sample(t), "failing": failing,
		"empty":       {Checks: passes.All(), Files: &source.Files{}},
		"no root":     {Checks: passes.All(), Files: &source.Files{}, Findings: sample(t).Findings},
		"few checks":  {Checks: passes.All()[:1], Files: &source.Files{}},
		"no position": {Files: &source.Files{}, Findings: []finding.Finding{{Check: "x", Message: "y", Place: finding.Place{File: "-"}}}},
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, "sarif", r)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(write(t, "sarif", sample(t)), `"kind": "fail"`, `"kind": "failed"`, 1)))
	if err != nil || s.Validate(bad) == nil {
		t.Errorf("%v, and the schema accepts everything", err)
	}
}

func TestSARIFContent(t *testing.T) {
	r := sample(t)
	var log sarifLog
	if err := json.Unmarshal([]byte(write(t, "sarif", r)), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Tool.Driver.Rules) != len(passes.All()) || run.Tool.Driver.Version != "v1.2.3" || !run.Invocations[0].ExecutionSuccessful {
		t.Errorf("have %+v", run)
	}
	for _, rule := range run.Tool.Driver.Rules {
		if rule.Help.Text == "" || rule.Help.Markdown == "" || rule.HelpURI == "" || rule.ShortDescription.Text == "" {
			t.Errorf("have %+v", rule)
		}
	}
	one := run.Results[0]
	if rule := run.Tool.Driver.Rules[one.RuleIndex]; rule.ID != one.RuleID {
		t.Errorf("the rule's index is that of %s, want %s", rule.ID, one.RuleID)
	}
	if one.PartialFingerprints[fingerprint.Name] != r.Findings[0].Fingerprint {
		t.Errorf("fingerprints %v", one.PartialFingerprints)
	}
	at := one.Locations[0].PhysicalLocation
	if at.ArtifactLocation.URI != "sub%20dir/p.go" || at.ArtifactLocation.URIBaseID != sarifBase {
		t.Errorf("have %+v", at.ArtifactLocation)
	}
	// The ä has two bytes and is one character.
	if at.Region.StartLine != 4 || at.Region.StartColumn != 7 || at.Region.EndColumn != 14 {
		t.Errorf("have %+v", at.Region)
	}
	if len(one.Fixes) != 1 || len(one.Fixes[0].ArtifactChanges) != 1 || len(one.Fixes[0].ArtifactChanges[0].Replacements) != 2 {
		t.Fatalf("fixes %+v", one.Fixes)
	}
	if got := one.Fixes[0].ArtifactChanges[0].Replacements[0].DeletedRegion; got.StartLine != 4 || got.StartColumn != 7 || got.EndColumn != 12 {
		t.Errorf("have %+v", got)
	}
	if len(one.RelatedLocations) != 2 || one.RelatedLocations[0].Message.Text != "the loop" {
		t.Errorf("related %+v", one.RelatedLocations)
	}
	if got := run.Results[2].Locations[0].PhysicalLocation.ArtifactLocation; got.URI != "file:///elsewhere/q.go" || got.URIBaseID != "" {
		t.Errorf("have %+v", got)
	}
}

func TestGitLab(t *testing.T) {
	r := sample(t)
	var got []gitlabFinding
	dec := json.NewDecoder(strings.NewReader(write(t, "gitlab", r)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&got); err != nil || len(got) != 3 {
		t.Fatalf("%v, %+v", err, got)
	}
	want := gitlabFinding{got[0].Description, "ctxsleep", r.Findings[0].Fingerprint, "minor", gitlabLocation{"sub dir/p.go", gitlabLines{4}}}
	if got[0] != want || !strings.HasPrefix(want.Description, `ctxsleep: 100%: <a>, "b" (remedy: `) || got[1].Severity != "major" {
		t.Errorf("have %+v", got)
	}
	if got := write(t, "gitlab", Report{}); got != "[]\n" {
		t.Errorf("of nothing: %s", got)
	}
}

func TestJUnit(t *testing.T) {
	r := sample(t)
	r.Failure = "it broke\nhere"
	var got junitReport
	if err := xml.Unmarshal([]byte(write(t, "junit", r)), &got); err != nil {
		t.Fatal(err)
	}
	// A test for each check, of which one has a second finding, and one for the packages.
	if n := len(passes.All()) + 2; got.Tests != n || got.Failures != 3 || got.Errors != 1 || len(got.Suites) != 1 || len(got.Suites[0].Cases) != n {
		t.Fatalf("have %+v", got)
	}
	for _, c := range got.Suites[0].Cases {
		switch {
		case c.Class == "retryvet.ctxsleep":
			if c.Failure == nil || c.Name != "p.go:4:8" || c.Failure.Type != "warning" || !strings.Contains(c.Failure.Text, "remedy: ") {
				t.Errorf("have %+v", c)
			}
		case c.Name == "packages":
			if c.Error == nil || c.Error.Message != "it broke" || c.Error.Text != r.Failure {
				t.Errorf("have %+v", c)
			}
		case c.Class != "retryvet.uncapped" && (c.Failure != nil || c.Error != nil):
			t.Errorf("%+v fails", c)
		}
	}
}

// TestSeverity finds one severity in all formats, also one that somebody has set.
func TestSeverity(t *testing.T) {
	words := map[string][3]string{ // of error, warning, info
		"json":       {`"severity": "error"`, `"severity": "warning"`, `"severity": "info"`},
		"sarif":      {`"level": "error"`, `"level": "warning"`, `"level": "note"`},
		"github":     {"::error ", "::warning ", "::notice "},
		"checkstyle": {`severity="error"`, `severity="warning"`, `severity="info"`},
		"gitlab":     {`"severity": "major"`, `"severity": "minor"`, `"severity": "info"`},
		"junit":      {`type="error"`, `type="warning"`, `type="info"`},
		"text":       {red + "ctxsleep", yellow + "ctxsleep", cyan + "ctxsleep"},
	}
	for _, format := range Names() {
		for i, severity := range passes.Severities {
			r := sample(t)
			r.Findings, r.Colour = r.Findings[:1], true
			r.Severity = func(string) passes.Severity { return severity }
			got := write(t, format, r)
			for j, word := range words[format] {
				if strings.Contains(got, word) != (i == j) {
					t.Errorf("%s of severity %s: %q is there: %v", format, severity, word, i != j)
				}
			}
		}
	}
}

func TestSummary(t *testing.T) {
	r := sample(t)
	if got, want := Summary(r), "findings: 3 (error: 2, warning: 1), in files: 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Findings = nil
	if got := Summary(r); got != "nothing found" {
		t.Errorf("%q of nothing", got)
	}
}

func TestNames(t *testing.T) {
	if want := []string{"checkstyle", "github", "gitlab", "json", "junit", "sarif", "text"}; !slices.Equal(Names(), want) {
		t.Errorf("have %v", Names())
	}
}
