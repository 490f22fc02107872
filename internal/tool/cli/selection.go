package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/nearest"
	"github.com/retryvet/retryvet/passes"
)

// selection is the checks whose findings are wanted, by name.
//
// All checks run whatever is selected, and the others' findings are dropped. The
// go command keeps results by the flags of the tool, so a choice made by flags
// would have all dependencies analysed anew. No check depends on another, and a
// suppression is judged by the check that it names, so the answers are the same.
type selection map[string]bool

// usual is what is selected where nobody chooses.
func usual() selection {
	s := selection{}
	for _, name := range passes.Usual() {
		s[name] = true
	}
	return s
}

// choose reads the value of -checks, see passes.Choose.
func choose(list string) (selection, error) {
	s, unknown := passes.Choose(strings.Split(list, ","))
	switch {
	case s == nil:
		return nil, fmt.Errorf("-checks names %q, which is no check%s (retryvet -list lists them)", unknown, nearest.Hint("%s", unknown, passes.Names()))
	case len(s) == 0:
		return nil, errors.New("-checks leaves no check to run")
	}
	return s, nil
}

// chosen reads the flags that have the names of checks, which mean the same as
// for go vet: those that are true alone, or else the usual ones but those that are false.
func chosen(flags map[string]string) (selection, error) {
	s, rest := selection{}, usual()
	for name, value := range flags {
		if on, _ := strconv.ParseBool(value); on {
			s[name] = true
		} else {
			delete(rest, name)
		}
	}
	if len(s) == 0 {
		s = rest
	}
	if len(s) == 0 {
		return nil, errors.New("the flags leave no check to run")
	}
	return s, nil
}

// analyzers are the checks of a selection, in the order of passes.All.
func (s selection) analyzers() []*analysis.Analyzer {
	return slices.DeleteFunc(passes.All(), func(a *analysis.Analyzer) bool { return !s[a.Name] })
}

// keep drops the findings of other checks.
func (s selection) keep(list []finding.Finding) []finding.Finding {
	return slices.DeleteFunc(list, func(f finding.Finding) bool { return !s[f.Check] })
}
