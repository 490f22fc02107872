package delay

import (
	"slices"
	"time"

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
func WorstOf(s *site.Site) Worst {
	m := s.Unit.M
	w := Worst{Own: unknown, All: unknown}
	n := site.MostAttempts(m, s)
	if n < 1 {
		return w
	}
	if wait, ok := Waits(s, n); ok {
		w.Own = time.Duration(wait)
	}
	if s.Inner == nil {
		w.Attempts, w.All = n, w.Own
		return w
	}
	w.Attempts = n * s.Inner.Attempts
	// Of a retry in another package its fact has the attempts, and no delays.
	sites := site.ModelOf(m).Sites
	at := slices.IndexFunc(sites, func(x *site.Site) bool { return x.Pos() == s.Inner.Pos })
	if w.Own < 0 || at < 0 || sites[at] == s {
		return w
	}
	if inner := WorstOf(sites[at]); inner.All >= 0 && inner.Attempts == s.Inner.Attempts {
		w.All = w.Own + time.Duration(n)*inner.All
	}
	return w
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
