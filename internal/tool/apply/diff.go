package apply

import (
	"bytes"
	"fmt"
	"strings"
)

// Diff is the change of a file as a unified diff.
func (f *File) Diff(name string) string {
	old, text := lines(f.Old), lines(f.New)
	ops := compare(old, text)
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
	for _, h := range hunks(ops) {
		h.write(&out, ops)
	}
	return out.String()
}

func lines(text []byte) []string {
	var out []string
	for line := range bytes.Lines(text) {
		out = append(out, string(line))
	}
	return out
}

// op is a line of a diff: kept, removed or added.
type op struct {
	sign byte // ' ', '-' or '+'
	line string
}

// compare finds the shortest way from one text to another (Myers, An O(ND)
// Difference Algorithm, 1986).
func compare(a, b []string) []op {
	n, m := len(a), len(b)
	var trace [][]int
	v := make([]int, 2*(n+m)+2)
	mid := n + m
search:
	for d := 0; d <= n+m; d++ {
		trace = append(trace, append([]int(nil), v[mid-d:mid+d+1]...))
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				if k == -d || k != d && v[mid+k-1] < v[mid+k+1] {
					x = v[mid+k+1]
				} else {
					x = v[mid+k-1] + 1
				}
			}
			for x < n && x-k < m && a[x] == b[x-k] {
				x++
			}
			v[mid+k] = x
			if x >= n && x-k >= m {
				break search
			}
		}
	}
	var ops []op // backwards
	x, y := n, m
	for d := len(trace) - 1; d >= 0; d-- {
		px, py := 0, 0 // where round d began
		if d > 0 {
			at := func(k int) int { return trace[d][k+d] } // before round d
			k := x - y
			if k == -d || k != d && at(k-1) < at(k+1) {
				px = at(k + 1)
				py = px - (k + 1)
			} else {
				px = at(k - 1)
				py = px - (k - 1)
			}
		}
		for x > px && y > py {
			x, y = x-1, y-1
			ops = append(ops, op{' ', a[x]})
		}
		switch {
		case d > 0 && x == px:
			y--
			ops = append(ops, op{'+', b[y]})
		case d > 0:
			x--
			ops = append(ops, op{'-', a[x]})
		}
	}
	for i, j := 0, len(ops)-1; i < j; i, j = i+1, j-1 {
		ops[i], ops[j] = ops[j], ops[i]
	}
	return ops
}

// around is how many unchanged lines a hunk shows on each side.
const around = 3

// hunk is a range of a diff's lines that is shown.
type hunk struct{ from, to int }

func hunks(ops []op) []hunk {
	var out []hunk
	for i, o := range ops {
		if o.sign == ' ' {
			continue
		}
		h := hunk{max(0, i-around), min(len(ops), i+around+1)}
		if n := len(out); n > 0 && h.from <= out[n-1].to {
			out[n-1].to = h.to
		} else {
			out = append(out, h)
		}
	}
	return out
}

func (h hunk) write(out *strings.Builder, ops []op) {
	fromLine, toLine := 1, 1
	for _, o := range ops[:h.from] {
		if o.sign != '+' {
			fromLine++
		}
		if o.sign != '-' {
			toLine++
		}
	}
	var removed, added int
	for _, o := range ops[h.from:h.to] {
		if o.sign != '+' {
			removed++
		}
		if o.sign != '-' {
			added++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", position(fromLine, removed), position(toLine, added))
	for _, o := range ops[h.from:h.to] {
		out.WriteByte(o.sign)
		out.WriteString(o.line)
		if !strings.HasSuffix(o.line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// position is a line and a number of lines as diffs write them.
func position(line, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", line-1)
	case 1:
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%d,%d", line, n)
}
