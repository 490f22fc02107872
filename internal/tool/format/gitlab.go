package format

import (
	"io"

	"github.com/retryvet/retryvet/passes"
)

// The report of GitLab's code quality, see
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
type (
	gitlabFinding struct {
		Description string         `json:"description"`
		Check       string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"` // from the root of the repository
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
	}
)

// gitlabSeverities are the severities in the words of GitLab.
var gitlabSeverities = map[passes.Severity]string{passes.Error: "major", passes.Warning: "minor", passes.Info: "info"}

func gitlab(out io.Writer, r Report) error {
	list := []gitlabFinding{}
	for _, f := range r.Findings {
		path, _ := within(r.Root, f.File)
		list = append(list, gitlabFinding{
			Description: f.Check + ": " + r.sentence(f), Check: f.Check, Fingerprint: f.Fingerprint,
			Severity: gitlabSeverities[r.severity(f.Check)],
			Location: gitlabLocation{path, gitlabLines{max(1, f.Line)}},
		})
	}
	return indented(out, list)
}
