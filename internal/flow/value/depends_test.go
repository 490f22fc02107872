package value

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

func TestDepends(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"an error": {`
			func op() error
			func f() { for { err := op(); if err == nil { return }; _ = err != nil } }`, []string{"op"}},
		"what is outside does not": {`
			func op() error
			func f() { err := op(); for { _ = err == nil } }`, []string{""}},
		"a counter of failures": {`
			func op(i int) error
			func f() { for { failed := 0; for i := range 3 { if err := op(i); err != nil { failed++ } }; _ = failed == 0 } }`, []string{"op"}},
		"a counter, and what it does not depend on": {`
			func op() error
			func log()
			func f() { for { failed := 0; if op() != nil { failed++ }; log(); _ = failed == 0 } }`, []string{"op"}},
		"a flag in an inner loop": {`
			func op(i int) error
			func f() { for { broken := false; for i := range 3 { if err := op(i); err != nil { broken = true } }; if !broken { return }; _ = broken } }`, []string{"op"}},
		"a list of errors": {`
			func op(i int) error
			func f() { for { var errs []error; for i := range 3 { if err := op(i); err != nil { errs = append(errs, err) } }; _ = len(errs) > 0; _ = errors.Join(errs...) == nil } }`,
			[]string{"op", "errors.Join op+"}},
		"the elements of a list and of a map": {`
			func op(i int) error
			func f() { for { list := make([]error, 3); m := map[int]error{}; for i := range list { list[i] = op(i); m[i] = op(i) }; _ = list[0] != nil; _ = m[1] != nil } }`,
			[]string{"op", "op"}},
		"a field of a struct of results": {`
			type result struct { err error; n int }
			func op() error
			func count() int
			func f() { for { var r result; r.err = op(); r.n = count(); _ = r.err != nil; _ = r.n } }`, []string{"op", "count"}},
		"a field of the receiver": {`
			type T struct { err error; failed int }
			func op() error
			func (t *T) track(ok bool) { if !ok { t.failed++ } }
			func (t *T) f() { for { t.failed = 0; t.err = op(); t.track(t.err == nil); _ = t.err; _ = t.failed == 0 } }`,
			[]string{"op", "op+ t.track"}},
		"an out parameter": {`
			type info struct { code int }
			type client interface { rpc(*info) }
			func log(string)
			func f(c client) { for { var i info; c.rpc(&i); log("x"); _ = i.code == 0 } }`, []string{"c.rpc"}},
		"a literal that is called": {`
			func op() error
			func f() { for { err := func() error { return op() }(); _ = err == nil } }`, []string{"? op"}},
		"a literal that is made outside": {`
			func op() error
			func f() { var err error; try := func() { err = op() }; for { try(); _ = err == nil } }`, []string{"op try"}},
		"a literal that something runs": {`
			func op() error
			func f(run func(func())) { for { var err error; run(func() { if e := op(); e != nil { err = e } }); _ = err == nil } }`, []string{"op run"}},
		"joined goroutines": {`
			func op() error
			func f() { for { var wg sync.WaitGroup; var failed atomic.Bool; errs := make([]error, 3)
				for i := range 3 { wg.Go(func() { if err := op(); err != nil { failed.Store(true); errs[i] = err } }) }
				wg.Wait(); _ = failed.Load(); _ = errs[0] != nil } }`, []string{"failed.Load failed.Store op wg.Go", "op wg.Go"}},
		"a channel": {`
			func op() error
			func f() { for { ch := make(chan error, 3); for range 3 { go func() { ch <- op() }() }; var last error; for range 3 { if err := <-ch; err != nil { last = err } }; _ = last != nil } }`, []string{"op"}},
		"what an attempt is given": {`
			func op(n int) error
			func id() int
			func f() { for { err := op(id()); _ = err == nil } }`, []string{"id+ op"}},
		"a predicate of the error": {`
			func op() error
			func temporary(error) bool
			func f() { for { err := op(); _ = temporary(err) } }`, []string{"op+ temporary"}},
		"a select": {`
			func op() error
			func f(stop chan struct{}) { for { err := op(); select { case <-stop: return; default: }; _ = err == nil } }`, []string{"op"}},
		"the round before": {`
			func op() error
			func f() { var last error; for { _ = last != nil; last = op() } }`, []string{"op"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				var out []string
				deps, all := s.v.Depends(a.e, a.r)
				if !all {
					t.Error("not all are known")
				}
				for _, d := range deps {
					name := types.ExprString(d.Call.Fun)
					if strings.HasPrefix(name, "func(") || strings.HasPrefix(name, "(func") {
						name = "?"
					}
					if !d.Direct {
						name += "+"
					}
					out = append(out, name)
				}
				slices.Sort(out)
				return strings.Join(out, " ")
			})
		})
	}
}

// TestTooMuch asks about a value that more than any question looks at decides.
func TestTooMuch(t *testing.T) {
	var src strings.Builder
	src.WriteString("func op(int) int\nfunc f() { n := 0; for {\n")
	for range maxSteps {
		src.WriteString("n += op(n)\n")
	}
	src.WriteString("_ = n } }")
	s := load(t, src.String())
	if _, all := s.v.Depends(s.asks[0].e, s.asks[0].r); all {
		t.Error("Depends does not say that there may be others")
	}
	if got := s.v.Recurrence(s.asks[0].e, s.asks[0].r).Growth; got != Opaque {
		t.Errorf("Recurrence says %d of what it has not followed", got)
	}
	if got := s.v.AtRound(s.asks[0].e, s.asks[0].r, 3); got.Limited {
		t.Error("AtRound knows a limit of what it has not followed")
	}
	if !s.v.Computed(s.asks[0].e).Unknown {
		t.Error("Computed does not say that there may be others")
	}
}
