package value

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkLoops asks all questions about each loop of one function; the time for
// twice the loops should be about twice as long.
func BenchmarkLoops(b *testing.B) {
	for _, n := range []int{250, 500, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := manyLoops(n)
			var spent time.Duration
			for b.Loop() {
				s := load(b, src)
				from := processor()
				for _, a := range s.asks {
					s.v.Recurrence(a.e, a.r)
					s.v.AtRound(a.e, a.r, 10)
					s.v.Bound(a.e)
					s.v.Constant(a.e)
					s.v.Moves(a.e, a.r, nil)
				}
				spent += processor() - from
			}
			b.ReportMetric(float64(spent.Microseconds())/float64(b.N)/float64(n), "cpu-µs/loop")
		})
	}
}

// processor is the time that the process has used of all processors, which is not
// disturbed by what else the machine does.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func manyLoops(n int) string {
	var s strings.Builder
	s.WriteString(`
		type T struct { d, max int; err error }
		func op(*T) error
		func ready() bool
		func (t *T) track(err error) { t.err = err }
		func f(t *T) error {
			total := 0
			run := func() { total++ }
`)
	for i := range n {
		fmt.Fprintf(&s, `
			t.d = %d
			for i := 0; i < 5; i++ {
				err := op(t)
				if err == nil { break }
				if ready() { return err }
				t.track(err)
				t.d *= 2
				if t.d > t.max { t.d = t.max }
				run()
				_ = t.d + i
				_ = t.err != nil
				_ = total
			}
`, i)
	}
	s.WriteString("return nil }")
	return s.String()
}
