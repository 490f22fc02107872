// Package cli is the command retryvet: an analysis tool when the go command
// calls it, and a front end of go vet when a person does.
//
// The front end does not load packages. It runs
//
//	go vet -json -vettool=<this very program>
//
// and prints what comes back, so that both ways of running give the same
// answers from the same build cache.
package cli

import (
	"fmt"
	"io"
)

// Exit statuses.
const (
	nothing  = 0 // nothing found
	findings = 1
	failed   = 2 // the tool or the build failed
)

// Main runs the command with its arguments, the program's name not among them,
// and returns the exit status. It does not return when the go command called.
func Main(args []string, stdout, stderr io.Writer) int {
	if calledByGo(args) {
		serveGo(args)
	}
	o, err := parse(args)
	switch {
	case err != nil:
		return fail(stderr, err)
	case o.help:
		help(stdout)
		return nothing
	}
	out, err := vet(o, stderr)
	if err != nil && out == nil {
		return fail(stderr, err)
	}
	// What the packages that compile have is worth printing even though
	// another one failed.
	if o.sites {
		printSites(stdout, out)
	} else {
		newPrinter(stdout).all(out)
	}
	switch {
	case err != nil:
		return fail(stderr, err)
	case len(out) > 0 && !o.sites:
		return findings
	}
	return nothing
}

// fail prints an error and returns the status for it.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "retryvet: %v\n", err)
	return failed
}
