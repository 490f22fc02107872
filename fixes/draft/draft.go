// Package draft holds fixes that have not been tried out: edits of a file's text,
// and the trial that tells which of them a compiler and gofmt accept (Try).
package draft

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Draft is a fix that has not been tried out yet: edits of one file, and another
// way to the same end for the case that they turn out wrong.
type Draft struct {
	src     *Source
	message string
	edits   []analysis.TextEdit // in order
	next    func() *Draft
}

// Offer makes a draft of some edits of one file. There is none without edits,
// and none if an edit would take a comment away.
func Offer(src *Source, message string, edits []analysis.TextEdit) *Draft {
	slices.SortStableFunc(edits, compareEdits)
	for i, e := range edits {
		if e.Pos != e.End && src.comments(e.Pos, e.End) || i > 0 && e.Pos < edits[i-1].End {
			return nil
		}
	}
	if len(edits) == 0 {
		return nil
	}
	return &Draft{src: src, message: message, edits: edits}
}

func compareEdits(a, b analysis.TextEdit) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
}

// Or gives a draft another way, which is asked for only where there is no draft,
// or if the draft turns out wrong.
func (d *Draft) Or(next func() *Draft) *Draft {
	if d == nil {
		return next()
	}
	first := d.next
	d.next = next
	if first != nil {
		d.next = func() *Draft { return first().Or(next) }
	}
	return d
}

// instead is what to try after a draft that was wrong.
func (d *Draft) instead() *Draft {
	if d.next == nil {
		return nil
	}
	return d.next()
}

// fix is a draft as drivers know it.
func (d *Draft) fix() []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: d.message, TextEdits: d.edits}}
}
