package knowledge

import "go/types"

// Role is what a method does to a back-off that keeps its state between calls.
type Role uint8

const (
	NoRole   Role = iota
	Advances      // gives the next delay, and makes the one after it longer
	Restarts      // begins with the first delay again
)

// RoleOf says what a method does to a back-off that keeps its state.
func RoleOf(fn *types.Func) Role {
	if r, ok := own.row(fn); ok && r.State.Role != NoRole {
		return r.State.Role
	}
	if r := rowOf(fn, ""); r != nil {
		return r.State.Role
	}
	return NoRole
}

// MakesBackoff reports whether a function or type of a package makes a back-off
// that grows or counts.
func MakesBackoff(obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if own != nil && own.of(obj.Pkg().Path())[obj.Name()].State.Grows {
		return true
	}
	found := find(rowsOf(own.alias(obj.Pkg().Path())).rows(), obj.Name())
	return len(found) > 0 && found[0].State.Grows
}

// Derives is the index of the parameter that the context which fn returns is
// derived from, so that it ends with it; -1 for all other functions.
func Derives(fn *types.Func) int {
	if r, ok := own.row(fn); ok && r.State.Derives > 0 {
		return int(r.State.Derives) - 1
	}
	if r := rowOf(fn, ""); r != nil {
		return int(r.State.Derives) - 1
	}
	return -1
}
