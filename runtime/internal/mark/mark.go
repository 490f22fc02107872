// Package mark is what a retry tells the code below it, in the context of an
// attempt.
package mark

import "context"

// Mark is a context that carries one: context.WithValue with one allocation
// instead of two. The embedded context is the parent.
type Mark struct {
	context.Context
	Retrying bool                // an attempt of a policy runs below
	Only     bool                // and no other layer is to retry
	Previous int                 // attempts made before this one, in all layers together
	Tell     any                 // the retry.Observer of the layer above, or nil
	Draw     func(n int64) int64 // the source of jitter, or nil
	Waits    func()              // called before waits of the Do that gets this very context, or nil
	Budgets  any                 // a *retry.Budgets[string] instead of the process's default ones, or nil
}

type key struct{}

// Value implements context.Context.
func (m *Mark) Value(k any) any {
	if k == (key{}) {
		return m
	}
	return m.Context.Value(k)
}

var none Mark

// Of returns the innermost mark of ctx, never nil. Only its fields are of use,
// not the context in it.
func Of(ctx context.Context) *Mark {
	if m, ok := ctx.Value(key{}).(*Mark); ok {
		return m
	}
	return &none
}
