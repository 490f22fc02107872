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
	"os"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/fingerprint"
	"github.com/retryvet/retryvet/internal/tool/format"
	"github.com/retryvet/retryvet/internal/tool/source"
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
	if err != nil {
		return fail(stderr, err)
	}
	switch {
	case o.help:
		help(stdout)
	case o.version:
		version(stdout)
	case o.list:
		list(stdout)
	case o.explain != "":
		err = explain(stdout, o.explain)
	default:
		here, _ := os.Getwd()
		if o.dir != "" {
			if err := os.Chdir(o.dir); err != nil {
				return fail(stderr, err)
			}
		}
		if o.sites {
			return sites(o, stdout, stderr)
		}
		return check(o, here, stdout, stderr)
	}
	if err != nil {
		return fail(stderr, err)
	}
	return nothing
}

// check runs the checks and prints what they found. What people see is named
// from the directory here; files that flags name are in the current one.
func check(o options, here string, stdout, stderr io.Writer) int {
	files := &source.Files{}
	gate, err := openGate(o, files) // before the work, as it may fail
	if err != nil {
		return fail(stderr, err)
	}
	found, failure := vet(o, stderr)
	fingerprint.Assign(found, files) // of all findings, so that flags don't change any
	found = o.checks.keep(found)
	if o.writeBaseline {
		return writeBaseline(o, found, failure, stderr)
	}
	found = gate.keep(found)
	if o.fix || o.diff {
		changed, err := fix(o, found, here, stdout, stderr)
		switch {
		case err != nil:
			return fail(stderr, err)
		case o.diff: // nothing but the diff, so that patch can read it
			return status(found, failure, stderr)
		case changed:
			o.fix = false
			return check(o, here, stdout, stderr) // what is left, and where it is now
		}
	}

	r := format.Report{
		Findings: found, Checks: o.checks.analyzers(), Files: files,
		Version: programVersion(), Here: here, Root: repository(), Colour: colourful(stdout),
	}
	// What the packages that compile have is worth printing even though another
	// one failed.
	if failure != nil {
		r.Failure = failure.Error()
	}
	if err := format.Write(stdout, o.format, r); err != nil {
		return fail(stderr, err)
	}
	return status(found, failure, stderr)
}

// status is the exit status for some findings and a failure.
func status(found []finding.Finding, failure error, stderr io.Writer) int {
	switch {
	case failure != nil:
		return fail(stderr, failure)
	case len(found) > 0:
		return findings
	}
	return nothing
}

// sites prints the list of sites: each finding's message is a line of JSON.
func sites(o options, stdout, stderr io.Writer) int {
	list, err := vet(o, stderr)
	for _, f := range list {
		fmt.Fprintln(stdout, f.Message)
	}
	if err != nil {
		return fail(stderr, err)
	}
	return nothing
}

// fail prints an error and returns the status for it.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "retryvet: %v\n", err)
	return failed
}
