package knowledge

// retriers is the libraries that call what they are given again, and those that
// compute or pass the delays between attempts.
//
// The options of a table live in its own package unless their names begin with
// an import path, which is written without its major version.
var retriers = map[string]Table{
	"github.com/cenkalti/backoff": {
		"Retry": cenkalti, "RetryNotify": cenkalti, "RetryNotifyWithTimer": cenkalti,
		"RetryWithData": cenkalti, "RetryNotifyWithData": cenkalti, "RetryNotifyWithTimerAndData": cenkalti,
		"BackOff.NextBackOff": random, "ExponentialBackOff.NextBackOff": random,
		"*": local,
	},
	"github.com/cenkalti/backoff/v5": cenkaltiCtx,
	"github.com/cenkalti/backoff/v6": cenkaltiCtx,
	"github.com/cenkalti/backoff/v7": cenkaltiCtx,

	"github.com/avast/retry-go":    {"Do": avast, "DoWithData": avast, "BackOffDelay": local, "FixedDelay": local, "RandomDelay": random, "FullJitterBackoffDelay": random, "*": local},
	"github.com/avast/retry-go/v5": {"Retrier.Do": avast, "RetrierWithData.Do": avast, "BackOffDelay": local, "FixedDelay": local, "RandomDelay": random, "FullJitterBackoffDelay": random, "*": local},

	"github.com/sethvargo/go-retry": {
		"Do":          sethvargo(2, Exponential),
		"DoValue":     sethvargo(2, Exponential),
		"Constant":    sethvargo(2, Constant),
		"Exponential": sethvargo(2, Exponential),
		"Fibonacci":   sethvargo(2, Exponential),
		"*":           local,
	},

	// An executor retries only where one of its policies is a retry policy.
	"github.com/failsafe-go/failsafe-go": {
		"Run": failsafe, "RunWithExecution": failsafe, "Get": failsafe, "GetWithExecution": failsafe,
		"RunAsync": failsafe, "RunAsyncWithExecution": failsafe, "GetAsync": failsafe, "GetAsyncWithExecution": failsafe,
		"Executor.Run": failsafe, "Executor.RunWithExecution": failsafe, "Executor.Get": failsafe, "Executor.GetWithExecution": failsafe,
		"Executor.RunAsync": failsafe, "Executor.RunAsyncWithExecution": failsafe, "Executor.GetAsync": failsafe, "Executor.GetAsyncWithExecution": failsafe,
		"*": local,
	},
	"github.com/failsafe-go/failsafe-go/retrypolicy": {"*": local},

	// The policy is that of DefaultRetry: 5 steps of 10 ms, factor 1, jitter 0.1.
	// DefaultBackoff has 4 steps of 10 ms, factor 5, jitter 0.1. The waits are
	// those of wait.ExponentialBackoff (client-go@v0.37.2 util/retry/util.go:28).
	"k8s.io/client-go/util/retry": {
		"OnError":         {Retrier: &Retrier{Op: 2, Ctx: -1, Policy: conflictPolicy, Options: waitBackoff}},
		"RetryOnConflict": {Retrier: &Retrier{Op: 1, Ctx: -1, Policy: conflictPolicy, Conflict: true, Options: waitBackoff}},
	},
	"k8s.io/apimachinery/pkg/util/wait": {
		"ExponentialBackoff":               {Retrier: &Retrier{Op: 1, Ctx: -1, Poll: true, Policy: Policy{Bound: Attempts, Shape: Exponential, Capped: No, Jitter: No, Wait: Library}, Options: waitBackoff}},
		"ExponentialBackoffWithContext":    {Retrier: &Retrier{Op: 2, Ctx: 0, Poll: true, Policy: Policy{Bound: Attempts | Ctx, Shape: Exponential, Capped: No, Jitter: No, Wait: Library, Cancel: true}, Options: waitBackoff}},
		"Poll":                             polls(2, -1, Elapsed),
		"PollImmediate":                    polls(2, -1, Elapsed),
		"PollInfinite":                     polls(1, -1, 0),
		"PollImmediateInfinite":            polls(1, -1, 0),
		"PollUntil":                        polls(1, -1, Stop),
		"PollImmediateUntil":               polls(1, -1, Stop),
		"PollWithContext":                  polls(3, 0, Elapsed|Ctx),
		"PollImmediateWithContext":         polls(3, 0, Elapsed|Ctx),
		"PollInfiniteWithContext":          polls(2, 0, Ctx),
		"PollImmediateInfiniteWithContext": polls(2, 0, Ctx),
		"PollUntilWithContext":             polls(2, 0, Ctx),
		"PollImmediateUntilWithContext":    polls(2, 0, Ctx),
		"PollUntilContextCancel":           polls(3, 0, Ctx),
		"PollUntilContextTimeout":          polls(4, 0, Elapsed|Ctx),
		"DelayFunc.Until":                  {Retrier: &Retrier{Op: 3, Ctx: 0, Poll: true, Policy: Policy{Bound: Ctx, Shape: Variable, Wait: Library, Cancel: true}, Options: waitBackoff}},

		// These start their function anew for as long as the process lives.
		"Until": supervises, "UntilWithContext": supervises, "NonSlidingUntil": supervises, "NonSlidingUntilWithContext": supervises,
		"JitterUntil": supervises, "JitterUntilWithContext": supervises, "BackoffUntil": supervises, "BackoffUntilWithContext": supervises,
		"Forever": supervises,

		"Jitter": random,
		"*":      local,
	},
	// Backoff.Get has jitter only if it was made by NewBackOffWithJitter.
	"k8s.io/client-go/util/flowcontrol": {
		"RateLimiter.Accept": waits(-1), "RateLimiter.Wait": waits(0),
		"Clock.Sleep": sleeps(0),
		"*":           local,
	},
	"k8s.io/client-go/util/workqueue": {"*": local},

	// Nothing is retried unless a CallOption says so; what does is not limited
	// but by its codes and by ctx (gax v2.27.0 invoke.go).
	"github.com/googleapis/gax-go": {
		"Invoke": {Retrier: &Retrier{Op: 1, Ctx: 0,
			Policy:  Policy{Bound: Ctx | ErrorClass, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library, Cancel: true},
			Options: []Option{{"WithTimeout", SetsElapsed}}}},
		"Sleep":         {Place: Local, Wait: &Wait{Kind: Library, Duration: 1, Ctx: 0}},
		"Backoff.Pause": random, "Retryer.Retry": random,
		"*": local,
	},

	// The number of attempts is the length of the list of delays plus one.
	"github.com/eapache/go-resiliency/retrier": {
		"Retrier.Run":    {Retrier: &Retrier{Op: 0, Ctx: -1, Policy: Policy{Bound: Attempts, Shape: Variable, Jitter: No, Wait: Library}, Options: eapacheOptions}},
		"Retrier.RunCtx": {Retrier: &Retrier{Op: 1, Ctx: 0, Policy: Policy{Bound: Attempts | Ctx, Shape: Variable, Jitter: No, Wait: Library, Cancel: true}, Options: eapacheOptions}},
		"Retrier.RunFn":  {Retrier: &Retrier{Op: 1, Ctx: 0, Policy: Policy{Bound: Attempts | Ctx, Shape: Variable, Jitter: No, Wait: Library, Cancel: true}, Options: eapacheOptions}},
		"*":              local,
	},

	// Without strategies it goes on for ever and does not wait.
	"github.com/Rican7/retry": {
		"Retry": {Retrier: &Retrier{Op: 0, Ctx: -1, Policy: Policy{Shape: LibraryPolicy, Wait: Library}, Options: []Option{
			{"github.com/Rican7/retry/strategy.Limit", SetsAttempts},
			{"github.com/Rican7/retry/strategy.Wait", SetsDelay},
			{"github.com/Rican7/retry/strategy.BackoffWithJitter", SetsJitter},
		}}},
		"*": local,
	},
	"github.com/Rican7/retry/strategy": {"*": local},
	"github.com/Rican7/retry/backoff":  {"*": local},
	"github.com/Rican7/retry/jitter":   {"*": random},

	// The breaker that is its first argument is a context, or behaves like one.
	"github.com/kamilsk/retry": {
		"Do": {Retrier: &Retrier{Op: 1, Ctx: 0, Policy: Policy{Bound: Ctx, Shape: LibraryPolicy, Wait: Library}, Options: kamilskOptions}},
		"Go": {Retrier: &Retrier{Op: 1, Ctx: 0, Policy: Policy{Bound: Ctx, Shape: LibraryPolicy, Wait: Library}, Options: kamilskOptions}},
		"*":  local,
	},

	// The function that is given waits by itself, if anything does.
	"github.com/matryer/try":         {"Do": matryer, "*": local},
	"gopkg.in/matryer/try.v1":        {"Do": matryer, "*": local},
	"github.com/lthibault/jitterbug": {"Norm.Jitter": random, "Uniform.Jitter": random, "Univariate.Jitter": random, "Jitter.Jitter": random, "*": local},

	"github.com/lestrrat-go/backoff": {"Continue": waits(ownCtx), "*": local},

	"github.com/flowchartsman/retry": {
		"Retrier.Run":        {Retrier: &Retrier{Op: 0, Ctx: -1, Policy: Policy{Attempts: 5, Bound: Attempts, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library}, Options: []Option{{"NewRetrier", SetsAttempts}}}},
		"Retrier.RunContext": {Retrier: &Retrier{Op: 1, Ctx: 0, Policy: Policy{Attempts: 5, Bound: Attempts | Ctx, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library, Cancel: true}, Options: []Option{{"NewRetrier", SetsAttempts}}}},
		"*":                  local,
	},
	"github.com/thedevsaddam/retry": {
		"Do":     {Retrier: &Retrier{Op: 2, Ctx: -1, Policy: Policy{Bound: Attempts, Shape: Exponential, Capped: No, Jitter: Yes, Wait: Library}, Options: []Option{{"Do", SetsAttempts}}}},
		"DoFunc": {Retrier: &Retrier{Op: 2, Ctx: -1, Policy: Policy{Bound: Attempts, Shape: Exponential, Capped: No, Jitter: Yes, Wait: Library}, Options: []Option{{"DoFunc", SetsAttempts}}}},
		"*":      local,
	},

	"github.com/hashicorp/terraform-plugin-sdk/helper/resource": terraform,
	"github.com/hashicorp/terraform-plugin-sdk/helper/retry":    terraform,
	"github.com/hashicorp/terraform/helper/resource":            terraform,

	// What is called is the field Func of the argument.
	"github.com/juju/retry": {
		"Call": {Retrier: &Retrier{Op: 0, Ctx: -1, Policy: Policy{Shape: Constant, Capped: No, Jitter: No, Wait: Library}, Options: []Option{
			{"CallArgs.Attempts", SetsAttempts},
			{"CallArgs.MaxDuration", SetsElapsed},
			{"CallArgs.MaxDelay", SetsCap},
			{"CallArgs.Stop", SetsCtx},
		}}},
		"*": local,
	},

	// for b := New(ctx, cfg); b.Ongoing(); b.Wait() { ... }
	"github.com/grafana/dskit/backoff": {"Backoff.Wait": {Place: Local, Random: true, Wait: &Wait{Kind: Library, Duration: -1, Ctx: ownCtx}}, "Backoff.NextDelay": random, "*": local},

	// Backoff.Duration has jitter only if the field Jitter is set.
	"github.com/jpillora/backoff": {"*": local},

	"github.com/grpc-ecosystem/go-grpc-middleware/retry":              {"*": local},
	"github.com/grpc-ecosystem/go-grpc-middleware/interceptors/retry": {"*": local},
	"github.com/grpc-ecosystem/go-grpc-middleware/util/backoffutils":  {"JitterUp": random, "*": local},
}

// ownCtx is the Ctx of a Wait that a context ends which its receiver or its
// argument was built with.
const ownCtx = -2

var (
	supervises = Entry{Blocks: true}

	// Ctx is Background unless WithContext says otherwise. A constant back-off
	// has no end, and neither has an exponential one whose MaxElapsedTime is 0
	// (backoff v4.3.0 exponential.go:79, retry.go:84).
	cenkalti = Entry{Retrier: &Retrier{Op: 0, Ctx: -1,
		Policy: Policy{Bound: Elapsed, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library},
		Options: []Option{
			{"WithMaxRetries", SetsRetries},
			{"WithContext", SetsCtx},
			{"WithMaxElapsedTime", SetsElapsed},
			{"ExponentialBackOff.MaxElapsedTime", SetsElapsed},
			{"WithMaxInterval", SetsCap},
			{"ExponentialBackOff.MaxInterval", SetsCap},
			{"WithRandomizationFactor", SetsJitter},
			{"ExponentialBackOff.RandomizationFactor", SetsJitter},
			{"NewConstantBackOff", SetsEndless},
		}}}

	// The total time is kept by Retry, whatever the back-off (backoff v5.0.3
	// retry.go:69).
	cenkaltiCtx = Table{
		"Retry": {Retrier: &Retrier{Op: 1, Ctx: 0,
			Policy: Policy{Bound: Elapsed | Ctx, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library, Cancel: true},
			Options: []Option{
				{"WithMaxTries", SetsAttempts},
				{"WithMaxElapsedTime", SetsElapsed},
				{"ExponentialBackOff.MaxInterval", SetsCap},
				{"ExponentialBackOff.RandomizationFactor", SetsJitter},
				{"NewConstantBackOff", SetsDelay},
			}}},
		"BackOff.NextBackOff": random, "ExponentialBackOff.NextBackOff": random,
		"*": local,
	}

	// Attempts(0) is without limit; ctx is Background unless Context says
	// otherwise (retry-go v4.7.0 retry.go:141,227).
	avast = Entry{Retrier: &Retrier{Op: 0, Ctx: -1,
		Policy: Policy{Attempts: 10, Bound: Attempts, Shape: Exponential, Capped: No, First: 100e6, Factor: 2, Jitter: Yes, Wait: Library},
		Options: []Option{
			{"Attempts", SetsAttempts},
			{"Delay", SetsFirst},
			{"Context", SetsCtx},
			{"MaxDelay", SetsCap},
			{"MaxJitter", SetsJitter},
			{"FixedDelay", SetsDelay},
			{"RandomDelay", SetsJitter},
			{"FullJitterBackoffDelay", SetsJitter},
		}}}

	failsafe = Entry{Retrier: &Retrier{Op: 0, Ctx: -1,
		Policy: Policy{Bound: Attempts, Shape: LibraryPolicy, Wait: Library},
		Options: []Option{
			{"Executor.WithContext", SetsCtx},
			{"github.com/failsafe-go/failsafe-go/retrypolicy.Builder.WithMaxAttempts", SetsAttempts},
			{"github.com/failsafe-go/failsafe-go/retrypolicy.Builder.WithMaxRetries", SetsRetries},
			{"github.com/failsafe-go/failsafe-go/retrypolicy.Builder.WithMaxDuration", SetsElapsed},
			{"github.com/failsafe-go/failsafe-go/retrypolicy.Builder.WithJitter", SetsJitter},
			{"github.com/failsafe-go/failsafe-go/retrypolicy.Builder.WithJitterFactor", SetsJitter},
			{"github.com/failsafe-go/failsafe-go/retrypolicy.Builder.WithRandomDelay", SetsJitter},
			{"github.com/failsafe-go/failsafe-go.DelayablePolicyBuilder.WithDelay", SetsDelay},
		}}}

	conflictPolicy = Policy{Attempts: 5, Bound: Attempts | ErrorClass, Shape: LibraryPolicy, Jitter: Yes, Wait: Library}

	waitBackoff = []Option{
		{"k8s.io/apimachinery/pkg/util/wait.Backoff.Steps", SetsAttempts},
		{"k8s.io/apimachinery/pkg/util/wait.Backoff.Duration", SetsFirst},
		{"k8s.io/apimachinery/pkg/util/wait.Backoff.Factor", SetsFactor},
		{"k8s.io/apimachinery/pkg/util/wait.Backoff.Jitter", SetsJitter},
		{"k8s.io/apimachinery/pkg/util/wait.Backoff.Cap", SetsCap},
	}

	eapacheOptions = []Option{
		{"ConstantBackoff", SetsRetries},
		{"ExponentialBackoff", SetsRetries},
		{"LimitedExponentialBackoff", SetsRetries},
		{"Retrier.SetJitter", SetsJitter},
	}

	kamilskOptions = []Option{
		{"github.com/kamilsk/retry/strategy.Limit", SetsAttempts},
		{"github.com/kamilsk/retry/strategy.Wait", SetsDelay},
		{"github.com/kamilsk/retry/strategy.BackoffWithJitter", SetsJitter},
	}

	matryer = Entry{Retrier: &Retrier{Op: 0, Ctx: -1, Policy: Policy{Attempts: 10, Bound: Attempts, Shape: Variable}}}

	// The delay doubles from 0.5 s to 10 s (terraform-plugin-sdk v2.40.1
	// helper/retry/state.go).
	terraform = Table{
		"Retry":                               {Retrier: &Retrier{Op: 1, Ctx: -1, Policy: Policy{Bound: Elapsed, Shape: Exponential, Capped: Yes, Jitter: No, Wait: Library}, Options: []Option{{"Retry", SetsElapsed}}}},
		"RetryContext":                        {Retrier: &Retrier{Op: 2, Ctx: 0, Policy: Policy{Bound: Elapsed | Ctx, Shape: Exponential, Capped: Yes, Jitter: No, Wait: Library, Cancel: true}}},
		"StateChangeConf.WaitForState":        {Retrier: &Retrier{Op: -1, Ctx: -1, Poll: true, Policy: Policy{Bound: Elapsed, Shape: Exponential, Capped: Yes, Jitter: No, Wait: Library}}},
		"StateChangeConf.WaitForStateContext": {Retrier: &Retrier{Op: -1, Ctx: 0, Poll: true, Policy: Policy{Bound: Elapsed | Ctx, Shape: Exponential, Capped: Yes, Jitter: No, Wait: Library, Cancel: true}}},
		"*":                                   local,
	}
)

// sethvargo retries errors that are marked as retryable. Nothing limits it but
// what the back-off is wrapped in (go-retry v0.5.0 backoff.go:30).
func sethvargo(op int, shape Shape) Entry {
	return Entry{Retrier: &Retrier{Op: op, Ctx: 0,
		Policy: Policy{Bound: Ctx, Shape: shape, Capped: No, Factor: 2, Jitter: No, Wait: Library, Cancel: true},
		Options: []Option{
			{"NewExponential", SetsFirst},
			{"NewFibonacci", SetsFirst},
			{"WithMaxRetries", SetsRetries},
			{"WithMaxDuration", SetsElapsed},
			{"WithCappedDuration", SetsCap},
			{"WithJitter", SetsJitter},
			{"WithJitterPercent", SetsJitter},
			{"WithFullJitter", SetsJitter},
			{"NewConstant", SetsDelay},
		}}}
}

// polls is a helper that calls a condition at a fixed interval.
func polls(op, ctx int, bound Bound) Entry {
	return Entry{Retrier: &Retrier{Op: op, Ctx: ctx, Poll: true,
		Policy: Policy{Bound: bound, Shape: Constant, Jitter: No, Wait: Library, Cancel: bound&(Ctx|Stop) != 0}}}
}
