// Package golangci makes the checks of retryvet a module plugin of
// golangci-lint, under the name retryvet. A file .custom-gcl.yml names it, and
// golangci-lint custom builds a golangci-lint that has it; docs/golangci-lint.md
// shows both that file and the settings.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
)

func init() { register.Plugin("retryvet", New) }

// New makes the plugin from the settings in golangci-lint's configuration.
func New(settings any) (register.LinterPlugin, error) {
	chosen, err := configure(settings)
	if err != nil {
		return nil, err
	}
	return plugin(chosen), nil
}

// plugin is the checks that run.
type plugin []*analysis.Analyzer

// GetLoadMode says that the checks need types.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the checks without the related positions of their
// findings. golangci-lint makes a finding of its own of each, on another line,
// which a nolint comment for the real one does not silence.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	var out []*analysis.Analyzer
	for _, check := range p {
		alone := *check
		alone.Run = func(pass *analysis.Pass) (any, error) {
			sub := *pass
			sub.Report = func(d analysis.Diagnostic) {
				d.Related = nil
				pass.Report(d)
			}
			return check.Run(&sub)
		}
		out = append(out, &alone)
	}
	return out, nil
}
