package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// acrossModules makes patterns such as ./... reach into the modules of the
// workspace below them, where the go command stops at the border of a module.
func acrossModules(patterns []string) []string {
	here, err := os.Getwd()
	if err != nil || !slices.ContainsFunc(patterns, isTree) {
		return patterns
	}
	modules := workspace(here)
	var out []string
	for _, p := range patterns {
		if !isTree(p) {
			out = append(out, p)
			continue
		}
		root := filepath.Join(here, filepath.FromSlash(strings.TrimSuffix(p, "...")))
		inside := len(modules) == 0
		var below []string
		for _, m := range modules {
			switch rel, err := filepath.Rel(root, m); {
			case err != nil:
			case rel == ".":
				inside = true
			case filepath.IsLocal(rel):
				below = append(below, strings.TrimSuffix(p, "...")+filepath.ToSlash(rel)+"/...")
			case contains(m, root):
				inside = true
			}
		}
		// A directory of modules, itself in none, has no packages of its own, and
		// the go command would refuse it.
		if inside || len(below) == 0 {
			out = append(out, p)
		}
		out = append(out, below...)
	}
	return out
}

// isTree reports whether a pattern is a directory with all below it.
func isTree(pattern string) bool {
	return (strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../")) && strings.HasSuffix(pattern, "/...")
}

func contains(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// workspace lists the directories of the modules of the workspace that a
// directory is in; none if it is in none, or if that cannot be read, of which
// the go command will tell. It looks for go.work as the go command does, which
// to ask takes longer than all else that is done here.
func workspace(dir string) []string {
	file := os.Getenv("GOWORK")
	switch file {
	case "off":
		return nil
	case "":
		file = upwards(dir, "go.work")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork(file, data, nil)
	if err != nil {
		return nil
	}
	var dirs []string
	for _, use := range work.Use {
		path := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		dirs = append(dirs, filepath.Clean(path))
	}
	slices.Sort(dirs)
	return dirs
}

// upwards is the path of a file or directory of this name in a directory or the
// nearest one above, "" if there is none.
func upwards(dir, name string) string {
	for {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// repository is the root of the repository that the current directory is in, or
// else that directory, "" if it is not known.
func repository() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	if git := upwards(here, ".git"); git != "" {
		return filepath.Dir(git)
	}
	return here
}
