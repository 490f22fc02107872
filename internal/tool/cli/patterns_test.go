package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/finding"
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
		for _, f := range scopeOf(strings.Fields(patterns), nil, platform{}).keep(list) {
			got = append(got, f.Message)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", patterns, got, want)
		}
	}
}

// A package with tests within it is analysed with them.
func TestScopeVariants(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":  "module m\n",
		"in/x.go": "package x\n", "in/x_test.go": "package x\n",
		"out/x.go": "package x\n", "out/x_test.go": "package x_test\n",
		"tag/x.go": "package x\n", "tag/x_test.go": "//go:build special\n\npackage x\n",
		"os/x.go": "package x\n", "os/x_plan9_test.go": "package x\n",
	})
	t.Chdir(dir)
	for _, test := range []struct {
		flags []string
		p     platform
		want  string
	}{
		{nil, platform{}, "in with tests,os alone,os with tests,out alone,out with tests,tag alone,tag with tests"},
		{[]string{"-tags=other,special"}, platform{}, "in with tests,os alone,os with tests,out alone,out with tests,tag with tests"},
		{nil, platform{"plan9", "386"}, "in with tests,os with tests,out alone,out with tests,tag alone,tag with tests"},
	} {
		var list []finding.Finding
		for _, name := range []string{"in", "os", "out", "tag"} {
			at := finding.Place{File: filepath.Join(dir, name, "x.go")}
			list = append(list, finding.Finding{Message: name + " alone", Place: at}, finding.Finding{Message: name + " with tests", Variant: "m.test", Place: at})
		}
		var got []string
		for _, f := range scopeOf([]string{"./..."}, test.flags, test.p).keep(list) {
			got = append(got, f.Message)
		}
		if strings.Join(got, ",") != test.want {
			t.Errorf("%v, %v: %v, want %s", test.flags, test.p, got, test.want)
		}
	}
	t.Setenv("GOFLAGS", "-tags=special")
	alone := finding.Finding{Place: finding.Place{File: filepath.Join(dir, "tag", "x.go")}}
	if left := scopeOf([]string{"./..."}, nil, platform{}).keep([]finding.Finding{alone}); len(left) > 0 {
		t.Errorf("GOFLAGS has the tag: %v", left)
	}
}

func TestBetween(t *testing.T) {
	for id, want := range map[string]bool{"m/p": false, "m/p [m/p.test]": false, "m/p_test [m/p.test]": false, "m/q [m/p.test]": true} {
		if between(id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
}

func TestListFlags(t *testing.T) {
	if got := listFlags([]string{"-tags=a,b", "-v=true", "-uncapped.strict=1", "-mod=mod", "-race=true"}); !slices.Equal(got, []string{"-tags=a,b", "-mod=mod", "-race=true"}) {
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
	const text = `{"ID": "m/a", "Dir": "/src/a", "ModulePath": "m", "GoFiles": ["/src/a/a.go"], "VetxOnly": true, "New": {"x": 1}}`
	dir := tree(t, map[string]string{
		"own.cfg": text, "tests.cfg": strings.Replace(text, "/a.go", "/a_test.go", 1), "between.cfg": strings.Replace(text, "m/a", "m/a [m/b.test]", 1),
		"std.cfg": `{"Dir": "/go/src/fmt", "VetxOnly": true}`, "bad.cfg": "{",
	})
	for _, name := range []string{"std.cfg", "between.cfg", "bad.cfg", "missing.cfg"} {
		if got := wholeConfig(filepath.Join(dir, name)); got != filepath.Join(dir, name) {
			t.Errorf("%s: another one: %s", name, got)
		}
	}
	for name, id := range map[string]string{"own.cfg": "m/a", "tests.cfg": "m/a [tests]"} {
		data, err := os.ReadFile(wholeConfig(filepath.Join(dir, name)))
		for _, part := range []string{`"VetxOnly":false`, `"New":{"x":1}`, `"ID":"` + id + `"`} {
			if err != nil || !strings.Contains(string(data), part) {
				t.Errorf("%s: %v, no %s in %s", name, err, part, data)
			}
		}
	}
}
