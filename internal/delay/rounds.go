package delay

import (
	"math"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// mostListed is how many waits are listed of a site whose number of attempts is not
// known. By then a delay that has a maximum has reached it.
const mostListed = 40

// Rounds lists how long a site waits at most after each attempt that another one
// follows, in nanoseconds, what is random in it at its largest. It is empty where the
// site does not wait, and nil where the time is not known. After the attempts beyond
// the last it waits as long as the last says, unless grows is set: then it is not known
// how long.
func Rounds(s *site.Site) (list []float64, grows bool) {
	switch {
	case s.Wait == nil || s.Delay.Shape == knowledge.NoDelay:
		return []float64{}, false
	case s.Kind == site.Helper:
		return roundsOf(s)
	}
	m, each := s.Unit.M, site.EachWait(s)
	if each == nil {
		return nil, false
	}
	if n, ok := world.ConstFloat(m, each); ok {
		return []float64{n}, false
	}
	if s.Region == nil {
		return nil, false
	}
	waits := site.MostAttempts(m, s) - 1
	if waits < 1 || waits > mostListed {
		waits = mostListed
	}
	for round := int64(1); round <= waits; round++ {
		n := inRound(m, s.Region, each, round)
		if n <= 0 {
			break
		}
		list = append(list, n)
	}
	return list, !level(list)
}

// level reports whether a list ends with two equal numbers: what grows has come to
// its maximum.
func level(list []float64) bool {
	n := len(list)
	return n > 1 && list[n-1] == list[n-2]
}

// roundsOf is Rounds for a call of a retrier whose policy is known by its first
// delay and its factor.
func roundsOf(s *site.Site) (list []float64, grows bool) {
	first, factor := s.Delay.First, s.Delay.Factor
	if each := site.EachWait(s); each != nil {
		first, _ = world.ConstFloat(s.Unit.M, each)
	}
	switch {
	case first == 0:
		return nil, false
	case s.Delay.Shape == knowledge.Constant || factor == 1:
		return []float64{first}, false
	case factor == 0 || s.Delay.Capped == knowledge.Yes:
		return nil, false
	}
	for round := range mostListed {
		list = append(list, first*math.Pow(factor, float64(round)))
	}
	return list, true
}

// Waits is how long a site waits at most between so many attempts, in nanoseconds; false
// if that is not known.
func Waits(s *site.Site, attempts int64) (sum float64, known bool) {
	list, grows := Rounds(s)
	n := int(attempts) - 1
	switch {
	case list == nil || n > len(list) && grows:
		return 0, false
	case n < 1 || len(list) == 0:
		return 0, true
	}
	for i := range min(n, len(list)) {
		sum += list[i]
	}
	return sum + float64(max(0, n-len(list)))*list[len(list)-1], true
}
