package herd

import (
	"time"

	"github.com/retryvet/retryvet/runtime/internal/bucket"
)

// Amplified is one row of the table of amplifications: an outage at steady
// traffic, in which every attempt is refused at once.
type Amplified struct {
	Processes int
	Rate      float64       // calls a second of each process
	Outage    time.Duration // after a minute of health
	Without   float64       // attempts for each call in the outage, without a budget
	With      float64       // with one
	Bound     float64       // what the formula of retry.Budget allows
}

// Rows are processes and rates of the table.
var Rows = []struct {
	Processes int
	Rate      float64
}{
	{1000, 0.1}, {10, 1}, {100, 1}, {1000, 1}, {10, 10}, {100, 10}, {1, 100},
}

// Amplify measures a row with the given budget for each process.
func Amplify(seed uint64, processes int, rate float64, outage time.Duration, p bucket.Params) Amplified {
	c := Outage()
	c.Seed, c.Processes, c.Rate = seed, processes, rate
	c.Down, c.Up = time.Minute, time.Minute+outage
	c.End, c.Horizon = c.Up, c.Up
	c.Capacity, c.Refuses = 1e6, true
	row := Amplified{Processes: processes, Rate: rate, Outage: outage, Bound: Bound(p, rate, outage)}
	row.Without = Run(c).OutageAmplification()
	c.Budget = &p
	row.With = Run(c).OutageAmplification()
	return row
}

// Bound is the formula of retry.Budget: at most so many attempts for each call
// in an outage, at so many calls a second of a process before and in it.
func Bound(p bucket.Params, rate float64, outage time.Duration) float64 {
	T := outage.Seconds()
	return 1 + p.Ratio*(1+bucket.Window.Seconds()/T) + p.PerSecond/rate + p.Burst/(rate*T)
}
