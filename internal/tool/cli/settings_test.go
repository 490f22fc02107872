package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
	"github.com/retryvet/retryvet/passes"
)

// TestSettings has the file of settings in the root of the module, and flags that
// say something else.
func TestSettings(t *testing.T) {
	const uncapped, ctxsleep = "a/fetch.go:9:2: uncapped", "a/fetch.go:13:3: ctxsleep"
	const legacy = "legacy/fetch.go:9:2: uncapped"
	dir := tooltest.Dir(t, "go.mod", gomod, "a/fetch.go", bad, "a/in_test.go", strings.Replace(bad, "Fetch", "fetchToo", 1), "legacy/fetch.go", bad)
	const inTest = "a/in_test.go:9:2: uncapped"
	for _, test := range []struct {
		file, args string
		want       []string
	}{
		{"", "", []string{uncapped, ctxsleep, legacy, "legacy/fetch.go:13:3: ctxsleep"}},
		{"checks: [uncapped]\n", "", []string{uncapped, legacy}},
		{"checks: uncapped\n", "-checks ctxsleep", []string{ctxsleep, "legacy/fetch.go:13:3: ctxsleep"}},
		{"checks: [uncapped]\n", "-ctxsleep", []string{ctxsleep, "legacy/fetch.go:13:3: ctxsleep"}},
		{"checks: [uncapped]\ntests: true\n", "", []string{uncapped, inTest, legacy}},
		{"checks: [uncapped]\ntests: true\n", "-tests=false", []string{uncapped, legacy}},
		{"checks: [uncapped]\nexclude: [{paths: [legacy]}]\n", "", []string{uncapped}},
		{"exclude: [{paths: [leg*/**], checks: [ctxsleep]}]\n", "", []string{uncapped, ctxsleep, legacy}},
		{"checks: [uncapped]\npaths: [legacy]\n", "", []string{legacy}},
	} {
		t.Run(test.file+test.args, func(t *testing.T) {
			tooltest.Write(t, dir, ".retryvet.yaml", test.file)
			run(t, dir, tool, strings.Fields(test.args)...).wantHeads(t, test.want...)
		})
	}
	tooltest.Write(t, dir, ".retryvet.yaml", "checks: [uncapped]\nseverity: {uncapped: info}\nuncapped: {strict: true}\n")
	if got := run(t, filepath.Join(dir, "a"), tool, "-format", "json", "."); !strings.Contains(got.Stdout, `"severity": "info"`) || strings.Contains(got.Stdout, "ctxsleep") {
		t.Errorf("from a directory below: %s", got.Stdout)
	}
	tooltest.Write(t, dir, ".retryvet.yaml", "cheks: [uncapped]\n")
	run(t, filepath.Join(dir, "a"), tool).want(t, 2, "", "retryvet: ../.retryvet.yaml:1:1: unknown setting \"cheks\", did you mean \"checks\"?\n")
	tooltest.Write(t, dir, ".retryvet.yaml", "tests: often\n")
	run(t, dir, tool).want(t, 2, "", "retryvet: .retryvet.yaml:1:8: tests cannot be \"often\": parse error\n")
}

// TestComments silences by comments about a function and a file, and by those for
// golangci-lint.
func TestComments(t *testing.T) {
	const uncapped, ctxsleep = "fetch.go:9:2: uncapped", "fetch.go:13:3: ctxsleep"
	line := func(old, text string) string { return strings.Replace(bad, old, text, 1) }
	for text, want := range map[string][]string{
		line("\nfunc", "\n//retryvet:ignore uncapped,ctxsleep somebody stops it\nfunc"):         nil,
		line("\nfunc", "\n// Fetch fetches.\n//\n//retryvet:ignore ctxsleep it is short\nfunc"): {"fetch.go:12:2: uncapped"},
		line("\nfunc", "\n//retryvet:ignore ctxsleep\nfunc"):                                    {"fetch.go:8:1: ctxsleep", "fetch.go:10:2: uncapped", "fetch.go:14:3: ctxsleep"},
		line("package m", "//retryvet:file-ignore uncapped a program for one day\npackage m"):   {"fetch.go:14:3: ctxsleep"},
		line("package m", "//retryvet:file-ignore nojitter a program for one day\npackage m"):   {"fetch.go:1:1: nojitter", "fetch.go:10:2: uncapped", "fetch.go:14:3: ctxsleep"},
		line("package m", "//retryvet:file-ignore uncaped a program for one day\npackage m"):    {"fetch.go:1:1: badignore", "fetch.go:10:2: uncapped", "fetch.go:14:3: ctxsleep"},
		line("for {", "for { //nolint:retryvet // it is stopped"):                               nil, // of the whole loop
		line("time.Second)", "time.Second) //nolint:errcheck,retryvet"):                         {uncapped},
		line("\tfor {", "\t//nolint\n\tfor {"):                                                  nil,
		line("\nfunc", "\n//nolint:all\nfunc"):                                                  nil,
		line("time.Second)", "time.Second) //nolint:errcheck // retryvet"):                      {uncapped, ctxsleep},
		line("package m", "//nolint:retryvet\npackage m"):                                       nil,
	} {
		dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", text)
		t.Run("", func(t *testing.T) {
			run(t, dir, tool, "-checks", "uncapped,ctxsleep,nojitter,badignore").wantHeads(t, want...)
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

// TestToldFunctions accepts names that exist, of all kinds.
func TestToldFunctions(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", bad,
		"api.v2/api.go", "package api\n\ntype Client struct{}\n\nfunc (*Client) Get() {}\n\ntype Doer interface{ Do() }\n\nfunc New() {}\n")
	for _, name := range []string{"example.com/m.Fetch", "example.com/m/api.v2.Client.Get", "example.com/m/api.v2.Client.*",
		"example.com/m/api.v2.Doer.Do", "example.com/m/api.v2.New", "net/http.Get", "example.com/m.Fetch, net/http.Client.*"} {
		if got := run(t, dir, tool, "-uncapped", "-remote", name); got.Status != 1 {
			t.Errorf("%s: status %d, %s", name, got.Status, got.Stderr)
		}
	}
}

// TestOutput writes to a file, with and without colours, and tells of a disk that
// is full.
func TestOutput(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", bad)
	plain := run(t, dir, tool, "-uncapped").Stdout
	got := run(t, dir, tool, "-uncapped", "-o", "out.txt")
	if text := tooltest.Read(t, filepath.Join(dir, "out.txt")); got.Status != 1 || got.Stdout != "" || text != plain {
		t.Errorf("status %d, stdout %q, the file has %q, want %q", got.Status, got.Stdout, text, plain)
	}
	if got := run(t, dir, tool, "-uncapped", "-color", "always"); !strings.Contains(got.Stdout, "\x1b[1;31muncapped:") {
		t.Errorf("-color always prints %q", got.Stdout)
	}
	if runtime.GOOS != "linux" {
		return // which has a disk that is always full
	}
	for _, args := range [][]string{{"-explain", "nojitter"}, {"-list"}, {"-h"}, {"version"}, {"-uncapped"}, {"-sites"}, {"map"}, {"completion", "bash"}, {"-list", "-format", "json"}} {
		got := run(t, dir, "sh", append([]string{"-c", `"$@" > /dev/full`, "sh", tool}, args...)...)
		if got.Status != 2 || strings.Count(got.Stderr, "cannot write the output: no space left on device\n") != 1 {
			t.Errorf("%s to a full disk: status %d, %s", args, got.Status, got.Stderr)
		}
	}
}

// TestAboutJSON reads what -list and -explain say as JSON.
func TestAboutJSON(t *testing.T) {
	type info struct {
		Check, Reports, Severity, Since, Remedy, URL, Manual string
		Core, Default                                        bool
	}
	dir := t.TempDir()
	var list []info
	if err := json.Unmarshal([]byte(run(t, dir, tool, "-list", "-format", "json").Stdout), &list); err != nil || len(list) != len(passes.All()) {
		t.Fatalf("%v, %d checks", err, len(list))
	}
	for _, i := range list {
		if i.Reports == "" || i.Severity == "" || i.Since == "" || i.Remedy == "" || i.URL == "" || i.Manual != "" {
			t.Errorf("%+v", i)
		}
	}
	var one info
	if err := json.Unmarshal([]byte(run(t, dir, tool, "-format", "json", "-explain", "uncapped").Stdout), &one); err != nil {
		t.Fatal(err)
	}
	if one.Check != "uncapped" || !one.Core || !one.Default || one.Severity != "error" || !strings.Contains(one.Manual, "## Why it hurts") {
		t.Errorf("%+v", one)
	}
}

// completions are command lines and what completes the last word of each; nothing
// where the shell's own files do.
var completions = map[string]string{
	"retryvet -new":                "-new-from",
	"retryvet -explain unc":        "uncapped",
	"retryvet -checks core,-noj":   "core,-nojitter",
	"retryvet -format sa":          "sarif",
	"retryvet -color al":           "always",
	"retryvet ver":                 "version",
	"retryvet ma":                  "map",
	"retryvet map -format do":      "dot",
	"retryvet -uncapped.s":         "-uncapped.strict",
	"retryvet ./... -fixwith runt": "runtime",
	"retryvet ./...  x":            "",
}

// askers have shells print what completes the command line in $LINE: bash and fish by
// a call, and zsh, which completes for a person only, in a terminal of its own, in which
// the key TAB completes the word and RETURN has it printed.
var askers = map[string][]string{
	"bash": {"-c", `source <(retryvet completion bash); COMP_WORDS=($LINE); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _retryvet; echo "${COMPREPLY[*]}"`},
	"fish": {"--no-config", "-c", `retryvet completion fish | source; complete -C "$LINE" | string match -v '*/*'; or echo`},
	"zsh": {"-f", "-c", `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; PS2=; autoload -U compinit; compinit -D -u; source <(retryvet completion zsh); words() { print -r -- \"<\$argv[-1]>\" }; show() { BUFFER=\"words \$BUFFER\"; zle accept-line }; zle -N show; bindkey '^X' show; print -r -- rea''dy"
zpty -r -m shell line $'*ready\r\n*'
zpty -w -n shell "$LINE"$'\t\x18'
zpty -r -m shell line $'*<*>\r\n*'
print -r -- ${${line##*\<}%%\>*}
zpty -d shell`},
}

// TestCompletion asks shells for what they would complete.
func TestCompletion(t *testing.T) {
	dir := tooltest.Dir(t)
	if err := os.Symlink(tool, filepath.Join(dir, "retryvet")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	empty := tooltest.Dir(t) // has no files to complete
	for shell, args := range askers {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("%s is not installed: what it completes is not tested", shell)
			}
			for line, want := range completions {
				if shell == "zsh" && want == "" {
					want = "x" // what there is nothing for stays
				}
				t.Setenv("LINE", line)
				if got := run(t, empty, shell, args...); got.Stdout != want+"\n" {
					t.Errorf("%s: %q, want %q; %s", line, got.Stdout, want, got.Stderr)
				}
			}
		})
	}
}

// TestPlaceholders explains in -h each name of a value.
func TestPlaceholders(t *testing.T) {
	help := run(t, t.TempDir(), tool, "-h").Stdout
	_, explained, ok := strings.Cut(help, "What stands behind a flag:")
	if !ok {
		t.Fatal(help)
	}
	seen := 0
	for line := range strings.Lines(help) {
		if words := strings.Fields(line); len(words) > 2 && strings.HasPrefix(words[0], "-") && words[1] == strings.ToUpper(words[1]) {
			seen++
			if !strings.Contains(explained, "\n  "+words[1]+" ") {
				t.Errorf("%s is not explained", words[1])
			}
		}
	}
	if seen < 8 {
		t.Errorf("%d flags with a value are too few:\n%s", seen, help)
	}
}

// TestStale names what the baseline has and is found no more, of what was asked
// for.
func TestStale(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "a/a.go", bad, "b/b.go", bad)
	run(t, dir, tool, "-baseline", "known.json", "-write-baseline")
	tooltest.Write(t, dir, "a/a.go", good)
	const stale = "retryvet: found no more of what known.json has (-write-baseline writes it anew): 2\n\ta/a.go: ctxsleep\n\ta/a.go: uncapped\n"
	run(t, dir, tool, "-baseline", "known.json").want(t, 0, "", stale)
	run(t, dir, tool, "-baseline", "known.json", "./b").want(t, 0, "", "")
	run(t, dir, tool, "-baseline", "known.json", "-checks", "nojitter").want(t, 0, "", "")
	run(t, dir, tool, "-baseline", "known.json", "-checks", "uncapped", "./a").want(t, 0, "", strings.NewReplacer("2\n", "1\n", "\ta/a.go: ctxsleep\n", "").Replace(stale))
}
