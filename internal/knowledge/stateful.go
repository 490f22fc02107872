package knowledge

import "go/types"

// Role is what a method does to a back-off that keeps its state between calls.
type Role uint8

const (
	NoRole   Role = iota
	Advances      // gives the next delay, and makes the one after it longer
	Restarts      // begins with the first delay again
)

// stateful is the back-offs that keep state, by package and Type.Method.
//
// cenkalti: Retry calls Reset before it begins (v4.3.0 retry.go:86, v5.0.3
// retry.go:84); the type is not safe for concurrent use. jpillora: Duration adds
// to a counter, ForAttempt does not (v1.1.0 backoff.go:44). Kubernetes: Step
// changes Duration and Steps, and nothing sets them back (apimachinery v0.37.2
// backoff.go:58). gax: Pause multiplies, nothing sets it back (v2.7.1
// call_option.go:182). sethvargo: Next counts, and nothing sets it back (v0.5.0
// backoff_exponential.go:39). dskit: Wait and NextDelay count (backoff.go:84).
var stateful = map[string]map[string]Role{
	"github.com/cenkalti/backoff": {
		"BackOff.NextBackOff": Advances, "ExponentialBackOff.NextBackOff": Advances,
		"BackOff.Reset": Restarts, "ExponentialBackOff.Reset": Restarts,
	},
	"github.com/jpillora/backoff":       {"Backoff.Duration": Advances, "Backoff.Reset": Restarts},
	"k8s.io/apimachinery/pkg/util/wait": {"Backoff.Step": Advances},
	"github.com/googleapis/gax-go":      {"Backoff.Pause": Advances},
	"github.com/sethvargo/go-retry":     {"Backoff.Next": Advances},
	"github.com/grafana/dskit/backoff":  {"Backoff.Wait": Advances, "Backoff.NextDelay": Advances, "Backoff.Reset": Restarts},
}

// RoleOf says what a method does to a back-off that keeps its state.
func RoleOf(fn *types.Func) Role {
	if fn == nil || fn.Pkg() == nil {
		return NoRole
	}
	return stateful[withoutMajor(fn.Pkg().Path())][FuncName(fn)]
}

// growing is what makes a back-off that grows or counts.
var growing = map[string]map[string]bool{
	"github.com/cenkalti/backoff":       {"NewExponentialBackOff": true, "ExponentialBackOff": true},
	"github.com/jpillora/backoff":       {"Backoff": true},
	"k8s.io/apimachinery/pkg/util/wait": {"Backoff": true},
	"github.com/googleapis/gax-go":      {"Backoff": true},
	"github.com/sethvargo/go-retry":     {"NewExponential": true, "NewFibonacci": true, "WithMaxRetries": true},
	"github.com/grafana/dskit/backoff":  {"New": true},
}

// MakesBackoff reports whether a function or type of a package makes a back-off
// that grows or counts.
func MakesBackoff(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && growing[withoutMajor(obj.Pkg().Path())][obj.Name()]
}
