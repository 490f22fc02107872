package report

// Checks are the names that a suppression may give. They are listed here, and
// not taken from the passes, because a pass knows nothing of the others.
var Checks = []string{
	"bodyleak",
	"bodyreuse",
	"ctxsleep",
	"delaycap",
	"nestedretry",
	"nojitter",
	"retryafter",
	"timeafter",
	"uncapped",
	"unsaferetry",
}
