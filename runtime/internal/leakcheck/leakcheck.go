// Package leakcheck makes a test binary fail if goroutines outlive its tests.
// Inside testing/synctest bubbles the runtime itself finds those that do.
package leakcheck

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"
)

// Run runs the tests of a *testing.M and returns the exit code. Goroutines that
// are on their way out, such as those of closed connections, get five seconds.
func Run(m interface{ Run() int }) int {
	before := runtime.NumGoroutine()
	code := m.Run()
	if fuzz := flag.Lookup("test.fuzz"); fuzz != nil && fuzz.Value.String() != "" {
		return code // fuzzing itself leaves a goroutine that waits for signals
	}
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			buf := make([]byte, 1<<16)
			fmt.Fprintf(os.Stderr, "leaked goroutines:\n%s\n", buf[:runtime.Stack(buf, true)])
			return 1
		}
	}
	return code
}
