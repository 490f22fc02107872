package budgetuse

// What the check knows of limiters and budgets, read in golang.org/x/time v0.15.0 and
// in runtime/retry of this repository.
const (
	// rate has Limiter: Allow takes a token or says that there is none, Wait waits for
	// one, and a Limit is a number of events per second (rate/rate.go).
	rate = "golang.org/x/time/rate"
	// retry has Budget, and the functions that take from the one of their Policy.
	retry = "github.com/retryvet/retryvet/runtime/retry"
)

// retries are the functions of retry that take a Policy.
var retries = []string{"Do", "DoValue", "Attempts", "AttemptsErr"}
