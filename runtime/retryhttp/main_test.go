package retryhttp_test

import (
	"os"
	"testing"

	"github.com/retryvet/retryvet/runtime/internal/leakcheck"
)

func TestMain(m *testing.M) { os.Exit(leakcheck.Run(m)) }
