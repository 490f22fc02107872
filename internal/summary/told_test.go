package summary_test

import (
	"testing"

	"github.com/retryvet/retryvet/internal/summary"
)

func TestNames(t *testing.T) {
	for value, want := range map[string]string{
		"":                                     "",
		"example.com/a.F":                      "example.com/a.F",
		" example.com/b.T.M , example.com/a.F": "example.com/a.F,example.com/b.T.M",
		"a.T.*,":                               "a.T.*",
	} {
		var n summary.Names
		if err := n.Set(value); err != nil || n.String() != want {
			t.Errorf("%q: %v, %q, want %q", value, err, n.String(), want)
		}
	}
	for _, value := range []string{"F", "example.com/a", "a.F,b"} {
		var n summary.Names
		if err := n.Set(value); err == nil {
			t.Errorf("%q: no error", value)
		}
	}
}
