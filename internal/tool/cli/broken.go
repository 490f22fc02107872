package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// notAnalysed begins a message about packages that were left out.
const notAnalysed = "not analysed: "

// broken is what does not load or compile of the packages that were asked for.
type broken struct {
	reasons []reason // in the order of the go command
	whole   []string // import paths of those that compile, with their tests
	alone   []string // of those that compile, but whose tests do not
	tests   []string // the files of these tests
}

// reason is why packages are left out.
type reason struct {
	text     []string // lines
	packages []string
}

// listed is what go list tells of a package.
type listed struct {
	ImportPath, Dir, ForTest  string
	Match                     []string
	TestGoFiles, XTestGoFiles []string
	Error                     *listError
	DepsErrors                []*listError
}

type listError struct{ Pos, Err string }

// findBroken asks the go command which packages of the patterns do not load or
// compile, and why. Go vet stops at the first that does not load, and tells of a
// dependency that does not compile, but not which packages it took along.
func findBroken(ctx context.Context, o options, p platform) broken {
	args := slices.Concat([]string{"list", "-e", "-test", "-export",
		"-json=ImportPath,Dir,ForTest,Match,TestGoFiles,XTestGoFiles,Error,DepsErrors"}, listFlags(o.flags), []string{"--"}, o.packages)
	cmd := exec.CommandContext(ctx, "go", args...)
	together(cmd)
	cmd.Env = p.environ()
	out, _ := cmd.Output() // go vet has told what it would say
	var plain, variants []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		switch err := dec.Decode(&l); {
		case err == io.EOF:
			return sortOut(plain, variants)
		case err != nil:
			return broken{}
		case l.ForTest != "" || strings.HasSuffix(l.ImportPath, ".test"):
			variants = append(variants, l)
		default:
			plain = append(plain, l)
		}
	}
}

// sortOut tells the packages that compile from those that do not.
func sortOut(plain, variants []listed) (b broken) {
	failing := map[string][]string{} // what is wrong with the tests of a package
	for _, v := range variants {
		pkg := v.ForTest
		if pkg == "" {
			pkg = strings.TrimSuffix(v.ImportPath, ".test")
		}
		if failing[pkg] == nil {
			failing[pkg] = v.problems()
		}
	}
	for _, l := range plain {
		switch {
		case len(l.problems()) > 0:
			b.add(l.problems(), l.ImportPath)
		case len(failing[l.ImportPath]) > 0:
			b.add(failing[l.ImportPath], "the tests of "+l.ImportPath)
			b.alone = append(b.alone, l.ImportPath)
			for _, name := range slices.Concat(l.TestGoFiles, l.XTestGoFiles) {
				b.tests = append(b.tests, filepath.Join(l.Dir, name))
			}
		default:
			b.whole = append(b.whole, l.ImportPath)
		}
	}
	return b
}

func (b *broken) add(text []string, pkg string) {
	for i := range b.reasons {
		if slices.Equal(b.reasons[i].text, text) {
			b.reasons[i].packages = append(b.reasons[i].packages, pkg)
			return
		}
	}
	b.reasons = append(b.reasons, reason{text, []string{pkg}})
}

// problems is what keeps a package from compiling, as lines, each once.
func (l listed) problems() (lines []string) {
	list := l.DepsErrors
	if l.Error != nil {
		list = append([]*listError{l.Error}, list...)
	}
	for _, e := range list {
		text := strings.TrimSpace(e.Err)
		if e.Pos != "" && !strings.HasPrefix(text, "# ") {
			text = e.Pos + ": " + text
		}
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			if line != "" && !isHeading(line) && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// notAnalysed says what was left out, and why.
func (b broken) notAnalysed() error {
	var out []string
	for _, r := range b.reasons {
		out = append(out, notAnalysed+strings.Join(r.packages, ", "))
		for _, line := range r.text {
			out = append(out, "\t"+line)
		}
	}
	return errors.New(strings.Join(out, "\n"))
}

// rest are the options by which go vet analyses what it has not because of what
// is broken; false if there is no such package. What cleanUp removes is needed
// until then.
func (b broken) rest(o options, begun bool) (rest options, cleanUp func(), ok bool) {
	cleanUp = func() {}
	rest = o
	rest.packages = b.alone
	if !begun {
		rest.packages = slices.Concat(b.whole, b.alone)
	}
	overlaid := slices.ContainsFunc(o.flags, func(f string) bool { return strings.HasPrefix(f, "-overlay=") })
	if len(rest.packages) == 0 || len(b.alone) > 0 && overlaid {
		return rest, cleanUp, false
	}
	if len(b.alone) > 0 {
		overlay, err := hide(b.tests)
		if err != nil {
			return rest, cleanUp, false
		}
		cleanUp = func() { os.Remove(overlay) }
		rest.flags = append(slices.Clone(o.flags), "-overlay="+overlay)
	}
	return rest, cleanUp, true
}

// hide writes an overlay for the go command in which files do not exist.
func hide(files []string) (name string, err error) {
	replace := map[string]string{}
	for _, f := range files {
		replace[f] = ""
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "retryvet-*.json")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	return f.Name(), errors.Join(err, f.Close())
}
