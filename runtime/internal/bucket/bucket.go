// Package bucket is the token bucket of a retry budget, in one atomic word.
//
// The clock is the caller's, so that the same bucket runs in real time, in
// testing/synctest and in a simulation.
package bucket

import (
	"math"
	"sync/atomic"
)

const (
	// Unit is how many parts one retry is divided into. It sets the rounding
	// loss of a refill (less than one part for each Take) against the
	// largest bucket.
	Unit = 100_000

	// MaxSize is the largest bucket, in retries.
	MaxSize = math.MaxUint32 / Unit

	// TicksPerSecond is the resolution of the refill.
	TicksPerSecond = 100
)

// Bucket counts what is missing from a full bucket. The zero value is full,
// and while it stays full, a credit is one load of a word that nobody writes.
type Bucket struct {
	// deficit in Units in the high half, tick of the last refill in the low
	// half. Ticks wrap after 497 days; only their differences count.
	word atomic.Uint64
}

// Params are the bucket's numbers, the same in every call.
type Params struct {
	Size    uint32  // Units in a full bucket
	PerTick float64 // Units refilled each tick
}

// NewParams turns retries and retries per second into Params. Numbers below
// zero and NaN count as zero, sizes above MaxSize as MaxSize.
func NewParams(size, perSecond float64) Params {
	return Params{Size: Units(size), PerTick: bounded(perSecond) * Unit / TicksPerSecond}
}

// Units is n retries in Units, at least none and at most MaxSize.
func Units(n float64) uint32 { return uint32(math.Round(bounded(n) * Unit)) }

func bounded(n float64) float64 {
	if !(n > 0) { // also NaN
		return 0
	}
	return min(n, MaxSize)
}

// Take spends one retry at the given tick, or reports that there is not one.
func (b *Bucket) Take(p Params, tick uint32) bool {
	for {
		old := b.word.Load()
		deficit, last := refilled(old, p, tick)
		if deficit+Unit > uint64(p.Size) {
			return false
		}
		if b.word.CompareAndSwap(old, pack(deficit+Unit, last)) {
			return true
		}
	}
}

// Full reports whether nothing is missing, without regard to time.
func (b *Bucket) Full() bool { return b.word.Load() < 1<<32 }

// Credit puts units back, up to a full bucket.
func (b *Bucket) Credit(units uint32) {
	for {
		old := b.word.Load()
		deficit := old >> 32
		if deficit == 0 {
			return
		}
		left := deficit - min(deficit, uint64(units))
		if b.word.CompareAndSwap(old, pack(left, uint32(old))) {
			return
		}
	}
}

// Available is the number of Units in the bucket at the given tick.
func (b *Bucket) Available(p Params, tick uint32) uint32 {
	deficit, _ := refilled(b.word.Load(), p, tick)
	return p.Size - uint32(min(deficit, uint64(p.Size)))
}

// refilled is the deficit at tick and the tick it is good for. A clock that
// went backwards refills nothing and starts anew from where it is.
func refilled(word uint64, p Params, tick uint32) (deficit uint64, last uint32) {
	deficit, last = word>>32, uint32(word)
	elapsed := int32(tick - last)
	if deficit == 0 || elapsed < 0 {
		return deficit, tick
	}
	refill := uint64(float64(elapsed) * p.PerTick)
	if refill == 0 {
		return deficit, last // keep the fraction for later
	}
	return deficit - min(deficit, refill), tick
}

func pack(deficit uint64, tick uint32) uint64 { return deficit<<32 | uint64(tick) }
