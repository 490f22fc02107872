package retry_test

import (
	"errors"
	"os"
	"testing"

	"github.com/retryvet/retryvet/runtime/internal/leakcheck"
)

var (
	errOp    = errors.New("operation failed")
	errCause = errors.New("operator pressed the button")
)

func TestMain(m *testing.M) { os.Exit(leakcheck.Run(m)) }
