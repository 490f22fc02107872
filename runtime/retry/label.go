package retry

// Label names the kind of failure that is retried, in few enough words for a
// metric's label: what the first error in Err's tree with a method
// RetryLabel() string says, else "retry_after" if the other side asked for the
// wait, "timeout" if Err is one, "error" otherwise, and "unknown" without Err.
func (e Event) Label() string {
	label := "unknown"
	switch {
	case e.Err == nil:
	case walk(e.Err, func(err error) bool {
		labelled, ok := err.(interface{ RetryLabel() string })
		if ok {
			label = labelled.RetryLabel()
		}
		return ok
	}):
	case readMarks(e.Err).asked:
		label = "retry_after"
	case timedOut(e.Err):
		label = "timeout"
	default:
		label = "error"
	}
	return label
}
