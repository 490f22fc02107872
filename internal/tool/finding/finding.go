// Package finding holds what the checks found, as go vet tells it.
package finding

import (
	"cmp"
	"slices"
)

// Finding is one diagnostic of one check.
type Finding struct {
	Check   string
	Message string
	Package string // its import path
	Variant string // the test that the package was analysed with, "" for none
	Place
	Related []Related
	Fixes   []Fix

	// WorstAttempts and WorstWait, which is in seconds, are those of the site that the
	// finding is within, see package listing; nil where they are not known or nobody
	// asked for them.
	WorstAttempts *int64
	WorstWait     *float64

	// Fingerprint names the finding wherever its lines move, see package
	// fingerprint. Decode leaves it empty.
	Fingerprint string

	platform string
}

// Place is a range of a file. Lines and columns count from 1, columns in bytes;
// Line is 0 where nothing but the file is known.
type Place struct {
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// Related is a place that explains a finding.
type Related struct {
	Place
	Message string
}

// Fix is a change that settles a finding. Its edits belong together.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the bytes from Start up to End of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// Merge sorts findings by place and drops repetitions: a file that belongs to
// several variants of a package, or to several platforms, is analysed with each
// of them, and each may word a finding in its own way. What a check says of a
// place is taken from one analysis.
func Merge(list []Finding) []Finding {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Check, b.Check), compareOrigins(a.origin(), b.origin()), cmp.Compare(a.Message, b.Message))
	})
	type spot struct {
		file      string
		line, col int
		check     string
	}
	teller := map[spot]origin{}
	return slices.DeleteFunc(list, func(f Finding) bool {
		at := spot{f.File, f.Line, f.Col, f.Check}
		first, told := teller[at]
		if !told {
			teller[at] = f.origin()
		}
		return told && first != f.origin()
	})
}

// origin is the analysis that a finding is from.
type origin struct{ platform, pkg, variant string }

func (f Finding) origin() origin { return origin{f.platform, f.Package, f.Variant} }

func compareOrigins(a, b origin) int {
	return cmp.Or(cmp.Compare(a.platform, b.platform), cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.variant, b.variant))
}
