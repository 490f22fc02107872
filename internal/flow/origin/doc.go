// Package origin has one relation: what a value is computed from. The questions of
// package value are answered by it.
//
// # Model
//
// The relation, Operands, is the def-use relation of golang.org/x/tools/go/ssa,
// completed by memory. SSA keeps as registers only the variables whose address is
// never taken. The others, and fields, are locations: a variable or pointer with a
// path of fields, up to three deep, so that a.tries and b.tries are two
// (location.go). What a location holds at a place is found by going back over the
// control-flow graph to what wrote it last, with a phi where ways meet, in the
// manner of Braun et al., "Simple and Efficient Construction of Static Single
// Assignment Form" (CC 2013); each location and block is looked at once
// (memory.go). A write is a store, or an event: a call that is handed the
// location's address, or a closure that writes it.
//
// # Why go/ssa
//
// honnef.co/go/tools/go/ir has sigma nodes, which would make Bound simpler. But it
// lifts just as little of memory, so that the larger part would be as it is here;
// go/ssa follows the language at once (range over functions), is what every other
// analyzer builds on, and x/tools is a dependency anyway.
package origin
