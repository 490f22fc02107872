package delay

import (
	"go/token"
	"math"
	"slices"
	"time"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
)

// Worst is what a site makes of an operation that keeps failing, as far as it is known.
type Worst struct {
	// Attempts is how often the operation is attempted, with what retries inside; 0
	// where that is not known.
	Attempts int64
	// Own is how long the site itself waits between its attempts, and All that with
	// what the retries inside wait, each of them the longest that it may be; negative
	// where that is not known.
	Own, All time.Duration
}

// unknown is a time that is not known.
const unknown = time.Duration(-1)

// WorstOf is the worst case of a site.
func WorstOf(s *site.Site) Worst { return worstOf(s, nil) }

// worstOf is the worst case of a site that is inside those that were asked about
// before: functions that retry may lead to each other.
func worstOf(s *site.Site, through []*site.Site) Worst {
	m := s.Unit.M
	w := Worst{Own: unknown, All: unknown}
	n := site.MostAttempts(m, s)
	if n < 1 {
		return w
	}
	if wait, ok := Waits(s, n); ok {
		w.Own = long(wait)
	}
	if s.Inner == nil {
		w.Attempts, w.All = n, w.Own
		return w
	}
	if float64(n)*float64(s.Inner.Attempts) >= math.MaxInt64 {
		return w
	}
	w.Attempts = n * s.Inner.Attempts
	// Of a retry in another package its fact has the attempts, and no delays.
	at := sitesAt(m)[s.Inner.Pos]
	through = append(slices.Clip(through), s)
	if w.Own < 0 || at == nil || slices.Contains(through, at) {
		return w
	}
	if inner := worstOf(at, through); inner.All >= 0 && inner.Attempts == s.Inner.Attempts {
		w.All = long(float64(w.Own) + float64(n)*float64(inner.All))
	}
	return w
}

// long is a time of nanoseconds, unknown if no Duration holds as many.
func long(ns float64) time.Duration {
	if ns >= math.MaxInt64 {
		return unknown
	}
	return time.Duration(ns)
}

// places are the sites of a package by where they stand.
type places struct{ of map[token.Pos]*site.Site }

func sitesAt(m *flow.Package) map[token.Pos]*site.Site {
	known := flow.Notes[places](m)
	if known.of == nil {
		known.of = map[token.Pos]*site.Site{}
		for _, s := range site.ModelOf(m).Sites {
			if known.of[s.Pos()] == nil {
				known.of[s.Pos()] = s
			}
		}
	}
	return known.of
}

// Begun is how many attempts a site has begun when a time is over, if each of its waits
// is as long as it may be and nothing else takes time; 0 where the waits do not grow, or
// it is not known how.
func Begun(s *site.Site, end time.Duration) (attempts int64) {
	if s.Delay.Shape != knowledge.Linear && s.Delay.Shape != knowledge.Exponential {
		return 0
	}
	list, grows := Rounds(s)
	if len(list) < 2 || list[0] >= list[len(list)-1] || !slices.IsSorted(list) {
		return 0
	}
	sum := 0.0
	for i, wait := range list {
		if sum += wait; sum >= float64(end) {
			return int64(i) + 1
		}
	}
	if last := list[len(list)-1]; !grows {
		return int64(len(list)) + int64((float64(end)-sum)/last) + 1
	}
	return 0
}
