// Package nearest proposes the name that somebody may have meant.
package nearest

import (
	"fmt"

	"github.com/agnivade/levenshtein"
)

// Hint is `, did you mean "x"?` for the name that is nearest to one that does not
// exist, written by a format such as "-%s"; "" if none is near: more than a third
// of it would have to change.
func Hint(format, name string, names []string) string {
	best, least := "", (len(name)+2)/3+1
	for _, n := range names {
		if d := levenshtein.ComputeDistance(name, n); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", fmt.Sprintf(format, best))
}
