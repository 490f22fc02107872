// Package value answers questions about the values of a program: how one changes
// from round to round and what keeps it from growing (Recurrence, Returned, AtRound,
// Moves), what a number is computed by (Computed), how large it may become (Bound),
// and whether it is constant (Constant). Questions are asked, and answered, in terms
// of syntax: an expression means its value at the place where it stands. Behind all
// of them is the relation of package origin.
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
