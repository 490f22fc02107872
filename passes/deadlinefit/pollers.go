package deadlinefit

import (
	"go/ast"
	"go/types"
	"time"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
)

// poll is a call of a poller whose interval is no shorter than its timeout.
type poll struct {
	call              *ast.CallExpr
	interval, timeout time.Duration
}

// polls lists them.
func (f *finder) polls() []poll {
	var out []poll
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, _ := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
		if fn == nil {
			continue
		}
		t := knowledge.TraitOf(fn, "polls")
		if t == nil || len(call.Args) <= t.Position(1) {
			continue
		}
		interval, ok := phrase.Constant(f.pass, call.Args[t.Position(0)])
		timeout, both := phrase.Constant(f.pass, call.Args[t.Position(1)])
		if ok && both && timeout > 0 && interval >= timeout {
			out = append(out, poll{call, interval, timeout})
		}
	}
	return out
}
