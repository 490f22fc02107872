package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
)

// tree makes empty files, or such with a text, and returns their directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAcrossModules(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.work":      "go 1.26.0\n\nuse (\n\t./a\n\t./a/deep\n\t./b\n\t.\n)\n",
		"a/deep/x.txt": "", "b/sub/x.txt": "",
	})
	bare := tree(t, map[string]string{"go.work": "use ./a\n", "a/x.txt": "", "c/x.txt": ""})
	none := tree(t, map[string]string{"a/x.txt": ""})
	for _, test := range []struct{ dir, env, patterns, want string }{
		{dir, "", "./...", "./... ./a/... ./a/deep/... ./b/..."},
		{dir + "/a", "", "./...", "./... ./deep/..."},
		{dir + "/b/sub", "", "./...", "./..."},
		{dir + "/b", "", "../...", "../... ../a/... ../a/deep/... ../b/..."},
		{dir, "", "./a ./b/... x.com/...", "./a ./b/... x.com/..."},
		{dir, "off", "./...", "./..."},
		{none, dir + "/go.work", "./...", "./..."},
		{bare, "", "./...", "./a/..."}, // the root is in no module
		{bare + "/c", "", "./...", "./..."},
		{none, "", "./...", "./..."},
	} {
		t.Chdir(test.dir)
		t.Setenv("GOWORK", test.env)
		if got := strings.Join(acrossModules(strings.Fields(test.patterns)), " "); got != test.want {
			t.Errorf("%s in %s: %s, want %s", test.patterns, test.dir, got, test.want)
		}
	}
}

func TestScope(t *testing.T) {
	dir := tree(t, map[string]string{"go.mod": "module m\n", "nested/go.mod": "module n\n", "a/b/x.txt": ""})
	t.Chdir(dir)
	places := []string{"x.go", "a/x.go", "a/b/x.go", "ab/x.go", "nested/in/x.go", "a/vendor/v/x.go", "testdata/x.go", "_old/x.go", "../out/x.go"}
	for patterns, want := range map[string]string{
		"./...":         "x.go a/x.go a/b/x.go ab/x.go",
		".":             "x.go",
		"./a ./ab":      "a/x.go ab/x.go",
		"./a/...":       "a/x.go a/b/x.go",
		"./nested/...":  "nested/in/x.go",
		dir + "/a/...":  "a/x.go a/b/x.go",
		dir + "/a/b":    "a/b/x.go",
		"../out ./a/b/": "a/b/x.go ../out/x.go",
		"./testdata":    "testdata/x.go",
		"a/x.go":        "",
	} {
		var list []finding.Finding
		for _, p := range places {
			list = append(list, finding.Finding{Message: p, Place: finding.Place{File: filepath.Join(dir, p)}})
		}
		var got []string
		for _, f := range scopeOf(strings.Fields(patterns), nil, nil).keep(list) {
			got = append(got, f.Message)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", patterns, got, want)
		}
	}
}

func TestListFlags(t *testing.T) {
	if got := listFlags([]string{"-tags=a,b", "-v=true", "-uncapped.strict=1", "-mod=mod"}); !slices.Equal(got, []string{"-tags=a,b", "-mod=mod"}) {
		t.Errorf("have %v", got)
	}
}

func TestOwn(t *testing.T) {
	for _, test := range []struct {
		module, dir string
		want        bool
	}{
		{"example.com/m", "/src/m/sub", true},
		{"", "/usr/local/go/src/fmt", false},
		{"golang.org/x/mod", "/root/go/pkg/mod/golang.org/x/mod@v0.42.0/modfile", false},
		{"golang.org/x/mod", "/src/m/vendor/golang.org/x/mod/modfile", false},
	} {
		if got := own(test.module, test.dir); got != test.want {
			t.Errorf("%s in %s: %v", test.module, test.dir, got)
		}
	}
}

func TestWholeConfig(t *testing.T) {
	const text = `{"ImportPath": "m/a", "Dir": "/src/a", "ModulePath": "m", "VetxOnly": true, "New": {"x": 1}}`
	dir := tree(t, map[string]string{
		"own.cfg": text, "std.cfg": `{"Dir": "/go/src/fmt", "VetxOnly": true}`, "asked.cfg": strings.Replace(text, "true", "false", 1), "bad.cfg": "{",
	})
	for _, name := range []string{"std.cfg", "asked.cfg", "bad.cfg", "missing.cfg"} {
		if got := wholeConfig(filepath.Join(dir, name)); got != filepath.Join(dir, name) {
			t.Errorf("%s: another one: %s", name, got)
		}
	}
	data, err := os.ReadFile(wholeConfig(filepath.Join(dir, "own.cfg")))
	if err != nil || !strings.Contains(string(data), `"VetxOnly":false`) || !strings.Contains(string(data), `"New":{"x":1}`) {
		t.Errorf("%v, %s", err, data)
	}
}
