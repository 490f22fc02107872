package gate

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/source"
)

// Change is which lines of Go files are not as they were at some revision.
type Change struct {
	root  string            // of the repository
	files map[string][]span // by path within the repository, with slashes
}

// span is changed lines: from first to last, or, where last is first-1, the gap
// before first that lines were removed from.
type span struct{ first, last int }

// whole is the span of a file that is new.
var whole = span{1, 1 << 30}

// Since asks git what changed since the merge base of a revision and HEAD, which
// is where the work in hand left it. What is not committed is a part of the
// change, and so are new files that git does not ignore.
func Since(rev string) (*Change, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("%q is no revision", rev)
	}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("-new-from needs git, which is not in PATH")
	}
	root, err := git("", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, errors.New("-new-from works in a git repository only, and this is none")
	}
	root = strings.TrimSuffix(root, "\n")
	if _, err := git(root, "rev-parse", "--verify", "--quiet", rev+"^{commit}"); err != nil {
		return nil, fmt.Errorf("git knows no revision %q (a shallow clone may lack it)", rev)
	}
	base, err := git(root, "merge-base", rev, "HEAD")
	if err != nil {
		return nil, fmt.Errorf("git finds no common ancestor of %s and HEAD (a shallow clone may lack it)", rev)
	}
	// No configuration of the user may change the output.
	diff, err := git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--find-renames", "--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/", strings.TrimSpace(base), "--", "*.go")
	if err != nil {
		return nil, err
	}
	fresh, err := git(root, "ls-files", "-z", "--others", "--exclude-standard", "--", "*.go")
	if err != nil {
		return nil, err
	}
	c := &Change{root: filepath.FromSlash(root), files: changed(diff)}
	for name := range strings.SplitSeq(strings.TrimSuffix(fresh, "\x00"), "\x00") {
		c.files[name] = []span{whole}
	}
	return c, nil
}

// git runs git in a directory, "" for the current one.
func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, said)
	}
	return string(out), nil
}

// changed reads a diff without context lines.
func changed(diff string) map[string][]span {
	files := map[string][]span{}
	name := ""
	left := 0 // lines of the hunk to come, which may look like anything
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case left > 0:
			if !strings.HasPrefix(line, `\`) { // No newline at end of file
				left--
			}
		case strings.HasPrefix(line, "+++ "):
			name = newName(line[len("+++ "):])
		case strings.HasPrefix(line, "@@ "):
			removed, added, ok := hunk(line)
			if !ok {
				continue
			}
			left = removed + added.last - added.first + 1
			files[name] = append(files[name], added)
		}
	}
	return files
}

// newName reads a name from the line of a diff that begins with +++.
func newName(s string) string {
	if unquoted, err := strconv.Unquote(s); err == nil { // git escapes as C does, which for names is as Go does
		s = unquoted
	}
	// Behind a name with spaces there is a tab.
	return strings.TrimPrefix(strings.TrimSuffix(s, "\t"), "b/")
}

// hunk reads "@@ -first,count +first,count @@": how many lines were removed, and
// which were added.
func hunk(line string) (removed int, added span, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return 0, span{}, false
	}
	_, removed, ok1 := lines(fields[1], "-")
	first, count, ok2 := lines(fields[2], "+")
	if count == 0 { // the line before the gap is named
		first++
	}
	return removed, span{first, first + count - 1}, ok1 && ok2
}

func lines(s, sign string) (first, count int, ok bool) {
	s, ok = strings.CutPrefix(s, sign)
	a, b, several := strings.Cut(s, ",")
	first, err := strconv.Atoi(a)
	count = 1
	if several && err == nil {
		count, err = strconv.Atoi(b)
	}
	return first, count, ok && err == nil
}

// Touches reports whether a finding is about code that changed: the loop that it
// is in or its statement, or a line that explains it.
func (c *Change) Touches(f finding.Finding, files *source.Files) bool {
	first, last := files.Extent(f.File, f.Line, f.Col)
	if c.hits(f.File, min(first, f.Line), max(last, f.EndLine)) {
		return true
	}
	for _, r := range f.Related {
		if c.hits(r.File, r.Line, r.Line) {
			return true
		}
	}
	return false
}

func (c *Change) hits(file string, first, last int) bool {
	for _, s := range c.files[c.name(file)] {
		if s.first <= s.last && s.first <= last && first <= s.last {
			return true
		}
		if s.first > s.last && first < s.first && s.first <= last { // the gap is between two of the lines
			return true
		}
	}
	return false
}

// name is a file's path within the repository. Git names the repository without
// symbolic links.
func (c *Change) name(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	rel, err := filepath.Rel(c.root, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
