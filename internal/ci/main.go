// Command ci runs the tests of every module of the repository:
//
//	go run ./internal/ci test [flags of go test]
//
// and the one that builds golangci-lint with the plugin, which the former leaves
// out because it takes longer than all others together:
//
//	go run ./internal/ci golangci [flags of go test]
//
// It lists the modules, one directory a line, by
//
//	go run ./internal/ci modules
//
// It runs in the root of the repository. The repository has several modules so
// that users of one do not depend on what another needs, and go test ./... tests
// one module only.
package main

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("ci: ")
	if len(os.Args) < 2 {
		log.Fatal("usage: go run ./internal/ci test|golangci|modules")
	}
	dirs, err := modules(".")
	if err != nil {
		log.Fatal(err)
	}
	switch os.Args[1] {
	case "modules":
		for _, dir := range dirs {
			fmt.Println(dir)
		}
	case "test":
		if !test(dirs, os.Args[2:]) {
			os.Exit(1)
		}
	case "golangci":
		if !goTest("golangci", slices.Concat([]string{"-timeout=" + buildLimit, "-run=TestGolangciLint"}, os.Args[2:], []string{".", "-build"})) {
			os.Exit(1)
		}
	default:
		log.Fatalf("%q is none of test, golangci, modules", os.Args[1])
	}
}

// modules lists the directories of modules below root, which comes first. What
// tests analyse is not among them.
func modules(root string) ([]string, error) {
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && skipped(d.Name()):
			return fs.SkipDir
		case !d.IsDir() && d.Name() == "go.mod":
			dirs = append(dirs, filepath.ToSlash(filepath.Dir(path)))
		}
		return nil
	})
	slices.Sort(dirs) // "." comes before all names
	return dirs, err
}

func skipped(dir string) bool {
	return dir == "testdata" || dir == "analysistest_data" || dir == "vendor" || dir == "node_modules" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_")
}

// Limits of one test program, which go test would otherwise end after ten
// minutes. They are what each takes on two cores from an empty build cache, times
// four: a machine may be busy, and a limit is there to end what hangs.
const (
	testLimit  = "20m"
	buildLimit = "60m"
)

// together leaves out the tests of single checks over their golden packages: passes
// runs all of them together, in TestGolden, TestControllers and TestLibraries,
// because what takes long is to load what they import.
const together = "-skip=^Test(Analyzer|Modules)$"

// once has each package compiled a single time: with -trimpath wherever the program is
// built, as by those who follow the guide in a clone of their own, and without the vet
// that go test runs, since .ci/run has go vet look at all.
var once = []string{"-trimpath", "-vet=off"}

// test tests all modules, even when one fails, and reports whether all is well.
func test(dirs, flags []string) bool {
	ok := true
	for _, dir := range dirs {
		own := append([]string{"-timeout=" + testLimit}, once...)
		if dir == "." {
			own = append(own, together)
		}
		if !goTest(dir, slices.Concat(own, flags, []string{"./..."})) {
			ok = false
		}
	}
	return ok
}

// collector has the garbage collected less often: tests load the standard library
// from source and are done with it soon, and a quarter of their time went into
// looking at it again and again. Where a program needs much, it is as careful as
// ever.
var collector = map[string]string{"GOGC": "400", "GOMEMLIMIT": "2GiB"}

// goTest runs go test in a module, tells how long that took, and reports whether
// all is well.
func goTest(dir string, args []string) bool {
	fmt.Printf("# module %s: go test %s\n", dir, strings.Join(args, " "))
	cmd := exec.Command("go", append([]string{"test"}, args...)...)
	cmd.Dir = dir
	// A workspace around the repository need not know of all its modules.
	cmd.Env = append(os.Environ(), "GOWORK=off")
	for name, value := range collector {
		if os.Getenv(name) == "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	begin := time.Now()
	err := cmd.Run()
	fmt.Printf("# module %s: %s\n", dir, time.Since(begin).Round(time.Second))
	if err != nil {
		log.Printf("module %s: %v", dir, err)
	}
	return err == nil
}
