// Package value answers questions about the values of a program: where one comes
// from (Origins, Parts), how it changes from round to round and what keeps it from
// growing (Recurrence, Returned, AtRound, Moves), what a number is computed by
// (Computed), how large it may become (Bound), whether it is constant (Constant),
// which calls decide a branch (Depends), and which function literals a round runs
// (Literals). Questions are asked, and answered, in terms of
// syntax: an expression means its value at the place where it stands.
//
// # Model
//
// Behind all questions is one relation, operands: what a value is computed from.
// It is the def-use relation of golang.org/x/tools/go/ssa, completed by memory.
// SSA keeps as registers only the variables whose address is never taken. The
// others, and fields, are locations: a variable or pointer with a path of fields,
// two deep, so that a.tries and b.tries are two (location.go). What a location
// holds at a place is found by going back over the control-flow graph to what
// wrote it last, with a phi where ways meet, in the manner of Braun et al., "Simple
// and Efficient Construction of Static Single Assignment Form" (CC 2013); each
// location and block is looked at once (memory.go). A write is a store, or an
// event: a call that is handed the location's address, or a closure that writes it.
//
// # Why go/ssa
//
// honnef.co/go/tools/go/ir has sigma nodes, which would make Bound simpler. But it
// lifts just as little of memory, so that the larger part would be as it is here;
// go/ssa follows the language at once (range over functions), is what every other
// analyzer builds on, and x/tools is a dependency anyway.
//
// # Cost and limits
//
// Nothing is built until the first question about a package. Then all of it is, as
// go/ssa has no way to build a function on its own; its dependencies are created
// from their types, without bodies. A package that go/ssa cannot build has the
// answer unknown to all questions.
//
// No answer depends on other questions, or on their order: what is remembered is
// remembered because it is always the same, and the steps that a single question
// may take (maxSteps) are its own.
//
// SSA has no value for: constants and their expressions (types.Info has them), nil,
// types, packages, the operators && and || where they are branches, the left side
// of an assignment before it, and code that cannot be reached. For && and || the
// answer is that of their operands together; for the rest it is unknown or, for
// constants, their value.
package value
