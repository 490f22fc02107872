package finding

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Problem is what kept a check from its work on a package.
type Problem struct {
	Package, Check, Text string
}

func (p Problem) String() string { return p.Package + ": " + p.Check + ": " + p.Text }

// diagnostic is a diagnostic as the tool writes it in JSON.
type diagnostic struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
	Fixes   []struct {
		Message string `json:"message"`
		Edits   []struct {
			Filename string `json:"filename"`
			Start    int    `json:"start"`
			End      int    `json:"end"`
			New      string `json:"new"`
		} `json:"edits"`
	} `json:"suggested_fixes"`
	Related []struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	} `json:"related"`
}

// Decode reads the JSON objects that go vet -json prints, one a package: by
// package and check, either a list of diagnostics or an error. The platform is
// the one that go vet ran for, "" if there is only one. The findings are in no
// order, and those of the variants of a package are side by side.
func Decode(r io.Reader, platform string) (out []Finding, problems []Problem, err error) {
	for dec := json.NewDecoder(r); ; {
		var packages map[string]map[string]json.RawMessage
		if err := dec.Decode(&packages); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, err
		}
		for variant, checks := range packages {
			pkg, test, _ := strings.Cut(variant, " [") // "m [m.test]" is m as its tests see it
			for check, raw := range checks {
				var list []diagnostic
				if json.Unmarshal(raw, &list) != nil {
					problems = append(problems, Problem{variant, check, errorText(raw)})
					continue
				}
				for _, d := range list {
					f := d.finding()
					f.Check, f.Package, f.Variant, f.platform = check, pkg, strings.TrimSuffix(test, "]"), platform
					out = append(out, f)
				}
			}
		}
	}
	slices.SortFunc(problems, func(a, b Problem) int { return strings.Compare(a.String(), b.String()) })
	return out, problems, nil
}

// errorText is the text of {"error": text}.
func errorText(raw json.RawMessage) string {
	var e struct{ Error string }
	if json.Unmarshal(raw, &e) != nil || e.Error == "" {
		return string(raw)
	}
	return e.Error
}

func (d diagnostic) finding() Finding {
	f := Finding{Place: placeOf(d.Posn, d.End), Message: d.Message}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{placeOf(r.Posn, r.End), r.Message})
	}
	for _, x := range d.Fixes {
		fix := Fix{Message: x.Message}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, Edit{e.Filename, e.Start, e.End, e.New})
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}

// placeOf reads two times file:line:col. The file's name may hold colons.
func placeOf(posn, end string) Place {
	file, line, col := position(posn)
	p := Place{file, line, col, line, col}
	if f, l, c := position(end); f == file && (l > line || l == line && c > col) {
		p.EndLine, p.EndCol = l, c
	}
	return p
}

func position(posn string) (file string, line, col int) {
	rest, col, _ := cutLast(posn)
	file, line, ok := cutLast(rest)
	if !ok {
		return posn, 0, 0
	}
	return file, line, col
}

// cutLast splits off the number behind the last colon.
func cutLast(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}
