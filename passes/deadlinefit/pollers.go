package deadlinefit

import (
	"go/ast"
	"go/types"
	"time"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/phrase"
)

// poller is a function that calls a condition again and again, with the positions of
// its parameters that say how often and for how long.
type poller struct{ interval, timeout int }

// waitPackage has the pollers, as read in k8s.io/apimachinery v0.35.2
// (pkg/util/wait/poll.go).
const waitPackage = "k8s.io/apimachinery/pkg/util/wait"

var pollers = map[string]poller{
	"Poll":                     {0, 1},
	"PollImmediate":            {0, 1},
	"PollWithContext":          {1, 2},
	"PollImmediateWithContext": {1, 2},
	"PollUntilContextTimeout":  {1, 2},
}

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
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != waitPackage {
			continue
		}
		p, ok := pollers[fn.Name()]
		if !ok || len(call.Args) <= p.timeout {
			continue
		}
		interval, ok := phrase.Constant(f.pass, call.Args[p.interval])
		timeout, both := phrase.Constant(f.pass, call.Args[p.timeout])
		if ok && both && timeout > 0 && interval >= timeout {
			out = append(out, poll{call, interval, timeout})
		}
	}
	return out
}
