package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestEditors has editors find what the program finds, by the settings that
// docs/editors.md shows.
func TestEditors(t *testing.T) {
	bin := t.TempDir()
	if err := os.Symlink(tool, filepath.Join(bin, "retryvet")); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "GOWORK=off", "GOFLAGS=", "TERM=dumb", "HOME=" + bin}
	dir := tooltest.Dir(t, "go.mod", tooltest.GoMod, "fetch.go", tooltest.Bad)
	const want = "fetch.go:9:2: uncapped\nfetch.go:13:3: ctxsleep\n"
	for editor, run := range map[string]func(t *testing.T, editor string) (args []string){
		"vim":  vim,
		"nvim": vim,
		"emacs": func(t *testing.T, _ string) []string {
			script := filepath.Join(t.TempDir(), "script.el")
			tooltest.Write(t, filepath.Dir(script), "script.el", `
(require 'package)
(package-initialize)
(require 'flycheck)
(define-derived-mode go-mode prog-mode "Go")
`+settingsOf(t, "elisp")+`
(find-file "fetch.go")
(go-mode)
(unless (flycheck-checker-supports-major-mode-p 'go-retryvet 'go-mode) (error "not for Go"))
(let ((output (shell-command-to-string "retryvet -color never .")))
  (with-temp-file "found"
    (dolist (e (flycheck-parse-output output 'go-retryvet (get-file-buffer "fetch.go")))
      (insert (format "%s:%d:%d: %s\n" (file-name-nondirectory (flycheck-error-filename e)) (flycheck-error-line e) (flycheck-error-column e)
                      (car (split-string (flycheck-error-message e) ":")))))))
`)
			return []string{"--batch", "-l", script}
		},
	} {
		t.Run(editor, func(t *testing.T) {
			program, err := exec.LookPath(editor)
			if err != nil {
				t.Skip(err)
			}
			os.Remove(filepath.Join(dir, "found"))
			o := tooltest.Run(t, dir, env, program, run(t, editor)...)
			if strings.Contains(o.Stderr, "Cannot open load file") {
				t.Skip("no flycheck")
			}
			found, err := os.ReadFile(filepath.Join(dir, "found"))
			if err != nil || string(found) != want {
				t.Errorf("%v, %q, want %q; status %d\n%s%s", err, found, want, o.Status, o.Stdout, o.Stderr)
			}
		})
	}
}

// settingsOf is the code block of docs/editors.md in a language.
func settingsOf(t *testing.T, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(tooltest.Read(t, "../../../docs/editors.md"))
	if m == nil {
		t.Fatalf("docs/editors.md has no %s", language)
	}
	return m[1]
}

// vim is the arguments by which Vim or Neovim runs :make and writes down the
// quickfix list.
func vim(t *testing.T, editor string) []string {
	dir := t.TempDir()
	tooltest.Write(t, dir, "script.vim", fmt.Sprintf(`%s
silent make! ./...
call writefile(map(getqflist(), {_, e -> bufname(e.bufnr) .. ':' .. e.lnum .. ':' .. e.col .. ': ' .. split(e.text, ':')[0]}), 'found')
qall!
`, settingsOf(t, "vim")))
	quiet := map[string][]string{"vim": {"-Nu", "NONE", "-i", "NONE", "-es"}, "nvim": {"--headless", "-u", "NONE", "-i", "NONE", "-es"}}
	return append(quiet[editor], "-S", filepath.Join(dir, "script.vim"), "fetch.go")
}
