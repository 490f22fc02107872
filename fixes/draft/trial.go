package draft

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Try tries drafts out and returns what comes of each: its fix, or nil if what it
// makes of the file is wrong as far as a compiler can tell. gofmt has to leave the
// result alone, and it has to type-check.
//
// All drafts of a file are tried together, and of the file only the declarations
// that they change: that costs the size of what changes, once, however many
// drafts there are. Where a declaration turns out wrong, its drafts are tried in
// halves.
func Try(drafts []*Draft) [][]analysis.SuggestedFix {
	out := make([][]analysis.SuggestedFix, len(drafts))
	var sources []*Source
	left := map[*Source]map[int]*Draft{}
	for i, d := range drafts {
		if d == nil {
			continue
		}
		if left[d.src] == nil {
			left[d.src] = map[int]*Draft{}
			sources = append(sources, d.src)
		}
		left[d.src][i] = d
	}
	for _, src := range sources {
		for now := left[src]; len(now) > 0; {
			var group []*Draft
			for _, i := range slices.Sorted(maps.Keys(now)) {
				group = append(group, now[i])
			}
			t := trial{src: src, wrong: map[*Draft]bool{}, tries: map[int]int{}}
			t.run(group)
			for i, d := range now {
				delete(now, i)
				if !t.wrong[d] {
					out[i] = d.fix()
				} else if other := d.instead(); other != nil && other.src == src {
					now[i] = other
				}
			}
		}
	}
	return out
}

// mostTries is how often the drafts of one declaration are halved to find those
// that are wrong, before all that are left are given up: a declaration that has
// many wrong ones would cost its size for each.
const mostTries = 32

// trial tries drafts of one file.
type trial struct {
	src   *Source
	wrong map[*Draft]bool
	tries map[int]int // by section
}

func (t *trial) run(drafts []*Draft) {
	heads := map[string]bool{}
	var left []*Draft
	for _, d := range drafts {
		if !t.placed(d) || t.strands(d) || !t.importsWell(d, heads) {
			t.wrong[d] = true
			continue
		}
		left = append(left, d)
	}
	for len(left) > 0 {
		var now []*Draft
		now, left = t.compatible(left)
		t.isolate(now)
	}
}

// isolate finds the wrong ones among drafts that go together.
func (t *trial) isolate(group []*Draft) {
	bad := t.check(group)
	for _, sec := range slices.Sorted(maps.Keys(bad)) {
		var in []*Draft
		for _, d := range group {
			if slices.Contains(t.sections(d), sec) {
				in = append(in, d)
			}
		}
		if len(in) == 1 || t.tries[sec] == mostTries {
			for _, d := range in {
				t.wrong[d] = true
			}
			continue
		}
		t.tries[sec]++
		t.isolate(in[:len(in)/2])
		t.isolate(in[len(in)/2:])
	}
}

// compatible splits drafts into some that do not change the same text, and those
// that are left for another round.
func (t *trial) compatible(drafts []*Draft) (together, left []*Draft) {
	slices.SortStableFunc(drafts, func(a, b *Draft) int { return int(t.from(a) - t.from(b)) })
	var open []*Draft // that reach beyond the beginning of the next
	for _, d := range drafts {
		open = slices.DeleteFunc(open, func(o *Draft) bool { return o.edits[len(o.edits)-1].End < t.from(d) })
		if slices.ContainsFunc(open, func(o *Draft) bool { return conflict(o.edits, d.edits) }) {
			left = append(left, d)
			continue
		}
		open, together = append(open, d), append(together, d)
	}
	return together, left
}

// from is where the first declaration begins to change.
func (t *trial) from(d *Draft) token.Pos {
	for _, e := range d.edits {
		if t.src.section(e.Pos) >= 0 {
			return e.Pos
		}
	}
	return token.NoPos
}

// conflict reports whether two drafts change the same text, each in its way.
func conflict(a, b []analysis.TextEdit) bool {
	for _, e := range a {
		for _, o := range b {
			if e.Pos < o.End && o.Pos < e.End && !same(e, o) {
				return true
			}
		}
	}
	return false
}

func same(a, b analysis.TextEdit) bool {
	return a.Pos == b.Pos && a.End == b.End && bytes.Equal(a.NewText, b.NewText)
}

// sections are the declarations that a draft changes.
func (t *trial) sections(d *Draft) []int {
	var out []int
	for _, e := range d.edits {
		if sec := t.src.section(e.Pos); sec >= 0 && !slices.Contains(out, sec) {
			out = append(out, sec)
		}
	}
	return out
}

// placed reports whether each edit stands among the imports, or in one
// declaration.
func (t *trial) placed(d *Draft) bool {
	for _, e := range d.edits {
		sec := t.src.section(e.Pos)
		if sec == nowhere || sec != t.src.section(e.End) {
			return false
		}
	}
	return len(t.sections(d)) > 0
}

// strands reports whether a draft takes away all that the file uses an import
// for.
func (t *trial) strands(d *Draft) bool {
	for name, uses := range t.src.usesOfImports() {
		n, again := 0, false
		for _, e := range d.edits {
			from, _ := slices.BinarySearch(uses, e.Pos)
			to, _ := slices.BinarySearch(uses, e.End)
			n += to - from
			again = again || bytes.Contains(e.NewText, []byte(name+"."))
		}
		if n > 0 && n == len(uses) && !again {
			return true
		}
	}
	return false
}

// importsWell reports whether what a draft adds to the imports is known, and
// stands as gofmt has it. heads remembers.
func (t *trial) importsWell(d *Draft, heads map[string]bool) bool {
	edits := t.edits(d, imports)
	if len(edits) == 0 {
		return true
	}
	key := fmt.Sprint(edits)
	if good, known := heads[key]; known {
		return good
	}
	good := true
	for _, e := range edits {
		_, path := importedBy(e)
		good = good && path != "" && t.src.files.ground().knows(t.src.files.pass, path)
	}
	from, to := t.src.head()
	heads[key] = good && (!t.src.clean || isFormatted(append(bytes.TrimSpace(t.src.apply(from, to, edits)), '\n')))
	return heads[key]
}

// edits are those of some drafts in one section, each once.
func (t *trial) edits(d *Draft, sec int) []analysis.TextEdit {
	var out []analysis.TextEdit
	for _, e := range d.edits {
		if t.src.section(e.Pos) == sec {
			out = append(out, e)
		}
	}
	return out
}

// check applies drafts that go together and returns the sections that come out
// wrong.
func (t *trial) check(group []*Draft) map[int]bool {
	bySection := map[int][]analysis.TextEdit{}
	for _, d := range group {
		for _, e := range d.edits {
			sec := t.src.section(e.Pos)
			bySection[sec] = append(bySection[sec], e)
		}
	}
	bad := map[int]bool{}
	texts := map[int][]byte{}
	for sec, edits := range bySection {
		slices.SortStableFunc(edits, compareEdits)
		edits = slices.CompactFunc(edits, same)
		if sec == imports {
			bySection[imports] = edits
			continue
		}
		text := t.src.apply(t.src.spans[sec].from, t.src.spans[sec].to, edits)
		formatted, err := format.Source(declaration(text))
		if err != nil || t.src.clean && !bytes.Equal(formatted, declaration(text)) {
			bad[sec] = true
			continue
		}
		texts[sec] = text
	}
	for _, sec := range t.src.files.ground().faults(t.src, bySection[imports], texts) {
		bad[sec] = true
	}
	return bad
}

// declaration is a file with one declaration.
func declaration(text []byte) []byte {
	return slices.Concat([]byte("package p\n\n"), text, []byte("\n"))
}

// importedBy is what an edit imports, and under which name.
func importedBy(e analysis.TextEdit) (as, path string) {
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(string(e.NewText)), "import "))
	switch len(words) {
	case 1:
		return "", strings.Trim(words[0], `"`)
	case 2:
		return words[0], strings.Trim(words[1], `"`)
	}
	return "", ""
}

// usesOfImports are the places where a file uses what it imports, by the name
// that the import has there.
func (s *Source) usesOfImports() map[string][]token.Pos {
	if s.uses == nil {
		s.uses = map[string][]token.Pos{}
		ast.Inspect(s.File, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if _, isImport := s.files.pass.TypesInfo.Uses[id].(*types.PkgName); isImport {
					s.uses[id.Name] = append(s.uses[id.Name], id.Pos())
				}
			}
			return true
		})
	}
	return s.uses
}
