package knowledge

import "strings"

// Words splits a Go name at its capitals and yields the parts in lower case.
func Words(name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i := 1; i <= len(name); i++ {
			if i < len(name) && !('A' <= name[i] && name[i] <= 'Z' && (name[i-1] < 'A' || name[i-1] > 'Z')) {
				continue
			}
			if !yield(strings.ToLower(name[start:i])) {
				return
			}
			start = i
		}
	}
}

// NamesMemory reports whether a type says by its name that it keeps in memory what
// others keep elsewhere.
func NamesMemory(name string) bool {
	for word := range Words(name) {
		switch word {
		case "mem", "memory", "inmem", "inmemory":
			return true
		}
	}
	return false
}

// NamesFake reports whether a type, file or package says by its name that it stands
// in for the real thing: in tests, or where there is nothing to do.
func NamesFake(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		for word := range Words(part) {
			switch word {
			case "fake", "fakes", "mock", "mocks", "mocked", "stub", "stubs", "dummy", "noop", "nop", "test", "testing", "unimplemented":
				return true
			}
		}
	}
	return false
}
