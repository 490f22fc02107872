package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/retryvet/retryvet/passes"
)

// commands are the severities in the words of GitHub Actions.
var commands = map[passes.Severity]string{passes.Error: "error", passes.Warning: "warning", passes.Info: "notice"}

// github prints commands that make GitHub Actions annotate the lines of a pull
// request. It shows a message at its last line, so where code of several lines
// is meant, only the first is named.
func github(out io.Writer, r Report) error {
	w := bufio.NewWriter(out)
	for _, f := range r.Findings {
		message := []string{f.Message}
		for _, x := range elsewhere(f) {
			file, _ := within(r.Root, x.File)
			message = append(message, fmt.Sprintf("%s: %s:%d", x.Message, file, x.Line))
		}
		if remedy := r.remedy(f); remedy != "" {
			message = append(message, "remedy: "+remedy)
		}
		file, _ := within(r.Root, f.File)
		fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d,title=%s::%s\n",
			commands[r.severity(f.Check)], property(file), max(1, f.Line), max(1, f.Col), property("retryvet: "+f.Check), data(strings.Join(message, "\n")))
	}
	return w.Flush()
}

// data and property escape as the runner of GitHub Actions wants it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
