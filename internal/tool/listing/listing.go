// Package listing prints the sites of a package, for retryvet -sites.
package listing

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes"
)

// Analyzer reports every site as a diagnostic whose message is a Row in JSON.
// It is no check: it runs only when asked for.
var Analyzer = &analysis.Analyzer{
	Name:     "retrysitelist",
	Doc:      "list every retry site as a line of JSON (behind retryvet -sites)",
	Run:      run,
	Requires: append([]*analysis.Analyzer{site.Analyzer}, checks()...),
}

// checks are those that tell why they are silent.
func checks() []*analysis.Analyzer {
	return slices.DeleteFunc(passes.All(), func(a *analysis.Analyzer) bool { return a.ResultType != report.SilencesType })
}

// Row is one site.
type Row struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`
	End      int      `json:"end"`
	Func     string   `json:"func"`
	Kind     string   `json:"kind"`
	Op       string   `json:"op"`
	Remote   string   `json:"op_remote"`
	Bound    []string `json:"bound"`
	Attempts *int64   `json:"attempts"`
	Delay    string   `json:"delay"`
	Capped   string   `json:"delay_capped"`
	Jitter   string   `json:"jitter"`
	Wait     string   `json:"wait"`
	Reach    string   `json:"reach"`
	Safe     string   `json:"op_safe"`
	Inner    string   `json:"inner_retry"`
	// WorstAttempts is how often the operation is attempted while it fails, with what
	// retries inside, and WorstWait the seconds that the site itself waits in between;
	// null where that is not known. The map of retries has the same numbers.
	WorstAttempts *int64   `json:"worst_attempts"`
	WorstWait     *float64 `json:"worst_wait"`
	// Silent names, for checks that could speak of the site and do not, the clause
	// of their policy that forbids it.
	Silent map[string]string `json:"silent"`
}

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	for _, s := range model.Sites {
		if site.Skip(model.Package, s.File) {
			continue
		}
		line, err := json.Marshal(rowOf(pass, s))
		if err != nil {
			return nil, err
		}
		pass.Report(analysis.Diagnostic{Pos: s.Pos(), Message: string(line)})
	}
	return nil, nil
}

func rowOf(pass *analysis.Pass, s *site.Site) Row {
	at := pass.Fset.Position(s.Pos())
	file, err := filepath.Abs(at.Filename)
	if err != nil {
		file = at.Filename
	}
	r := Row{
		File: file, Line: at.Line, End: pass.Fset.Position(s.End()).Line,
		Func: s.FuncName, Kind: s.Kind.String(), Op: phrase.Attempt(s),
		Remote: placeText(site.PlaceOf(s)), Bound: s.Bound.Names(),
		Delay: s.Delay.Shape.String(), Capped: "na", Jitter: "na", Wait: waitText(s),
		Reach: "none", Safe: s.Safe.Verdict.String(),
		Silent: map[string]string{},
	}
	if s.Max > 0 {
		r.Attempts = &s.Max
	}
	if s.Delay.Shape == knowledge.Linear || s.Delay.Shape == knowledge.Exponential {
		r.Capped = s.Delay.Capped.String()
	}
	if s.Delay.Shape != knowledge.NoDelay {
		r.Jitter = s.Delay.Jitter.String()
	}
	switch {
	case s.Reach.Background:
	case s.Reach.Kind == knowledge.Ctx:
		r.Reach = "ctx"
	case s.Reach.Kind == knowledge.Stop:
		r.Reach = "stop"
	}
	if s.Inner != nil {
		r.Inner = s.Inner.Calls()
	}
	worst := delay.WorstOf(s)
	if worst.Own >= 0 {
		seconds := worst.Own.Seconds()
		r.WorstWait = &seconds
	}
	if worst.Attempts > 0 {
		r.WorstAttempts = &worst.Attempts
	}
	for _, check := range checks() {
		if why := pass.ResultOf[check].(report.Silences)[s]; why != "" {
			r.Silent[check.Name] = why
		}
	}
	return r
}

// placeText is the word for a place: one of the three of a label.
func placeText(p knowledge.Place) string {
	switch p {
	case knowledge.ProbablyRemote:
		p = knowledge.Remote
	case knowledge.OfParameter:
		p = knowledge.PlaceUnknown
	}
	return p.String()
}

// waitText is the word for how a site waits.
func waitText(s *site.Site) string {
	if s.Wait == nil {
		return "none"
	}
	word := s.Wait.Kind.String()
	switch s.Wait.Kind {
	case knowledge.Sleep:
		if s.Wait.Cancel != 0 {
			return "timer-cancellable"
		}
		return word
	case knowledge.After, knowledge.Timer, knowledge.Ticker:
		if s.Wait.Cancel != 0 {
			return word + "-cancellable"
		}
		return word + "-uncancellable"
	}
	return word
}
