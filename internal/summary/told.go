package summary

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Told is what flags say of functions where the code does not show it.
var Told struct {
	Remote     Names // they leave the process
	Idempotent Names // the second time changes nothing
	Knowledge  knowledge.Flag
}

// Names is a flag whose value is a list of functions, separated by commas:
// example.com/pkg.Func, example.com/pkg.Type.Method, or all methods of a type as
// example.com/pkg.Type.*
type Names struct{ set map[string]bool }

func (n *Names) String() string {
	return strings.Join(slices.Sorted(maps.Keys(n.set)), ",")
}

// Set replaces the list.
func (n *Names) Set(value string) error {
	set := map[string]bool{}
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if !strings.Contains(name[strings.LastIndexByte(name, '/')+1:], ".") {
			return fmt.Errorf("%q is no function: want example.com/pkg.Func, example.com/pkg.Type.Method or example.com/pkg.Type.*", name)
		}
		set[name] = true
	}
	n.set = set
	return nil
}

// has reports whether fn is in the list.
func (n *Names) has(fn *types.Func) bool {
	if len(n.set) == 0 {
		return false
	}
	pkg := fn.Pkg().Path() + "."
	if n.set[pkg+knowledge.FuncName(fn)] {
		return true
	}
	recv := knowledge.ReceiverName(fn)
	return recv != "" && n.set[pkg+recv+".*"]
}

// told adds what flags say of fn to what is known of it.
func told(fn *types.Func, e knowledge.Entry) knowledge.Entry {
	e = knowledge.Told(fn, e)
	if Told.Remote.has(fn) {
		e.Place = knowledge.Remote
	}
	if Told.Idempotent.has(fn) {
		e.Effect = knowledge.Idempotent
	}
	return e
}
