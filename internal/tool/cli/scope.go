package cli

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/finding"
)

// scope is the packages that were asked for, by their directories. Findings in
// others are there because the tool reports on those that it meets on the way.
type scope struct {
	files bool            // Go files were named, which make a package of their own
	dirs  map[string]bool // packages
	trees []string        // directories with all packages below, in the same module
	known map[string]bool // answers for directories
	list  func(format string, patterns []string) []string
}

// scopeOf finds the packages of patterns. Those that are directories it knows by
// itself; for others it asks the go command.
func scopeOf(patterns, flags []string, p platform) scope {
	s := scope{dirs: map[string]bool{}, known: map[string]bool{}}
	s.list = func(format string, patterns []string) []string { return goList(format, flags, p, patterns) }
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
		for _, dir := range s.list("{{.Dir}}", others) {
			s.dirs[dir] = true
		}
	}
	return s
}

// dotted reports whether a pattern is a path by its first element.
func dotted(p string) bool {
	first, _, _ := strings.Cut(filepath.ToSlash(p), "/")
	return first == "." || first == ".."
}

// goList is what go list prints of packages, without empty lines. Of what it
// cannot find, go vet tells.
func goList(format string, flags []string, p platform, patterns []string) (lines []string) {
	cmd := exec.Command("go", slices.Concat([]string{"list", "-e", "-find", "-f", format}, listFlags(flags), []string{"--"}, patterns)...)
	cmd.Env = p.environ()
	out, _ := cmd.Output()
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// goListDeps lists all that go vet analyses for the packages that were asked for:
// each package and behind it all that it imports, separated by tabs.
func goListDeps(ctx context.Context, o options, p platform) []string {
	format := `{{.ImportPath}}{{range .Deps}}{{"\t"}}{{.}}{{end}}`
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"list", "-e", "-deps", "-test", "-f", format}, listFlags(o.flags), []string{"--"}, o.packages)...)
	together(cmd)
	cmd.Env = p.environ()
	out, _ := cmd.Output()
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// listFlags are the flags by which go list finds the same packages as go vet,
// and the same files in them.
func listFlags(flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(f, "-"), "=")
		return !slices.Contains([]string{"mod", "modfile", "overlay", "tags", "compiler", "race", "msan", "asan"}, name)
	})
}

// keep drops the findings in packages that were not asked for.
func (s scope) keep(list []finding.Finding) []finding.Finding {
	list = slices.DeleteFunc(list, func(f finding.Finding) bool {
		if commandLine(f) {
			return !s.files
		}
		return !s.has(filepath.Dir(f.File))
	})
	tested := s.tested(list)
	return slices.DeleteFunc(list, func(f finding.Finding) bool { return f.Variant == "" && tested[filepath.Dir(f.File)] })
}

// commandLine reports whether a finding is in a package of files that were named.
func commandLine(f finding.Finding) bool {
	return strings.HasPrefix(f.Package, "command-line-arguments")
}

// tested is the directories of those packages that have tests within them. Go vet
// analyses such a package together with its tests, and alone only on the way to
// others.
func (s scope) tested(list []finding.Finding) map[string]bool {
	alone := map[string]bool{}
	for _, f := range list {
		if f.Variant == "" && !commandLine(f) {
			alone[filepath.Dir(f.File)] = true
		}
	}
	tested := map[string]bool{}
	if len(alone) > 0 {
		for _, dir := range s.list("{{if .TestGoFiles}}{{.Dir}}{{end}}", slices.Sorted(maps.Keys(alone))) {
			tested[dir] = true
		}
	}
	return tested
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
