package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/retryvet/retryvet/internal/tool/listing"
)

// sites prints the list of sites: each finding's message is a line of JSON. Files
// are named from the root of their module.
func sites(o options, out io.Writer, stderr io.Writer) int {
	list, failure := vet(o, stderr)
	seen := map[string]bool{}
	for _, f := range list {
		var row listing.Row
		if err := json.Unmarshal([]byte(f.Message), &row); err != nil {
			return fail(stderr, fmt.Errorf("cannot read the list of sites: %w", err))
		}
		if o.config != nil && !o.config.Reports("", row.File) {
			continue
		}
		row.File = fromModule(row.File)
		line, err := json.Marshal(row)
		if err != nil {
			return fail(stderr, err)
		}
		if !seen[string(line)] {
			seen[string(line)] = true
			fmt.Fprintf(out, "%s\n", line) // out remembers the error
		}
	}
	if failure != nil {
		return fail(stderr, failure)
	}
	return nothing
}

// fromModule is a file's name as seen from the root of its module.
func fromModule(file string) string {
	mod := upwards(filepath.Dir(file), "go.mod")
	if rel, err := filepath.Rel(filepath.Dir(mod), file); mod != "" && err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}
