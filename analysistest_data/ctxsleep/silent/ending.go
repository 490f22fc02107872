package silent

import (
	"net"
	"time"
)

// member leaves by sending out what is left, and tells the rest of it then.
type member struct {
	conn net.Conn
	stop chan struct{}
	left func() int
}

func (m *member) ending(error) error {
	for m.left() > 0 {
		time.Sleep(500 * time.Millisecond)
	}
	close(m.stop)
	return m.conn.Close()
}

// voice has a channel for as long as it is connected.
type voice struct {
	addr string
	conn net.Conn
	stop chan struct{}
}

func (v *voice) hangUp() {
	if v.stop != nil {
		close(v.stop)
		v.stop = nil
	}
}

func (v *voice) callAgain() {
	v.hangUp()
	for {
		time.Sleep(5 * time.Second)
		conn, err := net.Dial("tcp", v.addr)
		if err == nil {
			v.conn = conn
			return
		}
	}
}

// line has the channel by way of what it embeds, and closes it by either name.
type ended struct{ stop chan struct{} }

func (e *ended) reset() { e.stop = make(chan struct{}) }

type line struct {
	ended
	addr string
	conn net.Conn
}

func (l *line) last() {
	defer close(l.stop)
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second)
	}
}

func (l *line) lastInFull() {
	defer close(l.ended.stop)
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second)
	}
}

func (l *line) anew() {
	l.reset()
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second)
	}
}
