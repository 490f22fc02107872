package apply_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/apply"
)

const text = `package p

import (
	"os"
	"time"
)

func f() {
	time.Sleep(time.Second)
	println(os.Args)
}
`

func read(name string) ([]byte, error) {
	if name != "p.go" {
		return nil, os.ErrNotExist
	}
	return []byte(text), nil
}

// edit is the edit that replaces a piece of text.
func edit(old, with string) apply.Edit {
	at := strings.Index(text, old)
	return apply.Edit{File: "p.go", Start: at, End: at + len(old), New: with}
}

// before is the edit that inserts text before a piece of text.
func before(old, with string) apply.Edit {
	e := edit(old, with)
	e.End = e.Start
	return e
}

func TestFixes(t *testing.T) {
	wrap := apply.Fix{Check: "ctxsleep", Posn: "p.go:9:2", Edits: []apply.Edit{edit("time.Sleep(", "pause("), edit(")\n\tprintln", ", 0)\n\tprintln")}}
	inner := apply.Fix{Check: "nojitter", Posn: "p.go:9:2", Edits: []apply.Edit{edit("time.Second", "draw(time.Second)")}}
	whole := apply.Fix{Check: "uncapped", Posn: "p.go:9:2", Edits: []apply.Edit{edit("time.Sleep(time.Second)", "pauseForAsLongAsItTakesOrUntilThereIsNews()")}}
	broken := apply.Fix{Check: "losterror", Posn: "p.go:8:1", Edits: []apply.Edit{edit("func f() {", "func f( {")}}
	imports := before(`"os"`, "\"errors\"\n\t")
	for _, test := range []struct {
		name    string
		fixes   []apply.Fix
		applied int
		left    string // the reason of the first fix that is left
		has     []string
		lacks   []string
	}{
		{"none", nil, 0, "", nil, nil},
		{"one inside the other", []apply.Fix{wrap, inner}, 2, "", []string{"pause(draw(time.Second), 0)", `"time"`}, nil},
		{"the same twice", []apply.Fix{inner, inner}, 1, "", []string{"draw(time.Second)"}, nil},
		{"the widest", []apply.Fix{inner, whole}, 1, "it changes what the fix of uncapped at p.go:9:2 changes", []string{"pauseFor"}, []string{"draw"}},
		{"an import that is not needed any more", []apply.Fix{whole}, 1, "", []string{"pauseFor", `import (
	"os"
)`}, []string{`"time"`}},
		{"the same import by two fixes", []apply.Fix{
			{Check: "a", Posn: "p.go:9:2", Edits: []apply.Edit{imports, edit("time.Second", "errors.A")}},
			{Check: "b", Posn: "p.go:10:2", Edits: []apply.Edit{imports, edit("os.Args", "errors.B, os.Args")}},
		}, 2, "", []string{"\t\"errors\"\n\t\"os\"", "errors.A", "errors.B"}, []string{"\"errors\"\n\t\"errors\""}},
		{"no program", []apply.Fix{broken, inner}, 0, "together the fixes of this file make no program", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			res, err := apply.Fixes(test.fixes, read)
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Applied) != test.applied {
				t.Errorf("%d fixes were applied, want %d", len(res.Applied), test.applied)
			}
			if test.left == "" && len(res.Left) > 0 || test.left != "" && (len(res.Left) == 0 || !strings.HasPrefix(res.Left[0].Reason, test.left)) {
				t.Errorf("left: %v, want %q", res.Left, test.left)
			}
			var out string
			for _, f := range res.Files {
				out += string(f.New)
			}
			for _, has := range test.has {
				if !strings.Contains(out, has) {
					t.Errorf("the result lacks %q:\n%s", has, out)
				}
			}
			for _, lacks := range test.lacks {
				if strings.Contains(out, lacks) {
					t.Errorf("the result has %q:\n%s", lacks, out)
				}
			}
		})
	}
}

func TestStale(t *testing.T) {
	fix := apply.Fix{Edits: []apply.Edit{{File: "p.go", Start: len(text), End: len(text) + 1}}}
	if _, err := apply.Fixes([]apply.Fix{fix}, read); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("an edit behind the end of a file: %v", err)
	}
	fix.Edits[0].File = "gone.go"
	if _, err := apply.Fixes([]apply.Fix{fix}, read); !os.IsNotExist(err) {
		t.Errorf("a file that can't be read: %v", err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	var res apply.Result
	for _, name := range []string{"a.go", "b.go"} {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		res.Files = append(res.Files, apply.File{Name: name, Old: []byte("old"), New: []byte("new")})
	}
	if err := os.Chmod(res.Files[1].Name, 0o440); err != nil {
		t.Fatal(err)
	}
	if err := res.Write(); err == nil || !strings.HasPrefix(err.Error(), "nothing was changed: write "+res.Files[1].Name) {
		t.Errorf("a read-only file: %v", err)
	}
	contents(t, dir, "old", "old")
	if err := os.Chmod(res.Files[1].Name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := res.Write(); err != nil {
		t.Error(err)
	}
	contents(t, dir, "new", "new")
	if info, err := os.Stat(res.Files[0].Name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v, want the old one", info.Mode(), err)
	}
}

// contents checks the files of a folder, and that there are no others.
func contents(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Fatalf("the folder has %v, %v", entries, err)
	}
	for i, e := range entries {
		if got, err := os.ReadFile(filepath.Join(dir, e.Name())); string(got) != want[i] {
			t.Errorf("%s is %q, %v, want %q", e.Name(), got, err, want[i])
		}
	}
}

// TestDiff has patch turn the old text into the new one, for random texts.
func TestDiff(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("there is no patch here")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		f := apply.File{Old: random(rnd, 60), New: random(rnd, 60)}
		if err := os.WriteFile(name, f.Old, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(patch, "-s", "-p1")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(f.Diff("f"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, f.Diff("f"))
		}
		if got, _ := os.ReadFile(name); string(got) != string(f.New) {
			t.Fatalf("patched: %q, want %q", got, f.New)
		}
	}
}

func random(rnd *rand.Rand, n int) []byte {
	var out strings.Builder
	for range n {
		fmt.Fprintf(&out, "line %d\n", rnd.IntN(12))
	}
	if rnd.IntN(3) == 0 {
		out.WriteString("no newline")
	}
	return []byte(out.String())
}

func TestDiffText(t *testing.T) {
	f := apply.File{Old: []byte("a\nb\nc\nd\ne\n"), New: []byte("a\nb\nc\nd\nx\ne\n")}
	const want = "--- a/f\n+++ b/f\n@@ -2,4 +2,5 @@\n b\n c\n d\n+x\n e\n"
	if got := f.Diff("f"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
