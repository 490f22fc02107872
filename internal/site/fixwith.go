package site

import (
	"fmt"

	"github.com/retryvet/retryvet/internal/flow"
)

// target is what the code that fixes write may call: the standard library
// alone, or the module's own package retry, too. It is a flag of this analyzer,
// as -tests is, because all checks share it and the build cache must know of it.
type target string

const (
	stdlib  target = "stdlib"
	runtime target = "runtime"
)

var fixWith = stdlib

func init() {
	Analyzer.Flags.Var(&fixWith, "fixwith", "what fixes may call: `stdlib`, or runtime for github.com/retryvet/retryvet/runtime/retry too")
}

func (t *target) String() string { return string(*t) }

func (t *target) Set(s string) error {
	switch target(s) {
	case stdlib, runtime:
		*t = target(s)
		return nil
	}
	return fmt.Errorf("must be %s or %s", stdlib, runtime)
}

// WithRuntime reports whether fixes may call package retry.
func WithRuntime(m *flow.Package) bool { return fixWith == runtime }
