package draft

// stubs stand for the packages that fixes import, of which a driver has no type
// information where the package under analysis does not depend on them: the
// part that fixes use.
var stubs = map[string]string{
	RandPath: `package rand
func Int63n(n int64) int64 { panic(0) }
`,
	RandV2Path: `package rand
func N[Int interface{ ~int64 }](n Int) Int { panic(0) }
`,
	RetryPath: `package retry
import ("context"; "time")
func Sleep(ctx context.Context, d time.Duration) error { panic(0) }
func Attempts(ctx context.Context, p Policy) func(yield func(int) bool) { panic(0) }
func AttemptsErr(ctx context.Context, p Policy, err *error) func(yield func(int) bool) { panic(0) }
func Do(ctx context.Context, p Policy, fn func(context.Context) error) error { panic(0) }
func DoValue[T any](ctx context.Context, p Policy, fn func(context.Context) (T, error)) (T, error) { panic(0) }
type Policy struct {
	MaxAttempts int
	MaxElapsed, BaseDelay, MaxDelay, MaxRetryAfter time.Duration
	Jitter Jitter
}
type Jitter uint8
const (
	FullJitter Jitter = iota
	EqualJitter
	DecorrelatedJitter
	NoJitter
)
`,
}
