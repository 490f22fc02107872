package knowledge

import (
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
	"shorthand",     // takes no context; what takes one and stands for all such of its package is the argument
	"indifferent",   // takes a context and does not end with it
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
