package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestUpToDate(t *testing.T) {
	want, err := generate(os.DirFS("../data"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../rows.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("rows.go is not what the data say: run go generate ./internal/knowledge")
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a F local - -\na F remote - -":                   "a.txt:2: a F is in line 1 already",
		"a F local ..v2.0.0 m:f\na F remote v3.0.0.. m:f": "a.txt:2: a F is in line 1 already",
		"same a b - -":                        "a.txt:1: a has rows of its own, or b has none",
		"a F local - -\nsame a a - -":         "a.txt:2: a has rows of its own",
		"a F locale - -":                      `a.txt:1: "locale" is not understood`,
		"a F local - -\na F2 local - -\nb - ": "a.txt:3: 2 columns",
	} {
		_, err := generate(fstest.MapFS{"a.txt": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Rows of one name are variants, of which the newest comes first.
func TestVariants(t *testing.T) {
	source, err := generate(fstest.MapFS{"a.txt": {Data: []byte("a F local ..v2.0.0 m:f\na F remote v2.0.0.. m:f\na G local .. m:f")}})
	if err != nil {
		t.Fatal(err)
	}
	want := `var rowTable = [...]tableRow{
	{"F", 0, 1, State{}},
	{"F", 1, 0, State{}},
	{"G", 1, 0, State{}},
}`
	if !strings.Contains(string(source), want) {
		t.Errorf("%s\nwant\n%s", source, want)
	}
}
