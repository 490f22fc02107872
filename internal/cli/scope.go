package cli

import (
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
)

// scope is the packages that were asked for, by their directories. Findings in
// others are there because the tool reports on those that it meets on the way.
type scope struct {
	files bool            // Go files were named, which make a package of their own
	dirs  map[string]bool // packages
	trees []string        // directories with all packages below, in the same module
	known map[string]bool // answers for directories

	build  build.Context
	tested map[string]bool // answers for directories: whether the package has tests within it
}

// scopeOf finds the packages of patterns. Those that are directories it knows by
// itself; for others it asks the go command.
func scopeOf(patterns, flags []string, p platform) scope {
	s := scope{dirs: map[string]bool{}, known: map[string]bool{}, build: p.context(flags), tested: map[string]bool{}}
	var others []string
	for _, pattern := range patterns {
		dir, tree := strings.CutSuffix(pattern, "...")
		switch {
		case strings.HasSuffix(pattern, ".go"):
			s.files = true
		case strings.Contains(dir, "...") || !filepath.IsAbs(dir) && !dotted(dir):
			others = append(others, pattern)
		default:
			abs, err := filepath.Abs(dir)
			switch {
			case err != nil || tree && !strings.HasSuffix(filepath.ToSlash(dir), "/"): // ./a... has ./ab
				others = append(others, pattern)
			case tree:
				s.trees = append(s.trees, abs)
			default:
				s.dirs[abs] = true
			}
		}
	}
	if len(others) > 0 {
		cmd := exec.Command("go", slices.Concat([]string{"list", "-e", "-find", "-f", "{{.Dir}}"}, listFlags(flags), []string{"--"}, others)...)
		cmd.Env = p.environ()
		out, _ := cmd.Output() // of what it cannot find, go vet tells
		for line := range strings.Lines(string(out)) {
			s.dirs[strings.TrimRight(line, "\r\n")] = true
		}
	}
	return s
}

// dotted reports whether a pattern is a path by its first element.
func dotted(p string) bool {
	first, _, _ := strings.Cut(filepath.ToSlash(p), "/")
	return first == "." || first == ".."
}

// listFlags are the flags by which go list finds the same packages as go vet.
func listFlags(flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(f, "-"), "=")
		return !slices.Contains([]string{"mod", "modfile", "overlay", "tags", "compiler"}, name)
	})
}

// keep drops the findings in packages that were not asked for.
func (s scope) keep(list []finding.Finding) []finding.Finding {
	return slices.DeleteFunc(list, func(f finding.Finding) bool {
		if strings.HasPrefix(f.Package, "command-line-arguments") {
			return !s.files
		}
		dir := filepath.Dir(f.File)
		return !s.has(dir) || f.Variant == "" && s.hasTests(dir)
	})
}

// hasTests reports whether the package in a directory has tests within it. Then
// go vet analyses it together with them, and alone only on the way to others.
func (s scope) hasTests(dir string) bool {
	answer, ok := s.tested[dir]
	if !ok {
		pkg, err := s.build.ImportDir(dir, 0)
		answer = err == nil && len(pkg.TestGoFiles) > 0
		s.tested[dir] = answer
	}
	return answer
}

func (s scope) has(dir string) bool {
	if s.dirs[dir] {
		return true
	}
	answer, ok := s.known[dir]
	if !ok {
		answer = slices.ContainsFunc(s.trees, func(root string) bool { return matches(root, dir) })
		s.known[dir] = answer
	}
	return answer
}

// matches reports whether the pattern root/... finds packages in a directory: it
// is below, without directories between that the go command leaves out, and in
// the same module.
func matches(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	if rel == "." {
		return true
	}
	for name := range strings.SplitSeq(rel, string(filepath.Separator)) {
		root = filepath.Join(root, name)
		if name == "vendor" || name == "testdata" || name[0] == '.' || name[0] == '_' {
			return false
		}
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return false
		}
	}
	return true
}
