package cli

import (
	"runtime"
	"runtime/debug"
)

// The go command starts a process for each package, most of which need less memory
// than startingHeap and need not collect any garbage then. The least heap at which
// the runtime collects is heapAtHundred for a GOGC of 100, and goes up with it. See
// base.AdjustStartingHeap of cmd/compile, which does the same with 128 MB.
const (
	startingHeap  = 48 << 20
	heapAtHundred = 4 << 20
)

// startLarge puts off the first collection until the heap is as large as
// startingHeap. From then on all is as usual: so much memory was used already, and
// the peak does not rise.
func startLarge() {
	usual := debug.SetGCPercent(100 * startingHeap / heapAtHundred)
	if usual < 0 { // GOGC=off
		debug.SetGCPercent(usual)
		return
	}
	first := new([16]byte)
	runtime.SetFinalizer(first, func(*[16]byte) { debug.SetGCPercent(usual) })
}
