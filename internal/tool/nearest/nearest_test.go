package nearest_test

import (
	"testing"

	"github.com/retryvet/retryvet/internal/tool/nearest"
)

func TestHint(t *testing.T) {
	names := []string{"nojitter", "nobackoff", "uncapped"}
	for name, want := range map[string]string{
		"nojiter":  `, did you mean "-nojitter"?`,
		"uncaped":  `, did you mean "-uncapped"?`,
		"back":     "",
		"":         "",
		"xyz":      "",
		"nobakoff": `, did you mean "-nobackoff"?`,
	} {
		if got := nearest.Hint("-%s", name, names); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
