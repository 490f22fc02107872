package report

import "golang.org/x/tools/go/analysis"

// Few is how many findings of one cause are reported each by itself. More of them
// are one decision, and so one finding, that says how many there are.
const Few = 3

// most is how many places such a finding points to.
const most = 5

// Where points to the first places of a cause.
func Where[T any](all []T, at func(T) analysis.RelatedInformation) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for _, x := range all[:min(most, len(all))] {
		out = append(out, at(x))
	}
	return out
}
