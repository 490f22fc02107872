package knowledge

import (
	"strings"
	"testing"

	"golang.org/x/mod/semver"
)

// Each row says for which versions it is right and where it was read, and it was
// read in one of these versions. TestNames looks at the place.
func TestOrigins(t *testing.T) {
	data := readData(t)
	modules, used := map[string]Module{}, map[string]bool{}
	for _, m := range data.Modules {
		if modules[m.Key].Key != "" {
			t.Errorf("a second module %s", m.Key)
		}
		modules[m.Key] = m
	}
	unverified := 0
	check := func(o Origin) {
		if o.Source == "unverified" {
			unverified++
			return
		}
		key, place, ok := strings.Cut(o.Source, ":")
		m, known := modules[key]
		used[key] = true
		switch v := o.Versions; {
		case !ok || place == "" || !known:
			t.Errorf("%s:%d: %q is no source", o.File, o.Line, o.Source)
		case v.From != "" && !semver.IsValid(v.From) || v.Before != "" && !semver.IsValid(v.Before):
			t.Errorf("%s:%d: %s are no versions", o.File, o.Line, v)
		case semver.IsValid(m.Version) && !v.Contains(m.Version):
			t.Errorf("%s:%d: was read at %s, which is not of the versions %s", o.File, o.Line, m.Version, v)
		}
	}
	for _, r := range data.Rows {
		check(r.Origin)
	}
	for _, r := range data.Clients {
		check(r.Origin)
	}
	for _, r := range data.Policies {
		check(r.Origin)
	}
	for _, r := range data.Options {
		check(r.Origin)
	}
	for _, r := range data.Same {
		check(r.Origin)
	}
	for _, r := range data.Harms {
		check(r.Origin)
	}
	for _, r := range data.Traits {
		check(r.Origin)
	}
	for key := range modules {
		if !used[key] {
			t.Errorf("nothing was read in module %s", key)
		}
	}
	// A row whose source could not be found says so; there are to be no more.
	if unverified > 1 {
		t.Errorf("%d rows are unverified", unverified)
	}
}
