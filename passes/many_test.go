package passes_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestManySites is about many loops that call the same function, whose flags make
// it long to look at: what is found of one loop does not depend on the others.
func TestManySites(t *testing.T) {
	const loops = 32
	for _, flags := range [...]int{0, 7, 8, 9} {
		got := 0
		for _, line := range typecheck(many(loops, flags)).run(t) {
			if strings.Contains(line, ": retryafter: ") {
				got++
			}
		}
		if got != loops {
			t.Errorf("%d flags: %d findings in %d loops", flags, got, loops)
		}
	}
}

// many is a package with loops that repeat a request that a function with some
// flags sends.
func many(loops, flags int) string {
	var b strings.Builder
	b.WriteString(`package many

import (
	"errors"
	"net/http"
	"time"
)

func send(c *http.Client, req *http.Request, on []bool) error {
`)
	for i := range flags {
		fmt.Fprintf(&b, "\tf%d := false\n\tif on[%d] {\n\t\tf%d = true\n\t}\n", i, i, i)
	}
	b.WriteString(`	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
`)
	for i := range flags {
		fmt.Fprintf(&b, "\tif f%d {\n\t\tprintln(%d)\n\t}\n", i, i)
	}
	b.WriteString(`	if resp.StatusCode == http.StatusServiceUnavailable {
		return errors.New("unavailable")
	}
	return nil
}
`)
	for i := range loops {
		fmt.Fprintf(&b, `
func loop%d(c *http.Client, req *http.Request, on []bool) (err error) {
	for range 5 {
		if err = send(c, req, on); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`, i)
	}
	return b.String()
}
