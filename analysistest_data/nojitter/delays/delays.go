// Package delays computes delays for others.
package delays

import (
	"math"
	"math/rand/v2"
	"time"
)

// Doubled is base doubled for each attempt, limit at most.
func Doubled(base, limit time.Duration, attempt int) time.Duration {
	return min(limit, times(base, math.Pow(2, float64(attempt))))
}

func times(d time.Duration, factor float64) time.Duration { return time.Duration(float64(d) * factor) }

// Spread is between 0 and Doubled.
func Spread(base, limit time.Duration, attempt int) time.Duration {
	return rand.N(Doubled(base, limit, attempt) + 1)
}

// Source gives numbers that are not known.
type Source interface{ Int63n(n int64) int64 }

// Drawn is what src makes of Doubled.
func Drawn(src Source, base, limit time.Duration, attempt int) time.Duration {
	return time.Duration(src.Int63n(int64(Doubled(base, limit, attempt))))
}

// Clocked depends on the time of day.
func Clocked(base time.Duration) time.Duration {
	return base + time.Duration(time.Now().UnixNano()%int64(base))
}

// Decorrelated is a back-off whose delays are drawn.
type Decorrelated struct{ Base, Limit, last time.Duration }

// Next is the next delay.
func (d *Decorrelated) Next() time.Duration {
	d.last = d.Base + rand.N(max(min(3*d.last, d.Limit)-d.Base, 1))
	return d.last
}
