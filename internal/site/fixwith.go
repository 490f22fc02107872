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

// suggest is set where findings are to carry fixes. Making them costs time that
// is wasted where nobody applies them, so drivers that only print clear it. It is
// a flag because the answer of an analysis depends on it: build caches go by the
// flags. It is set unless something clears it, as most drivers apply fixes and know
// nothing of this flag: golangci-lint, gopls, nogo, tests. What go vet calls does
// so, unless it is called with -fix; see internal/tool/cli.
var suggest bool

func init() {
	Analyzer.Flags.BoolVar(&suggest, "suggest", true, "make fixes, which cost time; under go vet only with -suggest or -fix")
}

// Suggests reports whether findings are to carry fixes.
func Suggests() bool { return suggest }

// WithRuntime reports whether fixes may call package retry.
func WithRuntime(m *flow.Package) bool { return fixWith == runtime }
