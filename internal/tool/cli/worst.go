package cli

import (
	"encoding/json"
	"slices"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/listing"
)

// withSites is a flag by which the front end has the tool list the sites beside what
// the checks find. The flag of the list's own name would turn off the checks.
const withSites = "retrywithsites"

// numbered takes the sites out of a list of findings, and gives each finding the worst
// case of the innermost site that it is within.
func numbered(list []finding.Finding) []finding.Finding {
	sites := map[string][]listing.Row{} // by file
	list = slices.DeleteFunc(list, func(f finding.Finding) bool {
		var row listing.Row
		if f.Check != listing.Analyzer.Name {
			return false
		}
		if json.Unmarshal([]byte(f.Message), &row) == nil {
			sites[row.File] = append(sites[row.File], row)
		}
		return true
	})
	for i := range list {
		f := &list[i]
		var inner *listing.Row
		for j := range sites[f.File] {
			s := &sites[f.File][j]
			if s.Line <= f.Line && f.Line <= s.End && (inner == nil || s.End-s.Line <= inner.End-inner.Line) {
				inner = s
			}
		}
		if inner != nil {
			f.WorstAttempts, f.WorstWait = inner.WorstAttempts, inner.WorstWait
		}
	}
	return list
}
