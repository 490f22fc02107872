package retry

import (
	"context"
	"iter"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"
)

// defaults are the budgets of policies that have none.
var defaults = Budgets[string]{ofPackages: true}

// DefaultBudgets yields the budgets of policies without one, for metrics: the
// import path of the package that they belong to, followed by a space and
// Policy.Name if there is a name, and the budget.
//
// The package is that of the function which [Do] and [DoValue] are given, or in
// which the loop over [Attempts] stands: of a literal, the package that it is
// written in; of a method value such as client.Ping, the package of client.
func DefaultBudgets() iter.Seq2[string, *Budget] { return defaults.All() }

// site is a function that was retried without a budget, and its policy's name.
type site struct {
	code   uintptr
	name   string
	budget *Budget
}

// sites are those seen last: a cache in front of defaults, with a place for
// each code address that others may take.
var sites [1024]atomic.Pointer[site]

// codeOf is where the code of a function begins, which is the first word of what
// a func value points to. reflect tells the same, at the cost of moving closures
// to the heap.
func codeOf(fn func(context.Context) error) uintptr {
	return **(**uintptr)(unsafe.Pointer(&fn))
}

func codeOfValue[T any](fn func(context.Context) (T, error)) uintptr {
	return **(**uintptr)(unsafe.Pointer(&fn))
}

func codeOfBody(yield func(int) bool) uintptr {
	return **(**uintptr)(unsafe.Pointer(&yield))
}

// defaultBudget is the budget for a function and the name of a policy.
func defaultBudget(code uintptr, name string) *Budget {
	place := &sites[code>>5%uintptr(len(sites))] // code is aligned to 16 bytes or more
	if s := place.Load(); s != nil && s.code == code && s.name == name {
		return s.budget
	}
	s := &site{code, name, defaults.For(siteKey(code, name))}
	place.Store(s)
	return s.budget
}

func siteKey(code uintptr, name string) string {
	key := packageOf(runtime.FuncForPC(code).Name())
	if name != "" {
		key += " " + name
	}
	return key
}

// packageOf cuts an import path from the name of a function, such as
// example.org/x/y.(*T).Method.func1.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	if bracket := strings.IndexByte(function, '['); bracket >= 0 { // of type arguments, which have slashes too
		slash = strings.LastIndexByte(function[:bracket], '/') + 1
	}
	if dot := strings.IndexByte(function[slash:], '.'); dot >= 0 {
		return function[:slash+dot]
	}
	return function
}
