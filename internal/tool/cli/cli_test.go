package cli_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
	"github.com/retryvet/retryvet/passes"
)

// tool is the program under test, as users build it.
var tool string

func TestMain(m *testing.M) { tooltest.Main(m, &tool) }

const (
	gomod = tooltest.GoMod
	bad   = tooltest.Bad
	good  = `package m

import (
	"context"
	"time"
)

func Fetch(ctx context.Context, get func() error) (err error) {
	for range 3 {
		select {
		case <-time.After(10 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
		if err = get(); err == nil {
			return nil
		}
	}
	return err
}
`
)

// outcome is what a command did.
type outcome struct{ tooltest.Outcome }

// run runs a program in a directory.
func run(t *testing.T, dir, program string, args ...string) outcome {
	t.Helper()
	return outcome{tooltest.Run(t, dir, []string{"GOWORK=", "GOFLAGS=", "GOPROXY=off"}, program, args...)}
}

// want compares what a command did with what it should have done.
func (o outcome) want(t *testing.T, status int, stdout, stderr string) {
	t.Helper()
	if o.Status != status {
		t.Errorf("exit status %d, want %d", o.Status, status)
	}
	if o.Stdout != stdout {
		t.Errorf("stdout:\n%swant:\n%s", o.Stdout, stdout)
	}
	if o.Stderr != stderr {
		t.Errorf("stderr:\n%swant:\n%s", o.Stderr, stderr)
	}
}

func (o outcome) wantHeads(t *testing.T, heads ...string) {
	t.Helper()
	if got := o.Heads(); !slices.Equal(got, heads) {
		t.Errorf("findings:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(heads, "\n"))
	}
}

func TestFindings(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "sub/fetch.go", bad)
	got := run(t, dir, tool, "./...")
	const summary = "retryvet: findings: 2 (error: 1, warning: 1), in files: 1\n"
	if got.Status != 1 || got.Stderr != summary {
		t.Errorf("status %d, stderr %q", got.Status, got.Stderr)
	}
	got.wantHeads(t, "sub/fetch.go:9:2: uncapped", "sub/fetch.go:13:3: ctxsleep")
	for _, part := range []string{
		"\tfor {\n\t^\n",
		"\ttime.Sleep(10 * time.Second)\n\t^\n",
		"\tsub/fetch.go:10:13: attempted here\n",
		"\tremedy: ",
	} {
		if !strings.Contains(got.Stdout, part) {
			t.Errorf("no %q in\n%s", part, got.Stdout)
		}
	}

	t.Run("again", func(t *testing.T) { // from the build cache
		run(t, dir, tool, "./...").want(t, 1, got.Stdout, summary)
	})
	t.Run("relative", func(t *testing.T) {
		run(t, filepath.Join(dir, "sub"), tool, ".").wantHeads(t, "fetch.go:9:2: uncapped", "fetch.go:13:3: ctxsleep")
	})
	t.Run("one check", func(t *testing.T) {
		run(t, dir, tool, "-ctxsleep", "./...").wantHeads(t, "sub/fetch.go:13:3: ctxsleep")
	})
	t.Run("all but one", func(t *testing.T) {
		run(t, dir, tool, "-ctxsleep=false", "./...").wantHeads(t, "sub/fetch.go:9:2: uncapped")
	})
	t.Run("elsewhere", func(t *testing.T) {
		parent, name := filepath.Split(dir)
		run(t, parent, tool, "-C", name, "-uncapped", "./...").wantHeads(t, name+"/sub/fetch.go:9:2: uncapped")
	})
}

func TestNothingFound(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", good)
	run(t, dir, tool, "./...").want(t, 0, "", "")
}

func TestAnalyzerFlag(t *testing.T) {
	ctxOnly := strings.Replace(good, "for range 3 {", "for {", 1)
	ctxOnly = strings.Replace(ctxOnly, "\treturn err\n}", "}", 1)
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", ctxOnly)
	run(t, dir, tool, "./...").want(t, 0, "", "")
	run(t, dir, tool, "-uncapped.strict", "./...").wantHeads(t, "fetch.go:9:2: uncapped")
}

func TestBuildFlag(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "doc.go", "package m\n", "fetch.go", "//go:build special\n\n"+bad)
	run(t, dir, tool, "-uncapped", "./...").want(t, 0, "", "")
	run(t, dir, tool, "-uncapped", "-tags", "special", "./...").wantHeads(t, "fetch.go:11:2: uncapped")
}

func TestInTests(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"doc.go", "package m\n",
		"in_test.go", bad,
		"out_test.go", strings.Replace(bad, "package m", "package m_test", 1))
	run(t, dir, tool, "-uncapped", "./...").want(t, 0, "", "")
	run(t, dir, tool, "-uncapped", "-tests", "./...").wantHeads(t, "in_test.go:9:2: uncapped", "out_test.go:9:2: uncapped")
}

// A file is part of the package, of the package with its tests, and of what the
// external test imports.
func TestEachFindingOnce(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"fetch.go", bad,
		"in_test.go", "package m\n\nimport _ \"testing\"\n",
		"out_test.go", "package m_test\n\nimport _ \"example.com/m\"\n")
	run(t, dir, tool, "-uncapped", "./...", "example.com/m").wantHeads(t, "fetch.go:9:2: uncapped")
}

func TestSeveralModules(t *testing.T) {
	dir := tooltest.Dir(t,
		"go.work", "go 1.26.0\n\nuse (\n\t./a\n\t./b\n)\n",
		"a/go.mod", "module example.com/a\n\ngo 1.26.0\n",
		"a/a.go", "package a\n\nimport \"example.com/b\"\n\nvar _ = b.Fetch\n",
		"b/go.mod", "module example.com/b\n\ngo 1.26.0\n",
		"b/b.go", strings.Replace(bad, "package m", "package b", 1))
	run(t, dir, tool, "-uncapped", "./a/...", "./b/...").wantHeads(t, "b/b.go:9:2: uncapped")
	run(t, dir, tool, "-uncapped").wantHeads(t, "b/b.go:9:2: uncapped")
	run(t, filepath.Join(dir, "a"), tool, "-uncapped").want(t, 0, "", "")
	run(t, filepath.Join(dir, "a"), tool, "-uncapped", "../...").wantHeads(t, "../b/b.go:9:2: uncapped")
}

// The go command does not tell a package that was analysed on the way from one
// that was asked for.
func TestOnTheWay(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"a/a.go", "package a\n\nimport \"example.com/m/b\"\n\nvar _ = b.Fetch\n",
		"b/b.go", strings.Replace(bad, "package m", "package b", 1))
	const found = "b/b.go:9:2: uncapped"
	for range 2 {
		run(t, dir, tool, "-uncapped", "./a").want(t, 0, "", "")
		run(t, dir, tool, "-uncapped", "./a/...").want(t, 0, "", "")
		run(t, dir, tool, "-uncapped", "example.com/m/a").want(t, 0, "", "")
		run(t, dir, tool, "-uncapped", "a/a.go").want(t, 0, "", "")
		run(t, dir, tool, "-uncapped").wantHeads(t, found)
		run(t, dir, tool, "-uncapped", "./b").wantHeads(t, found)
		run(t, dir, tool, "-uncapped", "example.com/m/b").wantHeads(t, found)
		run(t, dir, tool, "-uncapped", "example.com/...").wantHeads(t, found)
		run(t, dir, tool, "-uncapped", filepath.Join(dir, "b")).wantHeads(t, found)
		run(t, dir, tool, "-uncapped", "b/b.go").wantHeads(t, found)
	}
	run(t, filepath.Join(dir, "a"), tool, "-uncapped", ".", "../b").wantHeads(t, "../b/b.go:9:2: uncapped")
}

// A package that has tests is analysed together with them, and alone for those
// that import it.
func TestImportedWithTests(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"a/a.go", "package a\n\nimport \"example.com/m/b\"\n\nvar _ = b.Fetch\n",
		"b/b.go", strings.Replace(bad, "package m", "package b", 1),
		"b/b_test.go", "package b\n")
	run(t, dir, tool, "-uncapped").wantHeads(t, "b/b.go:9:2: uncapped")
	run(t, dir, tool, "-uncapped", "./b").wantHeads(t, "b/b.go:9:2: uncapped")
	run(t, dir, tool, "-uncapped", "./a").wantHeads(t)
}

func TestSuppressed(t *testing.T) {
	quiet := strings.Replace(bad, "\tfor {", "\t//retryvet:ignore uncapped the caller stops the process\n\tfor {", 1)
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", quiet)
	run(t, dir, tool, "-uncapped", "./...").want(t, 0, "", "")

	dir = tooltest.Dir(t, "go.mod", gomod, "fetch.go", strings.Replace(good, "\tfor ", "\t//retryvet:ignore uncapped no longer needed\n\tfor ", 1))
	got := run(t, dir, tool, "-uncapped", "./...")
	got.wantHeads(t, "fetch.go:9:2: uncapped")
	if strings.Contains(got.Stdout, "remedy:") {
		t.Errorf("the check's remedy is none for a useless suppression:\n%s", got.Stdout)
	}
}

func TestSites(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "b.go", bad, "a/a.go", strings.Replace(good, "package m", "package a", 1),
		"a/in_test.go", strings.NewReplacer("package m", "package a", "Fetch", "fetchToo").Replace(bad), "a/out_test.go", "package a_test\n\nimport _ \"example.com/m/a\"\n")
	got := run(t, filepath.Join(dir, "a"), tool, "-sites", "../...")
	if got.Status != 0 || got.Stderr != "" {
		t.Errorf("status %d, stderr %q", got.Status, got.Stderr)
	}
	type row struct {
		File  string
		Line  int
		Kind  string
		Bound []string
	}
	var rows []row
	keys := []string{"file", "line", "end", "func", "kind", "op", "op_remote", "bound", "attempts", "delay",
		"delay_capped", "jitter", "wait", "reach", "op_safe", "inner_retry", "silent", "worst_attempts", "worst_wait"}
	slices.Sort(keys)
	for line := range strings.Lines(got.Stdout) {
		var all map[string]any
		var r row
		if err := errors.Join(json.Unmarshal([]byte(line), &all), json.Unmarshal([]byte(line), &r)); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		var have []string
		for k := range all {
			have = append(have, k)
		}
		slices.Sort(have)
		if !slices.Equal(have, keys) {
			t.Errorf("keys %v, want %v", have, keys)
		}
		rows = append(rows, r)
	}
	if len(rows) != 2 || rows[0].File != "a/a.go" || rows[1].File != "b.go" {
		t.Fatalf("sites %+v, want one in a/a.go, then one in b.go", rows)
	}
	if tests := run(t, dir, tool, "-sites", "-tests", "./a"); strings.Count(tests.Stdout, "\n") != 2 || !strings.Contains(tests.Stdout, `"file":"a/in_test.go"`) {
		t.Errorf("with -tests: %s", tests.Stdout)
	}
	if r := rows[0]; r.Line != 9 || r.Kind != "retry" || !slices.Contains(r.Bound, "attempts") {
		t.Errorf("site %+v", r)
	}
	if r := rows[1]; r.Line != 9 || r.Kind != "retry" || r.Bound == nil || len(r.Bound) != 0 {
		t.Errorf("site %+v: want an empty list of bounds", r)
	}
}

func TestUsage(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", bad)
	for _, test := range []struct {
		args   string
		stderr string
	}{
		{"-checks nosuch", "retryvet: -checks names \"nosuch\", which is no check (retryvet -list lists them)\n"},
		{"-checks nojiter", "retryvet: -checks names \"nojiter\", which is no check, did you mean \"nojitter\"? (retryvet -list lists them)\n"},
		{"-explain uncaped", "retryvet: \"uncaped\" is no check, did you mean \"uncapped\"? (retryvet -list lists them)\n"},
		{"-cheks core", "retryvet: there is no flag -cheks, did you mean \"-checks\"? (retryvet -h lists the flags)\n"},
		{"-format jsn", "retryvet: -format \"jsn\" is none of checkstyle, github, gitlab, json, junit, sarif, text, did you mean \"json\"?\n"},
		{"-list -format sarif", "retryvet: -list and -explain print text or json, not sarif\n"},
		{"-color sometimes", "retryvet: -color \"sometimes\" is none of auto, always, never\n"},
		{"-force", "retryvet: -force is about what -fix may change, and means nothing without it\n"},
		{"-o nosuch/x ./...", "retryvet: cannot write nosuch/x: no such file or directory\n"},
		{"completion basch", "retryvet: no completion for \"basch\": want one of bash, fish, zsh, did you mean \"bash\"?\n"},
		{"-remote example.com/m.Fech", "retryvet: -remote names example.com/m.Fech, but package example.com/m has no function Fech, did you mean \"Fetch\"?\n"},
		{"-remote example.com/m.Client.*", "retryvet: -remote names example.com/m.Client.*, but package example.com/m has no function Client.*\n"},
		{"-idempotent example.com/m.Fetch,example.com/n.Fetch", "retryvet: -idempotent names example.com/n.Fetch, but there is no package example.com/n\n"},
		{"-checks core,,uncapped", "retryvet: -checks names \"\", which is no check (retryvet -list lists them)\n"},
		{"-checks core,-core", "retryvet: -checks leaves no check to run\n"},
		{"-checks core -nojitter -uncapped ./...", "retryvet: -checks and -nojitter both choose checks: use one of them\n"},
		{"-format html", "retryvet: -format \"html\" is none of checkstyle, github, gitlab, json, junit, sarif, text\n"},
		{"-matrix linux ./...", "retryvet: -matrix has \"linux\" where a platform such as linux/amd64 belongs (go tool dist list lists them)\n"},
		{"-matrix=", "retryvet: -matrix has \"\" where a platform such as linux/amd64 belongs (go tool dist list lists them)\n"},
		{"-matrix plan10/amd65 ./...", "retryvet: plan10/amd65: unsupported GOOS/GOARCH pair plan10/amd65\n"},
		{"-explain nosuch", "retryvet: \"nosuch\" is no check (retryvet -list lists them)\n"},
		{"-explain=", "retryvet: -explain needs a value\n"},
		{"-baseline nosuch.json", "retryvet: cannot read the baseline nosuch.json: no such file or directory (-write-baseline writes it)\n"},
		{"-baseline fetch.go", "retryvet: fetch.go is no baseline: invalid character 'p' looking for beginning of value\n"},
		{"-baseline= ./...", "retryvet: -baseline needs a value\n"},
		{"-write-baseline", "retryvet: -write-baseline needs the file's name: -baseline FILE -write-baseline\n"},
		{"-baseline b -write-baseline -new-from HEAD", "retryvet: -write-baseline writes all findings, so -new-from has no meaning beside it\n"},
		{"-baseline nosuch/b -write-baseline", "retryvet: cannot write the baseline nosuch/b: no such file or directory\n"},
		{"-new-from HEAD", "retryvet: -new-from works in a git repository only, and this is none\n"},
		{"-sites -format json", "retryvet: -sites lists sites and runs no check, so -format has no meaning beside it\n"},
		{"-top 3", "retryvet: -top is about the map of retries: retryvet map -top …\n"},
		{"map -format sarif", "retryvet: -format \"sarif\" is none of text, json, dot, html\n"},
		{"map -format jsn", "retryvet: -format \"jsn\" is none of text, json, dot, html, did you mean \"json\"?\n"},
		{"map -fix ./...", "retryvet: map draws the retries, so -fix has no meaning beside it\n"},
		{"map -from ( ./...", "retryvet: -from \"(\" is no regular expression: error parsing regexp: missing closing ): `(`\n"},
		{"map -to= ./...", "retryvet: -to needs a value\n"},
		{"map -top 0", "retryvet: -top 0 shows nothing: want 1 or more\n"},
		{"map -fail-above atempts=3", "retryvet: -fail-above \"atempts=3\": \"atempts\" is none of attempts, seconds, did you mean \"attempts\"? (want attempts=50,seconds=120)\n"},
		{"map -fail-above attempts=many", "retryvet: -fail-above \"attempts=many\": \"many\" is no number above 0 (want attempts=50,seconds=120)\n"},
		{"-nosuch ./...", "retryvet: there is no flag -nosuch (retryvet -h lists the flags)\n"},
		{"-uncapped=perhaps ./...", "retryvet: invalid boolean value \"perhaps\" for -uncapped: want true or false (retryvet -h lists the flags)\n"},
		{"-tags", "retryvet: flag needs an argument: -tags (retryvet -h lists the flags)\n"},
		{"./... -uncapped", "retryvet: flag -uncapped stands behind a package: flags come first\n"},
		{"-sites -uncapped ./...", "retryvet: -sites lists sites and runs no check, so -uncapped has no meaning beside it\n"},
		{"./nosuch", "retryvet: not analysed: ./nosuch\n\tstat " + filepath.Join(dir, "nosuch") + ": directory not found\n"},
		{"-C nosuch ./...", "retryvet: chdir nosuch: no such file or directory\n"},
	} {
		t.Run(test.args, func(t *testing.T) {
			run(t, dir, tool, strings.Fields(test.args)...).want(t, 2, "", test.stderr)
		})
	}
}

// What users tell changes findings, from the flag and from the file of settings;
// a row that is wrong, or about nothing, is refused.
func TestKnowledge(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "shop.go", `package m

import "context"

type Shop struct{ buy func() error }

func (s *Shop) Buy(ctx context.Context) error { return s.buy() }

func Use(ctx context.Context, s *Shop) (err error) {
	for range 5 {
		if err = s.Buy(ctx); err == nil {
			return nil
		}
	}
	return err
}
`)
	const buy = "example.com/m Shop.Buy remote,inserts"
	run(t, dir, tool, "-checks", "unsaferetry", ".").wantHeads(t)
	run(t, dir, tool, "-checks", "unsaferetry", "-knowledge", buy, ".").wantHeads(t, "shop.go:11:12: unsaferetry")
	run(t, dir, tool, "-knowledge", "example.com/m Shop.Sell remote", ".").want(t, 2, "", "retryvet: -knowledge: line 1: package example.com/m has no Shop.Sell\n")
	run(t, dir, tool, "-knowledge", buy+"; example.com/n F remote", ".").want(t, 2, "", "retryvet: -knowledge: line 2: there is no package example.com/n\n")
	run(t, dir, tool, "-knowledge", "example.com/m Shop.Buy remot", ".").want(t, 2, "",
		"retryvet: invalid value \"example.com/m Shop.Buy remot\" for flag -knowledge: line 1: \"remot\" is not understood (retryvet -h lists the flags)\n")

	tooltest.Write(t, dir, ".retryvet.yaml", "knowledge:\n- "+buy+"\n- example.com/m Use local\n")
	run(t, dir, tool, "-checks", "unsaferetry", ".").wantHeads(t, "shop.go:11:12: unsaferetry")
}

// All checks run whatever is chosen, so a choice must be the same as none but for
// what is printed.
func TestChecks(t *testing.T) {
	text := strings.Replace(bad, "\tfor {", "\t//retryvet:ignore nojitter no longer needed\n\t//retryvet:ignore nosuch why\n\tfor {", 1)
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", text)
	const badname, useless, uncapped, ctxsleep = "fetch.go:10:2: badignore", "fetch.go:9:2: nojitter", "fetch.go:11:2: uncapped", "fetch.go:15:3: ctxsleep"
	for args, want := range map[string][]string{
		"":                            {useless, badname, uncapped, ctxsleep},
		"-checks all":                 {useless, badname, uncapped, ctxsleep},
		"-checks core":                {useless, uncapped, ctxsleep},
		"-checks core,-nojitter":      {uncapped, ctxsleep},
		"-checks -core":               {badname},
		"-checks -core,+uncapped":     {badname, uncapped},
		"-checks uncapped,badignore":  {badname, uncapped},
		"-checks=-uncapped":           {useless, badname, ctxsleep},
		"-checks all,-badignore":      {useless, uncapped, ctxsleep},
		"-nojitter -badignore":        {useless, badname},
		"-nojitter=false -uncapped=0": {badname, ctxsleep},
		"-nojitter -uncapped=false":   {useless},
	} {
		t.Run(args, func(t *testing.T) {
			run(t, dir, tool, strings.Fields(args)...).wantHeads(t, want...)
			// go vet understands the flags with the names of checks the same way.
			if strings.HasPrefix(args, "-nojitter") {
				vet := run(t, dir, "go", append(append([]string{"vet", "-json", "-vettool=" + tool}, strings.Fields(args)...), "./...")...)
				if got := strings.Count(vet.Stdout, `"category"`); got != len(want) {
					t.Errorf("go vet says\n%s", vet.Stdout)
				}
			}
		})
	}
}

func TestMatrix(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod,
		"fetch.go", bad,
		"fetch_windows.go", strings.Replace(bad, "Fetch", "Windows", 1),
		"fetch_plan9.go", strings.Replace(bad, "Fetch", "Plan9", 1))
	run(t, dir, tool, "-checks", "uncapped", "-matrix", "linux/amd64,windows/amd64").
		wantHeads(t, "fetch.go:9:2: uncapped", "fetch_windows.go:9:2: uncapped")
	tooltest.Write(t, dir, "broken_windows.go", "package m\n\nvar x int = missing\n")
	got := run(t, dir, tool, "-checks", "uncapped", "-matrix", "windows/amd64,plan9/amd64")
	got.wantHeads(t, "fetch.go:9:2: uncapped", "fetch_plan9.go:9:2: uncapped")
	if got.Status != 2 || got.Stderr != "retryvet: findings: 2 (error: 2), in files: 2\nretryvet: windows/amd64: not analysed: example.com/m\n\t./broken_windows.go:3:13: undefined: missing\n" {
		t.Errorf("status %d, stderr %q", got.Status, got.Stderr)
	}
}

func TestFormats(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "sub/fetch.go", bad, "broken/b.go", "package broken\n\nvar x int = missing\n")
	for format, parts := range map[string][]string{
		"json":       {`"file": "sub/fetch.go",`, `"failure": "not analysed: example.com/m/broken\n\tbroken/b.go:3:13: undefined: missing"`},
		"sarif":      {`"executionSuccessful": false`, `"uri": "sub/fetch.go"`, `"retryvet/v1": "`},
		"github":     {"::error file=sub/fetch.go,line=9,col=2,"},
		"checkstyle": {`<file name="sub/fetch.go">`},
		"text":       {"sub/fetch.go:9:2: uncapped: "},
	} {
		got := run(t, dir, tool, "-format", format, "./...")
		if got.Status != 2 || !strings.HasSuffix(got.Stderr, "retryvet: not analysed: example.com/m/broken\n\tbroken/b.go:3:13: undefined: missing\n") {
			t.Errorf("%s: status %d, stderr %q", format, got.Status, got.Stderr)
		}
		for _, part := range parts {
			if !strings.Contains(got.Stdout, part) {
				t.Errorf("%s: no %s in\n%s", format, part, got.Stdout)
			}
		}
	}
	// Where nothing could be analysed, the document says so.
	if got := run(t, dir, tool, "-format", "sarif", "./broken"); got.Status != 2 || !strings.Contains(got.Stdout, `"executionSuccessful": false`) {
		t.Errorf("status %d, stdout %s", got.Status, got.Stdout)
	}
}

// Files that flags name are seen from the directory of -C, as the go command has
// it; findings are shown from where the person is.
func TestElsewhere(t *testing.T) {
	dir := tooltest.Dir(t, "sub/go.mod", gomod, "sub/fetch.go", bad)
	args := []string{"-C", "sub", "-checks", "uncapped", "-baseline", "known.json"}
	run(t, dir, tool, append(args, "-write-baseline")...).want(t, 0, "", "retryvet: findings in known.json: 1\n")
	if _, err := os.Stat(filepath.Join(dir, "sub", "known.json")); err != nil {
		t.Error(err)
	}
	run(t, dir, tool, args...).want(t, 0, "", "")
	run(t, dir, tool, args[:4]...).wantHeads(t, "sub/fetch.go:9:2: uncapped")
}

// script(1) gives the program a terminal.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no script of util-linux")
	}
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", bad)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	const red = "\x1b[1;31muncapped:\x1b[0m"
	if got := run(t, dir, script, "-qec", tool+" -uncapped", os.DevNull); got.Status != 1 || !strings.Contains(got.Stdout, red) {
		t.Errorf("status %d, no colour in %q", got.Status, got.Stdout)
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			if got := run(t, dir, script, "-qec", tool+" -uncapped", os.DevNull); got.Status != 1 || strings.Contains(got.Stdout, "\x1b") {
				t.Errorf("status %d, colour in %q", got.Status, got.Stdout)
			}
		})
	}
}

func TestAboutItself(t *testing.T) {
	dir := t.TempDir()
	got := run(t, dir, tool, "-version")
	run(t, dir, tool, "version").want(t, 0, got.Stdout, "")
	run(t, dir, tool, "help", "nojitter").want(t, 0, run(t, dir, tool, "-explain", "nojitter").Stdout, "")
	if got.Status != 0 || !regexp.MustCompile(`^retryvet \S+ \(go1\.\S+, \w+/\w+.*\)\n$`).MatchString(got.Stdout) {
		t.Errorf("status %d, %q", got.Status, got.Stdout)
	}
	list := run(t, dir, tool, "-list")
	for _, a := range passes.All() {
		if !regexp.MustCompile(`(?m)^[-* ] ` + a.Name + ` +report`).MatchString(list.Stdout) {
			t.Errorf("-list does not list %s:\n%s", a.Name, list.Stdout)
		}
		manual := run(t, dir, tool, "-explain", a.Name)
		if manual.Status != 0 || !strings.HasPrefix(manual.Stdout, a.Name+": report ") || !strings.HasSuffix(manual.Stdout, "/passes/"+a.Name+"\n") {
			t.Errorf("-explain %s: status %d, %s", a.Name, manual.Status, manual.Stdout)
		}
	}
	if strings.Count(list.Stdout, "\n* ")+1 < 6 || !strings.Contains(list.Stdout, "* ctxsleep ") {
		t.Errorf("the core is not marked:\n%s", list.Stdout)
	}
}

func TestNoGoCommand(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", bad)
	t.Setenv("PATH", dir)
	run(t, dir, tool, "./...").want(t, 2, "", "retryvet: the go command is not in PATH\n")
}

func TestHelp(t *testing.T) {
	dir := t.TempDir()
	help := run(t, dir, tool, "-h")
	if help.Status != 0 || help.Stderr != "" {
		t.Errorf("status %d, stderr %q", help.Status, help.Stderr)
	}
	for _, part := range []string{"\n* uncapped ", "\n  badignore ", "  -uncapped.strict ", "  -tests ", "  -sites ", "-tags ", "//retryvet:ignore check reason"} {
		if !strings.Contains(help.Stdout, part) {
			t.Errorf("no %q in\n%s", part, help.Stdout)
		}
	}
	if strings.Contains(help.Stdout, "retrysitelist") {
		t.Error("the list of sites is no check")
	}
	for _, other := range []string{"-help", "--help", "help"} {
		run(t, dir, tool, other).want(t, 0, help.Stdout, "")
	}
}
