package fingerprint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/fingerprint"
	"github.com/retryvet/retryvet/internal/tool/source"
)

const code = `package p

func First() {
	for {
		sleep()
	}
	for {
		sleep()
	}
}

func Second() {
	for {
	}
}
`

// prints returns the fingerprints of findings of a check at all lines that hold
// a text.
func prints(t *testing.T, code, at string) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(name, []byte(code), 0o666); err != nil {
		t.Fatal(err)
	}
	var list []finding.Finding
	for i, line := range strings.Split(code, "\n") {
		if col := strings.Index(line, at); col >= 0 {
			list = append(list, finding.Finding{Check: "c", Package: "m", Place: finding.Place{File: name, Line: i + 1, Col: col + 1}, Message: "x"})
		}
	}
	fingerprint.Assign(list, &source.Files{})
	var out []string
	for _, f := range list {
		out = append(out, f.Fingerprint)
	}
	return out
}

func TestAssign(t *testing.T) {
	want := prints(t, code, "for {")
	if len(want) != 3 || want[0] == want[1] || want[0] == want[2] || want[1] == want[2] || len(want[0]) != 32 {
		t.Fatalf("fingerprints %q: want three, all different", want)
	}
	for name, edit := range map[string]*strings.Replacer{
		"moved":     strings.NewReplacer("package p\n", "package p\n\nfunc zero() {\n}\n"),
		"commented": strings.NewReplacer("for {", "for { // for ever"),
		"formatted": strings.NewReplacer("\tfor {", "    for  {"),
		"nested":    strings.NewReplacer("func First() {", "func First() {\n{", "}\n\nfunc Second", "}}\n\nfunc Second"),
	} {
		if got := prints(t, edit.Replace(code), "for "); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, edit := range map[string]*strings.Replacer{
		"other code":     strings.NewReplacer("for {", "for x {"),
		"other function": strings.NewReplacer("First", "Erste", "Second", "Zweite"),
	} {
		got := prints(t, edit.Replace(code), "for ")
		for _, g := range got {
			for _, w := range want {
				if g == w {
					t.Errorf("%s: a fingerprint is the same", name)
				}
			}
		}
	}
}

func TestComments(t *testing.T) {
	const code = "package p\n\n//ignore a why\n\n//ignore b why\n"
	if got := prints(t, code, "//"); len(got) != 2 || got[0] == got[1] {
		t.Errorf("fingerprints %q: want two that differ", got)
	}
	if got, other := prints(t, code, "//ignore b"), prints(t, strings.Replace(code, "//ignore a why", "", 1), "//"); got[0] != other[0] {
		t.Error("another comment changes the fingerprint")
	}
}
