package cli

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes"
)

func TestSaid(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  string
	}{
		{[]string{"go: no such tool"}, "no such tool"},
		{[]string{"vet: ./a.go:1:2: wrong"}, "./a.go:1:2: wrong"},
		{[]string{`go: warning: "./x/..." matched no packages`, "no packages to vet"}, "no packages to vet"},
		{[]string{"go: warning: odd"}, "warning: odd"},
		{[]string{"# example.com/m", "# [example.com/m]", "a.go:1:2: wrong"}, "a.go:1:2: wrong"},
		{[]string{"# example.com/m"}, "go vet failed and did not say why: status 1"},
		{[]string{"a.go:1:2: wrong", "\tgo get x"}, "a.go:1:2: wrong\n\tgo get x"},
	} {
		lines := slices.Clone(test.lines)
		if got := (result{lines: test.lines, err: errors.New("status 1")}).said(t.Context()).Error(); got != test.want {
			t.Errorf("%q: %q, want %q", test.lines, got, test.want)
		}
		if !slices.Equal(lines, test.lines) {
			t.Errorf("the lines were changed to %q", test.lines)
		}
	}
}

func TestCrash(t *testing.T) {
	lines := []string{"# example.com/m [example.com/m.test]", "# [example.com/m]", "panic: oh", "", "goroutine 1 [running]:", "main.main()"}
	const want = "the analysis of example.com/m [example.com/m.test] crashed, which is a bug of retryvet: panic: oh (go vet -vettool=$(which retryvet) shows where)"
	if got := (result{lines: lines}).failure(options{}); got == nil || got.Error() != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestSideOutput(t *testing.T) {
	var live, findings bytes.Buffer
	s := &sideOutput{live: &live, findings: &findings}
	for _, part := range []string{"go: down", "loading x v1.0.0\n# example.com/m\n./a.go:1", ":2: wrong\n{}\n{\n\t\"a\": {\n\t}\n}\n\nno new", "line"} {
		if n, err := s.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := live.String(); got != "go: downloading x v1.0.0\n" {
		t.Errorf("shown at once: %q", got)
	}
	if got := findings.String(); got != "{}\n{\n\t\"a\": {\n\t}\n}\n" {
		t.Errorf("JSON: %q", got)
	}
	if got, want := s.lines(), []string{"# example.com/m", "./a.go:1:2: wrong", "no newline"}; !slices.Equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
}

func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"./...":                             "vet -json -vettool=/rv -retryontheway -trimpath=false ./...",
		"":                                  "vet -json -vettool=/rv -retryontheway -trimpath=false ./...",
		"-C dir -tags=a,b --race ./a ./b":   "vet -json -vettool=/rv -retryontheway -tags=a,b -race=true -trimpath=false ./a ./b",
		"-uncapped -uncapped.strict=0 .":    "vet -json -vettool=/rv -retryontheway -uncapped.strict=0 -trimpath=false .",
		"-checks -nojitter,+uncapped .":     "vet -json -vettool=/rv -retryontheway -trimpath=false .",
		"-buildvcs=auto -p 2 -- a.go":       "vet -json -vettool=/rv -retryontheway -buildvcs=auto -p=2 -trimpath=false a.go",
		"-tests -mod mod -sites ./...":      "vet -json -vettool=/rv -retryontheway -tests=true -mod=mod -retrysitelist -trimpath=false ./...",
		"-nojitter=false -ctxsleep=false m": "vet -json -vettool=/rv -retryontheway -trimpath=false m",
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

// The list of sites and the graph run when asked for, and go vet knows of it.
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
	if got := names("-flags"); !slices.Equal(got, append(passes.Names(), "retrysitelist", "retrygraph")) {
		t.Errorf("-flags: %v", got)
	}
	for _, flag := range []string{"-retrysitelist", "--retrysitelist", "-retrysitelist=true", "-retrysitelist=false"} {
		if got := names(flag, "x.cfg"); !slices.Equal(got, append(slices.Clone(checks), "retrysitelist")) {
			t.Errorf("%s: %v", flag, got)
		}
	}
}

// The optional checks run where they are asked for, and where the front end
// selects later.
func TestOptional(t *testing.T) {
	optional := passes.Optional[0]
	for args, want := range map[string]bool{
		"vet.cfg":                              false,
		"-nojitter vet.cfg":                    false,
		"-flags":                               true,
		"-" + optional + " vet.cfg":            true,
		"-json -" + optional + "=true vet.cfg": true,
		"-" + onTheWay + " vet.cfg":            true,
	} {
		var names []string
		for _, a := range analyzers(strings.Fields(args)) {
			names = append(names, a.Name)
		}
		if slices.Contains(names, optional) != want || !slices.Contains(names, "nojitter") {
			t.Errorf("%s: %v", args, names)
		}
	}
	for list, want := range map[string]bool{"": false, "-checks=-nojitter": false, "-checks=all": true, "-checks=+" + optional: true, "-" + optional: true, "-nojitter=false": false} {
		o, err := parse(strings.Fields(list))
		if err != nil || o.checks[optional] != want {
			t.Errorf("%q selects %v, %v", list, o.checks, err)
		}
	}
}

// TestFactsOnly checks that for a package that the go command wants only facts of,
// nothing runs but what exports them, though all flags are known.
func TestFactsOnly(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]bool{`{"VetxOnly": true}`: true, `{"VetxOnly": false}`: false, `{}`: false, `{`: false} {
		name := filepath.Join(dir, "vet.cfg")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := factsOnly(name); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if factsOnly(filepath.Join(dir, "none.cfg")) {
		t.Error("a missing file wants facts only")
	}
	model := map[*analysis.Analyzer]bool{}
	required(model, []*analysis.Analyzer{site.Facts})
	all := analyzers(nil)
	for i, a := range withoutRun(all) {
		if a.Name != all[i].Name || (a.Flags.Lookup("strict") == nil) != (all[i].Flags.Lookup("strict") == nil) {
			t.Errorf("%s is not %s with its flags", a.Name, all[i].Name)
		}
		needs := map[*analysis.Analyzer]bool{}
		required(needs, a.Requires)
		if !maps.Equal(needs, model) {
			t.Errorf("%s needs more than the model", a.Name)
		}
		if result, err := a.Run(nil); result != nil || err != nil {
			t.Errorf("%s gives %v, %v", a.Name, result, err)
		}
	}
}

// required collects analyzers and what they require.
func required(all map[*analysis.Analyzer]bool, list []*analysis.Analyzer) {
	for _, a := range list {
		all[a] = true
		required(all, a.Requires)
	}
}
