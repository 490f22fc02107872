package flow

import (
	"go/types"
)

// FieldUses says of the fields of the package's types, and of its variables,
// where they are compared and counted.
type FieldUses struct {
	Compared, Counted map[types.Object]bool
}
