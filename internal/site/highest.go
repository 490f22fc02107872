package site

import (
	"math"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Highest is the longest delay of a call of a retrier whose policy grows by a
// factor, in nanoseconds; 0 if it is not known.
func highestOf(p knowledge.Policy) float64 {
	if p.Attempts < 2 || p.First == 0 || p.Factor == 0 {
		return 0
	}
	return float64(p.First) * math.Pow(p.Factor, float64(p.Attempts-2))
}
