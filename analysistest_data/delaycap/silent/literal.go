package silent

import (
	"iter"
	"math/rand/v2"
	"time"
)

// The maximum holds what a share is taken from, whatever the share is; and the counter
// of a loop with a limit does not overflow.
func Rounds(most int, base, cap time.Duration, share float64) iter.Seq[int] {
	backoff := func(attempt int) time.Duration {
		share = max(share, 0)
		sleep := base * time.Duration(1<<uint(attempt))
		if sleep > cap {
			sleep = cap
		}
		if share > 0 {
			sleep -= time.Duration(rand.Float64() * float64(sleep) * share)
		}
		return sleep
	}
	return func(yield func(int) bool) {
		for i := range most {
			if !yield(i) {
				return
			}
			time.Sleep(backoff(i))
		}
	}
}

// The exponent is held, and a share of the delay is added to it.
func Forever(base, cap time.Duration, share float64) iter.Seq[int] {
	backoff := func(attempt int) time.Duration {
		sleep := base * time.Duration(1<<uint(min(attempt, 30)))
		sleep = min(sleep, cap)
		return sleep + time.Duration(rand.Float64()*float64(sleep)*share)
	}
	return func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
			time.Sleep(backoff(i))
		}
	}
}

// The sum of the pauses ends the rounds, by a break.
func summed(pending func() int) {
	pause := time.Millisecond
	var waited time.Duration
	for waiting := pending(); waiting < 1024; {
		time.Sleep(pause)
		n := pending()
		if waited = waited + pause; waited > 8*time.Millisecond || n <= waiting {
			break
		}
		waiting = n
		pause *= 2
	}
}
