package config_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/tool/config"
	"github.com/retryvet/retryvet/passes"
)

func read(t *testing.T, text string) (*config.Config, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(config.Name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return config.Read(config.Name)
}

// schema is the published one.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("../../../docs/retryvet.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, config.Schema()) {
		t.Error("docs/retryvet.schema.json is not what the code says: run go run ./internal/tool/docgen")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(config.SchemaURL, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(config.SchemaURL)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRead accepts and refuses files, with the place of what is wrong; the schema
// says the same.
func TestRead(t *testing.T) {
	s := schema(t)
	for _, test := range []struct{ text, err string }{
		{"", ""},
		{"# nothing\n", ""},
		{"checks: core\n", ""},
		{"checks: [core, -nojitter, +uncapped]\n", ""},
		{"severity: {all: info, uncapped: error}\n", ""},
		{"paths: [cmd, internal/**/x]\nexclude:\n  - paths: a/b\n    checks: nojitter\n  - paths: [c]\n", ""},
		{"tests: true\nfixwith: runtime\nremote: [net/http.Get, a/b.C.*]\nidempotent: a/b.D\n", ""},
		{"uncapped: {strict: true}\n", ""},
		{"uncapped:\n", ""},
		{"x: &x [uncapped]\nchecks: *x\n", `1:1: unknown setting "x": want one of checks, `},
		{"checks:\n  - core\n  - nojiter\n", `3:5: unknown check "nojiter", did you mean "nojitter"?`},
		{"checks: [core, {}]\n", "1:16: checks: want a word or a list of words"},
		{"checks: []\n", "1:9: checks leaves no check to run"},
		{"checks:\n", "1:8: checks: want a word or a list of words"},
		{"severity: {uncapped: bad}\n", `1:22: unknown severity "bad": want one of error, warning, info`},
		{"severity: {core: info}\n", `1:12: unknown check "core": want one of all, backoffreuse, `},
		{"severity: warning\n", "1:11: severity: want keys with values"},
		{"exclude: a\n", "1:10: exclude: want a list, each with paths and perhaps checks"},
		{"exclude: [{checks: uncapped}]\n", "1:11: exclude: an exclusion needs paths"},
		{"exclude: [{paths: a, check: uncapped}]\n", `1:22: unknown setting "check" of exclude, did you mean "checks"?`},
		{"exclude: [{paths: a, checks: core}]\n", `1:30: unknown check "core": want one of backoffreuse`},
		{"uncapped: {stric: true}\n", `1:12: unknown setting "stric" of uncapped, did you mean "strict"?`},
		{"- a\n", "1:1: the settings: want keys with values"},
	} {
		_, err := read(t, test.text)
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), config.Name+":"+test.err)) {
			t.Errorf("%q: %v, want %s", test.text, err, test.err)
		}
		var value any
		if err := yaml.Unmarshal([]byte(test.text), &value); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); (err == nil) != (test.err == "") {
			t.Errorf("%q: the schema says %v", test.text, err)
		}
	}
	// What the schema cannot know.
	for text, want := range map[string]string{
		"paths: [\"a[\"]\n":           `1:9: paths: "a[" is no pattern of paths`,
		"tests: true\ntests: false\n": `2:1: the settings: "tests" is there twice`,
		"checks: [core, -core]\n":     "1:9: checks leaves no check to run",
		"checks: [core\n":             " line 1: did not find expected ',' or ']'",
	} {
		if _, err := read(t, text); err == nil || !strings.HasPrefix(err.Error(), config.Name+":"+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := config.Read("nosuch"); err == nil || err.Error() != "cannot read nosuch: no such file or directory" {
		t.Errorf("of no file: %v", err)
	}
}

// TestDocumented reads what docs/settings.md shows, which has every key.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	s := schema(t)
	c, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	defer config.Reset()
	if err := c.Set(); err != nil {
		t.Error(err)
	}
	var value map[string]any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(any(value)); err != nil {
		t.Error(err)
	}
	for name := range s.Properties {
		if _, ok := value[name]; !ok {
			t.Errorf("%s is not shown", name)
		}
	}
	if !strings.Contains(text, config.SchemaURL) {
		t.Error("the schema is not named")
	}
}

func TestSet(t *testing.T) {
	defer config.Reset()
	c, err := read(t, "tests: true\nuncapped:\n  strict: often\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Set(); err == nil || !strings.HasPrefix(err.Error(), config.Name+`:3:11: uncapped.strict cannot be "often": `) {
		t.Errorf("%v", err)
	}
	if got := []string{c.Flags[0].Name, c.Flags[0].Value, c.Flags[1].Name}; !slices.Equal(got, []string{"tests", "true", "uncapped.strict"}) {
		t.Errorf("%v", got)
	}
}

func TestReports(t *testing.T) {
	c, err := read(t, "paths: [cmd, ./internal/, '**/*_gen.go']\nexclude:\n  - paths: ['internal/**/old', cmd/x.go]\n  - {paths: cmd/y, checks: nojitter}\n")
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := os.Getwd()
	for file, want := range map[string]bool{
		"cmd/a.go": true, "cmd/a/b.go": true, "command/a.go": false, "main.go": false,
		"internal/a/b/c.go": true, "internal/old/c.go": false, "internal/a/b/old/c/d.go": false,
		"cmd/x.go": false, "cmd/y/a.go": false, "a/b_gen.go": true, "../cmd/a.go": false,
	} {
		if got := c.Reports("nojitter", filepath.Join(dir, file)); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
	if !c.Reports("uncapped", filepath.Join(dir, "cmd/y/a.go")) {
		t.Error("an exclusion of one check is one of another")
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, name := range []string{"m/go.mod", "m/a/" + config.Name, "m/a/b/c.go", config.Name, "n/go.mod", "n/" + config.Name} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"m/a/b": config.Name, // not that of a, which is below the module's root
		"m":     config.Name,
		"n":     "n/" + config.Name,
		"":      config.Name,
	} {
		if got := config.Find(at(dir)); got != at(want) {
			t.Errorf("%s: %s, want %s", dir, got, at(want))
		}
	}
}

func TestSeverityOf(t *testing.T) {
	var none *config.Config
	c, err := read(t, "severity: {all: info, uncapped: warning}\n")
	if err != nil {
		t.Fatal(err)
	}
	for check, want := range map[string]passes.Severity{"uncapped": passes.Warning, "nojitter": passes.Info} {
		if got := c.SeverityOf(check); got != want {
			t.Errorf("%s: %s", check, got)
		}
		if got := none.SeverityOf(check); got != passes.SeverityOf(check) {
			t.Errorf("%s without settings: %s", check, got)
		}
	}
}
