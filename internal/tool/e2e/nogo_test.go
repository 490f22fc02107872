package e2e

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestSeparateProcesses runs the tool as Bazel's nogo does: each package in a
// process of its own, which is given the facts of direct imports alone, and none
// of the standard library. The findings are those of go vet.
func TestSeparateProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses a part of the standard library")
	}
	work := processes{dir: t.TempDir(), facts: map[string]string{}}
	for _, name := range []string{"facts", "nestedretry", "uncapped"} {
		t.Run(name, func(t *testing.T) {
			dir := tooltest.Clone(t, "../../../analysistest_data/"+name)
			want := run(t, dir, nil, "vet", "-vettool=TOOL", "-json", "./...").Findings(t)
			if len(want) == 0 {
				t.Fatal("no findings to compare")
			}
			if d := tooltest.Difference("in separate processes", work.analyse(t, dir), "by go vet", want); d != "" {
				t.Error(d)
			}
		})
	}
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	Imports         []string
	ImportMap       map[string]string
	Standard        bool
}

// processes are runs of the tool, each on one package.
type processes struct {
	dir   string
	facts map[string]string // the files that have the facts of packages analysed so far
}

// analyse analyses the packages of a module and what they import, imported ones
// first, and returns the findings in the module. The standard library is that of
// the modules before.
func (w processes) analyse(t *testing.T, dir string) []tooltest.Finding {
	o := run(t, dir, []string{"CGO_ENABLED=0"}, "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,ImportMap,Standard", "./...")
	if o.Status != 0 {
		t.Fatal(o.Stderr)
	}
	var out []tooltest.Finding
	for dec := json.NewDecoder(strings.NewReader(o.Stdout)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath == "unsafe" || p.Standard && w.facts[p.ImportPath] != "" {
			continue
		}
		base := filepath.Join(w.dir, fmt.Sprint(len(w.facts)))
		w.facts[p.ImportPath] = base + ".vetx"
		out = append(out, analyse(t, p, base, w.facts)...)
		if p.Standard {
			dropFacts(t, w.facts[p.ImportPath])
		}
	}
	return tooltest.Sorted(out)
}

// analyse runs the tool on one package.
func analyse(t *testing.T, p listed, base string, facts map[string]string) []tooltest.Finding {
	cfg := unitchecker.Config{
		ID:          p.ImportPath,
		Compiler:    "gc",
		Dir:         p.Dir,
		ImportPath:  p.ImportPath,
		GoVersion:   "go1.26",
		ImportMap:   map[string]string{},
		PackageVetx: map[string]string{},
		VetxOnly:    p.Standard,
		VetxOutput:  facts[p.ImportPath],
	}
	for _, name := range p.GoFiles {
		cfg.GoFiles = append(cfg.GoFiles, filepath.Join(p.Dir, name))
	}
	for _, path := range p.Imports {
		cfg.ImportMap[path] = path
		if f, ok := facts[path]; ok {
			cfg.PackageVetx[path] = f
		}
	}
	maps.Copy(cfg.ImportMap, p.ImportMap)
	data, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(base+".cfg", data, 0o666); err != nil {
		t.Fatal(err)
	}
	return tooltest.Run(t, "", nil, tool, "-json", base+".cfg").Must(t).Findings(t)
}

// dropFacts leaves the types in a file that the tool has written, and drops the
// facts. Their length is the third of the file's header.
func dropFacts(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	if err != nil || string(data[:4]) != "vetx" {
		t.Fatalf("%s begins with %q (%v)", name, data[:min(len(data), 4)], err)
	}
	binary.LittleEndian.PutUint32(data[8:12], 0)
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
