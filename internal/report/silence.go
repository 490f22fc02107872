package report

import (
	"reflect"

	"github.com/retryvet/retryvet/internal/site"
)

// Silences tells which clause of a check's policy kept it silent about a site. Of
// a site that the check reports, or that has nothing of what it looks for, there
// is none. It is the result of every check.
type Silences map[*site.Site]string

// SilencesType is the type of a check's result.
var SilencesType = reflect.TypeFor[Silences]()

// Silent records why the check says nothing of a site. The first clause counts.
func (r *Reporter) Silent(s *site.Site, why string) {
	if _, ok := r.silences[s]; !ok {
		r.silences[s] = why
	}
}

// Speak records that the check does say something of a site, whatever else it has
// to say of its other parts.
func (r *Reporter) Speak(s *site.Site) { r.silences[s] = "" }
