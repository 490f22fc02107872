package herd

import (
	"container/heap"
	"time"
)

// kind is what an event is.
type kind int8

const (
	next   kind = iota // a process calls
	send               // a client sends an attempt
	arrive             // it reaches the service
	answer             // the client hears of it, or has waited long enough
)

type event struct {
	at      time.Duration
	order   int // of events at the same instant
	kind    kind
	ok      bool // of answer
	process int  // of next
	attempt int  // of arrive and answer
	call    *call
}

// schedule has an event handled at its time, and after what was scheduled before
// for the same instant.
func (s *simulation) schedule(e event) {
	s.order++
	e.order = s.order
	heap.Push((*queue)(&s.events), e)
}

func (s *simulation) pop() event { return heap.Pop((*queue)(&s.events)).(event) }

// queue is a heap of events, the next one first.
type queue []event

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(e any)   { *q = append(*q, e.(event)) }

func (q queue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].order < q[j].order
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	*q = (*q)[:last]
	return e
}
