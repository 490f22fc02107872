package world

import "go/types"

// Value is what the interpreter knows of a variable.
type Value uint8

const (
	Anything Value = iota
	IsNil          // a nil error, pointer or interface
	NotNil
	IsTrue
	IsFalse
	goodResponse // a response whose status is a success
	badResponse  // a response whose status says that the server failed
	Zero         // a number that is zero, an empty list
	NotZero
	allNil  // a list of errors, or a channel of them, that are nil
	someErr // one with an error that is not
)

func nilValue(isIt bool) Value {
	if isIt {
		return IsNil
	}
	return NotNil
}

// sentValue is what a channel holds that an error was sent to.
func sentValue(v Value) Value {
	switch v {
	case IsNil:
		return allNil
	case NotNil:
		return someErr
	}
	return Anything
}

func ZeroOf(t types.Type) Value {
	if t == nil {
		return Anything
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsBoolean != 0 {
			return IsFalse
		}
	case *types.Interface, *types.Pointer:
		return IsNil
	}
	return Anything
}

func BoolValue(b bool) Value {
	if b {
		return IsTrue
	}
	return IsFalse
}

func Not(v Value) Value {
	switch v {
	case IsTrue:
		return IsFalse
	case IsFalse:
		return IsTrue
	}
	return Anything
}

func And(a, b Value) Value {
	switch {
	case a == IsFalse || b == IsFalse:
		return IsFalse
	case a == IsTrue && b == IsTrue:
		return IsTrue
	}
	return Anything
}

// nilKnown reports whether a value is known to be nil or known not to be.
func nilKnown(v Value) bool {
	return v == IsNil || v == NotNil || v == goodResponse || v == badResponse
}
