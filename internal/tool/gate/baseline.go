// Package gate tells the findings that a team wants to hear of from those that
// it knows: by a baseline, or by what a change touches.
package gate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/retryvet/retryvet/internal/tool/finding"
)

// Baseline is the known findings, by fingerprint.
type Baseline map[string]Known

// Known is a finding of a baseline.
type Known struct{ Check, File string }

// version is that of the file's format.
const version = 1

// file is what is written. Only the version and the fingerprints are read; the
// rest is for those who read the file. There are no lines in it, so that it
// changes only when findings come and go.
type file struct {
	Version  int     `json:"version"`
	Findings []entry `json:"findings"`
}

type entry struct {
	Fingerprint string `json:"fingerprint"`
	Check       string `json:"check"`
	File        string `json:"file"` // seen from the baseline's directory
	Message     string `json:"message"`
}

// Read reads a baseline.
func Read(name string) (Baseline, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline %s: %w (-write-baseline writes it)", name, cause(err))
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w", name, err)
	}
	if f.Version != version {
		return nil, fmt.Errorf("%s is no baseline of version %d: it says %d", name, version, f.Version)
	}
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	known := Baseline{}
	for _, e := range f.Findings {
		file := filepath.FromSlash(e.File)
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		known[e.Fingerprint] = Known{e.Check, file}
	}
	return known, nil
}

// Has reports whether a finding is known.
func (b Baseline) Has(f finding.Finding) bool {
	_, ok := b[f.Fingerprint]
	return ok
}

// Stale lists the known findings that are not among some, sorted.
func (b Baseline) Stale(found []finding.Finding) (out []Known) {
	there := map[string]bool{}
	for _, f := range found {
		there[f.Fingerprint] = true
	}
	for print, k := range b {
		if !there[print] {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b Known) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Check, b.Check)) })
	return out
}

// Write writes a baseline of findings, whole or not at all.
func Write(name string, list []finding.Finding) error {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	f := file{Version: version, Findings: []entry{}}
	for _, x := range list {
		seen := x.File
		if rel, err := filepath.Rel(dir, seen); err == nil {
			seen = rel
		}
		f.Findings = append(f.Findings, entry{x.Fingerprint, x.Check, filepath.ToSlash(seen), x.Message})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(f); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("cannot write the baseline %s: %w", name, cause(err))
	}
	_, err = temp.Write(b.Bytes())
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		os.Remove(temp.Name())
		return fmt.Errorf("cannot write the baseline %s: %w", name, cause(err))
	}
	return nil
}

// cause is an error without the name of the file, which is said already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
