package deadlinefit

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
