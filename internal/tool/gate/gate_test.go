package gate

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/source"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "known.json")
	list := []finding.Finding{
		{Check: "uncapped", Fingerprint: "one", Message: "a <b>", Place: finding.Place{File: filepath.Join(dir, "sub", "a.go"), Line: 17}},
		{Check: "nojitter", Fingerprint: "two", Place: finding.Place{File: filepath.Join(dir, "b.go"), Line: 23}},
	}
	if err := Write(name, list); err != nil {
		t.Fatal(err)
	}
	known, err := Read(name)
	if err != nil || len(known) != 2 || !known.Has(list[0]) || known["two"] != (Known{"nojitter", list[1].File}) {
		t.Errorf("%v, %v", known, err)
	}
	if got := known.Stale(list[:1]); len(got) != 1 || got[0] != (Known{"nojitter", list[1].File}) {
		t.Errorf("stale: %v", got)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"sub/a.go"`, `"a <b>"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
	if strings.Contains(string(data), "17") {
		t.Errorf("lines are in %s", data)
	}
	if err := Write(name, nil); err != nil {
		t.Fatal(err)
	}
	if known, err := Read(name); err != nil || len(known) != 0 {
		t.Errorf("%v, %v of an empty baseline", known, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
	if err := Write(filepath.Join(dir, "nosuch", "x.json"), nil); err == nil {
		t.Error("no error where the directory is missing")
	}
}

func TestBadBaseline(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"{":                 "is no baseline: unexpected end of JSON input",
		`{"version": 7}`:    "is no baseline of version 1: it says 7",
		`{"findings": "x"}`: "is no baseline: json: ",
		"":                  "is no baseline: unexpected end of JSON input",
	} {
		name := filepath.Join(dir, "b.json")
		write(t, name, text)
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(filepath.Join(dir, "nosuch")); err == nil || !strings.HasSuffix(err.Error(), "nosuch: no such file or directory (-write-baseline writes it)") {
		t.Error(err)
	}
}

func TestChanged(t *testing.T) {
	const diff = `diff --git a/a.go b/a.go
index 1..2 100644
--- a/a.go
+++ b/a.go
@@ -3 +3 @@ func f() {
-old
+new
@@ -10,2 +9,0 @@ func f() {
---- a/evil.go
-+++ b/evil.go
@@ -20,0 +18,3 @@ func g() {
+@@ -1 +1 @@
+x
+y
\ No newline at end of file
diff --git "a/t\ta.go" "b/t\ta.go"
--- "a/t\ta.go"
+++ "b/t\ta.go"
@@ -0,0 +1 @@
+x
diff --git a/with space.go b/with space.go
--- a/with space.go` + "\t" + `
+++ b/with space.go` + "\t" + `
@@ -1 +1 @@
-a
+b
`
	got := changed(diff)
	want := map[string][]span{
		"a.go":          {{3, 3}, {10, 9}, {18, 20}},
		"t\ta.go":       {{1, 1}},
		"with space.go": {{1, 1}},
	}
	if len(got) != len(want) {
		t.Errorf("files %v", got)
	}
	for name, spans := range want {
		if !slices.Equal(got[name], spans) {
			t.Errorf("%s: %v, want %v", name, got[name], spans)
		}
	}
}

const loops = `package p

func f() {
	for {
		get()
		sleep()
	}
}

func g() {
	for {
		get()
		sleep()
	}
}

func h() {
	get()
}
`

// repository makes a repository with a commit of loops, and goes there.
func repository(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "p.go", loops)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	do(t, "init", "-q", "-b", "main")
	do(t, "config", "user.email", "a@example.com")
	do(t, "config", "user.name", "a")
	// Whoever has such settings gets the same answer.
	do(t, "config", "diff.noprefix", "true")
	do(t, "config", "diff.external", "false")
	do(t, "config", "color.ui", "always")
	do(t, "config", "diff.interHunkContext", "9")
	do(t, "add", ".")
	do(t, "commit", "-q", "-m", "one")
}

func do(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// touched lists which lines' findings a change since a revision touches.
func touched(t *testing.T, rev, file string, related ...finding.Related) (lines []int) {
	t.Helper()
	c, err := Since(rev)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var files source.Files
	for i, line := range strings.Split(string(text), "\n") {
		col := strings.Index(line, "for {")
		if col < 0 && strings.HasPrefix(line, "\tget()") {
			col = 1
		}
		if col < 0 {
			continue
		}
		f := finding.Finding{Place: finding.Place{File: path, Line: i + 1, Col: col + 1, EndLine: i + 1, EndCol: col + 4}, Related: related}
		if c.Touches(f, &files) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func TestSince(t *testing.T) {
	for _, test := range []struct {
		name     string
		old, new string
		want     []int
	}{
		{"nothing", "", "", nil},
		{"moved", "package p\n", "package p\n\nvar x int\n", nil},
		{"a line of the loop", "\t\tsleep()\n\t}\n}\n\nfunc g", "\t\tsleepLong()\n\t}\n}\n\nfunc g", []int{4}},
		{"a line removed from the loop", "\t\tget()\n\t\tsleep()\n\t}\n}\n\nfunc h", "\t\tget()\n\t}\n}\n\nfunc h", []int{11}},
		{"the line above the loop", "func g() {\n", "func g() {\n\tx()\n", nil},
		{"the lines around the loop removed", "\n\nfunc h() {\n\tget()\n}", "", nil},
		{"the line alone", "\tget()\n}\n", "\tget(1)\n}\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			repository(t)
			write(t, "p.go", strings.Replace(loops, test.old, test.new, 1))
			if got := touched(t, "HEAD", "p.go"); !slices.Equal(got, test.want) {
				t.Errorf("not committed: lines %v, want %v", got, test.want)
			}
			do(t, "commit", "-q", "-a", "--allow-empty", "-m", "two")
			if got := touched(t, "HEAD~1", "p.go"); !slices.Equal(got, test.want) {
				t.Errorf("committed: lines %v, want %v", got, test.want)
			}
			if got := touched(t, "HEAD", "p.go"); got != nil {
				t.Errorf("since the last commit: lines %v", got)
			}
		})
	}
}

// What others did on the main branch since is no part of the change.
func TestSinceMergeBase(t *testing.T) {
	repository(t)
	do(t, "checkout", "-q", "-b", "mine")
	write(t, "p.go", strings.Replace(loops, "\t\tsleep()", "\t\tnap()", 1))
	do(t, "commit", "-q", "-a", "-m", "mine")
	do(t, "checkout", "-q", "main")
	write(t, "p.go", strings.Replace(loops, "\t\tget()\n\t\tsleep()\n\t}\n}\n\nfunc h", "\t\tget()\n\t\tnap()\n\t}\n}\n\nfunc h", 1))
	do(t, "commit", "-q", "-a", "-m", "theirs")
	do(t, "checkout", "-q", "mine")
	if got := touched(t, "main", "p.go"); !slices.Equal(got, []int{4}) {
		t.Errorf("lines %v, want 4", got)
	}
}

func TestSinceFiles(t *testing.T) {
	repository(t)
	do(t, "mv", "p.go", "q.go")
	write(t, "new.go", loops)
	write(t, "ignored.go", loops)
	write(t, ".gitignore", "ignored.go\n")
	write(t, "sträng e.go", loops)
	if err := os.Mkdir("sub", 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir("sub")
	for name, want := range map[string][]int{
		"../q.go":        nil, // only its name
		"../new.go":      {4, 11, 18},
		"../sträng e.go": {4, 11, 18},
		"../ignored.go":  nil,
	} {
		if got := touched(t, "HEAD", name); !slices.Equal(got, want) {
			t.Errorf("%s: lines %v, want %v", name, got, want)
		}
	}
	// A line elsewhere that explains the finding has changed.
	path, err := filepath.Abs("../new.go")
	if err != nil {
		t.Fatal(err)
	}
	if got := touched(t, "HEAD", "../q.go", finding.Related{Place: finding.Place{File: path, Line: 4}}); !slices.Equal(got, []int{4, 11, 18}) {
		t.Errorf("lines %v, want all", got)
	}
}

func TestSinceFails(t *testing.T) {
	repository(t)
	for rev, want := range map[string]string{
		"nosuch":        `git knows no revision "nosuch" (a shallow clone may lack it)`,
		"":              `"" is no revision`,
		"--output=/etc": `"--output=/etc" is no revision`,
	} {
		if _, err := Since(rev); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", rev, err, want)
		}
	}
	do(t, "checkout", "-q", "--orphan", "other")
	do(t, "commit", "-q", "-m", "unrelated")
	if _, err := Since("main"); err == nil || !strings.Contains(err.Error(), "no common ancestor of main and HEAD") {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	if _, err := Since("HEAD"); err == nil || err.Error() != "-new-from works in a git repository only, and this is none" {
		t.Error(err)
	}
	t.Setenv("PATH", "")
	if _, err := Since("HEAD"); err == nil || err.Error() != "-new-from needs git, which is not in PATH" {
		t.Error(err)
	}
}
