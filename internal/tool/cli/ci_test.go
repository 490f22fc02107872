package cli_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// What users copy from action.yml, .pre-commit-hooks.yaml and docs/ci.md is run
// here as it stands there, in a repository of its own.

// project is a clone whose branch "change" adds a file with findings to main,
// which has such a file already.
func project(t *testing.T) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	origin := tooltest.Dir(t, "go.mod", gomod, "old/old.go", bad)
	tooltest.Git(t, origin, "init", "-q", "-b", "main")
	tooltest.Commit(t, origin)
	dir := filepath.Join(t.TempDir(), "clone")
	tooltest.Git(t, origin, "clone", "-q", origin, dir)
	tooltest.Git(t, dir, "checkout", "-q", "-b", "change")
	tooltest.Write(t, dir, "new/new.go", bad)
	tooltest.Commit(t, dir)
	return dir
}

// bash runs a script as GitHub and GitLab do, with the program under test in
// PATH as retryvet, and other programs besides it.
func bash(t *testing.T, dir, script string, env map[string]string, programs ...string) outcome {
	t.Helper()
	bin := t.TempDir()
	if err := os.Symlink(tool, filepath.Join(bin, "retryvet")); err != nil {
		t.Fatal(err)
	}
	tooltest.Write(t, bin, programs...)
	for i := 0; i < len(programs); i += 2 {
		if err := os.Chmod(filepath.Join(bin, programs[i]), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, value := range env {
		t.Setenv(name, value)
	}
	tooltest.Write(t, bin, "script.sh", script)
	return run(t, dir, "bash", "--noprofile", "--norc", "-eo", "pipefail", filepath.Join(bin, "script.sh"))
}

// root is a file of the repository of retryvet.
func root(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// snippet is the code block of docs/ci.md in a language that holds a text.
func snippet(t *testing.T, language, holding string) string {
	t.Helper()
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(root(t, "docs/ci.md"), -1) {
		if bytes.Contains(m[1], []byte(holding)) {
			return string(m[1])
		}
	}
	t.Fatalf("docs/ci.md has no %s with %s", language, holding)
	return ""
}

func unmarshal(t *testing.T, data []byte, to any) {
	t.Helper()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(to); err != nil {
		t.Fatal(err)
	}
}

type action struct {
	Name, Description string
	Branding          map[string]string
	Inputs            map[string]struct{ Description, Default string }
	Runs              struct {
		Using string
		Steps []struct {
			Name, If, Shell string
			Dir             string `yaml:"working-directory"`
			Env             map[string]string
			Run             string
		}
	}
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z_.-]+) *\}\}`)

func TestAction(t *testing.T) {
	var a action
	unmarshal(t, root(t, "action.yml"), &a)
	// A step of the action, with inputs and the branch that a pull request goes to.
	step := func(t *testing.T, dir string, base string, inputs map[string]string) outcome {
		t.Helper()
		last := a.Runs.Steps[len(a.Runs.Steps)-1]
		value := func(text string) string {
			return expression.ReplaceAllStringFunc(text, func(x string) string {
				name := expression.FindStringSubmatch(x)[1]
				input, isInput := strings.CutPrefix(name, "inputs.")
				def, known := a.Inputs[input]
				switch given, ok := inputs[input]; {
				case name == "github.base_ref":
					return base
				case !isInput || !known:
					t.Fatalf("action.yml uses %s", x)
				case ok:
					return given
				}
				return def.Default
			})
		}
		if last.Shell != "bash" || expression.MatchString(last.Run) {
			t.Errorf("the step is no bash, or has what a user wrote in its text: %+v", last)
		}
		env := map[string]string{}
		for name, text := range last.Env {
			env[name] = value(text)
		}
		return bash(t, filepath.Join(dir, value(last.Dir)), last.Run, env)
	}
	annotated := func(t *testing.T, o outcome, files ...string) {
		t.Helper()
		var got []string
		for line := range strings.Lines(o.Stdout) {
			_, place, _ := strings.Cut(line, " ")
			got = append(got, place[:strings.Index(place, ",")])
		}
		for i, f := range files {
			files[i] = "file=" + f
		}
		if strings.Join(got, " ") != strings.Join(files, " ") {
			t.Errorf("annotations %q, want %q; stderr %s", got, files, o.Stderr)
		}
		if want := min(len(files), 1); o.Status != want {
			t.Errorf("status %d, want %d", o.Status, want)
		}
	}
	t.Run("push", func(t *testing.T) {
		annotated(t, step(t, project(t), "", map[string]string{"flags": "-checks uncapped", "only-new": "true"}), "new/new.go", "old/old.go")
	})
	t.Run("pull request", func(t *testing.T) {
		dir := project(t)
		annotated(t, step(t, dir, "main", map[string]string{"flags": "-checks uncapped", "only-new": "true", "sarif": "out.sarif"}), "new/new.go")
		data, err := os.ReadFile(filepath.Join(dir, "out.sarif"))
		var log struct {
			Version string
			Runs    []struct{ Results []struct{ RuleID string } }
		}
		if err := errors.Join(err, json.Unmarshal(data, &log)); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 1 {
			t.Errorf("%v, and out.sarif says %+v", err, log)
		}
	})
	t.Run("nothing new", func(t *testing.T) {
		dir := project(t)
		tooltest.Git(t, dir, "checkout", "-q", "-b", "idle", "main")
		annotated(t, step(t, dir, "main", map[string]string{"only-new": "true"}))
	})
	t.Run("defaults", func(t *testing.T) {
		annotated(t, step(t, project(t), "main", nil), "new/new.go", "new/new.go", "old/old.go", "old/old.go")
	})
	t.Run("directory and packages", func(t *testing.T) {
		annotated(t, step(t, project(t), "", map[string]string{"working-directory": "old", "packages": ".", "flags": "-checks uncapped"}), "old/old.go")
	})
	t.Run("failure", func(t *testing.T) {
		dir := project(t)
		tooltest.Write(t, dir, "new/broken.go", "package m\n\nvar x int = missing\n")
		got := step(t, dir, "", map[string]string{"flags": "-checks uncapped"})
		if got.Status != 2 || !strings.Contains(got.Stdout, "file=old/old.go") {
			t.Errorf("status %d, stdout %s", got.Status, got.Stdout)
		}
	})
	if install := a.Runs.Steps[0]; !strings.Contains(install.Run, `go install "github.com/retryvet/retryvet/cmd/retryvet@$VERSION"`) || install.If != "inputs.version != 'none'" {
		t.Errorf("the first step is not the installation: %+v", install)
	}
}

func TestGitLab(t *testing.T) {
	var pipeline map[string]struct {
		Image     string
		Rules     []map[string]string
		Variables map[string]string
		Cache     struct{ Paths []string }
		Before    []string `yaml:"before_script"`
		Script    []string
	}
	unmarshal(t, []byte(snippet(t, "yaml", "image:")), &pipeline)
	script := strings.Join(pipeline["retryvet"].Script, "\n")
	env := map[string]string{"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
	got := bash(t, project(t), script, env)
	got.wantHeads(t, "new/new.go:9:2: uncapped", "new/new.go:13:3: ctxsleep")
	if got.Status != 1 {
		t.Errorf("status %d: %s", got.Status, got.Stderr)
	}
	dir := project(t)
	tooltest.Git(t, dir, "checkout", "-q", "-b", "idle", "main")
	if got := bash(t, dir, script, env); got.Status != 0 || got.Stdout != "" {
		t.Errorf("status %d: %s%s", got.Status, got.Stdout, got.Stderr)
	}
}

func TestPreCommit(t *testing.T) {
	var hooks []struct {
		ID, Name, Description, Entry, Language string
		Args, Types                            []string
		PassFilenames                          bool `yaml:"pass_filenames"`
		RequireSerial                          bool `yaml:"require_serial"`
	}
	unmarshal(t, root(t, ".pre-commit-hooks.yaml"), &hooks)
	command := map[string]string{}
	for _, h := range hooks {
		if h.Language != "golang" || h.PassFilenames {
			t.Errorf("hook %+v", h)
		}
		command[h.ID] = strings.Join(append([]string{h.Entry}, h.Args...), " ")
	}
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	unmarshal(t, []byte(snippet(t, "yaml", "repos:")), &config)
	if id := config.Repos[0].Hooks[0].ID; command[id] == "" {
		t.Errorf("docs/ci.md names the hook %q, which is not there", id)
	}

	dir := project(t)
	if got := bash(t, dir, command["retryvet-new"], nil); got.Status != 0 || got.Stdout != "" {
		t.Errorf("nothing to commit: status %d: %s%s", got.Status, got.Stdout, got.Stderr)
	}
	tooltest.Write(t, dir, "new/more.go", strings.Replace(bad, "Fetch", "More", 1))
	tooltest.Git(t, dir, "add", ".")
	bash(t, dir, command["retryvet-new"], nil).wantHeads(t, "new/more.go:9:2: uncapped", "new/more.go:13:3: ctxsleep")
	if got := bash(t, dir, command["retryvet"], nil); len(got.Heads()) != 6 || got.Status != 1 {
		t.Errorf("status %d: %s%s", got.Status, got.Stdout, got.Stderr)
	}
}

func TestReviewdog(t *testing.T) {
	dir := project(t)
	script := snippet(t, "bash", "reviewdog")
	const reviewdog = "#!/bin/bash\necho \"$*\" > args\ncat > stdin\n"
	if got := bash(t, dir, script, nil, "reviewdog", reviewdog); got.Status != 1 || got.Stderr != "" {
		t.Errorf("status %d: %s", got.Status, got.Stderr)
	}
	args, err1 := os.ReadFile(filepath.Join(dir, "args"))
	stdin, err2 := os.ReadFile(filepath.Join(dir, "stdin"))
	var report struct {
		File []struct {
			Name string `xml:"name,attr"`
		} `xml:"file"`
	}
	if err := errors.Join(err1, err2, xml.Unmarshal(stdin, &report)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(args), "-f=checkstyle ") || len(report.File) != 2 || report.File[0].Name != "new/new.go" {
		t.Errorf("reviewdog %s has read\n%s", args, stdin)
	}
}

// The commands of docs/ci.md for a baseline.
func TestBaseline(t *testing.T) {
	dir := project(t)
	if got := bash(t, dir, snippet(t, "", "-write-baseline"), nil); got.Status != 0 || got.Stdout != "" || got.Stderr != "retryvet: findings in retryvet.json: 4\n" {
		t.Fatalf("status %d: %s%s", got.Status, got.Stdout, got.Stderr)
	}
	gate := snippet(t, "", "-baseline retryvet.json ./...")
	bash(t, dir, gate, nil).want(t, 0, "", "")

	// Lines move, a file gets another name.
	tooltest.Write(t, dir, "old/old.go", strings.Replace(bad, "func Fetch", "// Fetch fetches.\n\nfunc Fetch", 1))
	tooltest.Git(t, dir, "mv", "new/new.go", "new/other.go")
	bash(t, dir, gate, nil).want(t, 0, "", "")

	// Another of the same kind is new.
	twice := strings.Replace(bad, "\t}\n}\n", "\t}\n}\n\nfunc Again(ctx context.Context, get func() error) {\n\tfor {\n\t\tif err := get(); err == nil {\n\t\t\treturn\n\t\t}\n\t\ttime.Sleep(10 * time.Second)\n\t}\n}\n", 1)
	tooltest.Write(t, dir, "old/old.go", twice)
	bash(t, dir, gate, nil).wantHeads(t, "old/old.go:18:2: uncapped", "old/old.go:22:3: ctxsleep")

	// What fails must not empty the baseline.
	before, err := os.ReadFile(filepath.Join(dir, "retryvet.json"))
	if err != nil {
		t.Fatal(err)
	}
	tooltest.Write(t, dir, "old/broken.go", "package m\n\nvar x int = missing\n")
	run(t, dir, tool, "-baseline", "retryvet.json", "-write-baseline").
		want(t, 2, "", "retryvet: the baseline is not written: not analysed: example.com/m/old\n\told/broken.go:3:13: undefined: missing\n")
	if after, err := os.ReadFile(filepath.Join(dir, "retryvet.json")); err != nil || !bytes.Equal(before, after) {
		t.Errorf("%v, or the baseline has changed", err)
	}
}
