package passes

import (
	"slices"
	"strings"
)

// Core are the checks to begin with.
var Core = []string{"ctxsleep", "nestedretry", "nojitter", "timeafter", "uncapped", "unsaferetry"}

// Optional are the checks that run only where they are asked for: of what they
// reported in other people's code, too little was worth an owner's action. Locks held
// over a retry were meant so, to keep others from doing the same.
var Optional = []string{"lockedretry"}

// Usual lists the names of the checks that run unasked.
func Usual() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return slices.Contains(Optional, name) })
}

// Names lists the names of all checks.
func Names() []string {
	var names []string
	for _, a := range All() {
		names = append(names, a.Name)
	}
	return names
}

// Choose reads a list of names of checks, of which "all" and "core" stand for
// several, with + before what to add and - before what to leave out. A list that
// begins with a sign begins with those that run unasked. A name that no check has is returned as
// unknown.
func Choose(list []string) (chosen map[string]bool, unknown string) {
	chosen = map[string]bool{}
	for i, item := range list {
		name := strings.TrimSpace(item)
		out := strings.HasPrefix(name, "-")
		signed := out || strings.HasPrefix(name, "+")
		if signed {
			name = name[1:]
		}
		if i == 0 && signed {
			mark(chosen, Usual(), true)
		}
		switch {
		case name == "all":
			mark(chosen, Names(), !out)
		case name == "core":
			mark(chosen, Core, !out)
		case slices.Contains(Names(), name):
			mark(chosen, []string{name}, !out)
		default:
			return nil, name
		}
	}
	return chosen, ""
}

// mark adds names to a set, or takes them out.
func mark(set map[string]bool, names []string, in bool) {
	for _, name := range names {
		if in {
			set[name] = true
		} else {
			delete(set, name)
		}
	}
}
