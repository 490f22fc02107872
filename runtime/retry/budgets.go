package retry

import (
	"iter"
	"sync"

	"github.com/retryvet/retryvet/runtime/internal/bucket"
)

// Budgets keeps one [Budget] for each key, for instance for each host. The
// zero value works; its numbers are those of each Budget and must not change
// after first use. It must not be copied after first use. All methods are safe
// for concurrent use.
//
// It forgets budgets that are full, which say nothing that a new one does not,
// so that keys that come and go do not fill the memory. Their counters go with
// them.
type Budgets[K comparable] struct {
	MaxRetries   float64 // see Budget
	Ratio        float64
	MinPerSecond float64

	budgets sync.Map // K to *Budget

	mu      sync.Mutex
	size    int // keys in budgets, about: exact whenever a sweep ends
	sweepAt int // size at which to forget full ones
}

// minSweep is how many budgets are not worth a sweep, at some 100 bytes each.
const minSweep = 1024

// For returns the budget of key.
func (b *Budgets[K]) For(key K) *Budget {
	if found, ok := b.budgets.Load(key); ok {
		return found.(*Budget)
	}
	made := &Budget{MaxRetries: b.MaxRetries, Ratio: b.Ratio, MinPerSecond: b.MinPerSecond}
	found, loaded := b.budgets.LoadOrStore(key, made)
	if !loaded {
		b.added()
	}
	return found.(*Budget)
}

// All yields the budgets that are remembered, in no order.
func (b *Budgets[K]) All() iter.Seq2[K, *Budget] {
	return func(yield func(K, *Budget) bool) {
		b.budgets.Range(func(key, budget any) bool {
			return yield(key.(K), budget.(*Budget))
		})
	}
}

// added counts a new key. Sweeping each time the number of keys has doubled
// keeps the cost of a key constant on average.
func (b *Budgets[K]) added() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.size++
	if b.size < max(b.sweepAt, minSweep) {
		return
	}
	b.size = 0
	for key, budget := range b.All() {
		if budget.full() {
			b.budgets.Delete(key)
		} else {
			b.size++
		}
	}
	b.sweepAt = 2 * b.size
}

// full reports whether the budget is as good as new.
func (b *Budget) full() bool {
	p := b.params()
	return b.bucket.Available(p, tick()) == bucket.Units(orDefault(b.MaxRetries, DefaultMaxRetries))
}
