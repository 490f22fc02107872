package golangci_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/golangci"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes"
)

type (
	object = map[string]any
	list   = []any
)

func TestRegistered(t *testing.T) {
	make, err := register.GetPlugin("retryvet")
	if err != nil {
		t.Fatal(err)
	}
	p, err := make(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.GetLoadMode(); got != register.LoadModeTypesInfo {
		t.Errorf("load mode %s", got)
	}
}

func TestChecks(t *testing.T) {
	all, usual := passes.Names(), passes.Usual()
	but := func(list []string, out ...string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(out, name) })
	}
	for _, test := range []struct {
		settings any
		want     []string
	}{
		{nil, usual},
		{object{}, usual},
		{object{"checks": list{"all"}}, all},
		{object{"checks": list{"uncapped"}}, []string{"uncapped"}},
		{object{"checks": list{"uncapped", "ctxsleep"}}, []string{"ctxsleep", "uncapped"}},
		{object{"checks": list{"all", "-uncapped"}}, but(all, "uncapped")},
		{object{"checks": list{"-uncapped", "-ctxsleep"}}, but(usual, "uncapped", "ctxsleep")},
		{object{"checks": list{"-uncapped", "-all", "ctxsleep"}}, []string{"ctxsleep"}},
		{object{"checks": list{"core"}}, passes.Core},
		{object{"checks": list{"+uncapped"}}, usual},
		{object{"checks": list{"+" + passes.Optional[0]}}, but(all, passes.Optional[1:]...)},
	} {
		p, err := golangci.New(test.settings)
		if err != nil {
			t.Errorf("%v: %v", test.settings, err)
			continue
		}
		analyzers, err := p.BuildAnalyzers()
		if err != nil {
			t.Errorf("%v: %v", test.settings, err)
		}
		var got []string
		for _, a := range analyzers {
			got = append(got, a.Name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.settings, got, test.want)
		}
	}
}

// Every flag is a setting, and one that is not set has its default again.
func TestFlags(t *testing.T) {
	uncapped := passes.All()[slices.IndexFunc(passes.All(), hasName("uncapped"))]
	value := func() (strict, tests string) {
		return uncapped.Flags.Lookup("strict").Value.String(), site.Analyzer.Flags.Lookup("tests").Value.String()
	}
	for _, test := range []struct {
		settings      any
		strict, tests string
	}{
		{object{"uncapped": object{"strict": true}}, "true", "false"},
		{object{"tests": true}, "false", "true"},
		{object{"tests": "true", "uncapped": nil}, "false", "true"},
		{nil, "false", "false"},
	} {
		if _, err := golangci.New(test.settings); err != nil {
			t.Errorf("%v: %v", test.settings, err)
		}
		if strict, tests := value(); strict != test.strict || tests != test.tests {
			t.Errorf("%v: strict %s, tests %s", test.settings, strict, tests)
		}
	}
}

func hasName(name string) func(*analysis.Analyzer) bool {
	return func(a *analysis.Analyzer) bool { return a.Name == name }
}

func TestBadSettings(t *testing.T) {
	for _, test := range []struct {
		settings any
		want     string
	}{
		{object{"check": list{"all"}}, `unknown setting "check", did you mean "checks"?`},
		{object{"finalsleep": object{"x": 1}}, `unknown setting "finalsleep": want one of checks, `}, // it has no flags
		{object{"uncapped": object{"strong": true}}, `unknown setting "strong" of uncapped: want one of strict`},
		{object{"uncapped": true}, "uncapped: want keys with values"},
		{object{"uncapped": object{"strict": "often"}}, `uncapped.strict cannot be "often": `},
		{object{"tests": object{}}, "tests: want a word or a list of words"},
		{object{"tests": nil}, "tests: want a word or a list of words"},
		{object{"checks": list{"all", "-jitter"}}, `unknown check "jitter", did you mean "nojitter"?`},
		{object{"checks": list{}}, "checks leaves no check to run"},
		{object{"exclude": list{object{"checks": list{"uncapped"}}}}, "exclude: an exclusion needs paths"},
		{list{"uncapped"}, "the settings: want keys with values"},
	} {
		_, err := golangci.New(test.settings)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: error %v, want %s", test.settings, err, test.want)
		}
	}
}

// TestFile reads the command's file, over which golangci-lint's settings go, and
// finds analyzers of other names once the file has changed.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	names := func(settings any, file string) (out []string) {
		t.Helper()
		if err := os.WriteFile(".retryvet.yaml", []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := golangci.New(settings)
		if err != nil {
			t.Fatal(err)
		}
		analyzers, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		if err := analysis.Validate(analyzers); err != nil {
			t.Error(err)
		}
		for _, a := range analyzers {
			out = append(out, a.Name)
		}
		return out
	}
	one := names(nil, "checks: [uncapped]\ntests: true\n")
	if one[0] != "uncapped" || len(one) != 2 || site.Analyzer.Flags.Lookup("tests").Value.String() != "true" {
		t.Errorf("of the file: %v", one)
	}
	two := names(nil, "checks: [uncapped] # the same\n")
	if two[1] == one[1] || site.Analyzer.Flags.Lookup("tests").Value.String() != "false" {
		t.Errorf("of the changed file: %v, after %v", two, one)
	}
	if three := names(object{"checks": list{"ctxsleep"}, "tests": false}, "checks: [uncapped]\ntests: true\n"); three[0] != "ctxsleep" || site.Analyzer.Flags.Lookup("tests").Value.String() != "false" {
		t.Errorf("of both: %v", three)
	}
	if err := os.WriteFile(".retryvet.yaml", []byte("checks: [uncaped]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := golangci.New(nil); err == nil || !strings.HasSuffix(err.Error(), `.retryvet.yaml:1:10: unknown check "uncaped", did you mean "uncapped"?`) {
		t.Errorf("of a wrong file: %v", err)
	}
}
