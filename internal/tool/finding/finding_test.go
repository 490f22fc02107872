package finding

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func show(list []Finding) []string {
	var lines []string
	for _, f := range list {
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s: %s", f.File, f.Line, f.Col, f.Package, f.Check, f.Message))
	}
	return lines
}

func TestDecode(t *testing.T) {
	const out = `{}
{
	"example.com/b": {
		"uncapped": [
			{"posn": "/m/b.go:20:2", "message": "second"},
			{"posn": "/m/b.go:3:2", "message": "first"}
		]
	}
}
{
	"example.com/b [example.com/b.test]": {
		"uncapped": [{"posn": "/m/b.go:3:2", "message": "first, in other words"}],
		"ctxsleep": [{"posn": "/m/a.go:9:1", "message": "alone"}],
		"badignore": [{"posn": "/m/b.go:3:2", "message": "two"}, {"posn": "/m/b.go:3:2", "message": "one"}],
		"nojitter": {"error": "it broke"}
	}
}
`
	got, problems, err := Decode(strings.NewReader(out), "")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"/m/a.go:9:1 example.com/b ctxsleep: alone",
		"/m/b.go:3:2 example.com/b badignore: one",
		"/m/b.go:3:2 example.com/b badignore: two",
		"/m/b.go:3:2 example.com/b uncapped: first",
		"/m/b.go:20:2 example.com/b uncapped: second",
	}
	if got := show(Merge(got)); !slices.Equal(got, want) {
		t.Errorf("have %q, want %q", got, want)
	}
	if want := []Problem{{"example.com/b [example.com/b.test]", "nojitter", "it broke"}}; !slices.Equal(problems, want) {
		t.Errorf("problems %q, want %q", problems, want)
	}
	if _, _, err := Decode(strings.NewReader("# not JSON"), ""); err == nil {
		t.Error("no error for what is not JSON")
	}
}

func TestDecodeAll(t *testing.T) {
	const out = `{"m": {"c": [{"posn": "a.go:1:2", "end": "a.go:3:4", "message": "x",
		"suggested_fixes": [{"message": "do", "edits": [{"filename": "a.go", "start": 5, "end": 7, "new": "n"}]}],
		"related": [{"posn": "b.go:4:1", "end": "b.go:4:1", "message": "here"}]}]}}`
	got, _, err := Decode(strings.NewReader(out), "linux/amd64")
	want := []Finding{{
		Check: "c", Message: "x", Package: "m", Place: Place{"a.go", 1, 2, 3, 4},
		Related:  []Related{{Place{"b.go", 4, 1, 4, 1}, "here"}},
		Fixes:    []Fix{{"do", []Edit{{"a.go", 5, 7, "n"}}}},
		platform: "linux/amd64",
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %+v, want %+v", err, got, want)
	}
}

func TestMergePlatforms(t *testing.T) {
	one, _, err1 := Decode(strings.NewReader(`{"m": {"c": [{"posn": "a.go:1:1", "message": "5 attempts"}]}}`), "linux/amd64")
	two, _, err2 := Decode(strings.NewReader(`{"m": {"c": [{"posn": "a.go:1:1", "message": "4 attempts"}, {"posn": "w.go:1:1", "message": "x"}]}}`), "windows/amd64")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	want := []string{"a.go:1:1 m c: 5 attempts", "w.go:1:1 m c: x"}
	if got := show(Merge(append(two, one...))); !slices.Equal(got, want) {
		t.Errorf("have %q, want %q", got, want)
	}
}

func TestPlaceOf(t *testing.T) {
	for _, test := range []struct {
		posn, end string
		want      Place
	}{
		{"/m/a.go:3:14", "/m/a.go:5:1", Place{"/m/a.go", 3, 14, 5, 1}},
		{`C:\m\a.go:3:1`, "", Place{`C:\m\a.go`, 3, 1, 3, 1}},
		{"/m/a:b.go:3:1", "-", Place{"/m/a:b.go", 3, 1, 3, 1}},
		{"/m/a.go:3:5", "/m/a.go:3:2", Place{"/m/a.go", 3, 5, 3, 5}}, // an end of generated code
		{"/m/a.go:3:5", "/m/b.go:4:2", Place{"/m/a.go", 3, 5, 3, 5}},
		{"-", "-", Place{File: "-"}},
		{"/m/a.go", "", Place{File: "/m/a.go"}},
	} {
		if got := placeOf(test.posn, test.end); got != test.want {
			t.Errorf("%s, %s: %v, want %v", test.posn, test.end, got, test.want)
		}
	}
}
