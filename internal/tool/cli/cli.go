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
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

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
	if len(args) == 3 && args[0] == candidatesWord {
		if candidates(stdout, args[1], args[2]) != nil {
			return failed
		}
		return nothing
	}
	o, err := parse(args)
	if err != nil {
		return fail(stderr, err)
	}
	here, _ := os.Getwd()
	if o.dir != "" {
		if err := os.Chdir(o.dir); err != nil {
			return fail(stderr, err)
		}
	}
	if about := o.help || o.version || o.completion != ""; !about {
		if err := o.configure(); err != nil {
			return fail(stderr, err)
		}
	}
	out, err := openOutput(o.output, stdout) // before the work, as it may fail
	if err != nil {
		return fail(stderr, err)
	}
	status, err := command(o, here, out, stderr)
	if err := errors.Join(err, out.close()); err != nil {
		return fail(stderr, err)
	}
	return status
}

// command does what a person asked for and returns the exit status. Its error is
// one of writing, or of a name that there is not.
func command(o options, here string, out *output, stderr io.Writer) (int, error) {
	switch {
	case o.help:
		help(out)
	case o.version:
		version(out)
	case o.completion != "":
		return nothing, completion(out, o.completion)
	case o.list:
		return nothing, list(out, o)
	case o.explain != "":
		return nothing, explain(out, o)
	case o.sites:
		return sites(o, out, stderr), nil
	case o.mapping.wanted:
		return drawMap(o, out, stderr), nil
	default:
		return check(o, here, out, stderr), nil
	}
	return nothing, nil
}

// check runs the checks and prints what they found. What people see is named
// from the directory here; files that flags name are in the current one.
func check(o options, here string, out *output, stderr io.Writer) int {
	files := &source.Files{}
	gate, err := openGate(o, files) // before the work, as it may fail
	if err != nil {
		return fail(stderr, err)
	}
	if err := o.functionsExist(); err != nil {
		return fail(stderr, err)
	}
	found, failure := vet(o, stderr)
	found = numbered(found)
	fingerprint.Assign(found, files) // of all findings, so that flags don't change any
	found = o.checks.keep(found)
	found = o.keep(found, files)
	if o.writeBaseline {
		return writeBaseline(o, found, failure, stderr)
	}
	if failure == nil && !o.fix && !o.diff { // what is left is told after the fixes
		gate.tellStale(o, found, stderr)
	}
	found = gate.keep(found)
	if o.fix || o.diff {
		changed, err := fix(o, found, here, out, stderr)
		switch {
		case err != nil:
			return fail(stderr, err)
		case o.diff: // nothing but the diff, so that patch can read it
			return status(found, failure, stderr)
		case changed:
			o.fix = false
			return check(o, here, out, stderr) // what is left, and where it is now
		}
	}

	r := format.Report{
		Findings: found, Checks: o.checks.analyzers(), Files: files, Severity: o.severityOf,
		Version: programVersion(), Here: here, Root: repository(), Colour: colourful(o.colour, out.to),
	}
	// What the packages that compile have is worth printing even though another
	// one failed.
	if failure != nil {
		r.Failure = failure.Error()
	}
	if err := format.Write(out, o.format, r); err != nil {
		return fail(stderr, err)
	}
	if o.format == "text" && (len(found) > 0 || terminal(stderr) && failure == nil) {
		fmt.Fprintf(stderr, "retryvet: %s\n", format.Summary(r))
	}
	return status(found, failure, stderr)
}

// keep drops the findings that settings or comments for golangci-lint silence.
func (o options) keep(found []finding.Finding, files *source.Files) []finding.Finding {
	return slices.DeleteFunc(found, func(f finding.Finding) bool {
		return o.config != nil && !o.config.Reports(f.Check, f.File) || nolint(f, files)
	})
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

// fail prints an error and returns the status for it. The lines behind the first
// are indented, so that each that is not begins a message.
func fail(stderr io.Writer, err error) int {
	for i, line := range strings.Split(err.Error(), "\n") {
		switch {
		case i == 0 || strings.HasPrefix(line, notAnalysed):
			fmt.Fprintf(stderr, "retryvet: %s\n", line)
		default:
			fmt.Fprintf(stderr, "\t%s\n", strings.TrimPrefix(line, "\t"))
		}
	}
	return failed
}

// nolint reports whether a comment for golangci-lint silences a finding.
func nolint(f finding.Finding, files *source.Files) bool {
	return files.Nolint(f.File, f.Line, "retryvet")
}
