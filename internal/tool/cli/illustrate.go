package cli

import (
	"os"

	"github.com/retryvet/retryvet/internal/tool/apply"
	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/retrymap"
	"github.com/retryvet/retryvet/internal/tool/source"
)

// illustrate gives each layer its source, for those who look at the map without
// the code beside it. Names in a map are relative; files has those on the disk.
func illustrate(m *retrymap.Map, files map[string]string) {
	var read source.Files
	for i := range m.Layers {
		l := &m.Layers[i]
		for n := l.At.Line; n > 0 && n <= l.At.End; n++ {
			l.Source = append(l.Source, read.Line(files[l.At.File], n))
		}
	}
}

// diffOf is a finding's first fix as a diff, "" if it has none or if that does not
// go into the file as it is.
func diffOf(f finding.Finding) string {
	if len(f.Fixes) == 0 {
		return ""
	}
	res, err := apply.Fixes([]apply.Fix{asFix(f)}, os.ReadFile)
	if err != nil {
		return ""
	}
	out := ""
	for _, file := range res.Files {
		out += file.Diff(fromModule(file.Name))
	}
	return out
}
