package retrytest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retrytest"
)

// fetch is the code under test.
func fetch(ctx context.Context, observer retry.Observer, get func(context.Context) error) error {
	return retry.Do(ctx, retry.Policy{Jitter: retry.NoJitter, Observer: observer}, get)
}

func Example() {
	TestFetch := func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var log retrytest.Log
			busy := errors.New("busy")
			var script *retrytest.Script = retrytest.Fail(busy, busy)
			if err := fetch(retrytest.Context(t, 1), &log, script.Next); err != nil {
				t.Error(err)
			}
			script.WantCalls(t, 3)
			script.WantTimes(t, 0, 100*time.Millisecond, 300*time.Millisecond)
			log.WantWaits(t, 100*time.Millisecond, 200*time.Millisecond)

			down := retrytest.FailAlways(busy)
			log = retrytest.Log{}
			fetch(retrytest.Context(t, 1), &log, down.Next)
			log.WantAttempts(t, 3)
			log.WantGaveUp(t, retry.ErrAttempts)
		})
	}
	_ = TestFetch
}

// TestFetch is the example, run.
func TestFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log retrytest.Log
		busy := errors.New("busy")
		script := retrytest.Fail(busy, busy)
		if err := fetch(retrytest.Context(t, 1), &log, script.Next); err != nil {
			t.Error(err)
		}
		script.WantTimes(t, 0, 100*time.Millisecond, 300*time.Millisecond)
		log.WantWaits(t, 100*time.Millisecond, 200*time.Millisecond)
	})
}
