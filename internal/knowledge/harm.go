package knowledge

import "slices"

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
