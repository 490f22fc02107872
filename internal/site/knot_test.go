package site_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestKnot is about functions that all call each other, as the parts of a parser or of
// a protocol do, and of which some retry. To go each way through them anew would take
// hours.
func TestKnot(t *testing.T) {
	const functions = 40
	attempts := [...]int{3, 5, 7, 11}
	header := "package knot\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n"
	var src strings.Builder
	src.WriteString(header)
	for i := range functions {
		fmt.Fprintf(&src, "\nfunc F%d(url string, op int) (err error) {\n", i)
		if i < len(attempts) {
			fmt.Fprintf(&src, "\tfor range %d {\n\t\tif err = try%d(url, op); err == nil {\n\t\t\treturn nil\n\t\t}\n\t\ttime.Sleep(time.Second)\n\t}\n\treturn err\n}\n\nfunc try%d(url string, op int) (err error) {\n", attempts[i], i, i)
		}
		src.WriteString("\tswitch op {\n")
		for j := range functions {
			if j != i {
				fmt.Fprintf(&src, "\tcase %d:\n\t\treturn F%d(url, op-1)\n", j, j)
			}
		}
		src.WriteString("\t}\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn resp.Body.Close()\n}\n")
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module knot\n\ngo 1.26\n")
	write(t, dir, "knot.go", header+"\nvar _, _ = http.Get, time.Second\n")
	fact := factOf(t, src.String(), load(t, dir, ".")[0].Types.Imports())
	for _, row := range []string{"F0 retries (attempts 33, knot.F0 > knot.try0 > knot.F3)", "F3 retries (attempts 77, knot.F3 > knot.try3 > knot.F2)"} {
		if !strings.Contains(fact, row) {
			t.Errorf("no %q in\n%s", row, fact)
		}
	}
}
