package retrymap

import (
	"cmp"
	"slices"
)

// tail is a way from a function down to an operation, with all that repeats it on the
// way.
type tail struct {
	n        *node
	e        *edge
	next     *tail // nil where e leads to the operation
	op       int
	fails    bool // the operation's failure comes out of n
	repeated bool // the layers of e count
	attempts Amount
	takes    duration
	layers   int // that are passed
	inner    int // the innermost of them, -1 for none
	length   int
}

// mostTails is how many ways of one function are followed further up, the worst.
const mostTails = 96

// mostPasses is how often the functions of a group that call each other are gone over.
const mostPasses = 6

// longest is how many functions a chain may have.
const longest = 60

// chains finds for each function the worst way to each operation below it by each layer
// that is the innermost of one. Functions
// are taken in the order in which each comes behind those that it calls; of those that
// call each other no way goes through one twice.
func (p *program) chains() {
	for _, group := range p.groups() {
		if len(group) == 1 {
			p.extend(group[0])
			continue
		}
		for range mostPasses {
			changed := false
			for _, n := range group {
				changed = p.extend(n) || changed
			}
			if !changed {
				break
			}
		}
	}
}

// extend finds the ways of a function by those of what it calls, and reports whether
// any is new.
func (p *program) extend(n *node) bool {
	best := map[way]*tail{}
	for i := range n.edges {
		e := &n.edges[i]
		if e.to == nil {
			keepWorst(best, p.step(n, e, nil))
			continue
		}
		if e.to == n {
			continue
		}
		for _, t := range e.to.tails {
			if t.length < longest && !(e.to.group == n.group && t.passes(n)) {
				keepWorst(best, p.step(n, e, t))
			}
		}
	}
	list := make([]*tail, 0, len(best))
	for _, t := range best {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *tail) int { return -compareTails(a, b) })
	if len(list) > mostTails {
		list = list[:mostTails]
	}
	changed := len(list) != len(n.tails)
	for i := range list {
		changed = changed || !list[i].same(n.tails[i])
	}
	n.tails = list
	return changed
}

// same reports whether two ways are of the same worth.
func (t *tail) same(o *tail) bool {
	return compareTails(t, o) == 0
}

func (t *tail) passes(n *node) bool {
	for ; t != nil; t = t.next {
		if t.n == n {
			return true
		}
	}
	return false
}

// way is what a function's tails differ in.
type way struct {
	op, inner int
	fails     bool
}

func keepWorst(best map[way]*tail, t *tail) {
	k := way{t.op, t.inner, t.fails}
	if old := best[k]; old == nil || compareTails(t, old) > 0 {
		best[k] = t
	}
}

// compareTails orders ways by how bad they are. What has no end is worse than what has;
// of two that are equal the one with fewer functions is.
func compareTails(a, b *tail) int {
	return cmp.Or(
		a.attempts.compare(b.attempts), cmp.Compare(a.layers, b.layers), cmp.Compare(a.takes.known, b.takes.known),
		cmp.Compare(b.length, a.length), cmp.Compare(b.op, a.op), cmp.Compare(b.inner, a.inner), cmp.Compare(boolInt(a.fails), boolInt(b.fails)),
	)
}

// step is the way that begins with an edge and goes on with one of what it leads to,
// nil for an operation.
func (p *program) step(n *node, e *edge, next *tail) *tail {
	t := &tail{n: n, e: e, next: next, repeated: true, inner: -1}
	if next == nil {
		t.op, t.fails, t.length = e.op, e.fails, 1
		t.attempts = Amount{Known: 1}
		t.takes = duration{terms: []term{{1, p.ops[e.op].Name}}}
		if e.lib >= 0 {
			p.repeat(t, e.lib)
		}
	} else {
		t.op, t.length, t.layers, t.inner = next.op, next.length+1, next.layers, next.inner
		t.fails = next.fails && e.fails && !e.apart
		t.attempts, t.takes = next.attempts, next.takes
		t.repeated = next.fails
	}
	if t.repeated {
		for _, l := range slices.Backward(e.layers) {
			p.repeat(t, l)
		}
	}
	return t
}

// repeat has a layer repeat a way.
func (p *program) repeat(t *tail, i int) {
	l := p.layers[i]
	t.takes = l.repeated(t.takes)
	if l.Kind != reconnect {
		t.attempts = t.attempts.times(l.Attempts)
	}
	if t.layers++; t.inner < 0 {
		t.inner = i
	}
}

// through lists the layers of a way, the outermost first, and the functions on it.
func (t *tail) through() (layers []int, via []*node) {
	for ; t != nil; t = t.next {
		via = append(via, t.n)
		if t.repeated {
			layers = append(layers, t.e.layers...)
			if t.e.lib >= 0 {
				layers = append(layers, t.e.lib)
			}
		}
	}
	return layers, via
}

// groups lists the functions, those that call each other together, each group behind
// those that it calls: Tarjan's strongly connected components ("Depth-first search and
// linear graph algorithms", 1972), without recursion, as programs are deep.
func (p *program) groups() [][]*node {
	type visit struct {
		n    *node
		next int
	}
	number := make([]int, len(p.nodes)) // 0 is not seen
	low := make([]int, len(p.nodes))
	on := make([]bool, len(p.nodes))
	var out [][]*node
	var stack []*node
	count := 0
	for _, root := range p.nodes {
		if number[root.index] != 0 {
			continue
		}
		work := []visit{{n: root}}
		for len(work) > 0 {
			v := &work[len(work)-1]
			n := v.n
			if v.next == 0 {
				count++
				number[n.index], low[n.index] = count, count
				stack, on[n.index] = append(stack, n), true
			}
			deeper := false
			for v.next < len(n.edges) {
				to := n.edges[v.next].to
				v.next++
				if to == nil {
					continue
				}
				if number[to.index] == 0 {
					work = append(work, visit{n: to})
					deeper = true
					break
				}
				if on[to.index] {
					low[n.index] = min(low[n.index], number[to.index])
				}
			}
			if deeper {
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				by := work[len(work)-1].n
				low[by.index] = min(low[by.index], low[n.index])
			}
			if low[n.index] != number[n.index] {
				continue
			}
			var group []*node
			for {
				x := stack[len(stack)-1]
				stack, on[x.index] = stack[:len(stack)-1], false
				x.group = len(out)
				group = append(group, x)
				if x == n {
					break
				}
			}
			out = append(out, group)
		}
	}
	return out
}
