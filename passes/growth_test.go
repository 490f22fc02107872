package passes_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLoops and BenchmarkFunctions run all checks over one function with many
// loops, and over one file with many functions: twice as many should take at most
// 2.2 times as long.
func BenchmarkLoops(b *testing.B) {
	for _, n := range [...]int{500, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, loops(n)) })
	}
}

func BenchmarkFunctions(b *testing.B) {
	for _, n := range [...]int{250, 500, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, functions(n)) })
	}
}

func measure(b *testing.B, src string) {
	pkg := typecheck(src)
	for b.Loop() {
		pkg.run(b)
	}
}

// loops is a function with n retries, one after the other, that share a variable.
func loops(n int) string {
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\nfunc f(c *http.Client, req *http.Request) error {\n\tvar err error\n")
	for i := range n {
		fmt.Fprintf(&b, `	for i := range 5 {
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			resp.Body.Close()
			break
		}
		println(%d, i)
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
`, i)
	}
	b.WriteString("\treturn nil\n}\n")
	return b.String()
}

// functions is a package of n functions, each of which retries a call of the one
// before it.
func functions(n int) string {
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\nfunc f0(c *http.Client, req *http.Request) error {\n\tresp, err := c.Do(req)\n\tif err == nil {\n\t\tresp.Body.Close()\n\t}\n\treturn err\n}\n")
	for i := range n {
		fmt.Fprintf(&b, `
func f%d(c *http.Client, req *http.Request) (err error) {
	delay := time.Second
	for range 5 {
		if err = f%d(c, req); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return err
}
`, i+1, i)
	}
	return b.String()
}
