package golangci

import (
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/tool/config"
	"github.com/retryvet/retryvet/passes"
)

// configure reads the settings in golangci-lint's configuration and, before them,
// those of the file that the command reads, .retryvet.yaml; it sets the analyzers'
// flags, all that nobody names to their defaults. Both have the same keys.
func configure(settings any) (*plugin, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	own, err := config.Of(settings, dir)
	if err != nil {
		return nil, err
	}
	sources := []*config.Config{own}
	if name := config.Find(dir); name != "" {
		file, err := config.Read(name)
		if err != nil {
			return nil, err
		}
		sources = []*config.Config{file, own}
	}
	config.Reset()
	p := &plugin{sources: sources}
	chosen := passes.Usual()
	for _, c := range sources {
		if err := c.Set(); err != nil {
			return nil, err
		}
		if c.Checks != nil {
			chosen = c.Checks
		}
	}
	runs, _ := passes.Choose(chosen)
	p.checks = slices.DeleteFunc(passes.All(), func(a *analysis.Analyzer) bool { return !runs[a.Name] })
	return p, nil
}
