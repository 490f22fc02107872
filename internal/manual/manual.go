// Package manual takes an analyzer's documentation from the doc.go of its
// package, so that the package comment is the user's manual.
package manual

import "strings"

// Of returns the manual of the analyzer name from the source of a doc.go: the
// part of the package comment below the heading "# Analyzer name", whose first
// line is "name: what it reports". It is "" if there is no such heading.
//
// It cuts lines and does not parse Go, because all manuals are made ready each
// time that the go command starts the tool, once a package.
func Of(source, name string) string {
	_, text, found := strings.Cut(source, "// # Analyzer "+name+"\n")
	if !found {
		return ""
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "//")
		if !ok || strings.HasPrefix(comment, " # Analyzer ") {
			break
		}
		out.WriteString(strings.TrimPrefix(comment, " "))
	}
	return strings.TrimSpace(out.String())
}

// Summary is the first line of an analyzer's manual without its name: what it
// reports.
func Summary(doc string) string {
	line, _, _ := strings.Cut(doc, "\n")
	_, summary, _ := strings.Cut(line, ": ")
	return summary
}

// remedyMark begins the paragraph of a manual that says what to do about a
// finding, in one sentence.
const remedyMark = "Remedy: "

// Remedy is that sentence, "" if the manual has none.
func Remedy(doc string) string {
	for paragraph := range strings.SplitSeq(doc, "\n\n") {
		if sentence, ok := strings.CutPrefix(paragraph, remedyMark); ok {
			return strings.Join(strings.Fields(sentence), " ")
		}
	}
	return ""
}

// URL is where the manual of an analyzer can be read.
func URL(name string) string {
	return "https://pkg.go.dev/github.com/retryvet/retryvet/passes/" + name
}
