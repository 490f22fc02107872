package retry_test

import (
	"context"
	"testing"

	"github.com/retryvet/retryvet/runtime/retry"
)

func TestErrorText(t *testing.T) {
	for want, err := range map[string]error{
		"operation failed (attempts: 3; no attempts left)":               &retry.Error{Attempts: 3, Err: errOp, Reason: retry.ErrAttempts},
		"failed (attempts: 2; no attempts left)":                         &retry.Error{Attempts: 2, Reason: retry.ErrAttempts},
		"not attempted: context canceled":                                &retry.Error{Reason: context.Canceled},
		"the wait would outlive the deadline: context deadline exceeded": retry.ErrDeadline,
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

func TestErrorTimeout(t *testing.T) {
	for _, tc := range []struct {
		err  retry.Error
		want bool
	}{
		{retry.Error{Err: errOp, Reason: retry.ErrDeadline}, true},
		{retry.Error{Reason: context.DeadlineExceeded}, true},
		{retry.Error{Err: context.DeadlineExceeded, Reason: retry.ErrAttempts}, true},
		{retry.Error{Err: errOp, Reason: retry.ErrAttempts}, false},
		{retry.Error{Reason: context.Canceled}, false},
	} {
		if got := tc.err.Timeout(); got != tc.want {
			t.Errorf("%v: Timeout is %v", &tc.err, got)
		}
	}
}
