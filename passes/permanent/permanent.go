package permanent

import (
	_ "embed"
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/exchange"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/pace"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "permanent"

// Analyzer reports errors that cannot heal and are retried all the same.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, exchange.Analyzer, pace.Analyzer, delay.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	exchanges := pass.ResultOf[exchange.Analyzer].(*exchange.Result)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	paces := pass.ResultOf[pace.Analyzer].(*pace.Result)
	for _, s := range r.Sites() {
		switch got := exchanges.Of(s).Refused; {
		case got == nil:
		case 0 < delays.Of(s).Total && delays.Of(s).Total < float64(cheap):
			r.Silent(s, "asking again costs less than a second in all")
		case s.Wait == nil && s.Bound&knowledge.Attempts != 0:
			r.Silent(s, "it is asked again at once, a limited number of times")
		default:
			r.Report(s.Head(), refused(got), related(got)...)
		}
		if got := paces.Of(s).Misjudged; got != nil {
			r.Report(got.Question, misjudged(got), report.At(got.Attempt.Call, "attempted here"))
		}
		if a := paces.Of(s).Spins; a != nil {
			r.Report(s.Head(), fmt.Sprintf("once %s has ended %s fails at once and is tried again without a wait%s: nothing in the loop asks whether it ended",
				phrase.Source(a.Ctx), phrase.Source(a.Call.Fun), upTo(s)), report.At(a.Call, "attempted here"))
		}
	}
	return r.Done(), nil
}

// cheap is how long attempts in vain may take before they cost anybody anything.
const cheap = time.Second

func refused(got *exchange.Refused) string {
	call := phrase.Source(got.Attempt.Call.Fun)
	switch {
	case got.Inside != nil:
		return fmt.Sprintf("%s looks at the status but its error does not tell it: answers such as 401, which cannot heal, are tried again like all others", call)
	case got.Inverted:
		return fmt.Sprintf("%s is tried again when the server answers %s, which cannot heal, while 429, which may, ends the loop", call, list(got.Status))
	}
	return fmt.Sprintf("%s is tried again when the server answers %s: the same request gets the same answer each time", call, list(got.Status))
}

func related(got *exchange.Refused) []analysis.RelatedInformation {
	out := []analysis.RelatedInformation{report.At(got.Attempt.Call, "attempted here")}
	if got.Inside != nil {
		out = append(out, report.At(got.Inside, "the status is looked at here"))
	}
	return out
}

// list words a choice of statuses: 400, 401 or 403.
func list(status []int64) string {
	text := ""
	for i, n := range status {
		switch {
		case i == 0:
		case i == len(status)-1:
			text += " or "
		default:
			text += ", "
		}
		text += fmt.Sprint(n)
	}
	return text
}

func misjudged(got *pace.Misjudged) string {
	question := phrase.Source(got.Question)
	if got.EndOnly {
		return fmt.Sprintf("%s is tried again when %s was cancelled, after which it fails at once each time, while all errors that may heal end the loop", phrase.Source(got.Attempt.Call.Fun), phrase.Source(got.Attempt.Ctx))
	}
	if got.Inverted {
		return fmt.Sprintf("%s ends the loop: errors that may heal are given up, and the others are tried again", question)
	}
	return fmt.Sprintf("%s decides about the wait only: any other error is tried again too, and at once", question)
}

// upTo says how often something is tried.
func upTo(s *site.Site) string {
	if s.Max > 0 {
		return fmt.Sprintf(", until its %d attempts are used up", s.Max)
	}
	return ""
}
