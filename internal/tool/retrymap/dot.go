package retrymap

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Dot writes a map as a graph in the language of Graphviz: entries on the left, layers,
// operations on the right. An edge is as thick as the attempts that go over it.
func Dot(to io.Writer, m *Map) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, "digraph retries {\n\trankdir=LR;\n\tnode [shape=box];\n")
	for i, e := range m.Entries {
		fmt.Fprintf(w, "\te%d [label=%s, style=bold];\n", i, quote(e.Name+"\n"+e.Package))
	}
	for i, l := range m.Layers {
		fmt.Fprintf(w, "\tl%d [label=%s, style=rounded];\n", i, quote(fmt.Sprintf("%s %s\n%s\n%s:%d", l.Kind, l.Attempts.Attempts(), l.Func, l.At.File, l.At.Line)))
	}
	for i, o := range m.Operations {
		fmt.Fprintf(w, "\to%d [label=%s, shape=ellipse];\n", i, quote(o.subject()))
	}
	type arrow struct{ from, to string }
	widest := map[arrow]float64{}
	var order []arrow
	for _, c := range m.Chains {
		from := "e" + strconv.Itoa(c.Entry)
		n := 1.0
		draw := func(to string) {
			a := arrow{from, to}
			if _, ok := widest[a]; !ok {
				order = append(order, a)
			}
			widest[a] = max(widest[a], n)
			from = to
		}
		for _, l := range c.Layers {
			draw("l" + strconv.Itoa(l))
			n *= max(1, m.Layers[l].Attempts.Known)
		}
		draw("o" + strconv.Itoa(c.Operation))
	}
	for _, a := range order {
		fmt.Fprintf(w, "\t%s -> %s [penwidth=%s, tooltip=%s];\n", a.from, a.to, figure(width(widest[a])), quote(figure(widest[a])+" attempts"))
	}
	fmt.Fprintln(w, "}")
	return w.Flush()
}

// width is how thick the line of so many attempts is: a point more for each doubling.
func width(n float64) float64 {
	out := 1.0
	for ; n >= 2 && out < 12; n /= 2 {
		out++
	}
	return out
}

// quote writes a string in the language of Graphviz.
func quote(s string) string { return strconv.Quote(s) }
