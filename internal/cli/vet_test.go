package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	const out = `{}
{
	"example.com/b": {
		"uncapped": [
			{"posn": "/m/b.go:20:2", "message": "second"},
			{"posn": "/m/b.go:3:2", "message": "first", "related": [{"posn": "/m/b.go:4:1", "message": "here"}]}
		]
	}
}
{
	"example.com/b [example.com/b.test]": {
		"uncapped": [{"posn": "/m/b.go:3:2", "message": "first"}],
		"ctxsleep": [{"posn": "/m/a.go:9:1", "message": "alone"}],
		"nojitter": {"error": "it broke"}
	}
}
`
	got, problems, err := decode(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range got {
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s", f.at.file, f.at.line, f.at.col, f.check, f.message))
	}
	want := []string{"/m/a.go:9:1 ctxsleep alone", "/m/b.go:3:2 uncapped first", "/m/b.go:20:2 uncapped second"}
	if !slices.Equal(lines, want) {
		t.Errorf("have %q, want %q", lines, want)
	}
	if want := []string{"example.com/b [example.com/b.test]: nojitter: it broke"}; !slices.Equal(problems, want) {
		t.Errorf("problems %q, want %q", problems, want)
	}
	if _, _, err := decode(strings.NewReader("# not JSON")); err == nil {
		t.Error("no error for what is not JSON")
	}
}

func TestPlaceOf(t *testing.T) {
	for posn, want := range map[string]place{
		"/m/a.go:3:14":  {"/m/a.go", 3, 14},
		`C:\m\a.go:3:1`: {`C:\m\a.go`, 3, 1},
		"/m/a:b.go:3:1": {"/m/a:b.go", 3, 1},
		"-":             {file: "-"},
		"/m/a.go":       {file: "/m/a.go"},
	} {
		if got := placeOf(posn); got != want {
			t.Errorf("%s: %v, want %v", posn, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	var many []string
	for i := range shown + 3 {
		many = append(many, fmt.Sprintf("a.go:%d:1: wrong", i+1))
	}
	for _, test := range []struct {
		lines []string
		want  string
	}{
		{[]string{"go: no such tool"}, "no such tool"},
		{[]string{"vet: ./a.go:1:2: wrong"}, "./a.go:1:2: wrong"},
		{[]string{`go: warning: "./x/..." matched no packages`, "no packages to vet"}, "no packages to vet"},
		{[]string{"go: warning: odd"}, "warning: odd"},
		{[]string{"# example.com/m", "# [example.com/m]", "a.go:1:2: wrong"}, "a.go:1:2: wrong"},
		{[]string{"# example.com/m"}, "go vet failed and did not say why"},
		{[]string{"# example.com/m [example.com/m.test]", "# [example.com/m]", "panic: oh", "", "goroutine 1 [running]:", "main.main()"},
			"the analysis of example.com/m [example.com/m.test] crashed, which is a bug of retryvet: panic: oh (go vet -vettool=$(which retryvet) shows where)"},
		{many, strings.Join(many[:shown], "\n") + "\n(and 3 more lines)"},
	} {
		lines := slices.Clone(test.lines)
		if got := excerpt(test.lines).Error(); got != test.want {
			t.Errorf("%q: %q, want %q", test.lines, got, test.want)
		}
		if !slices.Equal(lines, test.lines) {
			t.Errorf("the lines were changed to %q", test.lines)
		}
	}
}

func TestSideOutput(t *testing.T) {
	var live bytes.Buffer
	s := &sideOutput{live: &live}
	for _, part := range []string{"go: down", "loading x v1.0.0\n# example.com/m\n./a.go:1", ":2: wrong\n\nno new", "line"} {
		if n, err := s.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := live.String(); got != "go: downloading x v1.0.0\n" {
		t.Errorf("shown at once: %q", got)
	}
	if got, want := s.lines(), []string{"# example.com/m", "./a.go:1:2: wrong", "no newline"}; !slices.Equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
}

func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"./...":                             "vet -json -vettool=/rv ./...",
		"-C dir -tags=a,b --race ./a ./b":   "vet -C dir -json -vettool=/rv -tags=a,b -race=true ./a ./b",
		"-uncapped -uncapped.strict=0 .":    "vet -json -vettool=/rv -uncapped=true -uncapped.strict=0 .",
		"-buildvcs=auto -p 2 -- a.go":       "vet -json -vettool=/rv -buildvcs=auto -p=2 a.go",
		"-tests -mod mod -sites ./...":      "vet -json -vettool=/rv -tests=true -mod=mod -retrysitelist ./...",
		"-nojitter=false -ctxsleep=false m": "vet -json -vettool=/rv -nojitter=false -ctxsleep=false m",
	} {
		o, err := parse(strings.Fields(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got := strings.Join(arguments(o, "/rv"), " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func TestCalledByGo(t *testing.T) {
	for args, want := range map[string]bool{
		"":                        false,
		"./...":                   false,
		"-tests ./...":            false,
		"-V=full":                 true,
		"-flags":                  true,
		"/tmp/vet.cfg":            true,
		"-json -uncapped vet.cfg": true,
		"-fix /tmp/vet.cfg":       true,
	} {
		if got := calledByGo(strings.Fields(args)); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}

// The list of sites runs when asked for, and go vet knows of it.
func TestAnalyzers(t *testing.T) {
	names := func(args ...string) (names []string) {
		for _, a := range analyzers(args) {
			names = append(names, a.Name)
		}
		return names
	}
	checks := names("x.cfg")
	if slices.Contains(checks, "retrysitelist") {
		t.Errorf("it runs unasked: %v", checks)
	}
	for _, flag := range []string{"-flags", "-retrysitelist", "--retrysitelist", "-retrysitelist=true", "-retrysitelist=false"} {
		if got := names(flag, "x.cfg"); !slices.Equal(got, append(slices.Clone(checks), "retrysitelist")) {
			t.Errorf("%s: %v", flag, got)
		}
	}
}

func TestSourceLine(t *testing.T) {
	p := &printer{files: map[string][]string{"a.go": {
		"\tx := f(1)",
		"\tif\tg() { // größer",
		"\t/* größer */ h()",
		"\t" + strings.Repeat("x", widest+1),
		"",
	}}}
	for _, test := range []struct {
		line, col     int
		source, caret string
	}{
		{1, 7, "x := f(1)", "     ^"},
		{2, 5, "if\tg() { // größer", "  \t^"},
		{3, 17, "/* größer */ h()", "             ^"},
		{4, 2, "", ""}, // too long
		{5, 1, "", ""}, // nothing there
		{1, 1, "", ""}, // in the indentation
		{9, 1, "", ""}, // behind the end
		{0, 0, "", ""},
	} {
		source, caret := p.excerpt(place{"a.go", test.line, test.col})
		if source != test.source || caret != test.caret {
			t.Errorf("%d:%d: %q, %q, want %q, %q", test.line, test.col, source, caret, test.source, test.caret)
		}
	}
}
