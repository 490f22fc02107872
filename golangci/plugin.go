// Package golangci makes the checks of retryvet a module plugin of
// golangci-lint, under the name retryvet. A file .custom-gcl.yml names it, and
// golangci-lint custom builds a golangci-lint that has it; docs/golangci-lint.md
// shows both that file and the settings.
package golangci

import (
	"crypto/sha256"
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/tool/config"
)

func init() { register.Plugin("retryvet", New) }

// New makes the plugin from the settings in golangci-lint's configuration.
func New(settings any) (register.LinterPlugin, error) { return configure(settings) }

// plugin is the checks that run, and where their settings come from.
type plugin struct {
	checks  []*analysis.Analyzer
	sources []*config.Config
}

// GetLoadMode says that the checks need types.
func (*plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the checks without what settings exclude, and without the
// related positions of their findings. golangci-lint makes a finding of its own of
// each, on another line, which a nolint comment for the real one does not silence.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	var out []*analysis.Analyzer
	for _, check := range p.checks {
		alone := *check
		alone.Run = func(pass *analysis.Pass) (any, error) {
			sub := *pass
			sub.Report = func(d analysis.Diagnostic) {
				file := pass.Fset.Position(d.Pos).Filename
				for _, c := range p.sources {
					if !c.Reports(check.Name, file) {
						return
					}
				}
				d.Related = nil
				pass.Report(d)
			}
			return check.Run(&sub)
		}
		out = append(out, &alone)
	}
	for _, c := range p.sources {
		if c.File != "" {
			out = append(out, marker(c.Data))
		}
	}
	return out, nil
}

// marker is an analyzer that does nothing, with a name that goes by the content of
// the file of settings. golangci-lint keeps findings by the names of analyzers and
// its own configuration, and would not notice that the file has changed.
func marker(data []byte) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: fmt.Sprintf("retryvetsettings_%x", sha256.Sum256(data)),
		Doc:  "stand for the content of " + config.Name,
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
}
