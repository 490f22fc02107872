package source

import (
	"os"
	"path/filepath"
	"testing"
)

const code = `package p

var handlers, more = map[string]func(){
	"a": func() { local := 1; _ = local },
}, 0

type T[K any] struct{ f func() }

func (t *T[K]) Run(get func() error) {
	for {
		if err := get(); err == nil {
			return
		}
		wait() // a remark

		log(
			"ä", "b")
	}
}

func Run(do func(func() error) error) error {
	once()
	return do(func() error {
		wait()
		return nil
	})
}
`

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSurroundings(t *testing.T) {
	name := write(t, code)
	for _, test := range []struct {
		line, col   int
		declaration string
		first, last int
	}{
		{4, 16, "handlers", 4, 4},
		{7, 25, "T", 7, 7},
		{10, 2, "T.Run", 10, 18},  // the loop itself
		{11, 13, "T.Run", 10, 18}, // part of it
		{14, 3, "T.Run", 10, 18},
		{16, 3, "T.Run", 16, 17}, // a statement of several lines
		{22, 2, "Run", 22, 22},
		{23, 9, "Run", 23, 26},
		{24, 3, "Run", 24, 24}, // another function
		{1, 1, "", 1, 1},
		{99, 1, "", 99, 99},
		{0, 0, "", 0, 0},
	} {
		var f Files
		first, last := f.Extent(name, test.line, test.col)
		if d := f.Declaration(name, test.line, test.col); d != test.declaration || first != test.first || last != test.last {
			t.Errorf("%d:%d: %q, lines %d to %d, want %q, %d to %d", test.line, test.col, d, first, last, test.declaration, test.first, test.last)
		}
	}
}

func TestLines(t *testing.T) {
	name := write(t, "package p\r\n\nfunc f(  a,b int )  { /* x */ g(`ä`) // y\n}")
	var f Files
	if got := f.Line(name, 1); got != "package p" {
		t.Errorf("line 1: %q", got)
	}
	if got := f.Tokens(name, 3); got != "func f ( a , b int ) { g ( `ä` )" {
		t.Errorf("tokens: %q", got)
	}
	if got := f.Characters(name, 3, 1+len("func f(  a,b int )  { /* x */ g(`ä`")); got != len("func f(  a,b int )  { /* x */ g(`a`") {
		t.Errorf("characters: %d", got)
	}
	if got := f.Characters(name, 4, 99); got != 1 {
		t.Errorf("characters behind the end of the line: %d", got)
	}
	for offset, want := range map[int][2]int{0: {1, 1}, 11: {2, 1}, 12: {3, 1}, 14: {3, 3}} {
		if line, col, ok := f.Position(name, offset); !ok || line != want[0] || col != want[1] {
			t.Errorf("offset %d: %d:%d, want %v", offset, line, col, want)
		}
	}
	if _, _, ok := f.Position(name, 9999); ok {
		t.Error("a position behind the end")
	}
}

func TestNoSource(t *testing.T) {
	var f Files
	missing := filepath.Join(t.TempDir(), "p.go")
	broken := write(t, "package p\n\nfunc f() {\n\tfor {\n\t\tg(\n")
	if f.Line(missing, 1) != "" || f.Tokens(missing, 1) != "" || f.Declaration(missing, 1, 1) != "" {
		t.Error("something of a file that is not there")
	}
	if got := f.Declaration(broken, 5, 3); got != "f" {
		t.Errorf("of a broken file: %q", got)
	}
}
