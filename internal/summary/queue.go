package summary

import "github.com/retryvet/retryvet/internal/knowledge"

// What goes on beside a function counts where it waits for it: goroutines of its own
// that it joins, and those of others behind a channel. A function that hands its request through a channel to a goroutine, and waits
// for an answer, leaves the process where that goroutine does.

// nodesOfQueues makes functions of the literals that goroutines run, where one may
// be behind a channel, or somebody waits for it.
func (p *Package) nodesOfQueues() {
	sends := false
	for _, f := range p.order {
		sends = sends || f.asks()
	}
	for i := 0; i < len(p.nodes); i++ { // a goroutine may start others
		if f := p.nodes[i]; sends || f.joins {
			for _, lit := range f.spawned {
				p.nodeOf(lit)
			}
		}
	}
}

// asks reports whether a function hands something on and waits for an answer that
// may be an error.
func (f *function) asks() bool { return len(f.sends) > 0 && f.answered && FailsBy(f.sig) == ByError }

// placeBehind is the place of the goroutines that a function waits for, and of those
// who receive what it sends. Who is behind a channel is not known for certain.
func (p *Package) placeBehind(f *function) knowledge.Place {
	place := knowledge.Local
	if f.joins && FailsBy(f.sig) != CannotFail {
		for _, lit := range f.spawned {
			place = place.Join(p.placeOfLiteral(lit))
		}
	}
	if FailsBy(f.sig) != ByError {
		return place
	}
	for _, obj := range f.sends {
		place = place.Join(knowledge.PlaceUnknown)
		for _, g := range p.queues[obj] {
			if f.answered && g != f && g.entry.Place.Leaves() {
				place = place.Join(knowledge.ProbablyRemote)
			}
		}
	}
	return place
}
