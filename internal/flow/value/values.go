package value

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// Values answers questions about the values of one package. It is safe for
// concurrent use.
type Values struct {
	rel     *origin.Relation
	globals map[*ssa.Global]*globalUse
}

// Region is a part of a function, as a rule a loop.
type Region = origin.Region

// New prepares the answers for a package; nothing is built yet. noReturn says which
// functions never return, and may be nil.
func New(pass *analysis.Pass, noReturn func(*types.Func) bool) *Values {
	return &Values{rel: origin.New(pass, noReturn)}
}
