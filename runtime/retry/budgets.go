package retry

import (
	"iter"
	"sync"
)

// DefaultMaxKeys is how many keys of [Budgets] have budgets of their own.
const DefaultMaxKeys = 10_000

// Budgets keeps one [Budget] for each key, for instance for each host. A key
// keeps its budget for ever. The zero value works; its numbers are those of each
// Budget and must not change after first use. It must not be copied after first
// use. All methods are safe for concurrent use.
type Budgets[K comparable] struct {
	Ratio     float64 // see Budget
	Burst     float64
	PerSecond float64
	// MaxKeys is how many keys have budgets of their own, at some 200 bytes
	// each; zero means DefaultMaxKeys. Keys that come later share one.
	MaxKeys int

	ofPackages bool     // these are the default budgets, which know their keys
	budgets    sync.Map // K to *Budget

	mu    sync.Mutex
	size  int // of budgets
	later *Budget
}

// For returns the budget of key.
func (b *Budgets[K]) For(key K) *Budget {
	if found, ok := b.budgets.Load(key); ok {
		return found.(*Budget)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if found, ok := b.budgets.Load(key); ok {
		return found.(*Budget)
	}
	if b.size >= orKeys(b.MaxKeys) {
		if b.later == nil {
			b.later = b.made(key)
		}
		return b.later
	}
	budget := b.made(key)
	b.budgets.Store(key, budget)
	b.size++
	return budget
}

func (b *Budgets[K]) made(key K) *Budget {
	budget := &Budget{Ratio: b.Ratio, Burst: b.Burst, PerSecond: b.PerSecond}
	if b.ofPackages {
		budget.key = any(key).(string)
	}
	return budget
}

func orKeys(n int) int {
	if n <= 0 {
		return DefaultMaxKeys
	}
	return n
}

// All yields the keys that have budgets of their own, in no order.
func (b *Budgets[K]) All() iter.Seq2[K, *Budget] {
	return func(yield func(K, *Budget) bool) {
		b.budgets.Range(func(key, budget any) bool {
			return yield(key.(K), budget.(*Budget))
		})
	}
}

// Later returns the budget that keys share which came after MaxKeys others, or
// nil if there are none.
func (b *Budgets[K]) Later() *Budget {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.later
}
