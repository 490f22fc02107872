// Command ci runs the tests of every module of the repository:
//
//	go run ./internal/ci test [flags of go test]
//
// and lists the modules, one directory a line:
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
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("ci: ")
	if len(os.Args) < 2 {
		log.Fatal("usage: go run ./internal/ci test|modules")
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
	default:
		log.Fatalf("%q is neither test nor modules", os.Args[1])
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
	return dir == "testdata" || dir == "analysistest_data" || dir == "vendor" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_")
}

// test tests all modules, even when one fails, and reports whether all is well.
func test(dirs, flags []string) bool {
	ok := true
	for _, dir := range dirs {
		args := append(append([]string{"test"}, flags...), "./...")
		if len(dirs) > 1 {
			fmt.Printf("# module %s: go %s\n", dir, strings.Join(args, " "))
		}
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		// A workspace around the repository need not know of all its modules.
		cmd.Env = append(os.Environ(), "GOWORK=off")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			log.Printf("module %s: %v", dir, err)
			ok = false
		}
	}
	return ok
}
