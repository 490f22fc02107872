package report

// Checks are the names that a suppression may give. They are listed here, and
// not taken from the passes, because a pass knows nothing of the others.
var Checks = []string{
	"backoffreuse",
	"badrand",
	"bodyleak",
	"bodyreuse",
	"breakeropen",
	"budgetuse",
	"ctxsleep",
	"ctxslip",
	"delaycap",
	"delayunit",
	"detachedctx",
	"finalsleep",
	"freshdeadline",
	"lockedretry",
	"losterror",
	"nestedretry",
	"nobackoff",
	"nojitter",
	"oncefail",
	"perattempt",
	"permanent",
	"redelivery",
	"requeue",
	"retryafter",
	"timeafter",
	"timerdrain",
	"uncapped",
	"unsaferetry",
}
