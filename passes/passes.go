// Package passes lists the checks.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/passes/badignore"
	"github.com/retryvet/retryvet/passes/ctxsleep"
	"github.com/retryvet/retryvet/passes/nestedretry"
	"github.com/retryvet/retryvet/passes/nojitter"
	"github.com/retryvet/retryvet/passes/timeafter"
	"github.com/retryvet/retryvet/passes/uncapped"
	"github.com/retryvet/retryvet/passes/unsaferetry"
)

// All returns every check.
func All() []*analysis.Analyzer { return append(checks(), ignores) }

// checks are the analyzers that a suppression may name.
func checks() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		ctxsleep.Analyzer,
		nestedretry.Analyzer,
		nojitter.Analyzer,
		timeafter.Analyzer,
		uncapped.Analyzer,
		unsaferetry.Analyzer,
	}
}

// ignores reports suppressions that name no check. It is made once, as drivers
// know analyzers by their addresses.
var ignores = badignore.New(names(checks()))

func names(list []*analysis.Analyzer) []string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = a.Name
	}
	return out
}
