package fixes

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Draft is a fix that has not been tried out yet: edits of one file, and another
// way to the same end for the case that they turn out wrong.
type Draft struct {
	f       *Fixer
	src     *source
	message string
	edits   []analysis.TextEdit // in order
	next    func() *Draft
}

// none is no fix.
var none *Draft

// offer makes a draft of some edits of one file. There is none without edits,
// and none if an edit would take a comment away.
func (f *Fixer) offer(src *source, message string, edits []analysis.TextEdit) *Draft {
	slices.SortStableFunc(edits, compareEdits)
	for i, e := range edits {
		if e.Pos != e.End && src.comments(e.Pos, e.End) || i > 0 && e.Pos < edits[i-1].End {
			return none
		}
	}
	if len(edits) == 0 {
		return none
	}
	return &Draft{f: f, src: src, message: message, edits: edits}
}

func compareEdits(a, b analysis.TextEdit) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
}

// or gives a draft another way, which is asked for only where there is no draft,
// or if the draft turns out wrong.
func (d *Draft) or(next func() *Draft) *Draft {
	if d == nil {
		return next()
	}
	first := d.next
	d.next = next
	if first != nil {
		d.next = func() *Draft { return first().or(next) }
	}
	return d
}

// instead is what to try after a draft that was wrong.
func (d *Draft) instead() *Draft {
	if d.next == nil {
		return none
	}
	return d.next()
}

// fix is a draft as drivers know it.
func (d *Draft) fix() []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: d.message, TextEdits: d.edits}}
}
