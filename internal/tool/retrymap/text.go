package retrymap

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// reach is the entries and operations of the chains that are shown as one.
type reach struct{ entries, operations map[int]bool }

// write tells how many there are besides the first.
func (r *reach) write(w io.Writer) {
	var more []string
	if n := len(r.entries) - 1; n > 0 {
		more = append(more, fmt.Sprintf("from %d more %s", n, plural(n, "entry", "entries")))
	}
	if n := len(r.operations) - 1; n > 0 {
		more = append(more, fmt.Sprintf("on %d more %s", n, plural(n, "operation", "operations")))
	}
	if len(more) > 0 {
		fmt.Fprintf(w, "\tand so %s\n", strings.Join(more, " and "))
	}
}

// Text writes a map for people: the worst chain first, and below it its layers. Of
// chains with the same outermost layer the worst is shown.
func Text(to io.Writer, m *Map) error {
	w := bufio.NewWriter(to)
	also := map[string]*reach{} // by layers
	var order []int
	for i, c := range m.Chains {
		k := m.group(c)
		if also[k] == nil {
			also[k] = &reach{entries: map[int]bool{}, operations: map[int]bool{}}
			order = append(order, i)
		}
		also[k].entries[c.Entry] = true
		also[k].operations[c.Operation] = true
	}
	for _, i := range order {
		c := m.Chains[i]
		fmt.Fprintln(w, m.sentence(c))
		also[m.group(c)].write(w)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, l := range c.Layers {
			fmt.Fprintf(t, "\t%s\t%s\n", m.Layers[l].describe(), m.Layers[l].Func)
		}
		t.Flush()
		fmt.Fprintf(w, "\tby %s\n\n", strings.Join(shorten(c.Via), " > "))
	}
	if len(order) == 0 {
		fmt.Fprintln(w, "no chain of retries leads from an entry to an operation that leaves the process")
	}
	return w.Flush()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// sentence says what a chain does: GET /orders: 5 x 3 x 4 = 60 attempts on payments,
// up to 7m12s, no budget.
func (m *Map) sentence(c Chain) string {
	e, o := m.Entries[c.Entry], m.Operations[c.Operation]
	name := e.Name
	if e.Kind == "exported" || e.Kind == "main" {
		name = e.Package[strings.LastIndexByte(e.Package, '/')+1:] + "." + name
	}
	budget := "no budget"
	if c.Budget {
		budget = "a budget"
	}
	return fmt.Sprintf("%s: %s on %s, %s, %s", name, m.product(c), o.subject(), m.upTo(c), budget)
}

// subject names what a chain ends at.
func (o Operation) subject() string {
	if o.Target == "" || strings.Contains(o.Name, o.Target) {
		return o.Name
	}
	return o.Target + " (" + o.Name + ")"
}

// product says how the attempts of a chain come about.
func (m *Map) product(c Chain) string {
	var factors []string
	for _, l := range c.Layers {
		if l := m.Layers[l]; l.Kind != reconnect {
			factors = append(factors, l.Attempts.Attempts())
		}
	}
	switch {
	case len(factors) == 0:
		return "a reconnect loop, 1 attempt a round"
	case c.Attempts.Endless:
		return strings.Join(factors, " x ") + " attempts"
	case len(factors) == 1:
		return factors[0] + " attempts"
	}
	total := c.Attempts.Attempts()
	if joined := strings.Join(factors, " x "); joined != total {
		return joined + " = " + total + " attempts"
	}
	return total + " attempts"
}

// upTo says how long a chain takes.
func (m *Map) upTo(c Chain) string {
	if c.Seconds.Endless {
		return "without end"
	}
	return "up to " + c.Seconds.Seconds()
}

// describe says what a layer is, in columns.
func (l Layer) describe() string {
	var about []string
	if slices.Contains(l.Attempts.Symbols, unnamed) {
		about = append(about, l.until())
	}
	switch w := l.Wait; {
	case w.Endless:
	case len(w.Symbols) > 0:
		about = append(about, "waits "+strings.Join(w.Symbols, " + "))
	case w.Known > 0:
		about = append(about, "waits "+span(w.Known))
	case l.Kind != client:
		about = append(about, "no wait")
	}
	if l.Deadline.Known > 0 {
		about = append(about, "ends after "+span(l.Deadline.Known))
	}
	if l.Timeout.Known > 0 {
		about = append(about, "attempts of "+span(l.Timeout.Known))
	}
	if len(l.Attempts.Defaults) > 0 {
		about = append(about, "by the default of "+strings.Join(l.Attempts.Defaults, ", "))
	}
	return fmt.Sprintf("%s\t%s\t%s:%d\t%s", l.Kind, l.Attempts.Attempts(), l.At.File, l.At.Line, strings.Join(about, ", "))
}

// until says what ends a layer whose attempts nothing counts.
func (l Layer) until() string {
	switch {
	case l.Kind == client:
		return "as many as it likes"
	case slices.Contains(l.Bound, "attempts"):
		return "up to a number that is not in sight"
	case slices.Contains(l.Bound, "elapsed"):
		return "until the time is up"
	case slices.Contains(l.Bound, "ctx"):
		return "until the context ends"
	}
	return "until it is stopped"
}

// shorten names functions by the last element of their package's path.
func shorten(via []string) []string {
	out := make([]string, len(via))
	for i, v := range via {
		out[i] = v[strings.LastIndexByte(v, '/')+1:]
	}
	return out
}
