// Package bench compares package retry with a loop written by hand and with
// other libraries. It is a module of its own, so that these stay out of the
// runtime's dependencies.
//
//	go test -c -o bench.test
//	for i in $(seq 20); do ./bench.test -test.run '^$' -test.bench . -test.benchtime 40ms -test.cpu 1,2; done | go run ./table
//
// Runs of everything, one after the other, spread what else the machine does
// over all rows, which -count does not.
package bench

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	avast "github.com/avast/retry-go/v5"
	cenkalti "github.com/cenkalti/backoff/v7"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/budget"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/hashicorp/go-retryablehttp"
	sethvargo "github.com/sethvargo/go-retry"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

var errOp = errors.New("operation failed")

// instant is as good as nothing, but makes everyone wait with a timer.
const instant = time.Nanosecond

// operation fails the first `failures` times after it was reset.
type operation struct {
	calls, failures int
	do              func(context.Context) error
	get             func(context.Context) (int, error)
}

func newOperation(failures int) *operation {
	o := &operation{failures: failures}
	o.do, o.get = o.run, o.value
	return o
}

//go:noinline
func (o *operation) run(context.Context) error {
	if o.calls++; o.calls <= o.failures {
		return errOp
	}
	return nil
}

//go:noinline
func (o *operation) value(context.Context) (int, error) {
	if o.calls++; o.calls <= o.failures {
		return 0, errOp
	}
	return 1, nil
}

// retrier makes up to three attempts, with a constant delay.
type retrier struct {
	name string
	run  func(ctx context.Context, o *operation) error
}

func policy(delay time.Duration, b *retry.Budget) retry.Policy {
	return retry.Policy{BaseDelay: delay, MaxDelay: delay, Jitter: retry.NoJitter, Budget: b}
}

func own(delay time.Duration) []retrier {
	none, withBudget, p := policy(delay, retry.NoBudget), policy(delay, new(retry.Budget)), policy(delay, nil)
	large := policy(delay, &retry.Budget{Burst: 1e9}) // Attempts does not know of success, and gets nothing back
	return []retrier{
		{"loop by hand", func(ctx context.Context, o *operation) error { return byHand(ctx, delay, o.do) }},
		{"retry.Do", func(ctx context.Context, o *operation) error { return retry.Do(ctx, p, o.do) }},
		{"retry.Do, no budget", func(ctx context.Context, o *operation) error { return retry.Do(ctx, none, o.do) }},
		{"retry.Do, budget", func(ctx context.Context, o *operation) error { return retry.Do(ctx, withBudget, o.do) }},
		{"retry.DoValue", func(ctx context.Context, o *operation) error {
			_, err := retry.DoValue(ctx, p, o.get)
			return err
		}},
		{"retry.Attempts", func(ctx context.Context, o *operation) (err error) {
			for range retry.Attempts(ctx, large) {
				if err = o.do(ctx); err == nil {
					break
				}
			}
			return err
		}},
		{"retry.AttemptsErr", func(ctx context.Context, o *operation) (err error) {
			for range retry.AttemptsErr(ctx, p, &err) {
				if err = o.do(ctx); err == nil {
					break
				}
			}
			return err
		}},
	}
}

// byHand is a loop as careful people write it.
func byHand(ctx context.Context, wait time.Duration, op func(context.Context) error) error {
	for attempt := 1; ; attempt++ {
		err := op(ctx)
		if err == nil || attempt == 3 {
			return err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		wait = min(2*wait, time.Second)
	}
}

// others are set up as their documentation recommends: what can be reused is.
func others(delay time.Duration) []retrier {
	constant := cenkalti.WithBackOff(cenkalti.NewConstantBackOff(delay))
	tries := cenkalti.WithMaxTries(3)
	three, fixed, wait := avast.Attempts(3), avast.DelayType(avast.FixedDelay), avast.Delay(delay)
	avastReused := avast.New(three, fixed, wait)
	failsafePolicy := retrypolicy.NewBuilder[any]().WithMaxAttempts(3).WithDelay(delay)
	plain := failsafe.With(failsafePolicy.Build())
	budgeted := failsafe.With(failsafePolicy.WithBudget(budget.New()).Build())
	return []retrier{
		{"cenkalti/backoff v7", func(ctx context.Context, o *operation) error {
			_, err := cenkalti.Retry(ctx, func() (int, error) { return o.get(ctx) }, constant, tries)
			return err
		}},
		{"avast/retry-go v5", func(ctx context.Context, o *operation) error {
			return avast.New(avast.Context(ctx), three, fixed, wait).Do(func() error { return o.do(ctx) })
		}},
		{"avast/retry-go v5, reused, no ctx", func(ctx context.Context, o *operation) error {
			return avastReused.Do(func() error { return o.do(ctx) })
		}},
		{"sethvargo/go-retry", func(ctx context.Context, o *operation) error {
			backoff := sethvargo.WithMaxRetries(2, sethvargo.NewConstant(delay)) // counts: not reusable
			return sethvargo.Do(ctx, backoff, func(ctx context.Context) error {
				return sethvargo.RetryableError(o.do(ctx))
			})
		}},
		{"failsafe-go", func(ctx context.Context, o *operation) error {
			return plain.WithContext(ctx).Run(func() error { return o.do(ctx) })
		}},
		{"failsafe-go, budget", func(ctx context.Context, o *operation) error {
			return budgeted.WithContext(ctx).Run(func() error { return o.do(ctx) })
		}},
	}
}

// TestRetriersRetry keeps the comparison honest: all of them do the work.
func TestRetriersRetry(t *testing.T) {
	for _, r := range append(own(instant), others(instant)...) {
		for failures := range 3 {
			o := newOperation(failures)
			if err := r.run(t.Context(), o); err != nil || o.calls != failures+1 {
				t.Errorf("%s: %d calls for %d failures, %v", r.name, o.calls, failures, err)
			}
		}
	}
}

// BenchmarkFirstSuccess is an operation that succeeds at once.
func BenchmarkFirstSuccess(b *testing.B) {
	bare := retrier{"bare call", func(ctx context.Context, o *operation) error { return o.do(ctx) }}
	benchmark(b, 0, append(append([]retrier{bare}, own(instant)...), others(instant)...))
}

// BenchmarkOneFailure is an operation that succeeds after one failure and a
// wait of a nanosecond, which shows the overhead.
func BenchmarkOneFailure(b *testing.B) {
	benchmark(b, 1, append(own(instant), others(instant)...))
}

// BenchmarkOneFailure1ms is the same with a wait as short as they come in life.
func BenchmarkOneFailure1ms(b *testing.B) { benchmark(b, 1, own(time.Millisecond)) }

// settle is how long budgets count calls after their first; those that come then
// end it.
var settle = 10100 * time.Millisecond

func benchmark(b *testing.B, failures int, retriers []retrier) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if failures == 0 {
		// Budgets count calls in the first ten seconds, and after a failure.
		for range 2 {
			for _, r := range retriers {
				if err := r.run(ctx, newOperation(0)); err != nil {
					b.Fatal(err)
				}
			}
			time.Sleep(settle)
			settle = 0
		}
	}
	for _, r := range retriers {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			o := newOperation(failures)
			for b.Loop() {
				o.calls = 0
				if err := r.run(ctx, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBudget is the budget alone, shared by GOMAXPROCS goroutines: run it
// with -cpu 1,2,4. An atomic addition is what any shared counter costs at least.
func BenchmarkBudget(b *testing.B) {
	b.Run("deposit", func(b *testing.B) {
		var budget retry.Budget
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				budget.Deposit()
			}
		})
	})
	b.Run("a tenth retried", func(b *testing.B) {
		budget := retry.Budget{Burst: 1e9}
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				if budget.Deposit(); i%10 == 0 && budget.Withdraw() {
					budget.Refund()
				}
			}
		})
	})
	b.Run("exhausted", func(b *testing.B) {
		budget := retry.Budget{Burst: -1, PerSecond: -1}
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				budget.Withdraw()
			}
		})
	})
	b.Run("atomic addition, for scale", func(b *testing.B) {
		var n atomic.Int64
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				n.Add(1)
			}
		})
	})
}

// roundTripper answers without a network: 503 first, if failures say so.
type roundTripper struct{ operation }

func (r *roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	status := http.StatusOK
	if r.run(req.Context()) != nil {
		status = http.StatusServiceUnavailable
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("x")), Request: req}, nil
}

var httpClients = []struct {
	name string
	wrap func(base http.RoundTripper) http.RoundTripper
}{
	{"http.Client", func(base http.RoundTripper) http.RoundTripper { return base }},
	{"retryhttp", func(base http.RoundTripper) http.RoundTripper {
		return &retryhttp.Transport{Base: base, Policy: policy(instant, nil)}
	}},
	{"failsafehttp", func(base http.RoundTripper) http.RoundTripper {
		return failsafehttp.NewRoundTripper(base, failsafehttp.NewRetryPolicyBuilder().WithDelay(instant).Build())
	}},
	{"go-retryablehttp", func(base http.RoundTripper) http.RoundTripper {
		c := retryablehttp.NewClient()
		c.HTTPClient.Transport = base
		c.RetryWaitMin, c.RetryWaitMax = instant, instant
		c.Logger = log.New(io.Discard, "", 0)
		return &retryablehttp.RoundTripper{Client: c}
	}},
}

func TestHTTPClientsRetry(t *testing.T) {
	for _, c := range httpClients[1:] {
		base := &roundTripper{operation{failures: 1}}
		resp, err := (&http.Client{Transport: c.wrap(base)}).Get("http://example.com")
		if err != nil || resp.StatusCode != 200 || base.calls != 2 {
			t.Errorf("%s: %v, %v after %d calls", c.name, resp, err, base.calls)
		}
	}
}

func BenchmarkHTTPFirstSuccess(b *testing.B) { benchmarkHTTP(b, 0) }

func BenchmarkHTTPOneFailure(b *testing.B) { benchmarkHTTP(b, 1) }

func benchmarkHTTP(b *testing.B, failures int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, c := range httpClients {
		if failures > 0 && c.name == "http.Client" {
			continue
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			base := &roundTripper{operation{failures: failures}}
			client := &http.Client{Transport: c.wrap(base)}
			req, _ := http.NewRequestWithContext(ctx, "GET", "http://example.com", nil)
			for b.Loop() {
				base.calls = 0
				resp, err := client.Do(req)
				if err != nil || resp.StatusCode != http.StatusOK {
					b.Fatal(resp, err)
				}
				resp.Body.Close()
			}
		})
	}
}
