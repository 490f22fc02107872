package knowledge

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// Harm is a way to set up a library or a client so that it does harm: data, so that
// one check can tell of all libraries. data/README.md describes the language.
type Harm struct {
	Package string
	// What is set up: Type, by its fields or methods; Func, by the options that it is
	// given; or Func@N, by the value that is argument N, counted from 0.
	What string
	// When lists what has to hold, all of it.
	When []Term
	// Message says what follows. {Name} in it is the value of a setting.
	Message string

	Since, Before string // the versions of the module that it is right for
}

// Term is one condition on a setup.
type Term struct {
	Op TermOp
	// Left and Right are compared; others look at the setting that is Left.
	Left, Right Operand
	// List is the numbers of Has and Lacks, the name of Is, the position of Ignores, or
	// the settings of Beyond.
	List []string
}

// Operand is a setting, or a number.
type Operand struct {
	Setting string  // "" for a number
	Value   float64 // the number, or what counts where nothing sets Setting
	// Default is set where Value is what counts where nothing sets Setting.
	Default bool
}

// TermOp is what a term says.
type TermOp uint8

const (
	Less           TermOp = iota // Left < Right
	More                         // Left > Right
	AtLeast                      // Left >= Right
	Equal                        // Left = Right
	Literal                      // a composite literal, or new: what is not set is zero
	Made                         // by a function of the library: what is not set is its default
	Unset                        // nothing sets Left
	Given                        // something sets Left
	Alone                        // the object is made and set up here, and nothing of it is used but Left
	Replaced                     // Left is set to a list of its own, and does not grow the one that was there
	ServiceConfig                // Left is a gRPC service config, as text, with a mistake in its retries
	Deterministic                // Left is a function that gives the same for the same arguments
	Always                       // Left is a function that does nothing but to return List[0], true or false
	Unmarked                     // Left is an operation that never calls what the library declares as List[0]
	Ignores                      // Left is a function that does not look at its parameter List[0]
	Is                           // Left is what the library declares as List[0]
	Has                          // Left lists one of the numbers of List
	Lacks                        // Left lists none of the numbers of List
	Beyond                       // Left is more attempts than the delays of List (first, factor, maximum) leave
	numberOfTermOp = iota
)

// termWords are the words of terms that compare nothing, as data write them.
var termWords = [numberOfTermOp]string{Literal: "literal", Made: "made", Unset: "unset", Given: "set", Alone: "alone", Replaced: "replaced",
	Deterministic: "deterministic", ServiceConfig: "wrong-service-config", Always: "always", Unmarked: "never", Ignores: "ignores", Is: "is", Has: "has", Lacks: "lacks", Beyond: "beyond"}

// HarmRow is a Harm of the data.
type HarmRow struct {
	Harm
	Origin
}

// Harms lists what is known of a package that can be set up wrongly.
func Harms(path string) []Harm {
	path = unvendored(path)
	if list := harmsOf(path); list != nil {
		return list
	}
	if p := findPackage(path); p != nil { // it has rows of its own: those of another major version are not about it
		return nil
	}
	return harmsOf(withoutMajor(path))
}

// harmsOf is the part of the table, which is sorted, that is about a package.
func harmsOf(path string) []Harm {
	i, _ := slices.BinarySearchFunc(harmTable, path, func(h Harm, path string) int { return strings.Compare(h.Package, path) })
	end := i
	for end < len(harmTable) && harmTable[end].Package == path {
		end++
	}
	if i == end {
		return nil
	}
	return harmTable[i:end]
}

// Holds reports whether a harm is right for a version of its module; "" stands for
// the newest that an import path leaves open.
func (h *Harm) Holds(path, version string) bool {
	if h.Since == "" && h.Before == "" {
		return true
	}
	if !semver.IsValid(version) {
		version = newest(path)
	}
	return Range{h.Since, h.Before}.Contains(version)
}

// harm reads a line: harm PACKAGE WHAT CONDITION VERSIONS SOURCE MESSAGE.
func (p *reader) harm(f []string, message string) {
	h := Harm{Package: f[1], What: f[2], Message: message, Since: p.at.Versions.From, Before: p.at.Versions.Before}
	if message == "" {
		p.fail("a harm has a message")
	}
	for _, s := range strings.Split(f[3], "&") {
		h.When = append(h.When, p.term(s))
	}
	p.data.Harms = append(p.data.Harms, HarmRow{h, p.at})
}

// term reads one condition: word, NAME=word, NAME=word(a|b), or a comparison.
func (p *reader) term(s string) Term {
	if i := slices.Index(termWords[:], s); i >= int(Literal) {
		return Term{Op: TermOp(i)}
	}
	if name, word, ok := strings.Cut(s, "="); ok {
		word, args, hasArgs := strings.Cut(word, "(")
		if i := slices.Index(termWords[:], word); i >= int(Unset) && hasArgs == (TermOp(i) >= Always) {
			t := Term{Op: TermOp(i), Left: Operand{Setting: name}}
			if hasArgs {
				t.List = strings.Split(strings.TrimSuffix(args, ")"), "|")
			}
			return t
		}
	}
	i := strings.IndexAny(s, "<>=")
	if i < 1 {
		p.fail("%q is no condition", s)
		return Term{}
	}
	left, op, right := s[:i], map[byte]TermOp{'<': Less, '>': More, '=': Equal}[s[i]], s[i+1:]
	if rest, ok := strings.CutPrefix(right, "="); ok && op == More {
		op, right = AtLeast, rest
	}
	return Term{Op: op, Left: p.operand(left), Right: p.operand(right)}
}

// operand reads a number, a time, or the name of a setting, which a colon and its
// default may follow. The argument N of a function is the setting argN.
func (p *reader) operand(s string) Operand {
	if v, ok := quantity(s); ok {
		return Operand{Value: v}
	}
	name, value, hasDefault := strings.Cut(s, ":")
	v, ok := quantity(value)
	if hasDefault && !ok {
		p.fail("%q is neither a number nor a time", value)
	}
	return Operand{Setting: name, Value: v, Default: hasDefault}
}

// quantity reads a number, or a time in nanoseconds.
func quantity(s string) (float64, bool) {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, true
	}
	d, err := time.ParseDuration(s)
	return float64(d), err == nil
}

// Settings lists the settings that a harm speaks of, in its order.
func (h *Harm) Settings() []string {
	var list []string
	add := func(name string) {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, t := range h.When {
		add(t.Left.Setting)
		add(t.Right.Setting)
		if t.Op == Beyond {
			for _, name := range t.List {
				add(name)
			}
		}
	}
	return list
}
