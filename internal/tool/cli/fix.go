package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/apply"
	"github.com/retryvet/retryvet/internal/tool/finding"
)

// runtimeModule has the package that fixes call with -fixwith=runtime.
const runtimeModule = "github.com/retryvet/retryvet/runtime"

// fix applies the first fix of each finding, for -fix, or prints what would come
// out, for -diff. It reports whether files were changed.
func fix(o options, found []finding.Finding, here string, stdout, stderr io.Writer) (changed bool, err error) {
	var fixes []apply.Fix
	for _, f := range found {
		if len(f.Fixes) > 0 {
			fixes = append(fixes, asFix(f))
		}
	}
	res, err := apply.Fixes(fixes, os.ReadFile)
	if err != nil {
		return false, err
	}
	for _, l := range res.Left {
		fmt.Fprintf(stderr, "retryvet: %s: the fix of %s is left for another run: %s\n", l.Fix.Posn, l.Fix.Check, l.Reason)
	}
	if o.diff {
		for _, f := range res.Files {
			fmt.Fprint(stdout, f.Diff(within(here, f.Name)))
		}
		return false, nil
	}
	if !o.force {
		if err := committed(res.Files, here); err != nil {
			return false, err
		}
	}
	undo, err := requireRuntime(res.Files, o.runtime)
	if err != nil {
		return false, err
	}
	if err := res.Write(); err != nil {
		undo()
		return false, err
	}
	if len(res.Applied) > 0 {
		fmt.Fprintf(stderr, "retryvet: fixes applied: %d, in files: %d\n", len(res.Applied), len(res.Files))
	}
	return len(res.Files) > 0, nil
}

func asFix(f finding.Finding) apply.Fix {
	out := apply.Fix{Check: f.Check, Message: f.Fixes[0].Message, Posn: posn(f)}
	for _, e := range f.Fixes[0].Edits {
		out.Edits = append(out.Edits, apply.Edit(e))
	}
	return out
}

func posn(f finding.Finding) string { return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col) }

// within is a file's name as seen from a directory, if it lies in it.
func within(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(strings.TrimPrefix(name, string(filepath.Separator)))
}

// committed refuses to change files with changes that git does not have: what is
// a person's and what is a fix could not be told apart any more. Where there is no
// git, or no repository, there is nothing to compare with.
func committed(files []apply.File, here string) error {
	var dirty []string
	for _, f := range files {
		cmd := exec.Command("git", "status", "--porcelain", "--", filepath.Base(f.Name))
		cmd.Dir = filepath.Dir(f.Name)
		if out, err := cmd.Output(); err == nil && len(out) > 0 {
			dirty = append(dirty, within(here, f.Name))
		}
	}
	if len(dirty) == 0 {
		return nil
	}
	return fmt.Errorf("nothing was changed: %s would be, and has changes that are not committed: commit or stash them, or let -force mix them with the fixes", strings.Join(dirty, ", "))
}

// requireRuntime adds the runtime's module to the go.mod of each module in which
// a fixed file imports it, with a replace by a directory if one is given. It
// returns what takes that back.
func requireRuntime(files []apply.File, clone string) (undo func(), err error) {
	if clone != "" {
		if clone, err = filepath.Abs(clone); err != nil {
			return nil, err
		}
		if _, err := goCommand(clone, "list", "-m"); err != nil {
			return nil, fmt.Errorf("nothing was changed: -runtime %s is no module: %w", clone, err)
		}
	}
	old := map[string][]byte{}
	undo = func() {
		for name, text := range old {
			os.WriteFile(name, text, 0o666)
		}
	}
	seen := map[string]bool{}
	for _, f := range files {
		dir := filepath.Dir(f.Name)
		if !bytes.Contains(f.New, []byte(`"`+runtimeModule+"/")) || seen[dir] {
			continue
		}
		seen[dir] = true
		if _, err := goCommand(dir, "list", "-m", runtimeModule); err == nil {
			continue
		}
		mod, err := goCommand(dir, "env", "GOMOD")
		if err != nil {
			return nil, err
		}
		for _, name := range []string{mod, strings.TrimSuffix(mod, ".mod") + ".sum"} {
			if text, err := os.ReadFile(name); err == nil && old[name] == nil {
				old[name] = text
			}
		}
		if clone != "" {
			if _, err := goCommand(dir, "mod", "edit", "-replace="+runtimeModule+"="+clone); err != nil {
				undo()
				return nil, fmt.Errorf("nothing was changed: %s cannot take %s from %s: %w", mod, runtimeModule, clone, err)
			}
		}
		if _, err := goCommand(dir, "get", runtimeModule); err != nil {
			undo()
			return nil, fmt.Errorf("nothing was changed: %s cannot require %s, which -fixwith=runtime needs: %w (with a clone of retryvet, -runtime CLONE/runtime takes it from there)", mod, runtimeModule, err)
		}
	}
	return undo, nil
}

// goCommand runs the go command in a directory. Its error is one line.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return "", errors.New(strings.TrimPrefix(line, "go: "))
	}
	return strings.TrimSpace(string(out)), nil
}
