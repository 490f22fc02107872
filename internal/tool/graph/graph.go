// Package graph prints what one package adds to the graph of a program's calls, for
// retryvet map: its functions, the calls that each makes, and the sites that repeat
// them. The front end joins the packages, as nobody else sees all of them.
package graph

import (
	"encoding/json"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/site"
)

// Analyzer reports one diagnostic a package, whose message is a Package in JSON. It
// is no check: it runs only when asked for.
var Analyzer = &analysis.Analyzer{
	Name:     "retrygraph",
	Doc:      "print the calls of a package and the sites that repeat them (behind retryvet map)",
	Run:      run,
	Requires: []*analysis.Analyzer{site.Analyzer, outcome.Analyzer},
}

// Package is what a package adds to the graph. Functions go by the path of their
// package, a dot, and their name with that of the receiver's type before it. What
// stands in many places is written once, in Names.
type Package struct {
	Path    string              `json:"path"`
	Module  string              `json:"module"`
	Names   []string            `json:"names,omitempty"`
	Funcs   []Func              `json:"funcs,omitempty"`
	Held    []int               `json:"held,omitempty"` // functions that variables of package level hold
	Entries []Entry             `json:"entries,omitempty"`
	Types   []Type              `json:"types,omitempty"`
	Ifaces  map[string][]string `json:"ifaces,omitempty"` // the methods of interfaces that are called, see Type
	// Links are where else the value of a field, a variable or a parameter (path.Func:0)
	// comes from.
	Links    map[string][]string `json:"links,omitempty"`
	Defaults map[string]Default  `json:"defaults,omitempty"` // of fields and variables, as path.Type.Field or path.Var
}

// Func is a function that calls something which matters, or is a way into the
// program. A function literal that is one is a Func of its own.
type Func struct {
	Name   string  `json:"name"`
	Show   string  `json:"show"` // (*Client).Fetch
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Ways   string  `json:"ways,omitempty"` // the kind of entry that it is by itself
	Layers []Layer `json:"layers,omitempty"`
	Edges  []Edge  `json:"edges,omitempty"`
}

// Edge is a call, or a function that is handed to somebody who may call it.
type Edge struct {
	To     int   `json:"to,omitempty"`     // the function, as its index in Names and one more
	Iface  int   `json:"iface,omitempty"`  // its interface, where it is a method of one, in the same way
	Op     int   `json:"op,omitempty"`     // the name of an operation that leaves the process
	At     int   `json:"at,omitempty"`     // its target
	Maybe  bool  `json:"maybe,omitempty"`  // it probably leaves the process
	Lib    *Lib  `json:"lib,omitempty"`    // how a library repeats it
	In     []int `json:"in,omitempty"`     // the layers that repeat it, the outermost first
	Fails  bool  `json:"fails,omitempty"`  // its failure is one of the function's
	Handed bool  `json:"handed,omitempty"` // it is no call: the function is handed to somebody, or stored
	Apart  bool  `json:"apart,omitempty"`  // nobody waits for it: a goroutine, a function that is stored

	carries func() bool // tells Fails, for it costs the most and few edges are kept; nil if it is known
}

// Lib is a library that repeats what it is asked for.
type Lib struct {
	Name     string `json:"name"`
	Attempts int64  `json:"attempts"` // 0 is without limit
	Line     int    `json:"line"`     // of the call
}

// Layer is a site.
type Layer struct {
	Kind     string    `json:"kind"` // retry, reconnect, poll
	Line     int       `json:"line"`
	End      int       `json:"end"`
	Attempts Number    `json:"attempts"`
	Delays   []float64 `json:"delays"`          // seconds between its attempts, the last of them for all after; null if not known
	After    bool      `json:"after,omitempty"` // it waits after its last attempt, too
	Grows    bool      `json:"grows,omitempty"` // beyond those listed they are not known
	Delay    *Number   `json:"delay_from,omitempty"`
	Timeout  float64   `json:"timeout,omitempty"`
	Deadline float64   `json:"deadline,omitempty"`
	Bound    []string  `json:"bound"`
	Shape    string    `json:"shape"`
	Jitter   string    `json:"jitter"`
	Budget   bool      `json:"budget,omitempty"`
	Retrier  int       `json:"retrier,omitempty"` // the function of the module that repeats, where one does
}

// Number is a number as far as the package shows it.
type Number struct {
	N       float64 `json:"n,omitempty"`       // 0 if it is not known
	More    float64 `json:"more,omitempty"`    // what comes on top of what Text or Key say
	Text    string  `json:"text,omitempty"`    // the expression that it is
	Key     string  `json:"key,omitempty"`     // the field or variable that holds it
	Default float64 `json:"default,omitempty"` // what it is unless somebody sets it
	Endless bool    `json:"endless,omitempty"`
}

// Default is what a field holds unless a user sets it.
type Default struct {
	N    float64 `json:"n"`
	Rank int     `json:"rank"` // how much it says: see the constants
}

// Entry is a way into the program that is registered: a handler, a consumer.
type Entry struct {
	Func int    `json:"func"` // as in Edge.To
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Type is a type with methods, its own and those that it embeds. A method is its name
// and a digest of its signature; To is the function that it is.
type Type struct {
	Name    string         `json:"name"`
	Methods map[string]int `json:"methods"`
}

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	w := newWalker(model)
	if w.inTestFolder() {
		return nil, nil
	}
	w.outcomes = pass.ResultOf[outcome.Analyzer].(*outcome.Result)
	for _, file := range pass.Files {
		if w.counts(file) {
			if !w.first.IsValid() {
				w.first = file.Package
			}
			w.file(file)
		}
	}
	w.types()
	w.prune()
	w.settle()
	if len(w.out.Funcs) == 0 && len(w.out.Defaults) == 0 {
		return nil, nil
	}
	line, err := json.Marshal(w.out)
	if err != nil {
		return nil, err
	}
	pass.Report(analysis.Diagnostic{Pos: w.first, Message: string(line)})
	return nil, nil
}

// ownPath reports whether a package belongs to a module.
func ownPath(path, module string) bool {
	return path == module || strings.HasPrefix(path, module+"/")
}
