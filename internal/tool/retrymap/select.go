package retrymap

import "strconv"

// Above is how many chains of a map make more than so many attempts, or take longer
// than so many seconds, as far as that is known; 0 is no limit. What has no end is above
// any.
func (m *Map) Above(attempts, seconds float64) int {
	n := 0
	for _, c := range m.Chains {
		if c.Attempts.above(attempts) || c.Seconds.above(seconds) {
			n++
		}
	}
	return n
}

func (a Amount) above(limit float64) bool { return limit > 0 && (a.Endless || a.Known > limit) }

// group names what chains have in common that are shown as one: the outermost layer, or
// the library where that is one. Who mends it mends all of them.
func (m *Map) group(c Chain) string {
	outer := c.Layers[0]
	if l := m.Layers[outer]; l.Kind == client {
		return l.Func
	}
	return strconv.Itoa(outer)
}

// Worst is a map of the worst chains of a map, with what these lead through: chains with
// the same outermost layer count as one.
func (m *Map) Worst(n int) *Map {
	out := &Map{Module: m.Module, Entries: []Entry{}, Operations: []Operation{}, Layers: []Layer{}, Chains: []Chain{}}
	entries, ops, layers := map[int]int{}, map[int]int{}, map[int]int{}
	kept := map[string]bool{}
	for _, c := range m.Chains {
		if k := m.group(c); !kept[k] {
			if len(kept) == n {
				continue
			}
			kept[k] = true
		}
		c.Entry = renumber(entries, &out.Entries, m.Entries, c.Entry)
		c.Operation = renumber(ops, &out.Operations, m.Operations, c.Operation)
		own := make([]int, len(c.Layers))
		for i, l := range c.Layers {
			own[i] = renumber(layers, &out.Layers, m.Layers, l)
		}
		c.Layers = own
		out.Chains = append(out.Chains, c)
	}
	return out
}

// renumber is the index in one list of what has another index in another.
func renumber[T any](known map[int]int, to *[]T, from []T, i int) int {
	k, ok := known[i]
	if !ok {
		k = len(*to)
		known[i] = k
		*to = append(*to, from[i])
	}
	return k
}
