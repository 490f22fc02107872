package knowledge

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Trait is what a single check asks of something that a library declares: a function,
// type, field or variable, by its name.
type Trait struct {
	Package, Name string
	Word          string
	Args          []string
}

// TraitRow is a Trait of the data.
type TraitRow struct {
	Trait
	Origin
}

// traitWords are the traits that checks ask for.
var traitWords = []string{
	"decodes",       // makes sense of bytes: what fails once fails each time
	"gives-back",    // gives a message back to its broker, at once, if argument N, counted from 0, is true or there is no N
	"counts",        // tells how often a message was delivered, or bounds that
	"breaker-runs",  // runs a function unless a circuit breaker is open
	"breaker-opens", // tells that it is open
	"breaker-stays", // how long it stays open, and the default
	"polls",         // calls a condition at intervals, for a time: the arguments that say them
	"limiter",       // makes a rate limiter whose delay doubles: the arguments that say the first and the longest
	"writes",        // changes an object of a cluster
}

// trait reads a line: trait PACKAGE NAME WORD(ARG|ARG) VERSIONS SOURCE.
func (p *reader) trait(f []string) {
	word, args, hasArgs := strings.Cut(strings.TrimSuffix(f[3], ")"), "(")
	if !slices.Contains(traitWords, word) {
		p.fail("%q is no trait; want one of %s", word, strings.Join(traitWords, ", "))
	}
	t := Trait{Package: f[1], Name: f[2], Word: word}
	if hasArgs {
		t.Args = strings.Split(args, "|")
	}
	p.data.Traits = append(p.data.Traits, TraitRow{t, p.at})
}

// Position is an argument of the trait as a position.
func (t *Trait) Position(i int) int {
	n, _ := strconv.Atoi(t.Args[i])
	return n
}

// Duration is an argument of the trait as a time.
func (t *Trait) Duration(i int) time.Duration {
	d, _ := time.ParseDuration(t.Args[i])
	return d
}

// Member is the name without that of the type that it is a member of.
func (t *Trait) Member() string { return t.Name[strings.LastIndexByte(t.Name, '.')+1:] }

// TraitOf is the trait of this word that an object has: a function, a method as
// Type.Method, a type or a variable; nil if it has none.
func TraitOf(obj types.Object, word string) *Trait {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	name := obj.Name()
	if fn, ok := obj.(*types.Func); ok {
		name = FuncName(fn)
	}
	list := Traits(obj.Pkg().Path(), word)
	if i := slices.IndexFunc(list, func(t Trait) bool { return t.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Traits lists what a package declares that has a trait.
func Traits(path, word string) []Trait {
	path = unvendored(path)
	if list := traitsOf(path, word); list != nil {
		return list
	}
	return traitsOf(withoutMajor(path), word)
}

// traitsOf is the part of the table, which is sorted by package and word.
func traitsOf(path, word string) []Trait {
	i, _ := slices.BinarySearchFunc(traitTable, path+" "+word, func(t Trait, key string) int { return strings.Compare(t.Package+" "+t.Word, key) })
	end := i
	for end < len(traitTable) && traitTable[end].Package == path && traitTable[end].Word == word {
		end++
	}
	if i == end {
		return nil
	}
	return traitTable[i:end]
}
