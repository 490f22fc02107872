package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/config"
	"github.com/retryvet/retryvet/passes"
)

// configure adds what the file of settings says to what the command line does
// not say.
func (o *options) configure() error {
	here, err := os.Getwd()
	if err != nil {
		return nil // of which the go command tells
	}
	file := config.Find(here)
	if file == "" {
		return nil
	}
	if rel, err := filepath.Rel(here, file); err == nil && len(rel) < len(file) {
		file = rel
	}
	if o.config, err = config.Read(file); err != nil {
		return err
	}
	if err := o.config.Set(); err != nil { // which finds values that are none
		return err
	}
	if o.config.Checks != nil && !o.given["checks"] && len(o.named) == 0 {
		o.checks, _ = passes.Choose(o.config.Checks)
	}
	var flags []string
	for _, f := range o.config.Flags {
		if !o.given[f.Name] {
			flags = append(flags, "-"+f.Name+"="+f.Value)
		}
	}
	o.flags = append(flags, o.flags...)
	return nil
}

func (o options) severityOf(check string) passes.Severity { return o.config.SeverityOf(check) }

// flag is the last value of a flag for the analyzers, "" if it is not set.
func (o options) flag(name string) string {
	for _, f := range slices.Backward(o.flags) {
		if v, ok := strings.CutPrefix(f, "-"+name+"="); ok {
			return v
		}
	}
	return ""
}
