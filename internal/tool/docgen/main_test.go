package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/tool/examples"
	"github.com/retryvet/retryvet/passes"
)

func TestUpToDate(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if have, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is not what the code says (%v): run go run ./internal/tool/docgen", name, err)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := "docs/" + filepath.Base(page)
		if _, made := files[name]; !made && strings.HasPrefix(string(data), notice) {
			t.Errorf("%s is the page of a check that is no more", name)
		}
	}
}

func TestFill(t *testing.T) {
	const text = "a\n<!-- docgen: code x.txt -->\nold\n<!-- end -->\nb\n"
	const want = "a\n<!-- docgen: code x.txt -->\n```go\nnew\n```\n<!-- end -->\nb\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.txt"), []byte("new\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	once, err := fill(dir, []byte(text))
	if err != nil || string(once) != want {
		t.Fatalf("%v, %q, want %q", err, once, want)
	}
	if twice, err := fill(dir, once); err != nil || string(twice) != want {
		t.Errorf("a second time: %v, %q, want %q", err, twice, want)
	}
	if _, err := fill(dir, []byte("<!-- docgen: nonsense -->\n")); err == nil {
		t.Error("no error for an unknown part")
	}
}

// TestHerd has all clients in few moments without jitter, and in no moment many with
// it, once the delays have grown.
func TestHerd(t *testing.T) {
	alone := herd(func(d time.Duration) time.Duration { return d })
	sum, moments := 0, 0
	for _, n := range alone {
		sum += n
		if n > 0 {
			moments++
		}
	}
	if sum != moments*herdClients {
		t.Errorf("%d attempts in %d moments, want all clients in each", sum, moments)
	}
	spread := herd(func(d time.Duration) time.Duration { return rand.N(d) })
	if most := slices.Max(spread[len(spread)/4:]); most > herdClients/5 {
		t.Errorf("with jitter %d of %d clients come at the same moment", most, herdClients)
	}
}

// TestExamples writes a module that compiles.
func TestExamples(t *testing.T) {
	dir := t.TempDir()
	if err := examples.Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "-asmdecl", "./...") // which needs types, and finds nothing
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if names, err := filepath.Glob(filepath.Join(dir, "before", "*", "code.go")); err != nil || len(names) < len(passes.All())*3/4 { // some need libraries
		t.Errorf("%v, examples of %d checks", err, len(names))
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fence   = regexp.MustCompile("(?s)\n```.*?\n```")
)

// TestLinks finds what the pages link to within the repository, headings included.
func TestLinks(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "runtime/README.md"} {
		pages = append(pages, filepath.Join(root, name))
	}
	links := 0
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(readPage(t, page), ""), -1) {
			to := m[1]
			if strings.Contains(to, "://") {
				continue
			}
			links++
			path, anchor, _ := strings.Cut(to, "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(path))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", filepath.Base(page), to)
			} else if anchor != "" && !slices.Contains(anchors(readPage(t, target)), anchor) {
				t.Errorf("%s links to %s, which has no such heading", filepath.Base(page), to)
			}
		}
	}
	if links < 50 {
		t.Errorf("%d links are too few", links)
	}
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// anchors are the names of a page's headings, as GitHub and the site make them.
func anchors(page string) (out []string) {
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		name := strings.ToLower(strings.NewReplacer("`", "", ".", "", ",", "", "(", "", ")", "").Replace(m[1]))
		out = append(out, strings.ReplaceAll(name, " ", "-"))
	}
	return out
}

// TestSidebar finds each page in the site's navigation; checks are there by a rule.
func TestSidebar(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	navigation := readPage(t, filepath.Join(root, "docs/.vitepress/config.mts"))
	if !strings.Contains(navigation, strings.Split(notice, ";")[0]) {
		t.Errorf("the site does not know pages of checks by %q", notice)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if name != "index" && !slices.Contains(passes.Names(), name) && !strings.Contains(navigation, "'/"+name+"'") {
			t.Errorf("%s.md is in no menu", name)
		}
	}
}
