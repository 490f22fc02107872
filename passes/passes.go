// Package passes lists the checks.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/passes/backoffreuse"
	"github.com/retryvet/retryvet/passes/badignore"
	"github.com/retryvet/retryvet/passes/badrand"
	"github.com/retryvet/retryvet/passes/bodyleak"
	"github.com/retryvet/retryvet/passes/bodyreuse"
	"github.com/retryvet/retryvet/passes/breakeropen"
	"github.com/retryvet/retryvet/passes/budgetuse"
	"github.com/retryvet/retryvet/passes/ctxsleep"
	"github.com/retryvet/retryvet/passes/ctxslip"
	"github.com/retryvet/retryvet/passes/deadlinefit"
	"github.com/retryvet/retryvet/passes/delaycap"
	"github.com/retryvet/retryvet/passes/delayunit"
	"github.com/retryvet/retryvet/passes/detachedctx"
	"github.com/retryvet/retryvet/passes/finalsleep"
	"github.com/retryvet/retryvet/passes/freshdeadline"
	"github.com/retryvet/retryvet/passes/lockedretry"
	"github.com/retryvet/retryvet/passes/losterror"
	"github.com/retryvet/retryvet/passes/nestedretry"
	"github.com/retryvet/retryvet/passes/nobackoff"
	"github.com/retryvet/retryvet/passes/nojitter"
	"github.com/retryvet/retryvet/passes/oncefail"
	"github.com/retryvet/retryvet/passes/perattempt"
	"github.com/retryvet/retryvet/passes/permanent"
	"github.com/retryvet/retryvet/passes/redelivery"
	"github.com/retryvet/retryvet/passes/requeue"
	"github.com/retryvet/retryvet/passes/retryafter"
	"github.com/retryvet/retryvet/passes/retrylib"
	"github.com/retryvet/retryvet/passes/timeafter"
	"github.com/retryvet/retryvet/passes/timerdrain"
	"github.com/retryvet/retryvet/passes/uncapped"
	"github.com/retryvet/retryvet/passes/unsaferetry"
)

// All returns every check, and the one that looks after suppressions.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		backoffreuse.Analyzer,
		badignore.Analyzer,
		badrand.Analyzer,
		bodyleak.Analyzer,
		bodyreuse.Analyzer,
		breakeropen.Analyzer,
		budgetuse.Analyzer,
		ctxsleep.Analyzer,
		ctxslip.Analyzer,
		deadlinefit.Analyzer,
		delaycap.Analyzer,
		delayunit.Analyzer,
		detachedctx.Analyzer,
		finalsleep.Analyzer,
		freshdeadline.Analyzer,
		lockedretry.Analyzer,
		losterror.Analyzer,
		nestedretry.Analyzer,
		nobackoff.Analyzer,
		nojitter.Analyzer,
		oncefail.Analyzer,
		perattempt.Analyzer,
		permanent.Analyzer,
		redelivery.Analyzer,
		requeue.Analyzer,
		retryafter.Analyzer,
		retrylib.Analyzer,
		timeafter.Analyzer,
		timerdrain.Analyzer,
		uncapped.Analyzer,
		unsaferetry.Analyzer,
	}
}
